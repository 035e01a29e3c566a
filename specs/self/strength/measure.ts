import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumOptions, lazyBrowser } from '../../../fixtures/browser.ts';
import { type ReferenceOptions, referenceConfig } from '../../../fixtures/config/reference.ts';
import { runCheck } from '../../../fixtures/engine/index.ts';
import { faultyShops } from '../../../fixtures/shops/faulty/index.ts';
import { unusualShops } from '../../../fixtures/shops/unusual/index.ts';
import { openSlot, type Slot } from '../../../fixtures/slots/index.ts';
import type { CheckRecord } from '../../../history/index.ts';
import { findBrowser } from '../../../scripts/browser.mjs';
import { checkNamed, conformance } from '../../conformance/index.ts';

/** What became of one shop. `ok`: caught as intended, or spared as it should be. */
export interface ShopResult {
  readonly kind: 'faulty' | 'unusual';
  readonly id: string;
  readonly says: string;
  /** The requirement that it breaks, or the row of the legal oddities that it shows. */
  readonly stands: string;
  readonly intended: string | undefined;
  readonly caughtBy: readonly string[];
  readonly lawsBroken: readonly string[];
  readonly ok: boolean;
  readonly why: string;
  readonly seconds: number;
}

export interface MeasureOptions {
  /** Every faulty shop against every check, not only the intended one. */
  readonly full: boolean;
  /** Only shops whose id contains this text, or one of several that commas separate. */
  readonly only: string | undefined;
  /** Only faulty, or only unusual shops. */
  readonly kind: ShopResult['kind'] | undefined;
  /** So many shops of each kind, evenly chosen; all when left out. */
  readonly sample?: number;
  /** How many shops are measured at once. */
  readonly jobs: number;
  readonly seed: number;
  /** The shop's main file, compiled. */
  readonly main: string;
  readonly progress: (line: string) => void;
}

/** A check has caught a shop when it fails, or warns where it is only about a should. */
function hasCaught(record: CheckRecord): boolean {
  return (
    record.outcome === 'fail' ||
    (record.level === 'should' && record.outcome === 'warn' && record.actual !== '')
  );
}

const lawsOf = (records: readonly CheckRecord[]): string[] => [
  ...new Set(
    records.flatMap((record) => record.laws.filter((law) => law.outcome === 'fail').map((law) => law.id)),
  ),
];

async function inSlot<T>(
  options: MeasureOptions,
  index: number,
  shop: ReferenceOptions,
  use: (slot: Slot) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-strength-'));
  const slot = await openSlot(referenceConfig({ ...shop, main: options.main }), {
    index,
    dir,
    seed: options.seed,
  });
  try {
    return await use(slot);
  } finally {
    await slot.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** One browser for all shops, started for the first check that wants one. */
const browser = lazyBrowser(async () => chromiumOptions(await findBrowser()));

const run = (slot: Slot, id: string): Promise<CheckRecord> =>
  runCheck(checkNamed(id), slot, { reproduce: `gatecheck certify --only ${id}`, browser });

async function measureFaulty(options: MeasureOptions, index: number, shop: (typeof faultyShops)[number]) {
  const ids = options.full
    ? [shop.caughtBy, ...conformance.map((check) => check.meta.id).filter((id) => id !== shop.caughtBy)]
    : [shop.caughtBy];
  return inSlot(options, index, { fault: shop.id, ...shop.setting }, async (slot) => {
    const records: CheckRecord[] = [];
    for (const id of ids) records.push(await run(slot, id));
    const intended = records[0];
    const ok = intended !== undefined && hasCaught(intended);
    return {
      caughtBy: records.filter(hasCaught).map((record) => record.id),
      lawsBroken: lawsOf(records),
      ok,
      why: ok
        ? intended.actual
        : `${intended?.outcome}: ${intended?.actual || intended?.note || 'the fault was not seen'}`,
    };
  });
}

async function measureUnusual(options: MeasureOptions, index: number, shop: (typeof unusualShops)[number]) {
  const { notifications } = shop;
  return inSlot(options, index, { style: shop.id, ...(notifications && { notifications }) }, async (slot) => {
    const records: CheckRecord[] = [];
    for (const check of conformance) records.push(await run(slot, check.meta.id));
    const spared = new Set(['pass', 'warn', 'not-claimed', 'not-applicable']);
    const alarms = records.filter((record) => !spared.has(record.outcome));
    const laws = lawsOf(records);
    return {
      caughtBy: alarms.map((record) => record.id),
      lawsBroken: laws,
      ok: alarms.length === 0 && laws.length === 0,
      why: alarms.map((record) => `${record.id} ${record.outcome}: ${record.actual}`).join(' | '),
    };
  });
}

/** Runs the jobs, so many at once, and gives their results in the order given. */
async function pooled<T>(jobs: readonly ((lane: number) => Promise<T>)[], lanes: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let index = next++; index < jobs.length; index = next++) {
        const job = jobs[index];
        if (job !== undefined) results[index] = await job(lane);
      }
    }),
  );
  return results;
}

/** Measures every shop that the options select. */
export async function measure(options: MeasureOptions): Promise<readonly ShopResult[]> {
  const chosen = <T extends { id: string }>(kind: ShopResult['kind'], shops: readonly T[]): readonly T[] => {
    if (options.kind !== undefined && options.kind !== kind) return [];
    const wanted = options.only?.split(',');
    const named = shops.filter((shop) => wanted?.some((part) => shop.id.includes(part)) ?? true);
    const step = Math.max(1, named.length / (options.sample ?? named.length));
    return named.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  };
  const timed =
    (
      about: Pick<ShopResult, 'kind' | 'id' | 'says' | 'stands' | 'intended'>,
      job: (lane: number) => Promise<Pick<ShopResult, 'caughtBy' | 'lawsBroken' | 'ok' | 'why'>>,
    ) =>
    async (lane: number): Promise<ShopResult> => {
      const begun = performance.now();
      const found = await job(lane).catch((error: unknown) => ({
        caughtBy: [],
        lawsBroken: [],
        ok: false,
        why: `could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      }));
      const result = { ...about, ...found, seconds: (performance.now() - begun) / 1000 };
      options.progress(
        `${result.ok ? 'ok  ' : 'FAIL'} ${about.kind} ${about.id} ${result.seconds.toFixed(1)} s${result.ok ? '' : ` — ${result.why}`}`,
      );
      return result;
    };
  // The right shops take longest, so they go first.
  const jobs = [
    ...chosen('unusual', unusualShops).map((shop) =>
      timed(
        { kind: 'unusual', id: shop.id, says: shop.says, stands: String(shop.legal), intended: undefined },
        (lane) => measureUnusual(options, lane, shop),
      ),
    ),
    ...chosen('faulty', faultyShops).map((shop) =>
      timed(
        { kind: 'faulty', id: shop.id, says: shop.says, stands: shop.breaks, intended: shop.caughtBy },
        (lane) => measureFaulty(options, lane, shop),
      ),
    ),
  ];
  try {
    return await pooled(jobs, options.jobs);
  } finally {
    await browser.close();
  }
}
