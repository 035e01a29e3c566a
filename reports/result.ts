import { z } from 'zod';
import { combinationSchema } from '../history/combination.ts';
import { OUTCOMES } from '../history/outcome.ts';
import { propertyFactsSchema } from '../history/property.ts';
import { causeSchema, fileSchema, levelSchema, outcomeSchema, proofSchema } from '../history/record.ts';
import { selectionSchema, sweepSchema, waiverSchema } from '../history/run-info.ts';
import { seenAtSchema, tierSchema } from '../history/tier.ts';
import { stormSchema } from './storm.ts';

/** The name and version of the format of `result.json`. */
export const RESULT_SCHEMA = 'gatecheck/result@1';

export const verdictSchema = z
  .enum(['certified', 'certified-with-waivers', 'not-certified', 'partial', 'inconclusive'])
  .describe('What the run as a whole has shown; `partial` for a run of only some checks.');
export type Verdict = z.infer<typeof verdictSchema>;

const sha256Schema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const countSchema = z.int().nonnegative();

/** A waiver, and whether it did anything: it may be past its day, or name a check that does not exist. */
export const waiverResultSchema = z.strictObject({
  ...waiverSchema.shape,
  state: z
    .enum(['applied', 'unused', 'expired', 'unknown', 'merchant', 'control-worked', 'too-many'])
    .describe(
      '`applied`: the check was inconclusive and is accepted. All others do nothing. `unused`: the check was not inconclusive. `expired`: past its day. `unknown`: no such check. `merchant`: the merchant itself made it unobservable. `control-worked`: the same flow without the stimulus was observed. `too-many`: more are waived than a certificate can bear.',
    ),
});
export type WaiverResult = z.infer<typeof waiverResultSchema>;

/** What went wrong outside of any check: the set-up failed, a worker died, somebody interrupted the run. */
export const problemSchema = z.strictObject({
  kind: z.enum(['setup-failed', 'harness-failed', 'interrupted']),
  message: z.string(),
  remedy: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export const checkResultSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  level: levelSchema,
  requirements: z.array(z.string()),
  outcome: outcomeSchema,
  expected: z.string().describe('What the specification expects, in a sentence.'),
  actual: z.string().describe('What was seen instead; empty when it was as expected.'),
  proof: z.array(proofSchema),
  reproduce: z.string().describe('The one line that runs this check again as it ran here.'),
  durationMs: z.number().nonnegative(),
  attempts: z.int().positive().optional().describe('Present when the stimulus was given more than once.'),
  readings: z
    .record(z.string(), z.string())
    .optional()
    .describe('The readings that the expectation depends on, with the values used.'),
  stimuli: z
    .record(z.string(), z.number().int().positive())
    .optional()
    .describe(
      'What the check did to the merchant, and how often: each is seen in the history to have taken place.',
    ),
  combinations: z
    .array(combinationSchema)
    .optional()
    .describe('Of a check that combines events: which pairs of them the merchant went through.'),
  cause: causeSchema
    .optional()
    .describe(
      'Of an inconclusive check: `merchant` where the merchant itself made it unobservable, `suite` where the suite could not do it.',
    ),
  controlWorked: z
    .boolean()
    .optional()
    .describe('Of an inconclusive check: the same flow without its stimulus worked, and could be observed.'),
  unseen: z
    .literal(true)
    .optional()
    .describe(
      'Of a check that is not applicable: the merchant was not seen to do what it is about (`actual`). Without it, the configuration leaves nothing to check.',
    ),
  note: z.string().optional().describe('Why it is inconclusive, not claimed and so on.'),
  files: z
    .array(fileSchema)
    .optional()
    .describe('What the browser showed, where a check of the merchant’s pages failed.'),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const propertyResultSchema = z.strictObject({
  ...checkResultSchema.pick({
    id: true,
    title: true,
    level: true,
    outcome: true,
    expected: true,
    actual: true,
    proof: true,
    reproduce: true,
    durationMs: true,
    note: true,
  }).shape,
  ...propertyFactsSchema.shape,
});
export type PropertyResult = z.infer<typeof propertyResultSchema>;

export const requirementResultSchema = z.strictObject({
  id: z.string().min(1),
  level: levelSchema,
  outcome: outcomeSchema.describe('The worst outcome of its checks and laws.'),
  tier: tierSchema
    .optional()
    .describe(
      'How far the evidence about it reaches; left out where no check and no law came to a conclusion.',
    ),
  checks: z.array(z.string()).describe('Ids of its checks, and of the laws that follow from it.'),
});
export type RequirementResult = z.infer<typeof requirementResultSchema>;

export const lawResultSchema = z.strictObject({
  id: z.string().min(1),
  level: levelSchema,
  outcome: outcomeSchema,
  actual: z.string().optional().describe('What was seen, for a law that did not hold.'),
  proof: z.array(proofSchema).optional(),
  checks: z.array(z.string()).optional().describe('The checks in whose history it did not hold.'),
});
export type LawResult = z.infer<typeof lawResultSchema>;

/** How many checks ended with each outcome. */
export const summarySchema = z.strictObject(
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countSchema])) as Record<
    (typeof OUTCOMES)[number],
    typeof countSchema
  >,
);
export type Summary = z.infer<typeof summarySchema>;

/** `result.json`: what a run found, complete and schema-versioned; every other report is a rendering of it. */
export const resultSchema = z.strictObject({
  schema: z.literal(RESULT_SCHEMA),
  verdict: verdictSchema,
  headline: z
    .string()
    .describe('The verdict in a sentence, as every report shows it: for what, over how many checks.'),
  tier: tierSchema
    .optional()
    .describe('How far the evidence reaches: as far as that of the topic which is seen least.'),
  suite: z.strictObject({
    version: z.string(),
    requirements: sha256Schema.describe(
      'Digest of the requirements, checks and laws as the suite words them.',
    ),
    set: z
      .strictObject({ version: z.string().regex(/^\d+\.\d+$/), digest: sha256Schema })
      .describe('The frozen set of requirements that the merchant was judged by.'),
  }),
  merchant: z.strictObject({ name: z.string(), version: z.string() }),
  configuration: sha256Schema.describe('Digest of the resolved configuration, without secrets.'),
  selection: selectionSchema.nullable().describe('Null when every check was chosen.'),
  scope: z.strictObject({
    claimed: z.array(z.string()).describe('Capabilities that the configuration claims.'),
    unclaimed: z.array(z.string()).describe('Capabilities that it does not claim.'),
    notApplicable: z.array(z.string()).describe('What the declared configuration rules out.'),
    unobserved: z
      .array(z.string())
      .describe('Claimed capabilities about which no check came to a conclusion.'),
    usedUnclaimed: z
      .array(z.string())
      .optional()
      .describe('Operations of the gateway that the merchant used although no claim covers them.'),
    seen: seenAtSchema
      .optional()
      .describe('At which tier orders, refunds, payouts, customers and lookups were seen.'),
    unseen: z
      .array(z.string())
      .optional()
      .describe('What could not be seen at this tier, and with these means, in sentences.'),
    onlyCurrency: z
      .int()
      .optional()
      .describe('The currency of the profile, where it names no other: no check tried a second one.'),
    notifications: z.enum(['json', 'form']).describe("How the profile's gateway writes notifications."),
    notificationForms: z
      .array(z.string())
      .optional()
      .describe('The forms of a notification that the shop was seen to understand, one for each choice.'),
  }),
  waivers: z.array(waiverResultSchema),
  strict: z.literal(true).optional().describe('Present when warnings fail the run (`certify --strict`).'),
  seed: z.int(),
  readings: z.record(z.string(), z.string()),
  startedAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  summary: summarySchema,
  checks: z.array(checkResultSchema),
  properties: z
    .array(propertyResultSchema)
    .optional()
    .describe('Properties and journeys that fast-check put to the merchant, where they were asked for.'),
  requirements: z.array(requirementResultSchema),
  laws: z.array(lawResultSchema),
  announced: z
    .array(z.string())
    .optional()
    .describe('Checks and laws that are newer than the set: they are reported, and fail nobody.'),
  sweep: sweepSchema
    .optional()
    .describe("Under how many legal answers of the readings the merchant's plain flows work."),
  storm: stormSchema.optional(),
  problems: z.array(problemSchema).optional().describe('What went wrong outside of any check.'),
});
export type Result = z.infer<typeof resultSchema>;
