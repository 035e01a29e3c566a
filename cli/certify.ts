import type { ChildProcess } from 'node:child_process';
import { type KeyObject, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { RUN_ENV, silenceNote } from '../history/run-env.ts';
import type { Selection } from '../history/run-info.ts';
import { selectionOf } from '../history/selection.ts';
import {
  findProperty,
  frozenSet,
  frozenSetVersions,
  latestFrozenSet,
  properties,
  UnknownSet,
} from '../ledger/index.ts';
import { generateAllure } from '../reports/allure.ts';
import { loadAllureEarly } from '../reports/allure-command.ts';
import { type BaselineEntry, baselineLines, judgeBaseline } from '../reports/baseline.ts';
import { signReports } from '../reports/certificate/folder.ts';
import { type About, MOST_DAYS, whyUnsignable } from '../reports/certificate/statement.ts';
import { clearReports } from '../reports/files.ts';
import { readResult } from '../reports/read-result.ts';
import { type Handoff, readHandoff } from '../reports/reporter/handoff.ts';
import { shortPath } from '../reports/short-path.ts';
import { merchantWords } from '../reports/wording.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { type ResolvedConfig, slotLimit } from '../suite/config/index.ts';
import { SILENCE, startSentinel, worksAlone } from '../suite/process/sentinel.ts';
import { readBaseline } from './support/baseline.ts';
import { countChosen } from './support/choose.ts';
import { currentCommit } from './support/commit.ts';
import { type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { tellGithub } from './support/github.ts';
import { interruptedWords } from './support/interrupted.ts';
import { readKey } from './support/keys.ts';
import { OUT } from './support/out.ts';
import { lockOut } from './support/out-lock.ts';
import { fastCheckPath, integer, keyValue, list, seedOption, shard } from './support/parse.ts';
import { type MerchantFlags, readConfig, withMerchantOptions } from './support/read-config.ts';
import { checkReporter, type RunnerEnd, runPlaywright } from './support/run-playwright.ts';
import { signalCodes } from './support/signals.ts';
import { stormCommand } from './support/storm.ts';
import { workFolder } from './support/work-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ALLURE_LIMIT_MS = 30_000;
const STORM_ORDERS = 2000;

interface Options extends MerchantFlags {
  readonly only: readonly string[];
  readonly capability: readonly string[];
  readonly seed?: number;
  readonly workers?: number;
  readonly shard?: string;
  readonly reading: Readonly<Record<string, string>>;
  readonly sweepReadings?: true;
  readonly goOn?: true;
  readonly strict?: true;
  readonly allure: boolean;
  readonly storm?: number | true;
  readonly properties?: number;
  readonly path?: string;
  readonly baseline?: string;
  readonly sign?: string;
  readonly build?: string;
  readonly expires: number;
  readonly requirements: string;
  readonly out?: string;
}

/** What a certificate needs beside the run. */
const withCertificateOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--sign <key>',
        'sign a complete run of a certified merchant: writes certificate.dsse.json (private Ed25519 key, PEM)',
      ).conflicts(['only', 'capability', 'shard', 'storm']),
    )
    .option(
      '--build <id>',
      'for the certificate: the commit or digest of what is tested (default: the commit of the current folder in git)',
    )
    .option('--expires <days>', 'for the certificate: how long it holds', integer(1, MOST_DAYS), 90);

/** `gatecheck certify`: the suite against a merchant. */
export function command(): Command {
  const named = new Command('certify').description(
    'run the conformance suite against a merchant and say whether it meets the specification',
  );
  const run = withMerchantOptions(named)
    .addOption(
      new Option('--only <glob>', 'only checks whose id matches, such as "notification.*" (repeatable)')
        .argParser(list)
        .default([], 'all'),
    )
    .addOption(
      new Option('--capability <name>', 'only checks of this capability (repeatable)')
        .argParser(list)
        .default([], 'all'),
    )
    .addOption(seedOption())
    .option('--workers <number>', 'how many merchants are tested side by side', integer(1, 64))
    .option('--shard <i/n>', 'only one part of several; `gatecheck report` merges them', shard)
    .addOption(
      new Option('--reading <name=value>', 'read the specification this way (repeatable)')
        .argParser(keyValue)
        .default({}, 'as configured'),
    )
    .option(
      '--sweep-readings',
      'also try the plain flows under every legal answer of every interpretation, and say under how many they work',
    )
    .option('--go-on', 'go on where next to nothing holds (default: such a run is stopped after a minute)')
    .option('--strict', 'warnings fail the run, too: exit 1, not certified')
    .addOption(
      new Option(
        '--storm [orders]',
        `instead of the checks: many orders and payouts at once, with faults and kills, then the laws (default: ${STORM_ORDERS} orders, a quarter as many payouts)`,
      )
        .argParser(integer(1, 100_000))
        .conflicts(['only', 'capability', 'shard', 'workers', 'sweepReadings']),
    )
    .addOption(
      new Option(
        '--properties <cases>',
        'beside the checks: properties and journeys over so many drawn cases each, judged by the laws',
      )
        .argParser(integer(1, 1_000_000))
        .conflicts(['storm']),
    )
    .addOption(
      new Option(
        '--path <path>',
        'the one case that a property failed with, as its report names it',
      ).argParser(fastCheckPath),
    )
    .addOption(
      new Option(
        '--baseline <file>',
        'known failures, with owner, reason and expiry (JSON): only a new one, or an entry that passes or has expired, fails the run',
      ).conflicts(['shard', 'storm']),
    )
    .option(
      '--requirements <version>',
      `judge by this frozen set of requirements: ${frozenSetVersions().join(', ')}`,
      latestFrozenSet(),
    );
  return withCertificateOptions(run)
    .option('--no-allure', 'leave the generated Allure report out, which takes a few seconds')
    .option(
      '--out <dir>',
      `folder of the reports (default: ${OUT.whole}, and ${OUT.part} for a run of only some checks, or a storm)`,
    )
    .action(async (options: Options) => {
      process.exitCode = await certify(options);
    });
}

/** Runs the suite and gives the exit code. Throws a CliError for what is wrong with command line or configuration. */
async function certify(options: Options): Promise<ExitCode> {
  // First: they may be pipes, and while one is waited for only the signals themselves end the process at once.
  const given = readGivenFiles(options);
  await startSentinel({ limit: SILENCE, signals: signalCodes });
  checkSet(options.requirements);
  const selection = selectionOf(options.only, options.capability, options.shard ?? null);
  countChosen(selection, options.properties === undefined ? null : properties);
  checkPath(options);
  const config = await readConfig(options, options.reading, (line) => {
    process.stdout.write(`${line}\n`);
  });
  // The runner's set-up says the warnings by itself.
  if (options.storm === undefined) {
    await checkNamedBrowser(config);
    // From here on the runner's processes are watched.
    worksAlone();
    return run(options, given, selection, config);
  }
  for (const warning of config.warnings) process.stderr.write(`Warning: ${warning}\n`);
  return storm(options, config);
}

/** @throws {CliError} when a path is given, and not the one property that it belongs to. */
function checkPath({ path, properties: cases, only, seed }: Options): void {
  if (path === undefined) return;
  if (cases !== undefined && seed !== undefined && only.length === 1 && findProperty(only[0] ?? '')) return;
  throw usageError(
    `--path ${path} is a place in the cases of one property and one seed.`,
    'Give the whole line of the report: --properties N --only ID --seed N --path PATH.',
  );
}

/** @throws {CliError} when there is no set of this version. */
function checkSet(version: string): void {
  try {
    frozenSet(version);
  } catch (error) {
    if (!(error instanceof UnknownSet)) throw error;
    throw usageError(`--requirements ${version} is unknown.`, `Known: ${error.known.join(', ')}.`);
  }
}

/** Looks only whether what the environment names is a program; a machine without a browser is for the preflight. */
async function checkNamedBrowser({ capabilities }: ResolvedConfig): Promise<void> {
  if (!capabilities.includes('checkout')) return;
  await findBrowser().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw usageError(
      message,
      'Set it to the path of a Chromium, or unset it so that gatecheck looks for one.',
    );
  });
}

const isPart = ({ only, capability }: Options): boolean => only.length + capability.length > 0;

const readGivenFiles = ({ sign, baseline }: Options) => ({
  key: sign === undefined ? undefined : readKey('private', sign),
  baseline: baseline === undefined ? undefined : readBaseline(baseline),
});

async function run(
  options: Options,
  { key, baseline }: ReturnType<typeof readGivenFiles>,
  selection: Selection | null,
  config: ResolvedConfig,
): Promise<ExitCode> {
  checkReporter();
  const outDir = resolve(options.out ?? (isPart(options) ? OUT.part : OUT.whole));
  const unlock = lockOut(outDir);
  const privateDir = workFolder('gatecheck');
  const verdictFile = join(privateDir, 'verdict.json');
  process.once('exit', unlock);
  clearReports(outDir);
  const seed = options.seed ?? randomInt(2 ** 31);
  process.stdout.write(`Certifying ${merchantWords(config.merchant)}, seed ${seed}.\n`);
  const env = runEnvironment(options, selection, config);
  const command = options.allure ? loadAllureEarly() : undefined;
  const end = await runPlaywright(runnerArguments(options, config), {
    ...env,
    [RUN_ENV.out]: outDir,
    [RUN_ENV.owner]: String(process.pid),
    [RUN_ENV.runDir]: join(privateDir, 'run'),
    [RUN_ENV.verdictFile]: verdictFile,
    [RUN_ENV.seed]: String(seed),
  });
  const silence = silenceNote({ [RUN_ENV.verdictFile]: verdictFile });
  if (existsSync(silence)) process.stderr.write(readFileSync(silence, 'utf8'));
  const handoff = readHandoff(verdictFile);
  const hasResult = handoff !== undefined && existsSync(join(outDir, 'result.json'));
  if (end.interruptedBy !== null) {
    const call = { typed: process.argv.slice(2), seed, outDir: shortPath(outDir) };
    const result = hasResult ? readResult(outDir) : undefined;
    process.stderr.write(interruptedWords(end.interruptedBy, result, call));
    return signalCodes[end.interruptedBy];
  }
  if (hasResult && options.allure) await allure(outDir, command);
  if (key !== undefined && handoff !== undefined) sign(outDir, key, aboutOf(options, config));
  tellGithub(outDir, process.env);
  const code = exitCode(handoff, end);
  return baseline !== undefined && hasResult ? compare(outDir, baseline) : code;
}

/** The exit code of a run with known failures; what became of each is said. */
function compare(outDir: string, baseline: readonly BaselineEntry[]): ExitCode {
  const result = readResult(outDir);
  const judged = judgeBaseline(result, baseline);
  process.stdout.write(`${baselineLines(judged, result.headline).join('\n')}\n`);
  return judged.exitCode;
}

/** What a certificate says beside the result. */
function aboutOf({ build, expires }: Options, { merchant }: ResolvedConfig): About {
  const until = new Date(Date.now() + expires * 24 * 3600_000).toISOString();
  return { build: build ?? currentCommit(), driver: merchant.interface.type, expires: until };
}

/** Signs what can be signed; of what cannot, it says why, and the exit code stays that of the verdict. */
function sign(outDir: string, key: KeyObject, about: About): void {
  const why = existsSync(join(outDir, 'result.json'))
    ? whyUnsignable(readResult(outDir))
    : 'there is no result';
  if (why !== undefined) {
    process.stderr.write(`Not signed: ${why}.\n`);
    return;
  }
  try {
    process.stdout.write(`Signed:   ${shortPath(signReports(outDir, key, about))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

async function storm(options: Options, config: ResolvedConfig): Promise<ExitCode> {
  const outDir = resolve(options.out ?? OUT.part);
  process.once('exit', lockOut(outDir));
  clearReports(outDir);
  const seed = options.seed ?? randomInt(2 ** 31);
  const orders = options.storm === true ? STORM_ORDERS : (options.storm ?? STORM_ORDERS);
  const given = config.file === null ? '--reference' : `--config ${options.config ?? config.file}`;
  const strict = options.strict === true;
  const commandLine = `gatecheck certify ${given} --storm ${orders}${strict ? ' --strict' : ''}`;
  process.stdout.write(`Certifying ${merchantWords(config.merchant)}, seed ${seed}.\n`);
  return stormCommand({
    config,
    seed,
    orders,
    outDir,
    commandLine,
    strict,
    requirements: options.requirements,
  });
}

function runEnvironment(
  options: Options,
  selection: Selection | null,
  config: ResolvedConfig,
): Record<string, string | undefined> {
  return {
    [RUN_ENV.config]: config.file ?? undefined,
    [RUN_ENV.readings]: JSON.stringify(options.reading),
    [RUN_ENV.workers]: options.workers === undefined ? undefined : String(options.workers),
    [RUN_ENV.only]: selection?.only.join(','),
    [RUN_ENV.capabilities]: selection?.capabilities.join(','),
    [RUN_ENV.requirements]: options.requirements,
    [RUN_ENV.properties]: options.properties === undefined ? undefined : String(options.properties),
    [RUN_ENV.path]: options.path,
    [RUN_ENV.shard]: options.shard,
    [RUN_ENV.goOn]: options.goOn === undefined ? undefined : '1',
    [RUN_ENV.strict]: options.strict === undefined ? undefined : '1',
    [RUN_ENV.sweep]: options.sweepReadings === undefined ? undefined : '1',
  };
}

function runnerArguments(options: Options, config: ResolvedConfig): string[] {
  const workers = options.workers === undefined ? undefined : Math.min(options.workers, slotLimit(config));
  return [
    '--config',
    // Source, or compiled as in the published package.
    join(root, import.meta.url.endsWith('.js') ? 'playwright.config.js' : 'playwright.config.ts'),
    ...(options.properties === undefined ? ['--project', 'conformance'] : []),
    ...(workers === undefined ? [] : ['--workers', String(workers)]),
    ...(options.shard === undefined ? [] : ['--shard', options.shard]),
  ];
}

/** Our own verdict decides; a runner that died without one has shown nothing. */
function exitCode(handoff: Handoff | undefined, end: RunnerEnd): ExitCode {
  if (handoff !== undefined) return handoff.exitCode;
  const lines = end.lastLines.map((line) => `  ${line}`).join('\n');
  process.stderr.write(
    `The test runner ended (${end.code ?? 'killed'}) without a verdict. Its last lines:\n${lines}\n`,
  );
  return exitCodes.inconclusive;
}

async function allure(outDir: string, command?: ChildProcess): Promise<void> {
  const outcome = await generateAllure(outDir, readResult(outDir), ALLURE_LIMIT_MS, command);
  if (outcome.ok) process.stdout.write(`Allure:   ${shortPath(outcome.file)}\n`);
  else process.stderr.write(`The Allure report was not made: ${outcome.reason}.\n`);
}
