import { browser, everyCheck } from '../strength/in-slot.ts';
import type { Known } from '../strength/known.ts';
import { pooled } from '../strength/pooled.ts';
import { type Coverage, type Covered, coverageOf } from './coverage.ts';
import { meet } from './meet.ts';
import { type Mutant, placeOf } from './mutant.ts';
import { checksFor } from './plan.ts';
import type { Finding, MutantResult } from './result.ts';

/** What measuring needs, whatever is measured. */
export interface MeasureOptions {
  /** The instrumented shop, compiled. */
  readonly main: string;
  /** Tells these mutants from those of other sources. */
  readonly digest: string;
  /** Which of how many equal parts of the work is done here, counted from 0. */
  readonly part: { readonly index: number; readonly of: number };
  /** How many slots there are at once. */
  readonly jobs: number;
  /** How many checks a mutant meets at most. */
  readonly most: number;
  /** Only checks with one of these at the beginning of their ids; all where none is given. */
  readonly checks: readonly string[];
  /** When it is aborted, nothing new is begun. */
  readonly stopped: AbortSignal;
  readonly progress: (line: string) => void;
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

/** The key of a check's coverage among what is known. */
export const coverageKey = (digest: string, check: string): string => `coverage ${digest} ${check}`;

/** What each check covers in the unmutated shop: which stories a line serves is measured, not guessed. */
export async function measureCoverage(
  options: MeasureOptions,
  known: Known<Covered>,
): Promise<readonly Covered[]> {
  const found: Covered[] = [];
  await own(options, everyCheck, async (check, lane) => {
    const key = coverageKey(options.digest, check);
    const before = known.of(key);
    if (before !== undefined) return void found.push(...before);
    const covered = await coverageOf(check, options.main, lane).catch(
      (error: unknown): Covered => ({ check, ok: false, serves: false, mutants: [], why: reasonOf(error) }),
    );
    found.push(covered);
    known.add(key, [covered]);
    const { serves, why, mutants } = covered;
    options.progress(serves ? `covers ${mutants.length} ${check}` : `left out ${check}: ${why}`);
  });
  return found;
}

/** The key of a mutant among what is known. */
export const mutantKey = ({ key }: Mutant): string => `mutant ${key}`;

/** What is known of a mutant, unless a measurement with so many checks could say more: what was seen stands. */
export function knownOf(known: Known<MutantResult>, mutant: Mutant, most: number): MutantResult | undefined {
  const result = known.of(mutantKey(mutant))?.[0];
  if (result === undefined || result.fate === 'uncovered') return undefined;
  const isOver = !['survived', 'warned'].includes(result.fate);
  return isOver || result.met >= Math.min(most, result.covering) ? { ...result, ...mutant } : undefined;
}

/** One line of progress. */
export function lineOf(result: MutantResult): string {
  const { fate, by, law, right, met, covering, seconds } = result;
  const who =
    by === undefined ? '' : ` by ${by}${law === undefined ? '' : ` (${law})`}${right ? '' : ', another'}`;
  const what = `${placeOf(result)} ${result.mutator} #${result.id}`;
  return `${fate.padEnd(9)} ${what}${who}, ${met} of ${covering} checks, ${seconds.toFixed(1)} s`;
}

/** Each mutant against the checks that cover it. */
export async function measureMutants(
  options: MeasureOptions,
  mutants: readonly Mutant[],
  coverage: Coverage,
  known: Known<MutantResult>,
): Promise<readonly MutantResult[]> {
  const results: MutantResult[] = [];
  const killers: { readonly file: string; readonly by: string }[] = [];
  await own(options, mutants, async (mutant, lane) => {
    const before = options.checks.length === 0 ? knownOf(known, mutant, options.most) : undefined;
    if (before !== undefined) return void results.push(before);
    const begun = performance.now();
    const near = killers.flatMap(({ file, by }) => (file === mutant.file ? [by] : []));
    const checks = checksFor(mutant, coverage, near).filter(
      (check) => options.checks.length === 0 || options.checks.some((start) => check.startsWith(start)),
    );
    const finding = await meet(options.main, lane, mutant, checks, options.most).catch(
      (error: unknown): Finding => ({
        fate: 'unmeasured',
        why: reasonOf(error),
        met: 0,
        covering: checks.length,
      }),
    );
    if (finding.fate === 'killed' && finding.by !== undefined)
      killers.push({ file: mutant.file, by: finding.by });
    const seconds = (performance.now() - begun) / 1000;
    const result = { ...mutant, ...finding, ok: finding.fate !== 'unmeasured', seconds };
    results.push(result);
    // Chosen checks that see nothing say less than what is known already.
    if (options.checks.length === 0 || !['survived', 'uncovered'].includes(finding.fate))
      known.add(mutantKey(mutant), [result]);
    options.progress(lineOf(result));
  });
  return results;
}
