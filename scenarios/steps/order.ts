import type { Payment, Verbs } from '../../suite/engine/index.ts';

/**
 * A genuine notification of status 2 arrives late, after what has ended the payment (Events 6).
 *
 * @param early its body, as `t.genuineBody(payment, 2)` gave it before that
 */
export const arrivesLate = (
  t: Verbs,
  payment: Payment,
  early: Awaited<ReturnType<Verbs['genuineBody']>>,
  after: string,
) =>
  t.send(payment, {
    verdict: 'accept',
    label: `a late delivery of status 2, after ${after}`,
    status: 2,
    set: early,
  });
