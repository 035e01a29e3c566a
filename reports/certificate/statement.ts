import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Result } from '../result.ts';
import { resultSchema } from '../result.ts';
import { CHAIN_BEGIN, type Chain, chainOf, chainSchema, lastLink } from './chain.ts';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

const resourceSchema = z.strictObject({
  name: z.string(),
  digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
});

/** What a run does not know of itself, and whoever signs it says. */
export const aboutSchema = z.strictObject({
  /** The commit or digest of what was tested; null where nobody said. */
  build: z.string().min(1).max(200).nullable(),
  /** How the merchant was asked: the type of its interface. */
  driver: z.string(),
  expires: z.iso.datetime(),
});
export type About = z.infer<typeof aboutSchema>;

/** What `certify --sign` signs: an in-toto Statement (v1) with the test-result predicate (v0.1). */
export const statementSchema = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(resourceSchema).min(1),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.strictObject({
    result: z.enum(['PASSED', 'WARNED']),
    configuration: z.array(resourceSchema),
    passedTests: z.array(z.string()),
    warnedTests: z.array(z.string()),
    failedTests: z.array(z.string()),
    /** What the predicate has no place for. */
    gatecheck: z.strictObject({
      schema: z.literal('gatecheck/certificate@1'),
      verdict: z.enum(['certified', 'certified-with-waivers']),
      headline: resultSchema.shape.headline,
      tier: resultSchema.shape.tier,
      strict: resultSchema.shape.strict,
      suite: resultSchema.shape.suite,
      merchant: resultSchema.shape.merchant,
      ...aboutSchema.shape,
      scope: resultSchema.shape.scope,
      waivers: resultSchema.shape.waivers,
      seed: resultSchema.shape.seed,
      readings: resultSchema.shape.readings,
      startedAt: resultSchema.shape.startedAt,
      summary: resultSchema.shape.summary,
      history: z.array(chainSchema),
    }),
  }),
});
export type CertificateStatement = z.infer<typeof statementSchema>;

/** The file of the result. */
export const RESULT_FILE = 'result.json';

/** How many days a certificate holds at most: what a run has shown says less with every change of the merchant. */
export const MOST_DAYS = 365;

/** Every file but the result and the histories that somebody reads as the outcome of the run. */
export const RENDERINGS: readonly string[] = ['statement.html', 'junit.xml', 'summary.md'];

/** A file that is certified, by its path in the folder of the reports. */
export interface CertifiedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Why a result cannot be signed; undefined when it can. */
export function whyUnsignable(result: Result): string | undefined {
  if (result.selection !== null) return 'only a complete run can be signed, and this one was filtered';
  if (result.verdict !== 'certified' && result.verdict !== 'certified-with-waivers') {
    return `only a certified merchant can be signed for, and the verdict is: ${result.headline}`;
  }
  return undefined;
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The histories' chains, each onto the one before, in the order of their names. */
export function chainsOf(histories: readonly CertifiedFile[]): Chain[] {
  const chains: Chain[] = [];
  for (const { name, content } of [...histories].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const last = chains.at(-1);
    chains.push(chainOf(name, content, last === undefined ? CHAIN_BEGIN : lastLink(last)));
  }
  return chains;
}

const bare = (digest: string): string => digest.replace(/^sha256:/, '');

/**
 * Makes the statement of a run.
 *
 * @param reports `result.json` as it stands in the folder, and the files that say the same for people and programs.
 * @param histories the files of the history.
 * @throws {Error} when the result is not one that can be signed.
 */
export function statementOf(
  result: Result,
  { build, driver, expires }: About,
  reports: readonly CertifiedFile[],
  histories: readonly CertifiedFile[],
): CertificateStatement {
  const why = whyUnsignable(result);
  const { verdict } = result;
  if (why !== undefined || (verdict !== 'certified' && verdict !== 'certified-with-waivers')) {
    throw new Error(`Not signed: ${why}.`);
  }
  const idsOf = (outcome: string) =>
    [...result.checks, ...(result.properties ?? []), ...result.laws]
      .filter((item) => item.outcome === outcome)
      .map((item) => item.id);
  const warned = idsOf('warn');
  return {
    _type: STATEMENT_TYPE,
    subject: [...reports, ...histories].map(({ name, content }) => ({
      name,
      digest: { sha256: sha256Of(content) },
    })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: verdict === 'certified' && warned.length === 0 ? 'PASSED' : 'WARNED',
      configuration: [
        { name: 'configuration', digest: { sha256: bare(result.configuration) } },
        { name: 'requirements', digest: { sha256: bare(result.suite.requirements) } },
        {
          name: `requirements/${result.suite.set.version}`,
          digest: { sha256: bare(result.suite.set.digest) },
        },
      ],
      passedTests: idsOf('pass'),
      warnedTests: warned,
      failedTests: idsOf('fail'),
      gatecheck: {
        schema: 'gatecheck/certificate@1',
        verdict,
        headline: result.headline,
        ...(result.tier !== undefined && { tier: result.tier }),
        ...(result.strict !== undefined && { strict: result.strict }),
        suite: result.suite,
        merchant: result.merchant,
        build,
        driver,
        expires,
        scope: result.scope,
        waivers: result.waivers,
        seed: result.seed,
        readings: result.readings,
        startedAt: result.startedAt,
        summary: result.summary,
        history: chainsOf(histories),
      },
    },
  };
}
