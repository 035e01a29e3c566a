import { z } from 'zod';
import { combinationSchema } from './combination.ts';
import { OUTCOMES } from './outcome.ts';
import { propertyFactsSchema } from './property.ts';

/** The name of the attachment (`application/json`) in which a test leaves its {@link CheckRecord}. */
export const RECORD_ATTACHMENT = 'gatecheck-record';

/**
 * The type of the annotation that names a test's check: `{ type: CHECK_ANNOTATION, description: id }`,
 * given with the test's declaration, so that a test that never ran is still known by its check.
 */
export const CHECK_ANNOTATION = 'gatecheck-check';

/** How binding a rule is. An `open` one is not settled by the specification and is judged under a reading. */
export const levelSchema = z.enum(['must', 'should', 'open']);
export type Level = z.infer<typeof levelSchema>;

export const outcomeSchema = z.enum(OUTCOMES);

/** Where a line of proof was seen: on the wire, in the merchant's reply or state, in a browser, in its log. */
export const channelSchema = z.enum(['gateway', 'reply', 'state', 'browser', 'log']);

/** One line of proof: the masked text of what passed, where and when (ISO 8601, UTC). */
export const proofSchema = z.strictObject({ channel: channelSchema, at: z.string(), text: z.string() });
export type Proof = z.infer<typeof proofSchema>;

/** What a law said about the history of one check. */
export const lawRecordSchema = z.strictObject({
  id: z.string().min(1),
  level: levelSchema,
  outcome: outcomeSchema,
  /** What was seen, in a sentence; empty for a law that held. */
  actual: z.string(),
  proof: z.array(proofSchema),
});
export type LawRecord = z.infer<typeof lawRecordSchema>;

/** A file beside the reports. */
export const fileSchema = z.strictObject({
  path: z
    .string()
    .regex(/^browser\/[\w.-]+\/[\w-]+\.(png|webm|zip)$/)
    .describe('Relative to the folder of the reports.'),
  contentType: z.string(),
});

/** Who made it that a check is inconclusive. */
export const causeSchema = z.enum(['suite', 'merchant']);

/** What one check found: the whole of what reports and verdicts are made of. */
export const checkRecordSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  level: levelSchema,
  /** Ids of the requirements that the check stands on. */
  requirements: z.array(z.string()),
  outcome: outcomeSchema,
  /** What the specification expects, in a sentence. */
  expected: z.string(),
  /** What was seen instead, in a sentence; empty when it was as expected. */
  actual: z.string(),
  proof: z.array(proofSchema),
  /** The one line that runs this check again as it ran here. */
  reproduce: z.string(),
  durationMs: z.number().nonnegative(),
  /** How often the stimulus was given: 2 when a liveness failure was repeated with a fresh object. */
  attempts: z.number().int().nonnegative(),
  laws: z.array(lawRecordSchema),
  /** The readings that the expectation depends on, with the values used. */
  readings: z.record(z.string(), z.string()),
  slot: z.number().int().nonnegative(),
  /** Of a property or a journey: what fast-check did for it. */
  property: propertyFactsSchema.optional(),
  /** Operations of the gateway that the merchant used meanwhile, such as `invoice/create`. */
  operations: z.array(z.string()).optional(),
  /** How often the check gave each kind of stimulus to the merchant. */
  stimuli: z.record(z.string(), z.number().int().positive()).optional(),
  /** Of a check that combines events: which pairs of them the merchant went through. */
  combinations: z.array(combinationSchema).optional(),
  /**
   * Of an inconclusive check: `merchant` where the merchant itself made it unobservable (its own interface
   * answered 5xx, closed or timed out under the check), `suite` where the suite could not do it.
   */
  cause: causeSchema.optional(),
  /** Of an inconclusive check: the same flow without its stimulus worked, and could be observed. */
  controlWorked: z.boolean().optional(),
  /** Of a check that is not applicable: what it is about was not seen, and not because of the configuration. */
  unseen: z.literal(true).optional(),
  /** Why it is inconclusive, not claimed and so on, or a remark on a pass. */
  note: z.string().optional(),
  /** What the browser showed, where a check failed; filled in when the files are written. */
  files: z.array(fileSchema).optional(),
});
export type CheckRecord = z.infer<typeof checkRecordSchema>;

/** What {@link checkIdOf} needs of a test: Playwright's `TestCase` and `TestInfo` both fit. */
export interface NamedTest {
  readonly title: string;
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
}

/** The check that a test is about, by its annotation; undefined for a test that is about none. */
export function checkIdOf(test: NamedTest): string | undefined {
  return test.annotations.find((annotation) => annotation.type === CHECK_ANNOTATION)?.description;
}
