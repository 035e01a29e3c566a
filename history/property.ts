import { z } from 'zod';

/** What fast-check did for a property: how many cases it tried, and where it stood when one failed. */
export const propertyFactsSchema = z.strictObject({
  kind: z.enum(['property', 'journey']),
  runs: z
    .int()
    .nonnegative()
    .describe('How many cases were drawn and tried, without those of the shrinking.'),
  of: z.int().positive().describe('How many were to be tried.'),
  idle: z
    .int()
    .nonnegative()
    .optional()
    .describe('Cases of which nothing can be concluded, such as wishes that the shop refused.'),
  seed: z.int().describe('The seed of fast-check: with the path it gives the same case again.'),
  path: z.string().optional().describe('Of a failure: where fast-check finds the smallest case.'),
  shrinks: z.int().nonnegative().optional().describe('Of a failure: how often it was made smaller.'),
  counterexample: z.string().optional().describe('Of a failure: the smallest case, as JSON.'),
  story: z.array(z.string()).optional().describe('Of a failure: what was done and seen, in sentences.'),
  rule: z.string().optional().describe('Of a failure: the id of the law that is broken.'),
});
export type PropertyFacts = z.infer<typeof propertyFactsSchema>;
