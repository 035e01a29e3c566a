import { z } from 'zod';
import { seenAtSchema } from './tier.ts';

/** The name of the file, in the run's own folder, in which the set-up leaves its {@link RunInfo}. */
export const RUN_INFO_FILE = 'run.json';

/** Which checks were chosen, where not all were: by id pattern, by capability, as one shard of several. */
export const selectionSchema = z.strictObject({
  /** Patterns of check ids, such as `notification.*`; empty for all. */
  only: z.array(z.string()),
  /** Capabilities whose checks were chosen; empty for all. */
  capabilities: z.array(z.string()),
  /** Which part of the run this is: `2/4` is the second of four. */
  shard: z
    .string()
    .regex(/^[1-9]\d*\/[1-9]\d*$/)
    .nullable(),
});
export type Selection = z.infer<typeof selectionSchema>;

/** The owner's signed-off word that an inconclusive check is accepted, until a day (`YYYY-MM-DD`). */
export const waiverSchema = z.strictObject({
  check: z.string().min(1),
  reason: z.string().min(1),
  owner: z.string().min(1),
  expiry: z.iso.date(),
});
export type Waiver = z.infer<typeof waiverSchema>;

/** What the preflight found about one capability, and what to do where it is not as it should be. */
export const findingSchema = z.object({
  capability: z.string(),
  ok: z.boolean(),
  message: z.string(),
  remedy: z.string().nullish(),
  /** True when it is the merchant's fault, which a check will show, and not the set-up's. */
  conformance: z.boolean().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Under how many legal answers of the readings the merchant's plain flows work, and where they don't. */
export const sweepSchema = z.strictObject({
  robust: z.int().nonnegative(),
  of: z.int().nonnegative(),
  fragile: z.array(
    z.strictObject({
      reading: z.string(),
      answer: z.string(),
      capability: z.string(),
      /** What did not work, in a sentence. */
      message: z.string(),
    }),
  ),
});
export type Sweep = z.infer<typeof sweepSchema>;

/** What a run is about: written once by the set-up, read by whoever judges and reports it. */
export const runInfoSchema = z.object({
  merchant: z.object({ name: z.string(), version: z.string() }),
  /** Digest of the resolved configuration without its secrets. */
  configuration: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  seed: z.number().int(),
  readings: z.record(z.string(), z.string()),
  claimed: z.array(z.string()),
  unclaimed: z.array(z.string()),
  notApplicable: z.array(z.string()),
  /** Null when every check was chosen. */
  selection: selectionSchema.nullable(),
  waivers: z.array(waiverSchema),
  /** Warnings fail the run (`certify --strict`). */
  strict: z.boolean().default(false),
  startedAt: z.iso.datetime(),
  /** Where the reports go: an absolute path. */
  outDir: z.string(),
  preflight: z.object({ ok: z.boolean(), findings: z.array(findingSchema) }),
  workers: z.number().int().positive(),
  sweep: sweepSchema.optional(),
  /** The currency of the profile where it names no other: nothing shows then that the merchant tells currencies apart. */
  onlyCurrency: z.int().optional(),
  /** How the profile's gateway writes notifications. */
  notifications: z.enum(['json', 'form']).default('json'),
  /** At which tier each topic is seen; left out where nobody said. */
  seen: seenAtSchema.optional(),
  /** Texts that no report may show: shop secrets, tokens of the test interface. The file is private and short-lived. */
  secrets: z.array(z.string()).default([]),
});
export type RunInfo = z.infer<typeof runInfoSchema>;

/** What the history of a run keeps of its description, so that nobody can describe it otherwise later. */
export const notedInfoSchema = z.strictObject({
  ...runInfoSchema.omit({ outDir: true, secrets: true, workers: true }).shape,
  /** The frozen set of requirements. */
  requirements: z.string(),
  /** Whether properties and journeys were asked for, too. */
  properties: z.boolean(),
  /** The type of the merchant's interface. */
  driver: z.string(),
});
export type NotedInfo = z.infer<typeof notedInfoSchema>;
