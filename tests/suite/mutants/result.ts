import type { Mutant } from './mutant.ts';

/**
 * What became of a mutant.
 * - `killed`: a must failed.
 * - `start`: the shop did not start, or the preflight found that it does not do what it claims.
 * - `open`: nothing failed, but checks could not be concluded: no certificate.
 * - `warned`: only recommendations were seen to be broken.
 * - `survived`: the checks that it met saw nothing.
 * - `uncovered`: no check comes by its lines.
 * - `unmeasured`: what was seen did not come again, or came without the mutant as well; it is tried again.
 */
export const FATES = ['killed', 'start', 'open', 'warned', 'survived', 'uncovered', 'unmeasured'] as const;
export type Fate = (typeof FATES)[number];

/** What the checks saw of a mutant. */
export interface Finding {
  readonly fate: Fate;
  /** The check in whose story it was killed, or first warned about or left open. */
  readonly by?: string | undefined;
  /** The rule that was broken there, where not the check itself said so. */
  readonly law?: string | undefined;
  /** How many checks it met, of how many that cover it. */
  readonly met: number;
  readonly covering: number;
}

/** A mutant, and what became of it. */
export interface MutantResult extends Mutant, Finding {
  /** The state of the code in which it was measured. */
  readonly commit: string;
}
