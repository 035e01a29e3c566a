import type { Payment, Verbs } from '../../suite/engine/index.ts';

export async function mustStayPaidOnce(t: Verbs, payment: Payment, after: string): Promise<void> {
  await t.settle();
  const order = await t.look(payment);
  if (t.isPaidOnce(order)) return;
  t.fail(`After ${after} the order is ${t.orderInWords(order)}.`, { about: t.aboutPayment(payment) });
}
