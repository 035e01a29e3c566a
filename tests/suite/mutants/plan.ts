import { areaOf, closeness } from './areas.ts';
import type { Coverage } from './coverage.ts';
import type { Mutant } from './mutant.ts';

/**
 * The checks that cover a mutant, the most telling first: those that are about its lines before others; among these
 * those that have killed its neighbours, then the ones that cover the least of each area, in turn, the closest area
 * first, so that no area waits for all of another.
 *
 * @param killers checks that have killed mutants of the same file, the latest last
 */
export function checksFor(mutant: Mutant, coverage: Coverage, killers: readonly string[]): readonly string[] {
  const turns = new Map<string, number>();
  return [...coverage]
    .filter(([, mutants]) => mutants.has(mutant.id))
    .sort(([, a], [, b]) => a.size - b.size)
    .map(([check]) => {
      const area = areaOf(check);
      const turn = turns.get(area) ?? 0;
      turns.set(area, turn + 1);
      const close = closeness(check, mutant.file);
      const isOther = close === undefined ? 1 : 0;
      return { check, place: [isOther, -killers.lastIndexOf(check), turn, close ?? 0] };
    })
    .sort((a, b) => compare(a.place, b.place) || (a.check < b.check ? -1 : 1))
    .map(({ check }) => check);
}

/** By the first number in which two differ. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The same in an order whose every beginning is spread evenly: a measurement that is interrupted is a fair sample. */
export const spread = <T>(all: readonly T[]): readonly T[] =>
  all
    .map((item, index) => ({ item, place: (index * GOLDEN_RATIO) % 1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
