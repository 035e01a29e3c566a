import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { RecordingError } from '../history/foreign/index.ts';
import { HistoryError } from '../history/index.ts';
import { readAny } from '../reports/audit/read-any.ts';
import { ReadingError, type ReadingValues, resolveReadings } from '../simulator/index.ts';
import {
  type Comparison,
  compareWith,
  compareWithSimulator,
  type Difference,
  exchangesIn,
  type Recorded,
  StandError,
} from '../suite/compare/index.ts';
import { CliError, type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { keyValue, list } from './support/parse.ts';
import { readShop } from './support/secret.ts';

interface Options {
  readonly preset: 'spec' | 'observed';
  readonly reading: Readonly<Record<string, string>>;
  readonly gateway: readonly string[];
  readonly against?: string;
  readonly iMaySendTo?: string;
  readonly shop: readonly string[];
  readonly ignore: readonly Difference['kind'][];
  readonly json?: true;
}

const KIND_WORDS: Readonly<Record<Difference['kind'], string>> = {
  'http-status': 'HTTP status',
  code: 'code',
  shape: 'shape',
  type: 'type',
  order: 'order',
};

const isKind = (text: string): text is Difference['kind'] => Object.hasOwn(KIND_WORDS, text);

/** Collects kinds of differences, for commander. */
function kinds(text: string, before: readonly Difference['kind'][]): Difference['kind'][] {
  if (isKind(text)) return [...before, text];
  throw new InvalidArgumentError(`Expected one of ${Object.keys(KIND_WORDS).join(', ')}.`);
}

/** `gatecheck compare RECORDING`: sends recorded requests again, and says how the answers differ. */
export function command(): Command {
  return new Command('compare')
    .description(
      'send the requests of a recording again, to the simulator or to a test stand, and show where shape, types, codes or order of the answers differ',
    )
    .argument('<recording>', 'a history (NDJSON), a HAR, a dump of mitmproxy or an access log with bodies')
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
      '\nExit codes: 0 every answer is alike · 1 some differ · 2 usage or an unreadable recording · 3 nothing could be compared.',
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await compare(file, options);
    });
}

async function compare(file: string, options: Options): Promise<ExitCode> {
  const readings = readingsOf(options);
  const stand = standOf(options);
  const recorded = await recordedIn(file, options, readings);
  if (stand !== undefined)
    process.stderr.write(`${recorded.exchanges.length} requests go to ${stand.baseUrl}.\n`);
  const whole = await (stand === undefined
    ? compareWithSimulator(recorded, readings)
    : compareWith({ ...stand, readings }, recorded)
  ).catch((error: unknown) => {
    if (!(error instanceof StandError)) throw error;
    throw new CliError(error.message, {
      exitCode: exitCodes.inconclusive,
      hint: 'Is the address right?',
      cause: error,
    });
  });
  const comparison = without(whole, options.ignore);
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : textOf(comparison, stand?.baseUrl ?? `the simulator (${options.preset})`),
  );
  if (comparison.compared.length === 0) return exitCodes.inconclusive;
  return comparison.compared.some(({ differences }) => differences.length > 0)
    ? exitCodes.failed
    : exitCodes.ok;
}

const without = ({ compared, skipped }: Comparison, ignored: Options['ignore']): Comparison => ({
  compared: compared.map((each) => ({
    ...each,
    differences: each.differences.filter(({ kind }) => !ignored.includes(kind)),
  })),
  skipped,
});

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

async function recordedIn(file: string, { gateway }: Options, readings: ReadingValues): Promise<Recorded> {
  try {
    const recordings = await readAny(file, {
      format: undefined,
      foreign: { readings, keys: new Map(), gateway, callback: [] },
      logNames: {},
    });
    const recorded = exchangesIn(recordings.flatMap(({ events }) => events));
    if (recorded.exchanges.length > 0) return recorded;
    const why = [...new Set(recorded.skipped.map((each) => each.why))].join('; ');
    throw usageError(`${file} has no request that could be sent again${why === '' ? '' : `: ${why}`}.`);
  } catch (error) {
    if (error instanceof HistoryError || error instanceof RecordingError)
      throw usageError(`${file}: ${error.message}`);
    if (error instanceof Error && 'code' in error)
      throw usageError(`the recording "${file}" cannot be read (${String(error.code)}).`);
    throw error;
  }
}

interface Told extends Difference {
  readonly operation: string;
  readonly places: number[];
}

/** Each difference once, by operation; of orders the first one for each place. */
function told(compared: Comparison['compared']): Told[] {
  const found = new Map<string, Told>();
  for (const { place, operation, differences } of compared) {
    for (const difference of differences) {
      const { kind, path, recorded, found: here } = difference;
      const key = JSON.stringify([operation, kind, path, ...(kind === 'order' ? [] : [recorded, here])]);
      const known = found.get(key) ?? { ...difference, operation, places: [] };
      known.places.push(place);
      found.set(key, known);
    }
  }
  return [...found.values()];
}

const MOST_PLACES = 5;

/** The comparison for a person. */
function textOf({ compared, skipped }: Comparison, target: string): string {
  const all = told(compared);
  const operations = [...new Set(all.map(({ operation }) => operation))];
  const lines = operations.flatMap((operation) => [
    '',
    operation,
    ...all.filter((each) => each.operation === operation).map(lineOf),
  ]);
  const different = compared.filter(({ differences }) => differences.length > 0).length;
  const left = skipped.map(({ place, what, why }) => `Not sent: request ${place}, ${what}: ${why}.`);
  const sum = `${compared.length} requests sent again to ${target}: ${compared.length - different} answered alike, ${different} differ. Values are not compared.`;
  return `${[...left, ...lines, ...(lines.length > 0 ? [''] : []), sum].join('\n')}\n`;
}

function lineOf({ kind, path, recorded, found, places }: Told): string {
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  const where = `request ${places.slice(0, MOST_PLACES).join(', ')}${more}`;
  return `  ${KIND_WORDS[kind].padEnd(12)}${path === '' ? '(answer)' : path}: recorded ${recorded}, here ${found} (${where})`;
}
