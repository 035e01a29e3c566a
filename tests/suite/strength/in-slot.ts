import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckRecord } from '../../../history/index.ts';
import { checkNamed, conformance } from '../../../scenarios/index.ts';
import { findBrowser } from '../../../scripts/browser.mjs';
import { chromiumOptions, lazyBrowser } from '../../../suite/browser.ts';
import type { ResolvedConfig } from '../../../suite/config/index.ts';
import { runCheck } from '../../../suite/engine/index.ts';
import { openSlot, type Slot } from '../../../suite/slots/index.ts';
import { auditOf, describeHistory, historyIn, type Keeping } from './histories.ts';

/** One browser for all shops, started for the first check that wants one. */
export const browser = lazyBrowser(async () => chromiumOptions(await findBrowser()));

export const everyCheck: readonly string[] = conformance.map(({ meta }) => meta.id);

export interface Place {
  readonly index: number;
  readonly seed: number;
  /** Where the history is kept; nowhere when left out. */
  readonly keep?: Keeping;
}

/** Starts the shop in a slot of its own, runs the checks one after the other and gives their records. */
export async function recordsOf(
  config: ResolvedConfig,
  place: Place,
  checks: readonly string[],
): Promise<readonly CheckRecord[]> {
  const { keep } = place;
  return inFolder((dir) => runAll(config, place, checks, dir, keep && historyIn(keep)));
}

/** The same with what an audit of the history finds broken afterwards. */
export async function auditedRecordsOf(
  config: ResolvedConfig,
  place: Place,
  checks: readonly string[],
): Promise<{ readonly records: readonly CheckRecord[]; readonly audited: readonly string[] }> {
  const { keep } = place;
  return inFolder(async (dir) => {
    const file = keep === undefined ? join(dir, 'history.ndjson') : historyIn(keep);
    const records = await runAll(config, place, checks, join(dir, 'slot'), file);
    return { records, audited: [...new Set((await auditOf(file)).map(({ law }) => law))] };
  });
}

async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-strength-'));
  return work(dir).finally(() => rm(dir, { recursive: true, force: true }));
}

async function runAll(
  config: ResolvedConfig,
  place: Place,
  checks: readonly string[],
  dir: string,
  journalFile: string | undefined,
): Promise<readonly CheckRecord[]> {
  const { keep, ...where } = place;
  const slot = await openSlot(config, {
    ...where,
    ...(journalFile === undefined ? {} : { journalFile }),
    dir,
  });
  if (keep !== undefined) await describeHistory(keep, slot);
  try {
    const records: CheckRecord[] = [];
    for (const id of checks) records.push(await runIn(slot, id));
    return records;
  } finally {
    await slot.close();
  }
}

/** Starts the shop in a slot of its own for some work, which is told the slot's folder, and ends it afterwards. */
export const withSlot = <T>(
  config: ResolvedConfig,
  place: Omit<Place, 'keep'>,
  work: (slot: Slot, dir: string) => Promise<T>,
): Promise<T> =>
  inFolder(async (dir) => {
    const slot = await openSlot(config, { ...place, dir });
    return work(slot, dir).finally(() => slot.close());
  });

/** Runs one check in a slot. */
export const runIn = (slot: Slot, id: string): Promise<CheckRecord> =>
  runCheck(checkNamed(id), slot, { reproduce: `gatecheck certify --only ${id}`, browser });

/** A check has caught a shop when it fails, or warns where it is only about a should. */
export function hasCaught(record: CheckRecord): boolean {
  return (
    record.outcome === 'fail' ||
    (record.level === 'should' && record.outcome === 'warn' && record.actual !== '')
  );
}

/** The laws that the shop broke in any of the checks. */
export const lawsOf = (records: readonly CheckRecord[]): string[] => [
  ...new Set(
    records.flatMap((record) => record.laws.filter((law) => law.outcome === 'fail').map((law) => law.id)),
  ),
];
