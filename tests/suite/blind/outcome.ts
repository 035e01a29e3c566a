import { z } from 'zod';
import type { Certified, Seen } from '../strangers/certified.ts';

/**
 * How a certification ended. `caught`: a must failed. `undecided`: some check could not be concluded. `warned`: more
 * warnings than the right shop has. `certified`: nothing was noticed.
 */
export const outcomeSchema = z.strictObject({
  end: z.enum(['caught', 'warned', 'undecided', 'certified']),
  /** The musts that failed, checks and rules; only the first check's where the run was stopped there. */
  failed: z.array(z.string()),
  warned: z.array(z.string()),
});
export type BlindOutcome = z.infer<typeof outcomeSchema>;

const ids = (seen: readonly Seen[]): string[] => seen.map(({ id }) => id);

/** How the certification of a round's shop without a fault ended; `undecided` where it has no result. */
export function outcomeOf(certified: Certified | undefined): BlindOutcome {
  const failed = ids(certified?.failed ?? []);
  const warned = ids(certified?.warned ?? []);
  if (failed.length > 0) return { end: 'caught', failed, warned };
  if (certified?.verdict !== 'certified') return { end: 'undecided', failed, warned };
  return { end: warned.length > 0 ? 'warned' : 'certified', failed, warned };
}
