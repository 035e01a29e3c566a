import { isInterrupted } from './headline.ts';
import type { Result } from './result.ts';

const itemsOf = ({ checks, properties = [] }: Result) => [...checks, ...properties];

/**
 * An interrupted run together with the runs of what it had left: all become parts of the one run that was begun. A
 * check that one of them tried is no longer *not run* in the others, and once nothing is left the run counts as whole.
 * Other results are returned as they are.
 */
export function rejoin(results: readonly Result[]): readonly Result[] {
  const begun = results.find(
    (result) => isInterrupted(result) && results.every((other) => isPartOf(other, result)),
  );
  if (begun === undefined) return results;
  const tried = new Set(
    results.flatMap(itemsOf).flatMap(({ id, outcome }) => (outcome === 'not-run' ? [] : [id])),
  );
  const isTold = ({ id, outcome }: { readonly id: string; readonly outcome: string }): boolean =>
    outcome !== 'not-run' || !tried.has(id);
  const isWhole = results.flatMap(itemsOf).every(({ id, outcome }) => outcome !== 'not-run' || tried.has(id));
  return results.map((result) => {
    const { properties, problems, ...rest } = result;
    const left = problems?.filter(({ kind }) => !isWhole || kind !== 'interrupted') ?? [];
    return {
      ...rest,
      selection: begun.selection,
      checks: result.checks.filter(isTold),
      ...(properties !== undefined && { properties: properties.filter(isTold) }),
      ...(left.length > 0 && { problems: left }),
    };
  });
}

/** Whether a run is of checks of another alone, none of them cut into shards. */
function isPartOf(part: Result, { checks, properties = [], selection }: Result): boolean {
  const ids = new Set([...checks, ...properties].map(({ id }) => id));
  const isOne = (part.selection?.shard ?? null) === null && (selection?.shard ?? null) === null;
  return isOne && itemsOf(part).every(({ id }) => ids.has(id));
}
