import { z } from 'zod';

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
