import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { printableLine } from '../history/printable.ts';
import { quoted } from '../history/run-env.ts';
import { shortPath } from '../reports/short-path.ts';
import {
  type Counterexample,
  CounterexampleError,
  DriverTarget,
  EndpointTarget,
  OrderFileError,
  readCounterexample,
  readOrders,
  replayJourney,
  replayNotice,
  replayRequest,
  TargetError,
} from '../suite/fuzz/index.ts';
import { setUpError, withSlot } from './fuzz/session.ts';
import { type StateFlags, stateOf, withStateOptions } from './fuzz/state.ts';
import { type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { keyValue } from './support/parse.ts';
import { configHere, type MerchantFlags, readConfig, withMerchantOptions } from './support/read-config.ts';
import {
  checkConsent,
  checkNamed,
  type ReceiverFlags,
  readCallbackCa,
  withReceiverOptions,
} from './support/receiver.ts';
import { readTestShop } from './support/secret.ts';

interface Flags extends MerchantFlags, StateFlags, ReceiverFlags {
  readonly shop?: string;
  readonly callbackUrl?: string;
  readonly order?: string;
  readonly reading: Readonly<Record<string, string>>;
}

/** `gatecheck replay FILE`: runs a counterexample again. */
export function command(): Command {
  const described = withMerchantOptions(
    new Command('replay')
      .description('run a counterexample again: exit 1 still failing, 0 fixed, 3 could not be set up')
      .argument('<file>', 'a counterexample that gatecheck fuzz wrote'),
    'the one in this folder',
  );
  return withReceiverOptions(withStateOptions(described, 'without a driver: '), 'without a driver: ')
    .option('--shop <spec>', 'without a driver: the shop, as ID:env:NAME or ID:@FILE')
    .option('--callback-url <url>', 'without a driver: another endpoint than the one it was found with')
    .option('--order <file>', 'without a driver: other orders than those it was found with')
    .addOption(
      new Option('--reading <name=value>', 'read the specification this way (repeatable)')
        .argParser(keyValue)
        .default({}, 'as it was found'),
    )
    .action(async (file: string, flags: Flags) => {
      process.exitCode = await run(file, flags);
    });
}

async function run(file: string, flags: Flags): Promise<ExitCode> {
  const example = read(file);
  process.stdout.write(`${printableLine(example.flaw)}\n`);
  if (example.target.kind === 'probe')
    throw usageError(
      'this counterexample was found by a probe, and its checkout is not kept.',
      'Run the same gatecheck probe again with its --out: what was found before is tried first.',
    );
  const replayed =
    example.target.kind === 'endpoint'
      ? await atEndpoint(file, example, flags)
      : await atMerchant(file, example, flags);
  if (replayed === 'fixed') {
    process.stdout.write('Fixed: it no longer fails.\n');
    return exitCodes.ok;
  }
  process.stdout.write(`Still failing: ${printableLine(replayed.actual)}\n`);
  for (const line of replayed.story) process.stdout.write(`  ${printableLine(line)}\n`);
  return exitCodes.failed;
}

type Outcome = 'fixed' | { readonly actual: string; readonly story: readonly string[] };

function read(file: string): Counterexample {
  try {
    return readCounterexample(file);
  } catch (error) {
    if (error instanceof CounterexampleError) throw usageError(error.message);
    throw error;
  }
}

async function noticeOutcome(replay: ReturnType<typeof replayNotice>): Promise<Outcome> {
  const result = await replay;
  if (result.outcome === 'fixed') return 'fixed';
  const { finding } = result;
  return { actual: finding.actual, story: finding.trail.map(({ who, text }) => `The ${who} ${text}.`) };
}

/**
 * The merchant that the options name, or the one of this folder. The file may be somebody else's and a configuration
 * runs commands, so that the path in it is only shown. No configuration is the reference shop.
 */
function merchantOf(file: string, { target }: Counterexample, { config, reference }: Flags): MerchantFlags {
  if (config !== undefined) return { config };
  const stored = target.kind === 'config' ? target.config : null;
  if (reference === true || stored === null) return { reference: true };
  const here = configHere();
  if (here === undefined)
    throw usageError(
      `${file} was found with the configuration "${stored}". A configuration runs commands, so that replay uses none that you did not name.`,
      `If you trust it: gatecheck replay ${quoted(file)} --config ${quoted(stored)}`,
    );
  if (here !== stored)
    process.stdout.write(
      `Using ${shortPath(here)}. The file was found with ${printableLine(stored)}; --config names another one.\n`,
    );
  return {};
}

async function atMerchant(file: string, example: Counterexample, flags: Flags): Promise<Outcome> {
  const config = await readConfig(merchantOf(file, example, flags), flags.reading);
  // A merchant whose database outlives the campaign would see the ids of its payments come again; a message needs none.
  const seed = example.kind === 'notification' ? randomInt(2 ** 31) : example.seed;
  return withSlot(config, seed, async (slot) => {
    await slot.gateway.setReadings({ ...example.readings, ...flags.reading });
    if (example.kind === 'journey') {
      const found = await replayJourney(slot, example);
      return found === null ? 'fixed' : { actual: found.broken.actual, story: found.story };
    }
    if (example.kind === 'request') {
      const found = await replayRequest(slot, example);
      return found === null ? 'fixed' : { actual: found.actual, story: [`Expected: ${found.expected}`] };
    }
    const readings = await slot.gateway.readings();
    const target = new DriverTarget(slot, { readings, format: example.format });
    return noticeOutcome(replayNotice(target, example));
  });
}

async function atEndpoint(file: string, example: Counterexample, flags: Flags): Promise<Outcome> {
  if (example.target.kind !== 'endpoint' || example.kind !== 'notification') {
    throw usageError('this counterexample needs a driver.', 'Give --config.');
  }
  const stored = example.target;
  const state = stateOf(flags);
  checkNamed(
    file,
    [
      ...(flags.callbackUrl === undefined ? [{ option: '--callback-url', url: stored.callbackUrl }] : []),
      ...(state === null && stored.stateUrl !== null
        ? [{ option: '--state-url', url: stored.stateUrl }]
        : []),
    ],
    `gatecheck replay ${quoted(file)} --shop ${quoted(flags.shop ?? `${stored.shopId}:env:NAME`)}`,
  );
  if (flags.shop === undefined) {
    throw setUpError(
      'The counterexample does not contain the secret, so the case could not be set up.',
      `Give --shop ${stored.shopId}:env:NAME.`,
    );
  }
  const callbackUrl = flags.callbackUrl ?? stored.callbackUrl;
  if (!URL.canParse(callbackUrl))
    throw usageError(`--callback-url "${callbackUrl}" is not an http or https address.`);
  checkConsent(callbackUrl, '--callback-url', flags.remote);
  try {
    const target = new EndpointTarget({
      callbackUrl,
      ca: readCallbackCa(flags.callbackCa ?? stored.callbackCa),
      shop: readTestShop(flags.shop),
      orders: readOrders(flags.order ?? stored.orders),
      state: state ?? (stored.stateUrl === null ? null : { kind: 'url', url: stored.stateUrl }),
      okMeansAccepted: stored.okMeansAccepted,
      readings: { ...example.readings, ...flags.reading },
      format: example.format,
      settleMs: stored.settleMs,
      timeoutMs: 30_000,
    });
    try {
      return await noticeOutcome(replayNotice(target, example));
    } finally {
      await target.close();
    }
  } catch (error) {
    if (error instanceof OrderFileError) throw usageError(error.message, error.remedy);
    if (error instanceof TargetError) throw setUpError(error.message, error.remedy, error);
    throw error;
  }
}
