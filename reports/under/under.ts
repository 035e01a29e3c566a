import { z } from 'zod';
import { levelSchema, outcomeSchema, proofSchema } from '../../history/index.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

/** The name and version of the format of `under.json`. */
export const UNDER_SCHEMA = 'gatecheck/under@1';

const mischiefSchema = z.strictObject({
  id: z.string(),
  says: z.string().describe('What the gateway does.'),
  why: z.string().describe('Why a merchant that is right does not notice.'),
  requirements: z.array(z.string()),
  decides: z
    .enum(['tests', 'traffic'])
    .describe('`traffic`: tests may not wait long enough, so that only what the merchant sends is judged.'),
  tookPlace: z.int().nonnegative().describe('How often it was done to the merchant.'),
  outcome: z
    .enum(['harmless', 'found', 'undecided', 'unconfirmed', 'not-met', 'not-run'])
    .describe(
      '`not-met`: nothing in the tests gave an occasion for it. `undecided`: tests were red, and may only have waited too short. `unconfirmed`: red once, and not again.',
    ),
});

const findingLawSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  key: z.string().describe('The object: a shop_order_id, a shop_payment_id, an address.'),
  actual: z.string(),
  proof: z.array(proofSchema),
});

const findingSchema = z.strictObject({
  kind: z
    .enum(['confirmed', 'traffic', 'books', 'undecided', 'unconfirmed'])
    .describe(
      '`confirmed`: tests that are red each time under the mischief and green each time without. `traffic`: what the merchant sent breaks a law. `books`: it paid out or refunded more often than without mischief.',
    ),
  mischief: z.array(z.string()).describe('Reduced to what is needed; none for what is broken without any.'),
  requirements: z.array(z.string()),
  says: z.string().describe('What was found, in a sentence.'),
  tests: z.array(z.strictObject({ name: z.string(), message: z.string() })),
  laws: z.array(findingLawSchema),
  surplus: z
    .array(z.strictObject({ of: z.enum(['payouts', 'refunds']), politely: z.int(), now: z.int() }))
    .describe('What the gateway made more of than without mischief.'),
  story: z.array(proofSchema).describe('The first of what the mischief did, and how the merchant took it.'),
  output: z.string().describe('What the tests printed, relative to this file.'),
  history: z.string().describe('The history of the gateway, relative to this file.'),
  reproduce: z.string(),
});

/** `under.json`: what the tests of others, and the traffic beside them, say under mischief. */
export const underSchema = z.strictObject({
  schema: z.literal(UNDER_SCHEMA),
  tier: z
    .literal('T0 traffic')
    .describe('How far the evidence of the gateway reaches; the rest is what the tests see.'),
  outcome: z.enum(['found', 'nothing-found', 'inconclusive']),
  headline: z.string(),
  suite: z.string(),
  merchant: z.strictObject({ name: z.string(), version: z.string() }),
  configuration: z.string(),
  command: z.array(z.string()),
  seed: z.int(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().nonnegative(),
  tests: z.array(
    z.strictObject({
      name: z.string(),
      politely: z
        .enum(['green', 'red', 'flaky', 'skipped'])
        .describe('Without any mischief, over all such runs. What is not green accuses nobody.'),
      redUnder: z.array(z.string()).describe('Mischief under which it was red each time.'),
    }),
  ),
  mischief: z.array(mischiefSchema),
  findings: z.array(findingSchema),
  laws: z.array(
    z.strictObject({
      id: z.string(),
      level: levelSchema,
      title: z.string(),
      outcome: outcomeSchema,
      judged: z.int(),
      note: z.string().optional(),
    }),
  ),
  rounds: z.array(
    z.strictObject({
      number: z.int().positive(),
      mischief: z.array(z.string()),
      ending: z.string(),
      red: z.array(z.string()),
      durationMs: z.number().nonnegative(),
    }),
  ),
});

export type Under = z.infer<typeof underSchema>;
export type UnderFinding = Under['findings'][number];

/** What stands against the merchant. */
export const standsAgainst = ({ kind }: UnderFinding): boolean =>
  kind === 'confirmed' || kind === 'traffic' || kind === 'books';

const several = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The outcome in a sentence. */
export function underHeadline(under: Pick<Under, 'tests' | 'mischief' | 'findings' | 'outcome'>): string {
  const { tests, mischief, findings, outcome } = under;
  const green = tests.filter(({ politely }) => politely === 'green').length;
  const done = mischief.filter(({ tookPlace }) => tookPlace > 0).length;
  const against = findings.filter(standsAgainst);
  const red = new Set(
    against.flatMap((each) => (each.kind === 'confirmed' ? each.tests.map(({ name }) => name) : [])),
  );
  const laws = new Set(against.flatMap((each) => each.laws.map(({ id }) => id)));
  if (green === 0) return 'Inconclusive: none of your tests is green without any mischief';
  const tried = `${several(green, 'test', 'tests')} under ${done} of ${mischief.length} kinds of mischief`;
  if (outcome === 'inconclusive') return `Inconclusive: your tests gave no occasion for mischief (${tried})`;
  if (outcome === 'nothing-found') return `Nothing found: ${tried}`;
  const more = against.some(({ kind }) => kind === 'books');
  const parts = [
    ...(red.size > 0 ? [`${several(red.size, 'test turns', 'tests turn')} red`] : []),
    ...(laws.size > 0 ? [`${several(laws.size, 'law is', 'laws are')} broken in the traffic`] : []),
    ...(more ? ['more is paid out or refunded than should be'] : []),
  ];
  return `Found: ${parts.join(', ')} (${tried})`;
}

/** The exit code of an outcome. */
export const exitCodeOfUnder = ({ outcome }: Pick<Under, 'outcome'>): ExitCode =>
  outcome === 'found'
    ? exitCodes.failed
    : outcome === 'nothing-found'
      ? exitCodes.ok
      : exitCodes.inconclusive;
