import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { resultSchema } from '../result.ts';
import { difference } from './chain.ts';
import { open } from './dsse.ts';
import { notFromHistories } from './follows.ts';
import {
  type CertificateStatement,
  type CertifiedFile,
  chainsOf,
  RENDERINGS,
  RESULT_FILE,
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
 * everything that it says follows from the histories.
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

/** What changed, as exactly as the chain tells. */
function changed(statement: CertificateStatement, name: string, files: ReadonlyMap<string, Buffer>): string {
  const signed = statement.predicate.gatecheck.history.find((chain) => chain.name === name);
  if (signed === undefined)
    return `${name} was changed after it was certified${resultNow(statement, files.get(name))}.`;
  const histories = filesOf(files).filter(
    (file) => file.name !== RESULT_FILE && !RENDERINGS.includes(file.name),
  );
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

/** The statement must be that of the certified files, and what they say must follow from the histories. */
function contradictions(statement: CertificateStatement, files: ReadonlyMap<string, Buffer>): string[] {
  const content = files.get(RESULT_FILE);
  const result = resultSchema.safeParse(parse(content?.toString('utf8') ?? ''));
  if (content === undefined || !result.success) {
    return [`${RESULT_FILE} is not part of the certificate, or this version cannot read it.`];
  }
  const reports = filesOf(files).filter(({ name }) => name === RESULT_FILE || RENDERINGS.includes(name));
  const histories = filesOf(files).filter((file) => !reports.some(({ name }) => name === file.name));
  const { gatecheck } = statement.predicate;
  try {
    const again = statementOf(result.data, gatecheck, reports, histories);
    if (JSON.stringify(statementSchema.parse(again)) !== JSON.stringify(statement))
      return ['The statement differs from the result and the histories that it certifies.'];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return notFromHistories(result.data, reports, histories, gatecheck);
}
