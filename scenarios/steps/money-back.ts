import type { Verbs } from '../../suite/engine/index.ts';

/** Makes the merchant call what belongs to refunds and holds; whatever comes of it. */
export async function moveMoneyBack(t: Verbs): Promise<void> {
  if (t.claims('refund')) {
    const payment = await t.order();
    await t.pay(payment);
    await t.askRefund(payment);
  }
  for (const decide of t.claims('hold') ? (['charge', 'unhold'] as const) : []) {
    const payment = await t.held();
    await t.driver[decide](payment.orderId);
  }
  await t.settle();
}
