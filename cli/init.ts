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
import { filesOf, type InitFile } from './init/files.ts';
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

/** `gatecheck init`: writes a configuration, example code for the test interface, and a CI stage. */
export function command(): Command {
  return new Command('init')
    .description(
      'write a configuration, example code for the test interface, and a CI stage; asks on a terminal for what is not given',
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
  const answers = await answersOf(options, basename(dir));
  check(answers, dir);
  const files = filesOf(answers);
  write(dir, files, options.force === true);
  const width = Math.max(...files.map((file) => file.path.length));
  const lines = files.map((file) => `  ${file.path.padEnd(width)}  ${file.about}`);
  process.stdout.write(
    `Written to ${dir}:\n${lines.join('\n')}\nNext: gatecheck doctor, which tries the set-up.\n`,
  );
}

/** What was given; on a terminal the rest is asked, elsewhere it has its default. */
async function answersOf(options: Options, folder: string): Promise<Answers> {
  const hasPlace = options.url !== undefined || options.start !== undefined;
  if (process.stdin.isTTY && process.stdout.isTTY && !hasPlace) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await asked(options, folder, askerOn(terminal));
    } finally {
      terminal.close();
    }
  }
  if (!hasPlace) {
    throw usageError(
      'no way to reach the shop was given.',
      'Give --start "COMMAND" for one that gatecheck starts, or --url ADDRESS for one that already runs.',
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

async function asked(options: Options, folder: string, ask: Asker): Promise<Answers> {
  const name = options.name ?? (await ask.text('Name of the shop', folder));
  const start = await ask.text('Command that starts it; empty if it already runs', '');
  const place = start === '' ? { url: await ask.text('Its address', 'http://127.0.0.1:3000') } : { start };
  const claimed =
    options.capabilities ??
    (await ask.text('What it does, of `gatecheck list capabilities`', 'invoice'))
      .split(',')
      .map((item) => item.trim());
  const kind =
    options.interface ?? (await ask.choice('How the suite reaches the test interface', INTERFACES, 'http'));
  const language =
    options.language ?? (kind === 'http' ? await ask.choice('Example code', LANGUAGES, 'none') : 'none');
  const ci = options.ci ?? (await ask.choice('CI stage', CI_SYSTEMS, 'none'));
  return { name, place, capabilities: claimed, interface: kind, language, ci, format: options.format };
}

/** What is written must be of use: it is tried before it is written. */
function check(answers: Answers, dir: string): void {
  const known: string[] = capabilities.map((capability) => capability.id);
  const unknown = answers.capabilities.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const candidate = nearest(unknown, known);
    throw usageError(
      `"${unknown}" is not a capability.${candidate === undefined ? '' : ` Did you mean ${candidate}?`}`,
      `Known: ${known.join(', ')}.`,
    );
  }
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

function write(dir: string, files: readonly InitFile[], mayOverwrite: boolean): void {
  if (existsSync(dir) && !statSync(dir).isDirectory()) throw usageError(`${dir} is not a folder.`);
  const there = files.filter((file) => existsSync(join(dir, file.path))).map((file) => file.path);
  if (there.length > 0 && !mayOverwrite) {
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
}
