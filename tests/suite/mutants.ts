/**
 * Measures the suite on mistakes that nobody thought of: a machine changes one place of the reference shop at a time,
 * and each mutant meets the checks that come by there. Results are kept in tests/suite/mutants/measured.ndjson, where
 * the next measurement goes on, and docs/mutants.md says what they come to.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import { exitCodes } from '../../cli/support/exit.ts';
import { integer, shard } from '../../cli/support/parse.ts';
import { BROWSER_REMEDY, tryBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { coverageFile, coverageFrom, readCovered } from './mutants/coverage.ts';
import { type Killer, lineOf, measureCoverage, measureMutants } from './mutants/measure.ts';
import { type Measured, readMeasured, tidy } from './mutants/measured.ts';
import { isMeantBy, type Mutant } from './mutants/mutant.ts';
import { mutantsPage, scoreOf, totals, unsettled } from './mutants/page.ts';
import { sampleOf, shuffled } from './mutants/plan.ts';
import type { MutantResult } from './mutants/result.ts';
import { mutatedShops, shopNamed, shopNames } from './mutants/shops/index.ts';
import type { MutatedShop, Mutation } from './mutants/shops/shop.ts';
import { everyCheck } from './strength/in-slot.ts';
import { commitOf } from './strength/page.ts';
import { startPart, workAsPart } from './strength/parts.ts';

const values = new Command('npm run mutants --')
  .description('Measures how many machine-made mutants of our shops the suite kills.')
  .addOption(new Option('--shop <name>', 'whose mutants').choices(shopNames).default('reference'))
  .option('--sample <number>', 'only so many mutants, drawn evenly from all', integer(1, 100_000))
  .option('--shard <i/n>', 'only every n-th of them, beginning with the i-th', shard)
  .option(
    '--only <texts>',
    'only these mutants, separated by commas, and again if they were measured before: a file, file:line, file:line:column, or #number',
  )
  .option('--minutes <number>', 'begin nothing new after so many minutes', integer(0, 10_000))
  .option('--most <number>', 'how many checks a mutant meets at most', integer(1, 10_000), 30)
  .option('--jobs <number>', 'mutants at once on each core', integer(1, 64), 4)
  .option('--list', 'name the mutants that the other options select, and measure nothing', false)
  // For the processes that this one starts: which part of the work is theirs, and the file that says what it is.
  .addOption(new Option('--part <index>').argParser(integer(0, 1023)).hideHelp())
  .addOption(new Option('--work <file>').hideHelp())
  .parse()
  .opts();

const shop = shopNamed(values.shop);

/** What the parts are told. */
interface Work {
  readonly parts: number;
  /** Where the shop is prepared. */
  readonly dir: string;
  /** Checks whose coverage is to be measured first, and the file that keeps it. */
  readonly uncovered: readonly string[];
  readonly coverageFile: string;
  readonly mutants: readonly Mutant[];
  readonly killers: readonly Killer[];
  readonly commit: string;
}

/** One part of the work, in this process. */
async function work(index: number, file: string, stopped: AbortSignal): Promise<object> {
  const todo: Work = JSON.parse(await readFile(file, 'utf8'));
  const options = {
    shop,
    dir: todo.dir,
    part: { index, of: todo.parts },
    jobs: values.jobs,
    stopped,
    progress: (line: string) => void process.stdout.write(`${line}\n`),
  };
  if (todo.uncovered.length > 0) {
    await measureCoverage(options, todo.uncovered, todo.coverageFile);
    return {};
  }
  const { killers, commit } = todo;
  const coverage = coverageFrom(readCovered(todo.coverageFile));
  await measureMutants({ ...options, coverage, killers, most: values.most, commit }, todo.mutants);
  return {};
}

const interrupted = new AbortController();

/** All parts of some work, until they are done or interrupted. */
async function allParts(todo: Work): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-mutants-work-'));
  const file = join(dir, 'work.json');
  await writeFile(file, JSON.stringify(todo));
  const parts = Array.from({ length: todo.parts }, (_, index) => {
    const args = [...process.argv.slice(2), '--part', String(index), '--work', file];
    return startPart<object>(import.meta.filename, args);
  });
  const stop = (): void => parts.forEach((part) => void part.stop());
  interrupted.signal.addEventListener('abort', stop);
  await Promise.all(parts.map(({ answer }) => answer)).finally(() =>
    rm(dir, { recursive: true, force: true }),
  );
  interrupted.signal.removeEventListener('abort', stop);
}

/** The mutants that the options select, of all in the order in which they are measured; one that is not there is an error. */
function selected(mutants: readonly Mutant[]): readonly Mutant[] {
  const texts = values.only?.split(',').filter((text) => text !== '');
  const unknown = texts?.filter((text) => !mutants.some(isMeantBy(text))) ?? [];
  if (unknown.length > 0)
    throw new Error(`--only ${unknown.join(',')}: no mutant is there. --list names them all.`);
  const [index, of] = (values.shard ?? '1/1').split('/').map(Number);
  return mutants
    .slice(0, values.sample)
    .filter((_, at) => at % (of ?? 1) === (index ?? 1) - 1)
    .filter((mutant) => texts?.some((text) => isMeantBy(text)(mutant)) ?? true);
}

/** Whether what is known of a mutant could not be told otherwise by a measurement with so many checks. */
function isSettled(result: MutantResult | undefined): boolean {
  if (result === undefined || result.fate === 'unmeasured') return false;
  const wasSpared = result.fate === 'survived' || result.fate === 'warned';
  return !wasSpared || result.met >= Math.min(values.most, result.covering);
}

/** Ends a measurement early, with what it has. */
function endEarly(): void {
  process.stderr.write('What is being measured ends first.\n');
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

/** What keeps this machine from measuring; undefined where nothing does. */
async function lacking(): Promise<string | undefined> {
  const noBrowser = (await tryBrowser()).why;
  if (noBrowser !== undefined) return `${noBrowser} ${BROWSER_REMEDY}`;
  return shop.needs === undefined ? undefined : (await lacks(shop.needs)) || undefined;
}

/** Measures these mutants, as far as time allows. */
async function measure({ prepare }: Mutation, mutants: readonly Mutant[], before: Measured): Promise<void> {
  const lack = await lacking();
  if (lack !== undefined) throw new Error(lack);
  watchInterrupts();
  if (values.minutes !== undefined) setTimeout(endEarly, values.minutes * 60_000).unref();
  const killers = [...before.results.values()].flatMap(({ fate, file, by }) =>
    fate === 'killed' && by !== undefined ? [{ file, by }] : [],
  );
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-mutants-'));
  try {
    await prepare(dir);
    const kept = await coverageFile(shop);
    const known = new Set(readCovered(kept).map(({ check }) => check));
    const uncovered = everyCheck.filter((check) => !known.has(check));
    const todo = {
      parts: availableParallelism(),
      dir,
      mutants,
      killers,
      commit: commitOf(),
      coverageFile: kept,
    };
    if (uncovered.length > 0) await allParts({ ...todo, uncovered });
    if (!interrupted.signal.aborted) await allParts({ ...todo, uncovered: [] });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A shop with its mutants, in the order of the sources and in that of the measurement. */
interface Found extends Mutation {
  readonly shop: MutatedShop;
  readonly order: readonly Mutant[];
}

const find = (each: MutatedShop): Promise<Found> =>
  each.mutate().then((mutation) => ({ ...mutation, shop: each, order: shuffled(mutation.mutants) }));

/** Says what the results come to, and writes the page. */
async function report(all: readonly Found[]): Promise<void> {
  const { results, stale } = tidy(all.flatMap(({ order }) => order));
  for (const key of stale) process.stdout.write(`\ndropped: no shop has this mutant any longer\n  ${key}\n`);
  const open = unsettled([...results.values()]);
  for (const { says, result } of open)
    process.stdout.write(`\n${says}: ${lineOf(result)}\n  ${result.key}\n`);
  const facts = all.map(({ shop: each, mutants, left, order }) => ({
    shop: each,
    mutants,
    left,
    sample: sampleOf(order, results),
  }));
  await writeFile(new URL('../../docs/mutants.md', import.meta.url), mutantsPage(facts));
  for (const { shop: each, sample } of facts) {
    const rows = totals(sample).map(
      ([what, number, share]) => `${String(number).padStart(6)}  ${what} (${share})`,
    );
    process.stdout.write(`\nThe ${each.title}:\n${rows.join('\n')}\n${scoreOf(sample)}\n`);
  }
  process.exitCode = open.length === 0 ? exitCodes.ok : exitCodes.failed;
}

async function lead(): Promise<void> {
  const all = await Promise.all(mutatedShops.map(find));
  const found = all.find((each) => each.shop === shop);
  if (found === undefined) return;
  const mutants = selected(found.order);
  if (values.list) {
    for (const { id, key, line, column } of mutants)
      process.stdout.write(`#${id} ${line}:${column} ${key}\n`);
    return;
  }
  const before = readMeasured(found.order);
  const isWanted = ({ key }: Mutant): boolean =>
    values.only !== undefined || !isSettled(before.results.get(key));
  const todo = mutants.filter(isWanted);
  if (todo.length > 0 && values.minutes !== 0) await measure(found, todo, before);
  await report(all);
}

const { part, work: file } = values;
if (part !== undefined && file !== undefined) {
  // A terminal interrupts every process of a command; this one waits for the word of the one that has started it.
  process.on('SIGINT', () => undefined);
  await workAsPart((stopped) => work(part, file, stopped));
} else {
  await lead().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = exitCodes.usage;
  });
}
