import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIn, withSlot } from '../strength/in-slot.ts';
import { COVERAGE_FILE } from './instrument.ts';
import { instrumentedShop } from './shop.ts';

/** Which mutants' places one check comes by in the unmutated shop, from its start on. */
export interface Covered {
  readonly check: string;
  /** Whether the unmutated shop passes; what the check says of a mutant would prove nothing otherwise. */
  readonly serves: boolean;
  readonly mutants: readonly string[];
  /** How long it took, beside the others. */
  readonly tookMs: number;
  readonly why: string;
}

/** Runs a check on the unmutated shop, in a slot of its own, and notes what it covers. */
export async function coverageOf(check: string, main: string, index: number): Promise<Covered> {
  const config = instrumentedShop(main, { [COVERAGE_FILE]: '{slot.dir}/covered' });
  return withSlot(config, { index, seed: 1 }, async (slot, dir) => {
    const begun = performance.now();
    const { outcome, actual } = await runIn(slot, check);
    const tookMs = Math.round(performance.now() - begun);
    const text = await readFile(join(dir, 'covered'), 'utf8').catch(() => '');
    const mutants = [...new Set(text.split('\n').filter((id) => id !== ''))];
    return {
      check,
      serves: outcome === 'pass',
      mutants,
      tookMs,
      why: `${outcome} ${actual}`.trim(),
    };
  });
}

/** For each check that the unmutated shop passes, the numbers of the mutants that it covers, and how long it takes. */
export type Coverage = ReadonlyMap<
  string,
  { readonly mutants: ReadonlySet<string>; readonly tookMs: number }
>;

/** Puts together what was found of each check. */
export const coverageFrom = (all: readonly Covered[]): Coverage =>
  new Map(
    all
      .filter(({ serves }) => serves)
      .map(({ check, mutants, tookMs }) => [check, { mutants: new Set(mutants), tookMs }]),
  );
