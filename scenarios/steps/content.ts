import type { Verdict, WireValue } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';

/**
 * A notification with a valid signature that contradicts the stored invoice must not pay it. Putting the order
 * into review is as good. That the flaw was the cause is shown by a plain payment of another order.
 */
export async function contradictionsPayNothing(
  t: Verbs,
  changes: readonly (readonly [label: string, set: Readonly<Record<string, WireValue | undefined>>])[],
  verdict: Verdict = 'reject',
): Promise<void> {
  const sent = new Map<Payment, string>();
  for (const [label, set] of changes) {
    const payment = await t.order();
    sent.set(payment, label);
    await t.send(payment, { label, verdict, set });
  }
  const [paid] = await t.paidAmong([...sent.keys()]);
  if (paid !== undefined) {
    const [payment, order] = paid;
    t.fail(
      `A validly signed notification ${sent.get(payment)} marked the order as paid: it is ${t.orderInWords(order)}.`,
      { about: t.aboutPayment(payment) },
    );
  }
  await t.pay(await t.order());
}
