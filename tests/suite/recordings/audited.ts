import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogNames } from '../../../history/foreign/index.ts';
import { laws } from '../../../ledger/index.ts';
import { type Audit, auditOf, auditSchema } from '../../../reports/audit/audit.ts';
import { readAny } from '../../../reports/audit/read-any.ts';
import { resolveReadings } from '../../../simulator/index.ts';
import { envoyLogOf, nginxLogOf } from '../support/access-logs.ts';
import { dumpOf } from '../support/flows.ts';
import { harOf, type WireCall } from '../support/wire-calls.ts';
import { KEY } from './talk.ts';

export interface Beside {
  readonly keys?: readonly (readonly [string, string])[];
  readonly gateway?: readonly string[];
  readonly callback?: readonly string[];
  readonly readings?: Readonly<Record<string, string>>;
  readonly logNames?: LogNames;
}

const OWN: Beside = { keys: [['5', KEY]] };

/** What the audit of a file of any format says, told by what it holds, as the command would. */
export async function auditFile(
  content: string | Buffer,
  { keys = [], gateway = [], callback = [], readings = {}, logNames = {} }: Beside = OWN,
): Promise<Audit> {
  const dir = mkdtempSync(join(tmpdir(), 'recording-'));
  const file = join(dir, 'recorded');
  try {
    writeFileSync(file, content);
    const recordings = await readAny(file, {
      format: undefined,
      foreign: { readings: resolveReadings('spec', readings), keys: new Map(keys), gateway, callback },
      logNames,
    });
    return auditSchema.parse(auditOf(recordings, { file: 'recorded', suite: '0', readings }, laws));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The same calls in each format, with the name of the format that an audit shows. */
export const FORMATS: readonly (readonly [
  string,
  (calls: readonly WireCall[]) => string | Buffer,
  string,
])[] = [
  ['HAR', harOf, 'HAR (WebInspector 537.36)'],
  ['mitmproxy', dumpOf, 'mitmproxy'],
  ['log of nginx', nginxLogOf, 'access log'],
  ['log of envoy', envoyLogOf, 'access log'],
];

/** Ids of the laws with this outcome, without `law.`. */
export const lawsThat = (outcome: string, audit: Audit): string[] =>
  audit.laws.filter((law) => law.outcome === outcome).map(({ id }) => id.slice('law.'.length));

export const lawIn = (audit: Audit, id: string) => {
  const law = audit.laws.find((each) => each.id === `law.${id}`);
  if (law === undefined) throw new Error(`There is no law ${id}.`);
  return law;
};
