import type { ResolvedConfig } from '../../../fixtures/config/index.ts';
import { DriverTarget, fuzzJourneys, fuzzNotifications, fuzzRequests } from '../../../fixtures/fuzz/index.ts';
import type { Slot } from '../../../fixtures/slots/index.ts';
import { rightConfig, shopConfig, withShop } from './shops.ts';

/** Which of the fuzzers a shop is for, and how many runs it may take. */
export type FuzzKind = 'notifications' | 'journeys' | 'requests';

export const RUNS: Readonly<Record<FuzzKind, number>> = { notifications: 2000, journeys: 400, requests: 500 };

/** Faulty shops by the fuzzer that must find them. */
export const FAULTS: Readonly<Record<FuzzKind, readonly string[]>> = {
  notifications: [
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
    'nc-no-currency',
    'nc-no-shop',
    'nc-absent-passes',
    'nc-wrong-amount-field',
    'nc-type-strict',
    'nc-trusts-notified',
  ],
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

/** What came of one shop at one seed. */
export interface FuzzFound {
  readonly seed: number;
  readonly found: boolean;
  /** Steps of the smallest journey, or changes of the smallest message. */
  readonly size: number;
  readonly runs: number;
  readonly seconds: number;
  readonly flaw: string;
  /** A should alone: a weakness of a shop that is right. */
  readonly shouldOnly: boolean;
}

export interface FuzzResult {
  readonly shop: string;
  readonly kind: FuzzKind;
  /** Whether it must be found. */
  readonly faulty: boolean;
  readonly seeds: readonly FuzzFound[];
  readonly ok: boolean;
}

export interface FuzzOptions {
  readonly only: string | undefined;
  readonly kind: string | undefined;
  readonly seeds: readonly number[];
  readonly progress: (line: string) => void;
}

/** Fuzzes the merchant of a slot in one way with one seed. */
export async function fuzzOnce(
  slot: Slot,
  kind: FuzzKind,
  seed: number,
  { runs = RUNS[kind], firstOnly = false } = {},
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
    try {
      const result = await fuzzNotifications(target, {
        runs,
        timeMs: null,
        seed,
        shard: null,
        corpus: [],
        firstOnly,
      });
      const [first] = result.found;
      const size = first?.finding.testCase.message.twists.length ?? 0;
      const flaw = first === undefined ? '' : `${first.finding.expectation.says}: ${first.finding.actual}`;
      const shouldOnly = result.found.every(({ finding }) => finding.expectation.level === 'should');
      return said(first !== undefined, size, result.statistics.runs, flaw, first !== undefined && shouldOnly);
    } finally {
      await target.close();
    }
  }
  if (kind === 'journeys') {
    const result = await fuzzJourneys(slot, { runs, timeMs: null, seed, shard: null, corpus: [], depth: 3 });
    const { found } = result;
    return said(found !== null, found?.steps.length ?? 0, result.runs, found?.broken.actual ?? '');
  }
  const result = await fuzzRequests(slot, { runs, timeMs: null, seed, shard: null, corpus: [] });
  return said(result.found !== null, 1, result.runs, result.found?.actual ?? '');
}

const MOST_STEPS = 6;

/** Measures every shop that the options select, at every seed. */
export async function measureFuzz(options: FuzzOptions): Promise<readonly FuzzResult[]> {
  const results: FuzzResult[] = [];
  const wanted = (kind: FuzzKind, shop: string): boolean =>
    (options.kind === undefined || options.kind === kind) &&
    (options.only === undefined || shop.includes(options.only));
  const measure = async (
    kind: FuzzKind,
    shop: string,
    faulty: boolean,
    config: ResolvedConfig,
  ): Promise<void> => {
    const seeds = await withShop(config, async (slot) => {
      const found: FuzzFound[] = [];
      for (const seed of options.seeds) found.push(await fuzzOnce(slot, kind, seed, { firstOnly: faulty }));
      return found;
    });
    const ok = faulty
      ? seeds.every((each) => each.found && (kind !== 'journeys' || each.size <= MOST_STEPS))
      : seeds.every((each) => !each.found || each.shouldOnly);
    results.push({ shop, kind, faulty, seeds, ok });
    const hits = seeds.filter((each) => each.found).length;
    const seconds = seeds.reduce((sum, each) => sum + each.seconds, 0);
    const flaw = seeds.find((each) => each.found)?.flaw ?? '';
    options.progress(
      `${ok ? 'ok  ' : 'FAIL'} ${kind} ${shop}: found at ${hits} of ${seeds.length} seeds, ${seconds.toFixed(0)} s${flaw === '' ? '' : ` — ${flaw.slice(0, 160)}`}`,
    );
  };
  for (const kind of ['notifications', 'journeys', 'requests'] as const) {
    for (const fault of FAULTS[kind]) {
      if (wanted(kind, fault)) await measure(kind, fault, true, await shopConfig(fault));
    }
    for (const shop of RIGHT) {
      if (!wanted(kind, shop)) continue;
      await measure(kind, shop, false, await rightConfig(shop));
    }
  }
  return results;
}
