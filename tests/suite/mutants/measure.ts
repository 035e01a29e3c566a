import { browser } from '../strength/in-slot.ts';
import { pooled } from '../strength/pooled.ts';
import { isRight } from './areas.ts';
import { type Coverage, type Covered, coverageOf, keepCovered } from './coverage.ts';
import { note } from './measured.ts';
import { meet, type Told } from './meet.ts';
import { type Mutant, placeOf } from './mutant.ts';
import { checksFor } from './plan.ts';
import type { MutantResult } from './result.ts';
import type { MutatedShop } from './shops/shop.ts';

/** What measuring needs, whatever is measured. */
export interface MeasureOptions {
  readonly shop: MutatedShop;
  /** The folder in which it was prepared. */
  readonly dir: string;
  /** Which of how many equal parts of the work is done here, counted from 0. */
  readonly part: { readonly index: number; readonly of: number };
  /** How many slots there are at once. */
  readonly jobs: number;
  /** When it is aborted, nothing new is begun. */
  readonly stopped: AbortSignal;
  readonly progress: (line: string) => void;
}

/** What meeting mutants needs beside that. */
export interface MeetOptions extends MeasureOptions {
  readonly coverage: Coverage;
  /** What has killed mutants so far, the latest last. */
  readonly killers: readonly Killer[];
  /** How many checks a mutant meets at most. */
  readonly most: number;
  /** The state of the code that the results belong to. */
  readonly commit: string;
}

/** A check that has killed a mutant of a file. */
export interface Killer {
  readonly file: string;
  readonly by: string;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function own<T>(
  { part, jobs, stopped }: MeasureOptions,
  all: readonly T[],
  run: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const mine = all.filter((_, index) => index % part.of === part.index);
  const lanes = Array.from({ length: jobs }, (_, lane) => lane);
  try {
    await pooled(mine, lanes, async (item, lane) => void (stopped.aborted || (await run(item, lane))));
  } finally {
    await browser.close();
  }
}

/** What each of these checks covers in the unmutated shop: which stories a line serves is measured, not guessed. */
export async function measureCoverage(
  options: MeasureOptions,
  checks: readonly string[],
  file: string,
): Promise<void> {
  const config = await options.shop.watched(options.dir);
  await own(options, checks, async (check, lane) => {
    const covered = await coverageOf(check, config, lane).catch(
      (error: unknown): Covered => ({ check, serves: false, mutants: [], tookMs: 0, why: reasonOf(error) }),
    );
    // A check that does not serve may do so when the machine has less to do: the next measurement tries it again.
    if (covered.serves) keepCovered(file, covered);
    else options.progress(`left out ${check}: ${covered.why}`);
  });
}

/** One line of progress. */
export function lineOf(result: MutantResult): string {
  const { fate, by, law, met, covering, file } = result;
  const other = isRight(result, file) ? '' : ', another';
  const who = by === undefined ? '' : ` by ${by}${law === undefined ? '' : ` (${law})`}${other}`;
  return `${fate.padEnd(9)} ${placeOf(result)} ${result.mutator} #${result.id}${who}, ${met} of ${covering} checks`;
}

/** So many mutants in a row that could not be measured are the machine's doing. */
const MOST_FAILED = 3;

/** Each mutant against the checks that cover it; what becomes of it is noted at once. */
export async function measureMutants(options: MeetOptions, mutants: readonly Mutant[]): Promise<void> {
  const { shop, dir, coverage, most, commit, progress } = options;
  const killers = [...options.killers];
  const right = await shop.watched(dir);
  let failed = 0;
  await own(options, mutants, async (mutant, lane) => {
    const begun = performance.now();
    const near = killers.flatMap(({ file, by }) => (file === mutant.file ? [by] : []));
    const checks = checksFor(mutant, coverage, near);
    let told: Told;
    try {
      told = await meet({ mutated: await shop.mutated(dir, mutant), right }, lane, checks, most);
      failed = 0;
    } catch (error) {
      failed += 1;
      progress(`not measured ${placeOf(mutant)}: ${reasonOf(error)}`);
      if (failed < MOST_FAILED) return;
      throw new Error(`${failed} mutants in a row could not be measured.`, { cause: error });
    }
    if (told.fate === 'killed' && told.by !== undefined) killers.push({ file: mutant.file, by: told.by });
    const { why, ...finding } = told;
    const result = { ...mutant, ...finding, commit };
    note(result);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    progress(`${lineOf(result)}, ${seconds} s${why === '' ? '' : `: ${why.split('\n', 1)[0]}`}`);
  });
}
