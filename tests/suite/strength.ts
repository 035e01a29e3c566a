/**
 * Measures the suite: faulty shops against the check that must catch each, unusual but right shops and the null
 * shops against all of them. By itself it takes a shop for each row of the catalogues, `--all` takes every shop.
 * Prints the kill table; `--write` puts that of all shops into docs/strength.md and docs/catalogue (with `--full` into
 * strength-full.md there).
 */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { integer, list } from '../../cli/support/parse.ts';
import { BROWSER_REMEDY, tryBrowser } from '../../scripts/browser.mjs';
import { compileShop } from './strength/compile-shop.ts';
import { judgeKept } from './strength/judge-kept.ts';
import { knownJobs } from './strength/known.ts';
import { measure } from './strength/measure.ts';
import { commitOf, writePages } from './strength/page.ts';
import { startPart, workAsPart } from './strength/parts.ts';
import { printResults } from './strength/print.ts';
import { reportReached } from './strength/reached.ts';
import { type Scope, shopsOf } from './strength/scope.ts';
import type { Kind, ShopResult } from './strength/shop-result.ts';
import { watchSites } from './strength/sites.ts';

const kinds: readonly Kind[] = ['faulty', 'stacked', 'unusual', 'null'];

function kindsOf(text: string, before: readonly Kind[]): readonly Kind[] {
  const names = list(text, before);
  const unknown = names.filter((name) => !kinds.some((kind) => kind === name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Expected of ${kinds.join(', ')}.`);
  }
  return kinds.filter((kind) => names.includes(kind));
}

const values = new Command('npm run strength --')
  .description('Measures how many faulty shops the suite catches, and whether it spares all that are right.')
  .option('--all', 'every shop, instead of one for each row of the catalogues', false)
  .option(
    '--full',
    'every faulty shop against every check, every unusual shop alone and in combinations at 20 seeds',
    false,
  )
  .option('--only <ids>', 'only shops with one of these texts, separated by commas, in their id')
  .addOption(
    new Option('--kind <kinds>', `only shops of these kinds: ${kinds.join(', ')}`)
      .argParser(kindsOf)
      .default([], 'all'),
  )
  .option(
    '--random <number>',
    'instead of the rest: so many random combinations of 1 to 18 unusual shops, each at a seed of its own',
    integer(1, 10_000),
  )
  .option('--no-pages', 'leave out the shops whose fault only shows in pages: no browser is needed')
  .option('--sample <number>', 'so many shops of each kind, evenly chosen', integer(1, 10_000))
  .option('--jobs <number>', 'shops at once in each process', integer(1, 64), 3)
  .option('--seed <number>', 'the seed; that of the first of random combinations', integer(0, 2 ** 31 - 1), 1)
  .option('--resume <file>', 'keep results in this file, and go on where a measurement was interrupted')
  .option(
    '--write',
    'put what all shops came to into docs/strength.md and docs/catalogue (with --full into strength-full.md there)',
    false,
  )
  .option('--keep <dir>', 'keep the history of each shop in this folder')
  .option('--judge <dir>', 'judge the histories of such a folder by the rules alone, without any shop')
  .option('--audited', 'with --judge: judge them also as an audit reads them', false)
  .option(
    '--sites <file>',
    'add the judgements of the checks that were reached to this file, and list those that no run has reached',
  )
  .option('--processes <number>', 'measuring processes', integer(1, 64), availableParallelism())
  // For the processes that this one starts: the part of the work, and the shop's main file.
  .addOption(new Option('--part <index>').argParser(integer(0, 63)).hideHelp())
  .addOption(new Option('--main <file>').hideHelp())
  .parse()
  .opts();

const wantedKinds =
  values.random !== undefined ? (['unusual'] as const) : values.kind.length === 0 ? kinds : values.kind;

/** Whoever asks for more than the usual, chooses shops, or publishes the table, means all of them. */
const isAll =
  values.all ||
  values.full ||
  values.write ||
  values.only !== undefined ||
  values.sample !== undefined ||
  values.random !== undefined;
const scope: Scope = isAll ? 'all' : 'catalogue';

/** What a process that measures sends when it is done. */
interface Measured {
  readonly results: readonly ShopResult[];
  /** The judgements of the checks that it reached; none where nobody asked. */
  readonly reached: readonly string[];
}

/** One part of the work, in this process. */
async function work(index: number, main: string): Promise<Measured> {
  const options = {
    scope,
    full: values.full,
    only: values.only,
    kinds: wantedKinds,
    pages: values.pages,
    ...(values.random === undefined ? {} : { random: values.random }),
    ...(values.sample === undefined ? {} : { sample: values.sample }),
    ...(values.keep === undefined ? {} : { keep: values.keep }),
    part: { index, of: values.processes },
    jobs: values.jobs,
    seed: values.seed,
    main,
    progress: (line: string) => process.stdout.write(`${line}\n`),
  };
  const watch = values.sites === undefined ? undefined : await watchSites();
  const results = await measure(options, knownJobs<ShopResult>(values.resume, commitOf));
  return { results, reached: (await watch?.reached()) ?? [] };
}

async function lead(): Promise<void> {
  const noBrowser = !values.pages ? undefined : (await tryBrowser()).why;
  if (noBrowser !== undefined) {
    process.stderr.write(`${noBrowser} ${BROWSER_REMEDY} With --no-pages it is not needed.\n`);
    process.exitCode = 3;
    return;
  }
  const begun = performance.now();
  const shop = await compileShop();
  const parts = Array.from({ length: values.processes }, (_, index) => {
    const args = [...process.argv.slice(2), '--part', String(index), '--main', shop.main];
    return startPart<Measured>(import.meta.filename, args).answer;
  });
  const measured = await Promise.all(parts).finally(shop.discard);
  const results = measured.flatMap((part) => part.results);
  const seconds = (performance.now() - begun) / 1000;
  if (results.length === 0) {
    process.stderr.write(
      `--only ${values.only}: no shop has this in its id. docs/catalogue/strength.md lists them.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const isGood = printResults(results);
  const reached = measured.flatMap((part) => part.reached);
  const isReached = values.sites === undefined || reportReached(values.sites, reached);
  process.exitCode = isGood && isReached ? 0 : 1;
  process.stdout.write(`${Math.round(seconds)} s\n`);
  if (scope === 'catalogue') {
    const { faulty, unusual } = shopsOf('all');
    process.stdout.write(
      `These stand for the rows of the catalogues. All ${faulty.length} faulty and ${unusual.length} unusual shops: npm run strength -- --all\n`,
    );
  }
  if (!values.write) return;
  const known = knownJobs<ShopResult>(values.resume, commitOf);
  await writePages({
    results,
    full: values.full,
    seed: values.seed,
    seconds,
    commits: values.resume === undefined ? [commitOf()] : known.commits(),
    repeated: known.repeated(),
  });
}

if (values.part !== undefined && values.main !== undefined) {
  const { part, main } = values;
  await workAsPart(() => work(part, main));
} else if (values.judge !== undefined) await judgeKept(values.judge, values.audited);
else await lead();
