import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ResolvedConfig } from '../../../suite/config/index.ts';
import { runIn, withSlot } from '../strength/in-slot.ts';
import type { MutatedShop } from './shops/shop.ts';

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

/**
 * Runs a check on the unmutated shop, in a slot of its own, and notes what it covers.
 *
 * @param config the shop that says what it comes by
 */
export async function coverageOf(check: string, config: ResolvedConfig, index: number): Promise<Covered> {
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

const project = resolve(import.meta.dirname, '../../..');

/** What coverage depends on beside the shop: the stories, and what they are written in. */
const SOURCES = ['history', 'messages', 'obligations', 'scenarios', 'simulator', 'suite'];

/** Where the coverage of this state of the shop and the suite is kept, so that a measurement in pieces takes it once. */
export async function coverageFile(shop: MutatedShop): Promise<string> {
  const digest = createHash('sha256');
  for (const source of [...SOURCES, shop.sources]) {
    const root = join(project, source);
    const names = (await readdir(root, { recursive: true }))
      .filter((name) => /\.(ts|py|php)$/.test(name))
      .sort();
    for (const name of names) digest.update(name).update(await readFile(join(root, name)));
  }
  const name = `mutants-${shop.name}-${digest.digest('hex').slice(0, 16)}.ndjson`;
  return join(project, 'node_modules/.cache/gatecheck', name);
}

/** Keeps what a check covers, as soon as it is known. */
export function keepCovered(file: string, covered: Covered): void {
  mkdirSync(dirname(file), { recursive: true });
  // The line before may have been cut off where the measurement was.
  appendFileSync(file, `\n${JSON.stringify(covered)}`);
}

/** What is known of what the checks cover. */
export function readCovered(file: string): readonly Covered[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Covered];
    } catch {
      return [];
    }
  });
}
