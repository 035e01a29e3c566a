import pLimit from 'p-limit';
import {
  DriverTarget,
  fuzzJourneys,
  fuzzNotifications,
  fuzzRequests,
  type Topic,
} from '../../../suite/fuzz/index.ts';
import type { Slot } from '../../../suite/slots/index.ts';
import type { KnownResults } from './known.ts';
import type { FuzzFound, FuzzKind } from './outcome.ts';
import { rightConfig, shopConfig, withShop } from './shops.ts';

export const RUNS: Readonly<Record<FuzzKind, number>> = { notifications: 2000, journeys: 400, requests: 500 };

/** At how many seeds a faulty shop is measured at most: schedules and short stories are the same at each. */
const MOST_SEEDS: Readonly<Record<FuzzKind, number>> = {
  notifications: Number.POSITIVE_INFINITY,
  journeys: 3,
  requests: 3,
};

/** At this one a right shop is taken through schedules and short stories, too. */
const FIRST_SEED = 1;

/** How many runs a right shop is put through at each seed. */
export const RIGHT_RUNS: Readonly<Record<FuzzKind, number>> = {
  notifications: 1000,
  journeys: 40,
  requests: 200,
};

/** How many events an enumerated schedule has at most. */
export const DEPTH = 2;

/** Shops that verify a notification's signature or compare its content wrongly, the usual ways of it. */
export const NOTICE_FAULTS = [
  'na-none',
  'na-presence',
  'na-weak-compare',
  'na-empty-secret',
  'na-ip-instead',
  'na-any-shop-secret',
  'na-fail-open',
  'na-drops-zero',
  'na-keeps-empty',
  'na-field-set',
  'na-field-set-sign',
  'na-sanitised-input',
  'na-number-reformat',
  'nc-no-amount',
  'nc-at-least',
  'nc-whole-units',
  'nc-no-currency',
  'nc-no-shop',
  'nc-absent-passes',
  'nc-wrong-amount-field',
  'nc-type-strict',
  'nc-trusts-notified',
] as const;

/** Shops whose fault lies in notifications about something else than payments, and what that is. */
export const OTHER_NEWS_FAULTS = {
  'na-refunds-unverified': 'refund',
  'nc-refunds-unmatched': 'refund',
  'rf-type-crossed': 'refund',
  'na-holds-unverified': 'hold',
  'nc-holds-unmatched': 'hold',
  'na-rejections-unverified': 'rejection',
} as const satisfies Record<string, Topic>;

/** Rarer ways: other forgeries, bodies, addresses and types. */
const RARER_NOTICE_FAULTS = [
  'na-presence-only',
  'na-unsigned-extra',
  'na-key-case',
  'na-any-recipe',
  'na-decodes-sign',
  'na-normalises',
  'na-status-loose',
  'na-fail-open-type',
  'na-duplicate-keys',
  'nc-renamed-passes',
  'nc-coarse-order-id',
  'fc-type-ignored',
  'fc-unknown-type',
  'fc-unknown-type-pays',
  'fm-plus',
  'fm-repeated',
  'ts-any-method',
  'ts-env-mixup',
  'ts-hostile-input',
  'ts-lossy-decoding',
] as const;

/** Faulty shops by the fuzzer that must find them. */
export const FAULTS: Readonly<Record<FuzzKind, readonly string[]>> = {
  notifications: [...NOTICE_FAULTS, ...Object.keys(OTHER_NEWS_FAULTS), ...RARER_NOTICE_FAULTS],
  journeys: [
    'ni-dup-credits',
    'ni-dup-not-ok',
    'ni-not-durable',
    'ni-regress',
    'ni-dedupe-too-coarse',
    'ni-dedupe-too-coarse-hold',
    'ni-before-response',
    'cc-parallel-dup',
    'cc-lost-update',
    'rf-waiting-success',
    'rf-waiting-reissue',
    'rf-failed-kept',
    'rf-partial-full',
    'rf-over',
    'rf-dup-notice',
    'rf-invalid',
    'po-result-paid',
    'po-4-9-final',
    'po-funds-return',
    'po-funds-return-twice',
    'po-sync-final-ignored',
    'po-timeout-new-id',
    'po-timeout-blind',
    'po-timeout-failed',
    'po-timeout-paid',
    'po-not-tracked',
    'po-not-tracked-wrong-id',
    'po-double-submit',
    'po-wrong-sides',
  ],
  requests: [
    'sg-all-fields',
    'sg-no-sort',
    'sg-wrong-recipe',
    'sg-wrong-recipe-secret-first',
    'sg-wrong-recipe-hmac',
    'sg-wrong-recipe-md5',
    'sg-wrong-recipe-base64',
    'sg-payout-all-fields',
    'sg-non-utf8',
    'sg-body-sign-drift',
    'ma-trunc',
    'ma-format',
  ],
};

/** Shops that are right: the reference shop and those in other languages. */
export const RIGHT = ['reference', 'php', 'python'] as const;

export interface FuzzResult {
  readonly shop: string;
  readonly kind: FuzzKind;
  /** Whether it must be found. */
  readonly faulty: boolean;
  readonly seeds: readonly FuzzFound[];
  readonly ok: boolean;
}

export interface FuzzOptions {
  /** A part of the names of the shops. */
  readonly shop: string | undefined;
  readonly kind: string | undefined;
  readonly seeds: readonly number[];
  /** How many shops are measured at once. */
  readonly lanes: number;
  readonly known: KnownResults;
  /** Measures nothing: only what is known is told. */
  readonly knownOnly: boolean;
  readonly progress: (line: string) => void;
}

interface OnceOptions {
  readonly runs?: number;
  readonly firstOnly?: boolean;
  /** Leaves out what is the same at every seed. */
  readonly drawnOnly?: boolean;
  /** What notifications are about; everything when left out. */
  readonly topics?: readonly Topic[];
}

/** Fuzzes the merchant of a slot in one way with one seed. */
export async function fuzzOnce(
  slot: Slot,
  kind: FuzzKind,
  seed: number,
  { runs = RUNS[kind], firstOnly = false, drawnOnly = false, topics }: OnceOptions = {},
): Promise<FuzzFound> {
  const begun = performance.now();
  const said = (found: boolean, size: number, made: number, flaw: string, shouldOnly = false): FuzzFound => ({
    shouldOnly,
    seed,
    found,
    size,
    runs: made,
    seconds: (performance.now() - begun) / 1000,
    flaw,
  });
  if (kind === 'notifications') {
    const target = new DriverTarget(slot, {
      readings: await slot.gateway.readings(),
      format: slot.config.profile.notifications,
    });
    const result = await fuzzNotifications(target, {
      runs,
      timeMs: null,
      seed,
      shard: null,
      corpus: [],
      firstOnly,
      ...(topics === undefined ? {} : { topics }),
    });
    const [first] = result.found;
    const size = first?.finding.testCase.message.twists.length ?? 0;
    const flaw = first === undefined ? '' : `${first.finding.expectation.says}: ${first.finding.actual}`;
    const shouldOnly = result.found.every(({ finding }) => finding.expectation.level === 'should');
    return said(first !== undefined, size, result.statistics.runs, flaw, first !== undefined && shouldOnly);
  }
  if (kind === 'journeys') {
    const result = await fuzzJourneys(slot, {
      runs,
      timeMs: null,
      seed,
      shard: null,
      corpus: [],
      firstOnly: true,
      depth: drawnOnly ? 0 : DEPTH,
      stories: !drawnOnly,
    });
    const [found] = result.found;
    return said(found !== undefined, found?.steps.length ?? 0, result.runs, found?.broken.actual ?? '');
  }
  const common = { runs, timeMs: null, seed, shard: null, corpus: [], firstOnly: true };
  const result = await fuzzRequests(slot, common);
  const [found] = result.found;
  return said(found !== undefined, 1, result.runs, found?.actual ?? '');
}

const MOST_STEPS = 6;

/** One shop before one fuzzer. */
interface Task {
  readonly kind: FuzzKind;
  readonly shop: string;
  readonly faulty: boolean;
}

const KINDS = ['notifications', 'journeys', 'requests'] as const;

const tasksOf = ({ kind: only, shop: text }: FuzzOptions): Task[] =>
  KINDS.flatMap((kind) => [
    ...FAULTS[kind].map((shop) => ({ kind, shop, faulty: true })),
    ...RIGHT.map((shop) => ({ kind, shop, faulty: false })),
  ]).filter(
    ({ kind, shop }) => (only === undefined || only === kind) && (text === undefined || shop.includes(text)),
  );

function resultOf({ kind, shop, faulty }: Task, seeds: readonly FuzzFound[]): FuzzResult {
  const ok = faulty
    ? seeds.every((each) => each.found && (kind !== 'journeys' || each.size <= MOST_STEPS))
    : seeds.every((each) => !each.found || each.shouldOnly);
  return { shop, kind, faulty, seeds, ok: ok && seeds.length > 0 };
}

function inWords({ ok, kind, shop, seeds }: FuzzResult): string {
  const hits = seeds.filter((each) => each.found);
  const seconds = seeds.reduce((sum, each) => sum + each.seconds, 0);
  const flaw = hits[0] === undefined ? '' : ` — ${hits[0].flaw.slice(0, 160)}`;
  return `${ok ? 'ok  ' : 'FAIL'} ${kind} ${shop}: found at ${hits.length} of ${seeds.length} seeds, ${seconds.toFixed(0)} s${flaw}`;
}

/** Measures every shop that the options select, at every seed that is not known yet. */
export async function measureFuzz(options: FuzzOptions): Promise<readonly FuzzResult[]> {
  const { known } = options;
  return pLimit(options.lanes).map(tasksOf(options), async (task) => {
    const { kind, shop, faulty } = task;
    const seeds = options.seeds.slice(0, faulty ? MOST_SEEDS[kind] : options.seeds.length);
    const found = seeds.map((seed) => known.get(task, seed));
    if (!options.knownOnly && found.some((each) => each === undefined)) {
      const config = faulty ? await shopConfig(shop) : await rightConfig(shop);
      await withShop(config, async (slot) => {
        for (const [at, seed] of seeds.entries()) {
          if (found[at] !== undefined) continue;
          const runs = faulty ? RUNS[kind] : RIGHT_RUNS[kind];
          // What is the same at every seed need not be repeated where it found nothing.
          const drawnOnly = !faulty && seed !== FIRST_SEED;
          const outcome = await fuzzOnce(slot, kind, seed, { runs, firstOnly: faulty, drawnOnly });
          found[at] = outcome;
          known.add(task, outcome);
        }
      });
    }
    const result = resultOf(
      task,
      found.flatMap((each) => (each === undefined ? [] : [each])),
    );
    options.progress(inWords(result));
    return result;
  });
}
