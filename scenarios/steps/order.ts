import type { Payment, Verbs } from '../../suite/engine/index.ts';

/** The payment has this status for a moment, and the notification of it is delayed: gives its body. */
export async function delayed(t: Verbs, payment: Payment, status = 2): ReturnType<Verbs['genuineBody']> {
  await t.setTruth(payment, status);
  return t.genuineBody(payment, status);
}

/**
 * A genuine notification of a status that is not final arrives late, after what has ended the payment (Events 6).
 *
 * @param early its body, as {@link delayed} gave it before that
 * @param status the status of which it tells
 */
export const arrivesLate = (
  t: Verbs,
  payment: Payment,
  early: Awaited<ReturnType<Verbs['genuineBody']>>,
  after: string,
  status = 2,
) =>
  t.send(payment, {
    verdict: 'accept',
    label: `a late delivery of status ${status}, after ${after}`,
    status,
    set: early,
  });
