import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { harmless } from '../history/printable.ts';
import { ReadingError, type ReadingValues, resolveReadings } from '../simulator/index.ts';
import {
  type DifferenceKind,
  fidelityOf,
  KIND_WORDS,
  StandError,
  textOfFidelity,
} from '../suite/compare/index.ts';
import { CliError, type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { keyValue, list } from './support/parse.ts';
import { leftOutLines, recordingsIn } from './support/recordings.ts';
import { readShop } from './support/secret.ts';

interface Options {
  readonly preset: 'spec' | 'observed';
  readonly reading: Readonly<Record<string, string>>;
  readonly gateway: readonly string[];
  readonly against?: string;
  readonly iMaySendTo?: string;
  readonly shop: readonly string[];
  readonly ignore: readonly DifferenceKind[];
  readonly json?: true;
}

const isKind = (text: string): text is DifferenceKind => Object.hasOwn(KIND_WORDS, text);

/** Collects kinds of differences, for commander. */
function kinds(text: string, before: readonly DifferenceKind[]): DifferenceKind[] {
  if (isKind(text)) return [...before, text];
  throw new InvalidArgumentError(`Expected one of ${Object.keys(KIND_WORDS).join(', ')}.`);
}

/** `gatecheck compare RECORDINGS`: sends recorded requests again, and says how many answers are alike. */
export function command(): Command {
  return new Command('compare')
    .description(
      'send recorded requests again, to the simulator or to a test stand, and count the exchanges and fields that are alike, with each difference and why it is there',
    )
    .argument(
      '<recordings...>',
      'files or folders: histories (NDJSON), HARs, dumps of mitmproxy, access logs with bodies',
    )
    .addOption(
      new Option('--preset <preset>', 'how the simulator reads the specification')
        .choices(['spec', 'observed'] as const)
        .default('observed'),
    )
    .addOption(
      new Option('--reading <name=value>', 'read the specification this way (repeatable)')
        .argParser(keyValue)
        .default({}, 'as the preset'),
    )
    .option(
      '--gateway <url>',
      'the base address of the recorded gateway (repeatable; found by /gateway/v1/ if left out)',
      list,
      [],
    )
    .option(
      '--against <url>',
      'a test stand instead of the simulator: its base, such as https://stand.example/gateway/v1',
    )
    .option(
      '--i-may-send-to <host>',
      'consent to send every recorded request to that stand, orders and payouts included: its host, once more',
    )
    .option(
      '--shop <spec>',
      'with --against: ID:env:NAME or ID:@FILE, to sign anew (repeatable)',
      (spec: string, before: readonly string[]) => [...before, spec],
      [],
    )
    .addOption(
      new Option('--ignore <kind>', 'kinds of differences that do not count (repeatable)')
        .argParser(kinds)
        .default([], 'none'),
    )
    .option('--json', 'print the comparison as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 every answer is alike · 1 some differ · 2 usage or no readable recording · 3 nothing could be compared.',
    )
    .action(async (paths: readonly string[], options: Options) => {
      process.exitCode = await compare(paths, options);
    });
}

async function compare(paths: readonly string[], options: Options): Promise<ExitCode> {
  const readings = readingsOf(options);
  const stand = standOf(options);
  const { recordings, leftOut } = await recordingsIn(paths, options.gateway, readings);
  if (stand !== undefined) {
    const count = recordings.reduce((sum, { recorded }) => sum + recorded.exchanges.length, 0);
    process.stderr.write(`${count} requests go to ${stand.baseUrl}.\n`);
  }
  const target = { readings, ignored: options.ignore, ...(stand === undefined ? {} : { stand }) };
  const fidelity = await fidelityOf(recordings, target).catch((error: unknown) => {
    if (!(error instanceof StandError)) throw error;
    throw new CliError(error.message, {
      exitCode: exitCodes.inconclusive,
      hint: 'Is the address right?',
      cause: error,
    });
  });
  for (const line of leftOutLines(leftOut)) process.stderr.write(`${line}\n`);
  process.stdout.write(
    options.json === true
      ? `${harmless(JSON.stringify({ ...fidelity, leftOut }, null, 2))}\n`
      : textOfFidelity(fidelity, stand?.baseUrl ?? simulatorName(options)),
  );
  const { alike, of } = fidelity.score.exchanges;
  if (of === 0) return exitCodes.inconclusive;
  return alike < of ? exitCodes.failed : exitCodes.ok;
}

/** The simulator, with what it was told of readings. */
const simulatorName = ({ preset, reading }: Options): string =>
  `the simulator (${[preset, ...Object.entries(reading).map((each) => each.join('='))].join(', ')})`;

function readingsOf({ preset, reading }: Options): ReadingValues {
  try {
    return resolveReadings(preset, reading);
  } catch (error) {
    if (error instanceof ReadingError) throw usageError(`--reading: ${error.message}`);
    throw error;
  }
}

/** The stand that requests go to, with its consent; undefined for the simulator. */
function standOf({ against, iMaySendTo, shop }: Options) {
  if (against === undefined) {
    if (iMaySendTo === undefined && shop.length === 0) return undefined;
    throw usageError('--i-may-send-to and --shop are for a stand.', 'Name it by --against URL.');
  }
  if (!URL.canParse(against) || !/^https?:$/.test(new URL(against).protocol))
    throw usageError(
      `--against: "${against}" is no http or https address.`,
      'Expected one such as https://stand.example/gateway/v1.',
    );
  const { host } = new URL(against);
  if (iMaySendTo !== host)
    throw usageError(
      `--against ${against} sends every recorded request there, orders and payouts included.`,
      `Where you may do that, and no money is real, add --i-may-send-to ${host}.`,
    );
  if (shop.length === 0)
    throw usageError('--against needs the key of each recorded shop.', 'Give --shop ID:env:NAME.');
  const keys = new Map(
    shop.map((spec) => {
      const { id, secret } = readShop(spec);
      return [String(id), secret];
    }),
  );
  return {
    baseUrl: against.replace(/(?<!\/)\/+$/, ''),
    secretOf: (id: string) => keys.get(id),
    // What was recorded there exists there already.
    suffix: `-${randomBytes(3).toString('hex')}`,
  };
}
