/**
 * Every outcome that a check, a requirement or a law can have, from the worst to the mildest. A check that was out of
 * scope says less than any that was in it.
 */
export const OUTCOMES = [
  'fail',
  'harness-failed',
  'setup-failed',
  'inconclusive',
  'not-run',
  'warn',
  'pass',
  'not-claimed',
  'not-applicable',
] as const;

/** What became of a check, a requirement or a law. Nothing but `pass` and `warn` says that it was tried and held. */
export type Outcome = (typeof OUTCOMES)[number];

const CONCLUDED: ReadonlySet<Outcome> = new Set(['pass', 'fail', 'warn']);
const OPEN: ReadonlySet<Outcome> = new Set(['harness-failed', 'setup-failed', 'inconclusive', 'not-run']);

/** It was tried, and it is known whether it holds. */
export const isConcluded = (outcome: Outcome): boolean => CONCLUDED.has(outcome);

/** It was in scope, and nobody has shown whether it holds. */
export const isOpen = (outcome: Outcome): boolean => OPEN.has(outcome);

/** Orders two outcomes, the worse one first; 0 when they are the same. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  return OUTCOMES.indexOf(a) - OUTCOMES.indexOf(b);
}

/** The worst of some outcomes, and `not-run` of none: what nobody tried has not been shown. */
export function worstOutcome(outcomes: Iterable<Outcome>): Outcome {
  const [worst = 'not-run'] = [...outcomes].sort(compareOutcomes);
  return worst;
}
