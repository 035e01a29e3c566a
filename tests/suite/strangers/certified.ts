import { isOpen } from '../../../history/outcome.ts';
import type { Result } from '../../../reports/result.ts';

/** A check or rule that did not pass. */
export interface Seen {
  readonly id: string;
  /** What was seen, in a sentence. */
  readonly says: string;
  /** The checks that show it again; of a rule those in whose history it did not hold. */
  readonly checks: readonly string[];
}

/** What a certification found. */
export interface Certified {
  readonly verdict: Result['verdict'];
  readonly failed: readonly Seen[];
  readonly undecided: readonly Seen[];
  readonly warned: readonly Seen[];
  /** What went wrong outside of any check. */
  readonly problems: readonly string[];
}

export function certifiedOf({ verdict, checks, laws, problems = [] }: Result): Certified {
  const seen = [
    ...checks.map(({ id, outcome, actual, note = '' }) => ({
      id,
      outcome,
      says: actual || note,
      checks: [id],
    })),
    ...laws.map(({ id, outcome, actual: says = '', checks = [] }) => ({ id, outcome, says, checks })),
  ];
  const those = (isOne: (outcome: Result['checks'][number]['outcome']) => boolean): readonly Seen[] =>
    seen.filter(({ outcome }) => isOne(outcome)).map(({ outcome: _, ...rest }) => rest);
  return {
    verdict,
    failed: those((outcome) => outcome === 'fail'),
    undecided: those(isOpen),
    warned: those((outcome) => outcome === 'warn'),
    problems: problems.map(({ message }) => message),
  };
}
