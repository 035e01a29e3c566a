import { stackedShops } from '../../../fixtures/shops/faulty/stacked.ts';
import { nullShops } from '../../../fixtures/shops/null/index.ts';
import type { UnusualShop } from '../../../fixtures/shops/unusual/index.ts';
import { checkNamed } from '../../../scenarios/index.ts';
import { combinationAt, combine, shuffled } from './combinations.ts';
import { brokenBy, measureFaulty } from './faulty.ts';
import { browser, everyCheck } from './in-slot.ts';
import type { Known } from './known.ts';
import { measureNull } from './null.ts';
import { evenly, pooled } from './pooled.ts';
import { shopsOf } from './scope.ts';
import type { Finding, Kind, MeasureOptions, ShopResult } from './shop-result.ts';
import { intendedOf, measureStacked } from './stacked.ts';
import { measureUnusual } from './unusual.ts';

/** How many seeds a full measurement gives to the combinations of unusual shops. */
const FULL_SEEDS = 20;

type About = Pick<ShopResult, 'kind' | 'id' | 'says' | 'stands' | 'intended'>;

/** One slot's worth of work: shops that are measured together, and how. */
interface Job {
  /** Tells it from every other, also in another measurement. */
  readonly key: string;
  readonly shops: readonly About[];
  /** Whether it is idle for most of its time. */
  readonly waits?: boolean;
  readonly measure: (lane: number) => Promise<readonly Finding[]>;
}

function chosen<T extends { readonly id: string }>(
  options: MeasureOptions,
  kind: Kind,
  shops: readonly T[],
): readonly T[] {
  if (!options.kinds.includes(kind)) return [];
  const wanted = options.only?.split(',').filter((part) => part !== '');
  const named = shops.filter((shop) => wanted?.some((part) => shop.id.includes(part)) ?? true);
  return evenly(named, options.sample);
}

/** In how many slots, one beside the other, the checks of a shop run that keeps everything waiting. */
const LATE_SLOTS = 6;

/** The checks of one certification, in as many parts as it takes for none to hold up the others. */
function partsOf(slots: number): readonly (readonly string[])[] {
  return Array.from({ length: slots }, (_, slot) => everyCheck.filter((_, check) => check % slots === slot));
}

function unusual(shops: readonly UnusualShop[], options: MeasureOptions): readonly Job[] {
  const waits = shops.some(({ late }) => late === true);
  return partsOf(waits ? LATE_SLOTS : 1).map((checks, part) => ({
    key: `unusual ${shops.map(({ id }) => id).join('+')} seed ${options.seed} part ${part}`,
    shops: shops.map((shop) => ({
      kind: 'unusual',
      id: shop.id,
      says: shop.says,
      stands: String(shop.legal ?? '–'),
      intended: undefined,
    })),
    waits,
    measure: (lane) => measureUnusual(options, lane, shops, checks),
  }));
}

function unusualJobs(options: MeasureOptions): readonly Job[] {
  const shops = chosen(options, 'unusual', shopsOf(options.scope).unusual);
  if (options.random !== undefined) {
    const seeds = Array.from({ length: options.random }, (_, index) => options.seed + index);
    return seeds.flatMap((seed) => unusual(combinationAt(seed, shops), { ...options, seed }));
  }
  const seeds = Array.from({ length: FULL_SEEDS - 1 }, (_, index) => options.seed + 1 + index);
  return options.full
    ? [
        ...shops.flatMap((shop) => unusual([shop], options)),
        ...seeds.flatMap((seed) =>
          combine(shuffled(shops, seed)).flatMap((group) => unusual(group, { ...options, seed })),
        ),
      ]
    : combine(shops).flatMap((group) => unusual(group, options));
}

function faultyOf({ scope, pages }: MeasureOptions) {
  const { faulty } = shopsOf(scope);
  const showsInPages = (id: string): boolean => checkNamed(id).meta.capabilities.includes('checkout');
  return pages ? faulty : faulty.filter(({ caughtBy }) => !showsInPages(caughtBy));
}

function jobsOf(options: MeasureOptions): readonly Job[] {
  const nulls = chosen(
    options,
    'null',
    nullShops.map((id) => ({ id })),
  );
  // The right shops take longest, so they go first.
  return [
    ...unusualJobs(options),
    ...nulls.map(
      ({ id }): Job => ({
        key: `null ${id} seed ${options.seed}`,
        shops: [{ kind: 'null', id, says: 'Is no shop.', stands: '', intended: undefined }],
        measure: async (lane) => [await measureNull(options, lane, id)],
      }),
    ),
    ...chosen(options, 'faulty', faultyOf(options)).map(
      (shop): Job => ({
        key: `faulty ${shop.id} seed ${options.seed}${options.full ? ' full' : ''}`,
        shops: [
          { kind: 'faulty', id: shop.id, says: shop.says, stands: brokenBy(shop), intended: shop.caughtBy },
        ],
        measure: async (lane) => [await measureFaulty(options, lane, shop)],
      }),
    ),
    ...chosen(options, 'stacked', stackedShops).map(
      (pair): Job => ({
        key: `stacked ${pair.id} seed ${options.seed}`,
        shops: [
          {
            kind: 'stacked',
            id: pair.id,
            says: pair.says,
            stands: pair.hidden.join(', '),
            intended: intendedOf(pair).join(', '),
          },
        ],
        measure: async (lane) => [await measureStacked(options, lane, pair)],
      }),
    ),
  ];
}

/** Measures every shop that the options select. A shop that was measured several times has several results. */
export async function measure(
  options: MeasureOptions,
  known: Known<ShopResult>,
): Promise<readonly ShopResult[]> {
  const results: ShopResult[] = [];
  const run = async (job: Job, lane: number): Promise<void> => {
    const before = known.of(job.key);
    if (before !== undefined) return void results.push(...before);
    const begun = performance.now();
    const findings = await job.measure(lane).catch((error: unknown): readonly Finding[] => {
      const why = `could not be measured: ${error instanceof Error ? error.message : String(error)}`;
      return job.shops.map(() => ({ caughtBy: [], lawsBroken: [], ok: false, why }));
    });
    const seconds = (performance.now() - begun) / 1000;
    const measured = job.shops.flatMap((shop, index): ShopResult[] => {
      const finding = findings[index];
      return finding === undefined ? [] : [{ ...shop, ...finding, seconds }];
    });
    results.push(...measured);
    known.add(job.key, measured);
    for (const { ok, kind, id, why } of measured) {
      options.progress(
        `${ok ? 'ok  ' : 'FAIL'} ${kind} ${id} ${seconds.toFixed(1)} s${ok ? '' : ` — ${why}`}`,
      );
    }
  };
  try {
    const { index, of } = options.part;
    const own = jobsOf(options).filter((_, job) => job % of === index);
    const pool = (waits: boolean, lanes: readonly number[]) =>
      pooled(
        own.filter((job) => (job.waits ?? false) === waits),
        lanes,
        run,
      );
    const lanes = Array.from({ length: options.jobs + LATE_SLOTS }, (_, lane) => lane);
    // Those that wait leave the processor to the others, and would hold them up on the same lanes.
    await Promise.all([pool(false, lanes.slice(0, options.jobs)), pool(true, lanes.slice(options.jobs))]);
    return results;
  } finally {
    await browser.close();
  }
}
