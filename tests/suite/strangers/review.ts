import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { allNeeds } from '../../../scripts/machine.mjs';

const faultReviewSchema = z.strictObject({
  /**
   * `missed`: a fault as it says. The others are none that a certification has to fail: against a recommendation,
   * allowed, not of this specification or profile, or without effect.
   */
  class: z.enum(['missed', 'should', 'legal', 'outside', 'equivalent']),
  /** What a reader can check; of a missed one, what catches it since. */
  reason: z.string().min(1),
});

const reviewSchema = z.strictObject({
  /** What the machine must have for the shop to run. */
  needs: z.array(z.enum(allNeeds)).default([]),
  /** The checks and rules that warn of the conforming shop, each with the reason why the warning is right. */
  warnings: z.record(z.string(), z.string().min(1)).default({}),
  /** Of a blind round: what became of the faults that were not caught at first sight. */
  faults: z.record(z.string(), faultReviewSchema).default({}),
});

/** What we say about a shop of somebody else. */
export type Review = z.infer<typeof reviewSchema>;

/**
 * Reads the review of the shop in a folder; an empty one where there is none.
 *
 * @throws {Error} naming the file that is not as it should be
 */
export function reviewOf(folder: string): Review {
  const file = join(folder, 'review.json');
  if (!existsSync(file)) return reviewSchema.parse({});
  const review = reviewSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (review.success) return review.data;
  throw new Error(`${file}: ${z.prettifyError(review.error)}`);
}
