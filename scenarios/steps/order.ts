import type { Payment, Verbs } from '../../suite/engine/index.ts';

/**
 * A genuine notification of a status that is not final arrives late, after what has ended the payment (Events 6).
 *
 * @param early its body, as `t.genuineBody` gave it before that
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
