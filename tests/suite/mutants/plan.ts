import { createHash } from 'node:crypto';
import { areaOf, closeness } from './areas.ts';
import type { Coverage } from './coverage.ts';
import type { Mutant } from './mutant.ts';
import type { MutantResult } from './result.ts';

/**
 * The checks that cover a mutant, the most telling first: those that are about its lines before others; among these
 * those that have killed its neighbours, then the cheapest kills of each area, in turn, the closest area first, so that
 * no area waits for all of another. The less a check covers, the more likely it is about the very place, and the
 * cheaper is a kill by it for the time that it takes.
 *
 * @param killers checks that have killed mutants of the same file, the latest last
 */
export function checksFor(mutant: Mutant, coverage: Coverage, killers: readonly string[]): readonly string[] {
  const turns = new Map<string, number>();
  return [...coverage]
    .filter(([, { mutants }]) => mutants.has(mutant.id))
    .sort(([, a], [, b]) => a.mutants.size * a.tookMs - b.mutants.size * b.tookMs)
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

const draw = ({ key }: Mutant): string => createHash('sha256').update(key).digest('hex');

/** The mutants in the order of a hash of their keys: however far it is gone through, that far is a uniform sample. */
export const shuffled = (mutants: readonly Mutant[]): readonly Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, place: draw(mutant) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ mutant }) => mutant);

/** What is known of the mutants as far as every one before it is known as well. */
export function sampleOf(
  order: readonly Mutant[],
  results: ReadonlyMap<string, MutantResult>,
): readonly MutantResult[] {
  const known = order.map(({ key }) => results.get(key));
  const end = known.indexOf(undefined);
  return known.slice(0, end === -1 ? known.length : end).filter((result) => result !== undefined);
}
