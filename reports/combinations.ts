import type { Combination, PairState } from '../history/combination.ts';
import type { Result } from './result.ts';

/** What the checks of a run combined, in the order of the checks. */
export const combinationsIn = ({ checks }: Pick<Result, 'checks'>): readonly Combination[] =>
  checks.flatMap((check) => check.combinations ?? []);

/** How many pairs were gone through, in words: `214 of 286 pairs, in 2 of them something broke`. */
export function pairsWords(combinations: readonly Combination[]): string {
  const states = combinations.flatMap(({ pairs }) =>
    Object.values(pairs).flatMap((row) => Object.values(row)),
  );
  const count = (state: PairState): number => states.filter((each) => each === state).length;
  const broken = count('broken');
  const went = `${count('right') + broken} of ${states.length} pairs`;
  return broken === 0 ? went : `${went}, and something broke in ${broken} of them`;
}
