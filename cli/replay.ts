import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
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
import { type MerchantFlags, readConfig, withMerchantOptions } from './support/read-config.ts';
import { checkConsent, type ReceiverFlags, readCallbackCa, withReceiverOptions } from './support/receiver.ts';
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
    'the one it was found with',
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
  process.stdout.write(`${example.flaw}\n`);
  if (example.target.kind === 'probe')
    throw usageError(
      'this counterexample was found by a probe, and its checkout is not kept.',
      'Run the same gatecheck probe again with its --out: what was found before is tried first.',
    );
  const replayed =
    example.target.kind === 'endpoint'
      ? await atEndpoint(file, example, flags)
      : await atMerchant(example, flags);
  if (replayed === 'fixed') {
    process.stdout.write('Fixed: it no longer fails.\n');
    return exitCodes.ok;
  }
  process.stdout.write(`Still failing: ${replayed.actual}\n`);
  for (const line of replayed.story) process.stdout.write(`  ${line}\n`);
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

/** The merchant that the options name, or the one it was found with: no configuration is the reference shop. */
function merchantOf({ target }: Counterexample, { config, reference }: Flags): MerchantFlags {
  if (config !== undefined) return { config };
  const stored = target.kind === 'config' ? target.config : undefined;
  if (reference === true || stored === null) return { reference: true };
  return stored === undefined ? {} : { config: stored };
}

async function atMerchant(example: Counterexample, flags: Flags): Promise<Outcome> {
  const config = await readConfig(merchantOf(example, flags), flags.reading);
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
  if (flags.shop === undefined) {
    throw setUpError(
      'The counterexample does not contain the secret, so the case could not be set up.',
      `Give --shop ${stored.shopId}:env:NAME.`,
    );
  }
  const callbackUrl = flags.callbackUrl ?? stored.callbackUrl;
  if (!URL.canParse(callbackUrl))
    throw usageError(`--callback-url "${callbackUrl}" is not an http or https address.`);
  checkConsent(callbackUrl, flags.callbackUrl === undefined ? file : '--callback-url', flags.remote);
  try {
    const target = new EndpointTarget({
      callbackUrl,
      ca: readCallbackCa(flags.callbackCa ?? stored.callbackCa),
      shop: readTestShop(flags.shop),
      orders: readOrders(flags.order ?? stored.orders),
      state: stateOf(flags) ?? (stored.stateUrl === null ? null : { kind: 'url', url: stored.stateUrl }),
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
