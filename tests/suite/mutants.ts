/**
 * Measures the suite on mistakes that nobody thought of: a machine changes one place of the reference shop at a time,
 * and each mutant meets the checks that come by there. `--write` puts what was found into docs/mutants.md.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import { exitCodes } from '../../cli/support/exit.ts';
import { integer, list, shard } from '../../cli/support/parse.ts';
import { BROWSER_REMEDY, tryBrowser } from '../../scripts/browser.mjs';
import { classOf } from './mutants/classes.ts';
import { type Covered, coverageFrom } from './mutants/coverage.ts';
import { findMutants } from './mutants/instrument.ts';
import {
  coverageKey,
  lineOf,
  type MeasureOptions,
  measureCoverage,
  measureMutants,
  mutantKey,
} from './mutants/measure.ts';
import { isMeantBy, type Mutant } from './mutants/mutant.ts';
import { hasSurvived, mutantsPage, scoreOf, totals } from './mutants/page.ts';
import { spread } from './mutants/plan.ts';
import type { MutantResult } from './mutants/result.ts';
import { everyCheck } from './strength/in-slot.ts';
import { knownJobs } from './strength/known.ts';
import { commitOf } from './strength/page.ts';
import { startPart, workAsPart } from './strength/parts.ts';
import { evenly } from './strength/pooled.ts';

const values = new Command('npm run mutants --')
  .description('Measures how many machine-made mutants of the reference shop the suite kills.')
  .option(
    '--only <texts>',
    'only these mutants, separated by commas: a file, file:line, file:line:column, or #number',
  )
  .option('--shard <i/n>', 'only every n-th mutant, beginning with the i-th', shard)
  .option('--sample <number>', 'so many mutants, evenly chosen over all files', integer(1, 100_000))
  .option('--most <number>', 'how many checks a mutant meets at most', integer(1, 10_000), 30)
  .option('--checks <ids>', 'only checks whose ids begin with one of these, separated by commas', list, [])
  .option('--jobs <number>', 'mutants at once in each process', integer(1, 64), 4)
  .option('--processes <number>', 'measuring processes', integer(1, 64), availableParallelism())
  .option('--resume <file>', 'keep results in this file, and go on where a measurement was interrupted')
  .option(
    '--minutes <number>',
    'begin nothing new after so many minutes, as after Ctrl-C',
    integer(1, 10_000),
  )
  .option('--known', 'measure nothing, and take what the file of --resume has of them', false)
  .option('--list', 'name the mutants that the other options select, and measure nothing', false)
  .option('--write', 'put what was found into docs/mutants.md', false)
  // For the processes that this one starts: the part of the work, what to measure, and the folder with all of it.
  .addOption(new Option('--part <index>').argParser(integer(0, 63)).hideHelp())
  .addOption(new Option('--phase <name>').choices(['coverage', 'mutants'] as const).hideHelp())
  .addOption(new Option('--work <file>').hideHelp())
  .parse()
  .opts();

type Found = Awaited<ReturnType<typeof findMutants>>;

/** What a part is told. */
interface Work {
  readonly main: string;
  readonly digest: string;
  readonly mutants: readonly Mutant[];
  readonly covered: readonly Covered[];
}

const knownMutants = () => knownJobs<MutantResult>(values.resume, commitOf);
const knownCoverage = () => knownJobs<Covered>(values.resume, commitOf);

type Phase = NonNullable<typeof values.phase>;

/** One part of the work, in this process. */
async function work(index: number, phase: Phase, file: string, stopped: AbortSignal) {
  const { main, digest, mutants, covered }: Work = JSON.parse(await readFile(file, 'utf8'));
  const options: MeasureOptions = {
    main,
    digest,
    part: { index, of: values.processes },
    jobs: values.jobs,
    most: values.most,
    checks: values.checks,
    stopped,
    progress: (line) => process.stdout.write(`${line}\n`),
  };
  return phase === 'coverage'
    ? measureCoverage(options, knownCoverage())
    : measureMutants(options, mutants, coverageFrom(covered), knownMutants());
}

const interrupted = new AbortController();

/** All parts of a phase, until they are done or interrupted. */
async function allParts<T>(phase: Phase, todo: Work): Promise<readonly T[]> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-mutants-work-'));
  const file = join(dir, 'work.json');
  await writeFile(file, JSON.stringify(todo));
  const parts = Array.from({ length: values.processes }, (_, index) => {
    const args = ['--part', String(index), '--phase', phase, '--work', file];
    return startPart<readonly T[]>(import.meta.filename, [...process.argv.slice(2), ...args]);
  });
  const stop = (): void => parts.forEach((part) => void part.stop());
  interrupted.signal.addEventListener('abort', stop);
  const answers = await Promise.all(parts.map(({ answer }) => answer)).finally(() =>
    rm(dir, { recursive: true, force: true }),
  );
  interrupted.signal.removeEventListener('abort', stop);
  return answers.flat();
}

/** The mutants that the options select, in the order of the sources; what they do not select is an error. */
function selected(mutants: readonly Mutant[]): readonly Mutant[] {
  const texts = values.only?.split(',').filter((text) => text !== '');
  const unknown = texts?.filter((text) => !mutants.some(isMeantBy(text))) ?? [];
  if (unknown.length > 0)
    throw new Error(`--only ${unknown.join(',')}: no mutant is there. --list names them all.`);
  const named = mutants.filter((mutant) => texts?.some((text) => isMeantBy(text)(mutant)) ?? true);
  const [index, of] = (values.shard ?? '1/1').split('/').map(Number);
  return evenly(named, values.sample).filter((_, at) => at % (of ?? 1) === (index ?? 1) - 1);
}

/** Ends a measurement early, with what it has. */
function endEarly(): void {
  process.stderr.write('What is being measured ends first; Ctrl-C again ends at once.\n');
  interrupted.abort();
}

/** npm hands on an interrupt that the terminal has sent already: what comes at once is the same one. */
const SAME_INTERRUPT_MS = 500;

/** The first Ctrl-C ends it early, the second at once. */
function watchInterrupts(): void {
  let first: number | undefined;
  process.on('SIGINT', () => {
    if (first !== undefined && performance.now() - first > SAME_INTERRUPT_MS)
      process.exit(exitCodes.interrupted);
    if (first === undefined) endEarly();
    first ??= performance.now();
  });
}

/** Measures, and answers with the results in the order of the sources. */
async function measured(found: Found, mutants: readonly Mutant[]) {
  const shop = await found.compile();
  try {
    const todo: Work = { main: shop.main, digest: found.digest, mutants: spread(mutants), covered: [] };
    const before = knownCoverage();
    const known = everyCheck.flatMap((check) => before.of(coverageKey(found.digest, check)) ?? []);
    const covered = known.length === everyCheck.length ? known : await allParts<Covered>('coverage', todo);
    if (interrupted.signal.aborted) return { results: [], unused: [] };
    const results = await allParts<MutantResult>('mutants', { ...todo, covered });
    const order = new Map(mutants.map(({ key }, index) => [key, index]));
    const place = ({ key }: MutantResult): number => order.get(key) ?? 0;
    const unused = covered.filter(({ serves }) => !serves).map(({ check }) => check);
    return { results: results.toSorted((a, b) => place(a) - place(b)), unused };
  } finally {
    await shop.discard();
  }
}

function print(results: readonly MutantResult[]): void {
  const unclassed = results.filter((result) => hasSurvived(result) && classOf(result.key) === undefined);
  const stale = results.filter((result) => !hasSurvived(result) && classOf(result.key) !== undefined);
  for (const result of unclassed) process.stdout.write(`\nnot classed: ${lineOf(result)}\n  ${result.key}\n`);
  for (const result of stale)
    process.stdout.write(`\nclassed as a survivor: ${lineOf(result)}\n  ${result.key}\n`);
  const rows = totals(results).map(
    ([what, number, share]) => `${String(number).padStart(6)}  ${what} (${share})`,
  );
  process.stdout.write(`\n${rows.join('\n')}\n${scoreOf(results)}\n`);
  process.exitCode = unclassed.length + stale.length === 0 ? exitCodes.ok : exitCodes.failed;
}

/** What an earlier measurement has found of these mutants, however many checks they met. */
function knownResults(mutants: readonly Mutant[]): readonly MutantResult[] {
  const known = knownMutants();
  return mutants.flatMap((mutant) => {
    const [before] = known.of(mutantKey(mutant)) ?? [];
    return before === undefined ? [] : [{ ...before, ...mutant }];
  });
}

/** Prints what was found, and with --write puts it into the page. */
async function report(
  { mutants, left }: Found,
  results: readonly MutantResult[],
  unused: readonly string[],
): Promise<void> {
  print(results);
  if (!values.write) return;
  const page = mutantsPage({
    results,
    all: mutants,
    left,
    unused,
    command: `npm run mutants --${values.sample === undefined ? '' : ` --sample ${values.sample}`} --write`,
    commits: values.resume === undefined ? [commitOf()] : knownMutants().commits(),
  });
  await writeFile(new URL('../../docs/mutants.md', import.meta.url), page);
}

async function lead(): Promise<void> {
  const found = await findMutants();
  const mutants = selected(found.mutants);
  if (values.list) {
    for (const { id, key, line, column } of mutants)
      process.stdout.write(`#${id} ${line}:${column} ${key}\n`);
    return;
  }
  if (values.known) return report(found, knownResults(mutants), []);
  const noBrowser = (await tryBrowser()).why;
  if (noBrowser !== undefined) throw new Error(`${noBrowser} ${BROWSER_REMEDY}`);
  watchInterrupts();
  if (values.minutes !== undefined) setTimeout(endEarly, values.minutes * 60_000).unref();
  const { results, unused } = await measured(found, mutants);
  if (interrupted.signal.aborted) {
    print(results);
    const kept = values.resume === undefined ? '--resume FILE would have kept it' : `${values.resume} has it`;
    process.stderr.write(`Interrupted after ${results.length} of ${mutants.length} mutants; ${kept}.\n`);
    process.exitCode = exitCodes.interrupted;
    return;
  }
  await report(found, results, unused);
}

const { part, phase, work: file } = values;
if (part !== undefined && phase !== undefined && file !== undefined) {
  // A terminal interrupts every process of a command; this one waits for the word of the one that has started it.
  process.on('SIGINT', () => undefined);
  await workAsPart((stopped) => work(part, phase, file, stopped));
} else {
  await lead().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = exitCodes.usage;
  });
}
