import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { maskFiles, maskHistories } from '../reports/mask-files.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { shortPath } from '../reports/short-path.ts';
import { exitCodeOfUnder } from '../reports/under/under.ts';
import { renderUnderText } from '../reports/under/words.ts';
import { writeUnder } from '../reports/under/write.ts';
import { type ResolvedConfig, secretsOf } from '../suite/config/index.ts';
import { nearest } from '../suite/config/nearest.ts';
import { SetupError } from '../suite/process/index.ts';
import { uniqueSecret } from '../suite/slots/index.ts';
import {
  type Campaign,
  campaign,
  findMischief,
  Interrupted,
  MISCHIEFS,
  type Mischief,
  type Play,
  ResultsError,
  ROUNDS,
  Session,
  WHOLE,
} from '../suite/under/index.ts';
import { CliError, type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { lockOut } from './support/out-lock.ts';
import { list, seedOption } from './support/parse.ts';
import { type MerchantFlags, readConfig, withMerchantOptions } from './support/read-config.ts';
import { signalCodes, takeSignals } from './support/signals.ts';
import { workFolder } from './support/work-folder.ts';
import { assembled } from './under/assemble.ts';
import { brokenLaws, judgedLaws } from './under/judge.ts';
import { sayRound } from './under/progress.ts';

interface Options extends MerchantFlags {
  readonly onlyMischief: readonly string[];
  readonly seed?: number;
  readonly out: string;
  readonly json?: true;
}

/** `gatecheck under -- COMMAND`: somebody's own end-to-end tests, politely and under mischief. */
export function command(): Command {
  return withMerchantOptions(
    new Command('under').description(
      'run your own end-to-end tests against the gateway, politely and then under mischief that no right merchant notices',
    ),
  )
    .argument('<command...>', 'your test command, after --, such as -- npx playwright test')
    .addOption(
      new Option('--only-mischief <id>', 'this mischief alone; repeatable, and then together')
        .argParser(list)
        .default([], 'all'),
    )
    .addOption(seedOption())
    .option('--out <dir>', 'folder of the reports', 'reports/under')
    .option('--json', 'print the whole outcome as JSON')
    .addHelpText('after', HELP)
    .action(async (given: readonly string[], options: Options) => {
      process.exitCode = await under(given, options);
    });
}

const HELP = `
The key "under" of the configuration says what your tests get in their environment (under.env), where they write
their JUnit results (under.results), and who pays in them (under.payer). docs/under.md has examples for Playwright,
Cypress, PHPUnit, pytest and make.

Mischief:
${MISCHIEFS.map(({ id, says }) => `  ${id.padEnd(24)} ${says}`).join('\n')}

Exit codes: 0 nothing found · 1 a test turns red each time under mischief, or a law is broken in the traffic ·
2 usage, configuration, no such command · 3 no test is green without mischief, or nothing could be tried.
`;

async function under(given: readonly string[], options: Options): Promise<ExitCode> {
  const groups = groupsOf(options.onlyMischief);
  const say = (line: string): void => {
    if (options.json !== true) process.stdout.write(`${line}\n`);
  };
  const config = await readConfig(options, {}, say, true);
  for (const warning of config.warnings) process.stderr.write(`Warning: ${warning}\n`);
  const outDir = resolve(options.out);
  const unlock = lockOut(outDir);
  const privateDir = workFolder('gatecheck-under');
  process.once('exit', unlock);
  clear(outDir);
  const seed = options.seed ?? randomInt(2 ** 31);
  const interruption = interruptions();
  const secret = config.shop.secret ?? uniqueSecret();
  const secrets = [secret, ...secretsOf(config.merchant.interface, process.env)];
  const session = new Session({
    config,
    seed,
    secret,
    privateDir,
    outDir,
    signal: interruption.signal,
    judge: brokenLaws,
    command: {
      command: given,
      cwd: process.cwd(),
      results: config.under.results,
      timeoutMs: config.under.timeoutMs,
      secrets,
    },
  });
  say(`Your tests against the gateway, seed ${seed}: ${given.join(' ')}`);
  const startedAt = new Date();
  try {
    const found = await campaign(checkingResults(session, config, say), groups, {
      say: (line) => say(`  ${line}`),
      repeatsRedTests: config.under.repeatsRedTests,
    });
    await session.close();
    const about = { config, given, seed, startedAt, groups, reproduce: lineOf(given, options, config, seed) };
    const laws = await judgedLaws(found.rounds.map(({ historyFile }) => historyFile));
    const outcome = writeUnder(outDir, assembled(found, laws, about, outDir), secrets);
    if (options.json === true) process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`);
    else {
      say('');
      const files = [`Statement: ${shortPath(join(outDir, 'under.html'))}`];
      process.stdout.write(renderUnderText(outcome, files, wantsColors(process.env, process.stdout)));
      say(politeWords(found));
    }
    return exitCodeOfUnder(outcome);
  } catch (error) {
    if (error instanceof Interrupted) {
      process.stderr.write('Interrupted: nothing is judged.\n');
      return signalCodes[interruption.by() ?? 'SIGINT'];
    }
    throw asCliError(error);
  } finally {
    await session.close();
    maskFiles(join(outDir, 'output'), secrets);
    maskHistories(outDir, secrets);
  }
}

/** What an earlier run left in the folder. */
function clear(outDir: string): void {
  for (const name of ['under.json', 'under.html', 'history', 'output']) {
    rmSync(join(outDir, name), { recursive: true, force: true });
  }
}

/** Ends the tests at the first signal, and everything at the second. */
function interruptions() {
  const controller = new AbortController();
  let first: 'SIGINT' | 'SIGTERM' | undefined;
  takeSignals((signal) => {
    if (first !== undefined) process.exit(signalCodes[signal]);
    first = signal;
    controller.abort();
  });
  return { signal: controller.signal, by: () => first };
}

/** @throws {CliError} for an unknown id */
function groupsOf(only: readonly string[]): readonly (readonly Mischief[])[] {
  if (only.length === 0) return ROUNDS.map((round) => MISCHIEFS.filter((each) => each.round === round));
  const chosen = only.map((id) => {
    const found = findMischief(id);
    if (found !== undefined) return found;
    const ids = MISCHIEFS.map((each) => each.id);
    const near = nearest(id, ids);
    throw usageError(
      `--only-mischief ${id} is unknown.`,
      near === undefined ? `Known: ${ids.join(', ')}.` : `Did you mean ${near}?`,
    );
  });
  return [chosen];
}

/** Says each round, and that the file of results is not where it should be. */
function checkingResults(session: Session, config: ResolvedConfig, say: (line: string) => void): Play {
  return async (mischief) => {
    const round = await session.play(mischief);
    say(sayRound(round));
    const { results } = config.under;
    const hasFile = round.run.tests.some(({ name }) => name !== WHOLE);
    if (results !== null && !hasFile && round.run.ok && mischief.length === 0) {
      throw usageError(
        `under.results: found ${JSON.stringify(results)}, but the command wrote no such file with a test in it (in ${process.cwd()}).`,
        "Name the JUnit file that your runner writes, relative to this folder; without the key the command's exit code counts.",
      );
    }
    return round;
  };
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The one line that repeats some mischief. */
function lineOf(
  given: readonly string[],
  options: Options,
  config: ResolvedConfig,
  seed: number,
): (mischief: readonly Mischief[]) => string {
  const merchant =
    config.file === null ? '--reference' : `--config ${quoted(options.config ?? shortPath(config.file))}`;
  return (mischief) =>
    [
      `gatecheck under ${merchant}`,
      ...mischief.map(({ id }) => `--only-mischief ${id}`),
      `--seed ${seed}`,
      `-- ${given.map(quoted).join(' ')}`,
    ].join(' ');
}

/** Where nothing is green without mischief, what the tests said. */
function politeWords({ politely, rounds }: Campaign): string {
  if ([...politely.values()].includes('green')) return '';
  const last = rounds.at(-1);
  return [
    `Your tests are red without any mischief (${last?.run.ending ?? 'not run'}), so that they say nothing about it. Make them green first: under.env says where gateway and shop are. What they printed last:`,
    ...(last?.run.tail ?? '').split('\n').map((line) => `    ${line}`),
  ].join('\n');
}

function asCliError(error: unknown): unknown {
  if (error instanceof ResultsError) {
    return usageError(`under.results: ${error.message}.`, 'It takes the JUnit XML that test runners write.');
  }
  if (!(error instanceof SetupError)) return error;
  const exitCode = error.message.startsWith('The command ') ? exitCodes.usage : exitCodes.inconclusive;
  return new CliError(error.message, { exitCode, hint: error.remedy, cause: error });
}
