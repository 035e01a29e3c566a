import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HistoryEvent, readHistory } from '../../../history/index.ts';
import { type JudgeOptions, judge, type LawVerdict } from '../../../obligations/index.ts';
import { readRecordings } from '../../../reports/audit/read-file.ts';
import type { Slot } from '../../../suite/slots/index.ts';
import type { Kind } from './shop-result.ts';

/** Whose history is kept, and in which folder. */
export interface Keeping {
  readonly dir: string;
  readonly kind: Kind;
  /** Tells the shop from all others of its kind. */
  readonly id: string;
  /** The check that must catch it. */
  readonly intended?: string;
}

interface Description {
  readonly kind: Kind;
  readonly id: string;
  readonly intended?: string;
  readonly judged: JudgeOptions;
}

/** A history as it was kept, with what it is judged with. */
export interface Kept extends Description {
  readonly events: readonly HistoryEvent[];
  /** What an audit of it finds broken. */
  readonly audited: () => Promise<readonly LawVerdict[]>;
}

const placeOf = ({ dir, kind, id }: Keeping): string => join(dir, `${kind}~${id}`);

/** The file that a history is kept in. */
export const historyIn = (keep: Keeping): string => `${placeOf(keep)}.ndjson`;

/** Writes beside a history what it takes to judge it. */
export async function describeHistory(keep: Keeping, { config, shop, gateway }: Slot): Promise<void> {
  const { kind, id, intended } = keep;
  const { tempo, capabilities } = config;
  const judged = {
    readings: await gateway.readings(),
    tempo,
    secretMarks: [shop.secret],
    capabilities,
    soleClient: true,
  };
  const description: Description = { kind, id, ...(intended === undefined ? {} : { intended }), judged };
  await writeFile(`${placeOf(keep)}.json`, JSON.stringify(description));
}

/**
 * The laws that `gatecheck audit FILE` finds broken. It keeps less of each event, and is told nothing beside what the
 * history says: neither the secret nor what the merchant claims.
 */
export async function auditOf(file: string): Promise<readonly LawVerdict[]> {
  const recordings = await readRecordings(file);
  return recordings.flatMap(({ events }) => judge(events)).filter(({ outcome }) => outcome === 'fail');
}

/** The histories of a folder, one after the other. */
export async function* keptIn(dir: string): AsyncGenerator<Kept> {
  for (const name of (await readdir(dir)).sort()) {
    if (!name.endsWith('.json')) continue;
    const description: Description = JSON.parse(await readFile(join(dir, name), 'utf8'));
    const file = join(dir, name.replace(/json$/, 'ndjson'));
    const { events } = readHistory(await readFile(file, 'utf8'));
    yield { ...description, events, audited: () => auditOf(file) };
  }
}
