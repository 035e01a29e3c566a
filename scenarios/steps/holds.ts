import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { chargesUnseen, LATER } from './ways-in.ts';

/** What is wrong whatever id a hold has, and whatever word tells of it. */
export const wrong = (t: Verbs, payment: Payment) => ({
  about: t.aboutPayment(payment),
  underAnyReading: true,
});

export const chargesOf = (t: Verbs, payment: Payment, after = 0) =>
  t.calls({ operation: 'invoice/charge', fields: { invoice_id: payment.paymentId }, after });

/** The merchant calls invoice/charge for a held order. */
export async function mustCharge(t: Verbs, payment: Payment): Promise<void> {
  await t.charge(payment);
  if ((await chargesOf(t, payment)).length > 0) return;
  if (chargesUnseen(t)) t.notApplicable(LATER);
  t.inconclusive('The merchant did not call invoice/charge for the held order.');
}
