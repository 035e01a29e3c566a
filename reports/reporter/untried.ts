import { type Choosable, unclaimedOf } from '../../history/selection.ts';

/** What of a run is not tried, because the merchant does not claim what it needs. */
export interface Untried {
  readonly ids: ReadonlySet<string>;
  /** The capabilities that are not claimed, by which it is left out. */
  readonly unclaimed: readonly string[];
}

/** @param claims undefined where nobody has said; everything may then be tried */
export function untriedOf(
  ids: readonly string[],
  known: ReadonlyMap<string, Choosable>,
  claims: readonly string[] | undefined,
): Untried {
  if (claims === undefined) return { ids: new Set(), unclaimed: [] };
  const untried = ids
    .flatMap((id) => known.get(id) ?? [])
    .filter((each) => unclaimedOf(each, claims).length > 0);
  const needed = untried.flatMap(({ capabilities, means = [], anyOf = [] }) => [
    ...capabilities,
    ...means,
    ...anyOf,
  ]);
  return {
    ids: new Set(untried.map(({ id }) => id)),
    unclaimed: [...new Set(needed)].filter((name) => !claims.includes(name)),
  };
}
