import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import { capabilities } from '../ledger/index.ts';
import { ConfigError, resolveConfig } from '../suite/config/index.ts';
import { nearest } from '../suite/config/nearest.ts';
import { type Answers, CI_SYSTEMS, FORMATS, INTERFACES, LANGUAGES } from './init/answers.ts';
import { type Asker, askerOn } from './init/ask.ts';
import { configurationOf } from './init/configuration.ts';
import { filesFor, filesOf, type InitFile } from './init/files.ts';
import { readProject } from './init/project.ts';
import { type Proposal, propose } from './init/propose.ts';
import { usageError } from './support/exit.ts';
import { list } from './support/parse.ts';

interface Options {
  readonly name?: string;
  readonly url?: string;
  readonly start?: string;
  readonly capabilities?: readonly string[];
  readonly interface?: Answers['interface'];
  readonly language?: Answers['language'];
  readonly ci?: Answers['ci'];
  readonly format: Answers['format'];
  readonly dir: string;
  readonly force?: true;
}

/** `gatecheck init`: proposes a configuration for the project that it finds, or makes one of answers. */
export function command(): Command {
  return new Command('init')
    .description(
      'look at the project and propose a configuration for it; where it is not recognised, ask on a terminal or take the options',
    )
    .option('--name <name>', 'name of the shop in reports (default: the name of the folder)')
    .option('--start <command>', 'command that starts the shop')
    .option('--url <address>', 'address of a shop that already runs')
    .addOption(
      new Option('--capabilities <names>', 'what the shop does (repeatable, default: invoice)').argParser(
        (text, before: readonly string[] | undefined) => list(text, before ?? []),
      ),
    )
    .addOption(
      new Option('--interface <kind>', 'how the suite reaches the test interface (default: http)').choices(
        INTERFACES,
      ),
    )
    .addOption(new Option('--language <name>', 'language of the example (default: none)').choices(LANGUAGES))
    .addOption(new Option('--ci <system>', 'the CI system (default: none)').choices(CI_SYSTEMS))
    .addOption(new Option('--format <kind>', 'kind of the configuration').choices(FORMATS).default('ts'))
    .option('--dir <dir>', 'folder of the shop', '.')
    .option('--force', 'overwrite files that are there')
    .action(async (options: Options) => {
      await init(options);
    });
}

async function init(options: Options): Promise<void> {
  const dir = resolve(options.dir);
  if (options.url !== undefined && options.start !== undefined) {
    throw usageError('give --start or --url, not both.');
  }
  const isTold = [options.url, options.start, options.interface, options.language].some(
    (each) => each !== undefined,
  );
  const proposal = isTold ? undefined : propose(readProject(dir), options.name ?? basename(dir));
  if (proposal !== undefined) return writeProposal(dir, proposal, options);
  const answers = await answersOf(options, basename(dir));
  check(answers, dir);
  await write(dir, filesOf(answers), options.force === true);
  process.stdout.write('Next: gatecheck doctor, which tries the set-up.\n');
}

/** Writes what was found, and says why it looks so and what is left to do. */
async function writeProposal(dir: string, proposal: Proposal, options: Options): Promise<void> {
  const { why, toDo } = proposal;
  const claims = options.capabilities ?? ['invoice'];
  checkCapabilities(claims);
  const config = { ...proposal.config, capabilities: [...claims] };
  process.stdout.write(`Found:\n${why.map((line) => `  ${line}\n`).join('')}`);
  const files = filesFor(config, { format: options.format, ci: options.ci ?? 'none' });
  await write(dir, files, options.force === true);
  const steps = toDo.map((line, index) => `  ${index + 1}. ${line}\n`).join('');
  process.stdout.write(`Look at these before it can work:\n${steps}`);
  process.stdout.write(
    'Next: gatecheck doctor, which makes one payment and says what is missing. Then gatecheck certify --only notification.repeat.credits-once, and then without --only.\n',
  );
}

const onTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** What was given; on a terminal the rest is asked, elsewhere it has its default. */
async function answersOf(options: Options, folder: string): Promise<Answers> {
  const hasPlace = options.url !== undefined || options.start !== undefined;
  if (onTerminal() && !hasPlace) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await asked(options, folder, askerOn(terminal));
    } finally {
      terminal.close();
    }
  }
  if (!hasPlace) {
    throw usageError(
      `nothing in ${resolve(options.dir)} says what the shop is made with, and no way to reach it was given.`,
      'Give --start "COMMAND" for one that gatecheck starts, or --url ADDRESS for one that already runs; or --dir, the folder of its package.json, composer.json, requirements.txt, Gemfile, go.mod or pom.xml.',
    );
  }
  return {
    name: options.name ?? folder,
    place: options.url === undefined ? { start: options.start ?? '' } : { url: options.url },
    capabilities: options.capabilities ?? ['invoice'],
    interface: options.interface ?? 'http',
    language: options.language ?? 'none',
    ci: options.ci ?? 'none',
    format: options.format,
  };
}

/** Four questions; whatever else there is has a default that an option changes. */
async function asked(options: Options, folder: string, ask: Asker): Promise<Answers> {
  const how = await ask.text(
    'Command that starts the shop, or its address if it already runs',
    'http://127.0.0.1:3000',
  );
  const kind =
    options.interface ?? (await ask.choice('How the suite reaches the test interface', INTERFACES, 'http'));
  const language =
    options.language ?? (kind === 'http' ? await ask.choice('Example code', LANGUAGES, 'none') : 'none');
  const ci = options.ci ?? (await ask.choice('CI stage', CI_SYSTEMS, 'none'));
  return {
    name: options.name ?? folder,
    place: /^https?:\/\//.test(how) ? { url: how } : { start: how },
    capabilities: options.capabilities ?? ['invoice'],
    interface: kind,
    language,
    ci,
    format: options.format,
  };
}

function checkCapabilities(claimed: readonly string[]): void {
  const known: string[] = capabilities.map((capability) => capability.id);
  const unknown = claimed.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const candidate = nearest(unknown, known);
  throw usageError(
    `"${unknown}" is not a capability.${candidate === undefined ? '' : ` Did you mean ${candidate}?`}`,
    `Known: ${known.join(', ')}.`,
  );
}

/** What is written must be of use: it is tried before it is written. */
function check(answers: Answers, dir: string): void {
  checkCapabilities(answers.capabilities);
  try {
    // A module is looked for, and it is not written yet; a secret may be known to the CI only.
    const config = configurationOf({ ...answers, interface: 'http' });
    const at = existsSync(dir) ? dir : process.cwd();
    resolveConfig(config, { file: null, dir: at, env: { ...process.env, SHOP_KEY: 'NotKnownYet01' } });
  } catch (error) {
    if (error instanceof ConfigError) {
      throw usageError(`these answers do not make a valid configuration:\n${error.problems.join('\n')}`);
    }
    throw error;
  }
}

/** Writes files; over those that are there only when that is wanted, which is asked on a terminal. */
async function write(dir: string, files: readonly InitFile[], mayOverwrite: boolean): Promise<void> {
  if (existsSync(dir) && !statSync(dir).isDirectory()) throw usageError(`${dir} is not a folder.`);
  const there = files.filter((file) => existsSync(join(dir, file.path))).map((file) => file.path);
  if (there.length > 0 && !mayOverwrite && !(await mayReplace(there))) {
    throw usageError(
      `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already; nothing was written.`,
      'Choose another folder with --dir, or overwrite with --force.',
    );
  }
  for (const { path, text } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const width = Math.max(...files.map((file) => file.path.length));
  const lines = files.map((file) => `  ${file.path.padEnd(width)}  ${file.about}`);
  process.stdout.write(`Written to ${dir}:\n${lines.join('\n')}\n`);
}

async function mayReplace(there: readonly string[]): Promise<boolean> {
  if (!onTerminal()) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const question = `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already. Overwrite?`;
    return (await askerOn(terminal).choice(question, ['yes', 'no'], 'no')) === 'yes';
  } finally {
    terminal.close();
  }
}
