import { z } from 'zod';
import { exitCodeOf, strictFailures } from './decide.ts';
import { exitCodes, type RunExitCode } from './exit-codes.ts';
import type { Result } from './result.ts';

/** A known failure: who looks after it, why it is accepted, until and including which day (`YYYY-MM-DD`, UTC). */
export const baselineEntrySchema = z.strictObject({
  /** Id of a check, a property or a law. */
  check: z.string().min(1),
  reason: z.string().min(1),
  owner: z.string().min(1),
  expiry: z.iso.date(),
});
export type BaselineEntry = z.infer<typeof baselineEntrySchema>;

/** The file of `certify --baseline`: one entry for each known failure. */
export const baselineSchema = z.array(baselineEntrySchema).superRefine((entries, context) => {
  entries.forEach(({ check }, index) => {
    if (entries.findIndex((entry) => entry.check === check) !== index) {
      context.addIssue({ code: 'custom', path: [index, 'check'], message: `"${check}" is there twice` });
    }
  });
});

/**
 * What became of an entry. `known`: it fails, as expected. `stale`: it does not fail any more. `expired`: past
 * its day. `unknown`: no such check. `open`: this run could not tell, or did not look.
 */
export type BaselineState = 'known' | 'stale' | 'expired' | 'unknown' | 'open';

export interface BaselineJudgement {
  readonly entries: readonly (BaselineEntry & { readonly state: BaselineState })[];
  /** Musts that failed, and in a strict run what warned, and are no entry. */
  readonly fresh: readonly string[];
  /** 1 for a new failure and for an entry that has to go; else as if the known failures were not there. */
  readonly exitCode: RunExitCode;
}

/** These have to be taken out of the file, or be mended. */
const BROKEN: ReadonlySet<BaselineState> = new Set(['stale', 'expired', 'unknown']);

/** Compares a result with the failures that are known. The verdict stays what it is. Pure. */
export function judgeBaseline(result: Result, baseline: readonly BaselineEntry[]): BaselineJudgement {
  const today = result.startedAt.slice(0, 10);
  const outcomes = new Map(
    [...result.laws, ...(result.properties ?? []), ...result.checks].map((item) => [item.id, item.outcome]),
  );
  const strict = new Set(strictFailures(result));
  const stateOf = ({ check, expiry }: BaselineEntry): BaselineState => {
    const outcome = outcomes.get(check);
    if (expiry < today) return 'expired';
    if (outcome === undefined) return result.selection === null ? 'unknown' : 'open';
    if (outcome === 'fail' || strict.has(check)) return 'known';
    return outcome === 'pass' || outcome === 'warn' ? 'stale' : 'open';
  };
  const entries = baseline.map((entry) => ({ ...entry, state: stateOf(entry) }));
  const known = new Set(entries.filter(({ state }) => state === 'known').map(({ check }) => check));
  const isNew = (item: { id: string; level: string; outcome: string }) =>
    ((item.level === 'must' && item.outcome === 'fail') || strict.has(item.id)) && !known.has(item.id);
  const fresh = [...result.checks, ...(result.properties ?? []), ...result.laws]
    .filter(isNew)
    .map(({ id }) => id);
  const isBroken = entries.some(({ state }) => BROKEN.has(state));
  return { entries, fresh, exitCode: isBroken ? exitCodes.failed : withoutKnown(result, known) };
}

function withoutKnown(result: Result, known: ReadonlySet<string>): RunExitCode {
  const checks = result.checks.filter((check) => !known.has(check.id));
  const properties = (result.properties ?? []).filter((property) => !known.has(property.id));
  const laws = result.laws.filter((law) => !known.has(law.id));
  // A run of nothing but known failures has shown what was to be shown.
  if (checks.length === 0 && properties.length === 0 && laws.length === 0 && known.size > 0)
    return exitCodes.ok;
  return exitCodeOf({ ...result, checks, properties, laws });
}

const WORDS: Readonly<Record<BaselineState, string>> = {
  known: 'fails, as is known',
  stale: 'does not fail any more: remove it from the baseline',
  expired: 'has expired: fix it, or set a later day',
  unknown: 'is no check, property or law: remove it from the baseline',
  open: 'was not decided by this run',
};

/** The judgement in lines for a person. */
export function baselineLines(judged: BaselineJudgement, headline: string): string[] {
  const lines = judged.entries.map(
    ({ check, state, reason, owner, expiry }) =>
      `Baseline: ${check} ${WORDS[state]} (${owner}, until ${expiry}: ${reason})`,
  );
  const fresh = judged.fresh.map((id) => `Baseline: ${id} fails and is not in the baseline`);
  const known = judged.entries.filter(({ state }) => state === 'known').length;
  const end =
    judged.exitCode === exitCodes.ok && known > 0
      ? [`Nothing new against the baseline, which is not a certificate. The verdict stays: ${headline}.`]
      : [];
  return [...lines, ...fresh, ...end];
}
