/** Every outcome that a check, a requirement or a law can have, in the order of the published summary. */
export const OUTCOMES = [
  'pass',
  'fail',
  'warn',
  'not-claimed',
  'not-applicable',
  'inconclusive',
  'setup-failed',
  'harness-failed',
  'not-run',
] as const;

/** What became of a check, a requirement or a law. Nothing but `pass` and `warn` says that it was tried and held. */
export type Outcome = (typeof OUTCOMES)[number];

/** From the worst to the mildest. A check that was out of scope says less than any that was in it. */
export const PRECEDENCE: readonly Outcome[] = [
  'fail',
  'harness-failed',
  'setup-failed',
  'inconclusive',
  'not-run',
  'warn',
  'pass',
  'not-claimed',
  'not-applicable',
];

const RANK = new Map(PRECEDENCE.map((outcome, rank) => [outcome, rank]));

const rankOf = (outcome: Outcome): number => RANK.get(outcome) ?? PRECEDENCE.length;

/** Orders two outcomes, the worse one first; 0 when they are the same. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  return rankOf(a) - rankOf(b);
}

/** The worst of some outcomes, and `not-run` of none: what nobody tried has not been shown. */
export function worstOutcome(outcomes: Iterable<Outcome>): Outcome {
  let worst: Outcome | undefined;
  for (const outcome of outcomes) {
    if (worst === undefined || compareOutcomes(outcome, worst) < 0) worst = outcome;
  }
  return worst ?? 'not-run';
}
