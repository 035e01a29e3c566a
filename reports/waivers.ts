import type { Waiver } from '../history/run-info.ts';
import type { CheckResult, WaiverResult } from './result.ts';

/**
 * Says of each waiver what it did. A waiver counts up to and including its day (UTC), and only for a check
 * that was inconclusive: it never excuses a failure.
 *
 * @param at the instant of the run, ISO 8601.
 */
export function judgeWaivers(
  waivers: readonly Waiver[],
  checks: readonly CheckResult[],
  known: ReadonlySet<string>,
  at: string,
): WaiverResult[] {
  const inconclusive = new Set(
    checks.filter((check) => check.outcome === 'inconclusive').map((check) => check.id),
  );
  const today = new Date(at).toISOString().slice(0, 10);
  const stateOf = (waiver: Waiver): WaiverResult['state'] => {
    if (!known.has(waiver.check)) return 'unknown';
    if (waiver.expiry < today) return 'expired';
    return inconclusive.has(waiver.check) ? 'applied' : 'unused';
  };
  return waivers.map((waiver) => ({ ...waiver, state: stateOf(waiver) }));
}
