import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decided } from '../decided.ts';
import { resultSchema } from '../result.ts';
import { difference } from './chain.ts';
import { incomplete } from './complete.ts';
import { open } from './dsse.ts';
import {
  type CertificateStatement,
  type CertifiedFile,
  chainsOf,
  RENDERINGS,
  sha256Of,
  statementOf,
  statementSchema,
} from './statement.ts';

/** What a certificate is worth: the statement when its signature holds, and everything that does not hold. */
export interface Verification {
  readonly statement: CertificateStatement | undefined;
  /** Each in a sentence; none when the certificate holds. */
  readonly problems: readonly string[];
}

/**
 * Checks a certificate offline: its signature, the digest of every file, the chain of the histories, and that
 * what it says follows from the result.
 *
 * @param read answers a certified file by its name, or undefined when it is not there.
 */
export function verifyCertificate(
  text: string,
  publicKey: KeyObject,
  read: (name: string) => Buffer | undefined,
): Verification {
  const opened = open(text, publicKey);
  if (!opened.ok) return { statement: undefined, problems: [opened.why] };
  const parsed = statementSchema.safeParse(parse(opened.payload));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const why = `What was signed is not a certificate that this version can read: ${issue?.path.join('.')}: ${issue?.message}`;
    return { statement: undefined, problems: [why] };
  }
  const statement = parsed.data;
  const files = new Map<string, Buffer>();
  const problems: string[] = [];
  for (const { name, digest } of statement.subject) {
    const content = read(name);
    if (content === undefined) problems.push(`${name} is missing.`);
    else {
      files.set(name, content);
      if (sha256Of(content) !== digest.sha256) problems.push(changed(statement, name, files));
    }
  }
  if (problems.length === 0) problems.push(...contradictions(statement, files));
  return { statement, problems };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const filesOf = (files: ReadonlyMap<string, Buffer>): CertifiedFile[] =>
  [...files].map(([name, content]) => ({ name, content }));

const RESULT = 'result.json';

/** What changed, as exactly as the chain tells. */
function changed(statement: CertificateStatement, name: string, files: ReadonlyMap<string, Buffer>): string {
  const signed = statement.predicate.gatecheck.history.find((chain) => chain.name === name);
  if (signed === undefined)
    return `${name} was changed after it was certified${resultNow(statement, files.get(name))}.`;
  const histories = filesOf(files).filter((file) => file.name !== RESULT && !RENDERINGS.includes(file.name));
  const found = chainsOf(histories).find((chain) => chain.name === name);
  const where = found === undefined ? undefined : difference(signed, found);
  return `${name} was changed after it was certified${where === undefined ? '' : `: ${where}`}.`;
}

/** Most of the differing ids that are named. */
const MOST_IDS = 8;

/** What a changed result says otherwise than the statement, as far as the statement tells it. */
function resultNow(statement: CertificateStatement, content: Buffer | undefined): string {
  const result = resultSchema.safeParse(parse(content?.toString('utf8') ?? ''));
  if (!result.success) return ': this version cannot read it as a result';
  const { predicate } = statement;
  const { schema: _, history: __, build: ___, driver: ____, expires: _____, ...said } = predicate.gatecheck;
  const now: Readonly<Record<string, unknown>> = result.data;
  const parts = Object.entries(said).filter(([key, value]) => !isDeepStrictEqual(now[key], value));
  const ids = [...result.data.checks, ...result.data.laws]
    .filter(({ id, outcome }) => {
      const then = predicate.passedTests.includes(id)
        ? 'pass'
        : predicate.warnedTests.includes(id)
          ? 'warn'
          : undefined;
      return then === undefined ? outcome === 'pass' || outcome === 'warn' : outcome !== then;
    })
    .map(({ id }) => id);
  const all = [...parts.map(([key]) => key), ...ids];
  const more = all.length > MOST_IDS ? ` and ${all.length - MOST_IDS} more` : '';
  return all.length === 0
    ? ': the verdict and every outcome are as certified, and something else is not'
    : `: not as certified: ${all.slice(0, MOST_IDS).join(', ')}${more}`;
}

/** What the statement says must be what the certified files say: it is made again and compared. */
function contradictions(statement: CertificateStatement, files: ReadonlyMap<string, Buffer>): string[] {
  const resultFile = files.get(RESULT);
  const result = resultSchema.safeParse(parse(resultFile?.toString('utf8') ?? ''));
  if (resultFile === undefined || !result.success) {
    return [`${RESULT} is not part of the certificate, or this version cannot read it.`];
  }
  const follows = decided(result.data);
  for (const part of ['verdict', 'headline', 'tier'] as const) {
    if (follows[part] !== result.data[part])
      return [`The result says ${result.data[part]}, and ${follows[part]} follows from its checks and laws.`];
  }
  const gaps = incomplete(result.data, statement);
  if (gaps.length > 0) return gaps;
  const others = filesOf(files).filter((file) => file.name !== RESULT);
  const renderings = others.filter(({ name }) => RENDERINGS.includes(name));
  const histories = others.filter(({ name }) => !RENDERINGS.includes(name));
  try {
    const { gatecheck } = statement.predicate;
    const file = { name: RESULT, content: resultFile };
    const again = statementOf(result.data, gatecheck, file, histories, renderings);
    return JSON.stringify(statementSchema.parse(again)) === JSON.stringify(statement)
      ? []
      : ['The statement differs from the result and the histories that it certifies.'];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
