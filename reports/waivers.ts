import type { Waiver } from '../history/run-info.ts';
import type { CheckResult, Result, WaiverResult } from './result.ts';

/**
 * The share of the musts that apply which waivers may leave open, and at least one of them. One thing that a
 * set-up cannot do (a log on another machine, a restart that another team makes) leaves a handful of two hundred
 * checks open; where it is more, a capability is claimed that nobody has seen, and belongs out of the claim.
 */
export const WAIVABLE_SHARE = 0.03;

/** How many musts waivers may leave open, and of how many that apply. */
export function waivable(checks: readonly Pick<CheckResult, 'level' | 'outcome'>[]): {
  readonly most: number;
  readonly musts: number;
} {
  const musts = checks.filter(
    ({ level, outcome }) => level === 'must' && outcome !== 'not-claimed' && outcome !== 'not-applicable',
  ).length;
  return { most: Math.max(1, Math.floor(musts * WAIVABLE_SHARE)), musts };
}

/** What a waiver is held against. */
interface Circumstances {
  readonly checks: readonly CheckResult[];
  /** Ids of all checks that there are. */
  readonly known: ReadonlySet<string>;
  /** The instant of the run, ISO 8601. */
  readonly at: string;
  /** Null for a whole run. */
  readonly selection: Result['selection'];
}

/**
 * Says of each waiver what it did. A waiver counts up to and including its day (UTC), and only for a check that
 * the suite could not conclude: it excuses no failure, nothing that the merchant itself made unobservable, and
 * no check whose control was observed. In a whole run, more than {@link WAIVABLE_SHARE} of the musts are not waived.
 */
export function judgeWaivers(waivers: readonly Waiver[], circumstances: Circumstances): WaiverResult[] {
  const { checks, known, at, selection } = circumstances;
  const today = new Date(at).toISOString().slice(0, 10);
  const byId = new Map(checks.map((check) => [check.id, check]));
  const isMust = (id: string) => byId.get(id)?.level === 'must';
  const stateOf = (waiver: Waiver): WaiverResult['state'] => {
    if (!known.has(waiver.check)) return 'unknown';
    if (waiver.expiry < today) return 'expired';
    const check = byId.get(waiver.check);
    if (check?.outcome !== 'inconclusive') return 'unused';
    if (check.cause === 'merchant') return 'merchant';
    return check.controlWorked === true ? 'control-worked' : 'applied';
  };
  const judged = waivers.map((waiver) => ({ ...waiver, state: stateOf(waiver) }));
  const waived = new Set(judged.filter(({ state }) => state === 'applied').map(({ check }) => check));
  const isTooMuch = selection === null && [...waived].filter(isMust).length > waivable(checks).most;
  return judged.map((waiver) =>
    isTooMuch && waiver.state === 'applied' && isMust(waiver.check)
      ? { ...waiver, state: 'too-many' as const }
      : waiver,
  );
}
