import { mergeCombinations } from '../history/combination.ts';
import { worstOutcome } from '../history/outcome.ts';
import type { Selection } from '../history/run-info.ts';
import { selectionOf } from '../history/selection.ts';
import type { Catalogue } from './catalogue.ts';
import { decided } from './decided.ts';
import { blame, worstFirst } from './merge-records.ts';
import { notificationScope } from './notification-forms.ts';
import { mergeProperties } from './property-results.ts';
import { rejoin } from './rejoin.ts';
import { requirementResults } from './requirement-results.ts';
import type { CheckResult, LawResult, Problem, Result } from './result.ts';
import { unobserved } from './scope.ts';
import { notRun, summarize } from './verdict.ts';
import { judgeWaivers } from './waivers.ts';
import { selectionWords } from './wording.ts';

/** Results that can't be put together; the message names what differs or is missing. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/** What must be the same in all of them, or together they would claim what none of them has shown. */
const SAME = ['suite', 'merchant', 'configuration', 'seed', 'readings', 'strict'] as const;

/**
 * Puts the shards of one run together, an interrupted run and the run of what it had left, or several runs of the same
 * checks, of which the worst counts.
 *
 * @throws {MergeError} when they are of different suites, merchants, configurations, seeds, readings or
 *   selections. A shard that is missing leaves its checks `not-run`, and the verdict open.
 */
export function mergeResults(results: readonly Result[], catalogue: Catalogue): Result {
  const [first, ...others] = results;
  if (first === undefined) throw new MergeError('There is nothing to merge: expected at least one result.');
  if (others.length === 0) return first;
  for (const key of SAME) {
    const other = others.find((result) => text(result[key]) !== text(first[key]));
    if (other !== undefined) {
      throw new MergeError(
        `Results of different ${key} cannot be merged: found ${text(first[key])} and ${text(other[key])}.`,
      );
    }
  }
  if (first.suite.requirements !== catalogue.requirementsDigest) {
    throw new MergeError(
      `These results are of requirements ${first.suite.requirements}, and this suite has ${catalogue.requirementsDigest}: merge them with gatecheck ${first.suite.version}.`,
    );
  }
  const parts = rejoin(results);
  const { selection, missing } = mergeSelections(parts);
  const lost: Problem[] = missing.map((shard) => ({
    kind: 'harness-failed',
    message: `Shard ${shard} is missing: nothing of what it had to run has been shown.`,
    remedy: 'Give its folder too, or run it again with the same seed.',
  }));
  return together(parts, parts[0] ?? first, { selection, lost }, catalogue);
}

function together(
  results: readonly Result[],
  first: Result,
  { selection, lost }: { readonly selection: Selection | null; readonly lost: readonly Problem[] },
  catalogue: Catalogue,
): Result {
  const merged = mergeChecks(results.flatMap((result) => result.checks));
  const present = new Set(merged.map((check) => check.id));
  const missing = selection === null ? catalogue.checks.filter((check) => !present.has(check.id)) : [];
  const checks = [...merged, ...missing.map((check) => notRun(check.id, check, first.seed))].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const properties = mergeProperties(results.flatMap((result) => result.properties ?? []));
  const laws = mergeLaws(results.flatMap((result) => result.laws));
  const problems = [...lost, ...results.flatMap((result) => result.problems ?? [])];
  const sweep = results.find((result) => result.sweep !== undefined)?.sweep;
  const used = [...new Set(results.flatMap((result) => result.scope.usedUnclaimed ?? []))].sort();
  const startedAt = new Date(Math.min(...results.map(startOf))).toISOString();
  const waivers = first.waivers.map(({ state: _, ...waiver }) => waiver);
  const known = new Set([...catalogue.checks, ...checks].map((check) => check.id));
  const announced = [...checks, ...laws].map(({ id }) => id).filter((id) => catalogue.announced.has(id));
  const { usedUnclaimed: _, notificationForms: __, ...scope } = first.scope;
  const { problems: ___, announced: ____, ...rest } = first;
  return decided({
    ...rest,
    selection,
    scope: {
      ...scope,
      ...notificationScope({ notifications: scope.notifications, readings: first.readings }, checks),
      unobserved: unobserved(scope.claimed, checks, catalogue),
      ...(used.length > 0 && { usedUnclaimed: used }),
    },
    waivers: judgeWaivers(waivers, { checks, known, at: startedAt, selection }),
    startedAt,
    durationMs: timeTaken(results),
    summary: summarize(checks),
    checks,
    ...(properties.length > 0 && { properties }),
    requirements: requirementResults(checks, laws, catalogue, {
      partial: selection !== null,
      seen: scope.seen,
    }),
    laws,
    ...(announced.length > 0 && { announced }),
    ...(sweep !== undefined && { sweep }),
    ...(problems.length > 0 && { problems }),
  });
}

const startOf = ({ startedAt }: Result): number => Date.parse(startedAt);

/** How long any of them went on: shards go on side by side, and after an interruption there may be a night. */
function timeTaken(results: readonly Result[]): number {
  let [taken, until] = [0, Number.NEGATIVE_INFINITY];
  for (const result of results.toSorted((a, b) => startOf(a) - startOf(b))) {
    const end = startOf(result) + result.durationMs;
    taken += Math.max(0, end - Math.max(until, startOf(result)));
    until = Math.max(until, end);
  }
  return taken;
}

const text = (value: unknown): string => JSON.stringify(value);

/** The selection that all results make together: complete shards make up the run that was cut into them. */
function mergeSelections(results: readonly Result[]): {
  readonly selection: Selection | null;
  /** Shards of which there is no result, such as `2/3`. */
  readonly missing: readonly string[];
} {
  const bare = (selection: Selection | null) => text([selection?.only ?? [], selection?.capabilities ?? []]);
  const selections = results.map((result) => result.selection);
  const [first = null] = selections;
  const other = selections.find((selection) => bare(selection) !== bare(first));
  if (other !== undefined) {
    throw new MergeError(
      `Runs of different checks cannot be merged: found ${selectionWords(first)} and ${selectionWords(other)}. What belongs together are the shards of one run, an interrupted run and the run of what it had left, and runs of the same checks.`,
    );
  }
  const shards = selections.map((selection) => selection?.shard ?? null);
  const counts = new Set(shards.map((shard) => shard?.split('/')[1] ?? ''));
  if (counts.size > 1) {
    throw new MergeError(`Shards of different cuts cannot be merged: found ${shards.join(', ')}.`);
  }
  const total = Number([...counts][0]);
  const missing = Array.from({ length: total }, (_, index) => `${index + 1}/${total}`).filter(
    (shard) => !shards.includes(shard),
  );
  return { selection: selectionOf(first?.only ?? [], first?.capabilities ?? [], null), missing };
}

function groupById<T extends { readonly id: string }>(items: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.id, [...(groups.get(item.id) ?? []), item]);
  return [...groups.values()];
}

function mergeChecks(checks: readonly CheckResult[]): CheckResult[] {
  return groupById(checks).flatMap((group) =>
    worstFirst(group)
      .slice(0, 1)
      .map((check) => ({ ...check, ...blame(group), ...combinedIn(group) })),
  );
}

function combinedIn(group: readonly CheckResult[]): Pick<CheckResult, 'combinations'> {
  const combinations = mergeCombinations(group.flatMap((check) => check.combinations ?? []));
  return combinations.length > 0 ? { combinations } : {};
}

function mergeLaws(laws: readonly LawResult[]): LawResult[] {
  const merged = groupById(laws).flatMap((group) => {
    const outcome = worstOutcome(group.map((law) => law.outcome));
    const worst = group.filter((law) => law.outcome === outcome);
    const broken = [...new Set(worst.flatMap((law) => law.checks ?? []))].sort();
    return worstFirst(worst)
      .slice(0, 1)
      .map((law) => (broken.length > 0 ? { ...law, checks: broken } : law));
  });
  return merged.sort((a, b) => (a.id < b.id ? -1 : 1));
}
