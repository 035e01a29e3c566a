/** `gatecheck simulate`: the gateway with its control plane, for as long as nobody ends it. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import pc from 'picocolors';
import type { ShopConfig, Simulator, SimulatorOptions } from '../simulator/index.ts';
import { digest } from '../simulator/protocol/sign-digest.ts';
// Not from the public entry: with all that it describes, a gateway would answer later.
import { PortInUseError, SimulatorOptionError } from '../simulator/server/errors.ts';
import { startSimulator } from '../simulator/server/start.ts';
import { StoreFailure, SYNC_MODES } from '../simulator/server/store.ts';
import { startSentinel, worksAlone } from '../suite/process/sentinel.ts';
import { readFaults } from './simulate-faults.ts';
import { createLines, type Line } from './simulate-lines.ts';
import { type GivenShops, givenReadings, givenShops } from './simulate-options.ts';
import { CliError, exitCodes, usageError } from './support/exit.ts';
import { leanHeap } from './support/lean-heap.ts';
import { callbackCaOption, readCallbackCa } from './support/receiver.ts';
import { readSecret, secretForms } from './support/secret.ts';
import { signalCodes, takeSignals } from './support/signals.ts';

/** How many events are held in memory; a store has all. */
const journalEvents = 5000;

export function command(): Command {
  return simulate().action(run) as unknown as Command;
}

function simulate() {
  return new Command('simulate')
    .description('Plays the payment gateway until it is interrupted.')
    .option('--port <port>', 'port of the gateway; 0 takes a free one', portNumber, 8040)
    .option('--control-port <port>', 'port of the control plane and the console', portNumber, 8041)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option(
      '--control-token <spec>',
      `bearer token of the control plane: ${secretForms}; with it, it listens on --host too`,
    )
    .option('--public-url <url>', 'origin under which shops and payers reach the gateway', webOrigin)
    .option('--shop <spec>', 'a shop, as ID:env:NAME or ID:@FILE; repeatable', gather, [])
    .option(
      '--test-secret <spec>',
      "a shop's secret on the test base, in the same form; repeatable",
      gather,
      [],
    )
    .option('--callback-url <[shop=]url>', 'where notifications go; repeatable', gather, [])
    .option(
      '--allow-callbacks-to <host>',
      'a host other than loopback that callback_url may name; repeatable',
      gather,
      [],
    )
    .option(
      '--sender <address>',
      'a local address that notifications come from, in turn; repeatable',
      gather,
      [],
    )
    .option(...callbackCaOption)
    .option('--variation', 'legal variations: new fields, other orders of members, late answers', false)
    .option(
      '--payway <file>',
      'a payway, or a recorded list of them (JSON), for every shop; repeatable',
      gather,
      [],
    )
    .option('--shop-config <file>', 'lists of payways, balances and permissions (JSON) of every shop')
    .option('--bare-base', 'operations are reached without the prefix /gateway/v1, too')
    .option('--repeated-order-ids', 'a shop_order_id may be used again; the newest invoice counts')
    .option('--preset <name>', 'what the interpretations start from: spec or observed', 'spec')
    .option('--seed <number>', 'seed of ids and everything random; printed', wholeNumber)
    .option('--rate <number>', 'gateway seconds per real second', positiveNumber)
    .option('--virtual-clock', 'time moves by POST /clock/advance only')
    .option('--faults <file>', 'a JSON array of faults to arm at the start')
    .option(
      '--reading <id=value>',
      'chooses an interpretation of the specification (gatecheck list readings); repeatable',
      gather,
      [],
    )
    .option(
      '--store <file>',
      'keeps all that it knows, and all that happened, in this file, and continues from it',
    )
    .addOption(
      new Option('--store-sync <when>', 'when the disk has it: what a crash of the machine may cost').choices(
        SYNC_MODES,
      ),
    )
    .option('--store-keep <events>', 'keep only so many of the last events; what it knows stays', wholeNumber)
    .option('--journal <file>', 'writes what happens as NDJSON; with --store, all that it has kept of it')
    .option('--retain <number>', 'keep only so many final invoices and payouts in memory', wholeNumber)
    .addOption(
      new Option(
        '--transport <name>',
        'HTTP server: mockttp takes rules of your own, node is the fast path, several times as fast',
      )
        .choices(['mockttp', 'node'] as const)
        .default('mockttp' as const),
    )
    .option('--rules <file>', 'a module whose default export adds mockttp rules before the gateway')
    .option('--tls <ca-file>', 'serve https; the file gets the certificate to trust')
    .option('--quiet', 'say only that it is ready, and nothing of what happens')
    .option('--json', 'print lines of JSON: one when ready, then one for whatever happens');
}

type Options = ReturnType<ReturnType<typeof simulate>['opts']>;

async function run(options: Options): Promise<void> {
  void startSentinel({ signals: signalCodes });
  const given = givenShops(options.shop, options.testSecret, options.callbackUrl);
  for (const warning of given.warnings) process.stderr.write(`Warning: ${warning}\n`);
  const ended = new Promise<void>((resolve) => {
    let asked = 0;
    takeSignals(() => {
      asked += 1;
      // Whoever asks twice does not want to wait for a clean end.
      if (asked > 1) process.exit(exitCodes.interrupted);
      resolve();
    });
  });
  const rules = await rulesOf(options);
  const simulator = await start({ ...(await simulatorOptions(options, given)), ...narration(options) });
  // Not before what a store told is in memory: that stays, and is collected in vain.
  leanHeap();
  try {
    await rules?.(simulator);
  } catch (error) {
    await simulator.stop();
    throw error;
  }
  process.stdout.write(
    options.json ? `${JSON.stringify(ready(simulator, given))}\n` : greeting(simulator, given),
  );
  await ended;
  worksAlone();
  await simulator.stop();
}

/** Has a line written for whatever happens from now on. */
function narration({ quiet, json }: Options): Pick<SimulatorOptions, 'onEvent'> {
  if (quiet === true) return {};
  const lineOf = createLines();
  const write = json === true ? JSON.stringify : plainLine;
  let isHeard = true;
  // Whoever has read enough, as `| head` does, ends the talk and not the gateway.
  process.stdout.removeAllListeners('error').on('error', () => {
    isHeard = false;
  });
  return {
    onEvent: (event) => {
      const line = lineOf(event);
      if (line !== undefined && isHeard) process.stdout.write(`${write(line)}\n`);
    },
  };
}

const SIGNS = { request: '→', notification: '←', change: '•' } as const;

const plainLine = ({ at, kind, ok, text }: Line): string =>
  `${pc.dim(at.slice(11, 19))} ${SIGNS[kind]} ${ok ? text : pc.red(text)}`;

/** What adds the tester's own rules, loaded only for those who have some. */
async function rulesOf({
  rules,
  transport,
}: Options): Promise<((simulator: Simulator) => Promise<void>) | undefined> {
  if (rules === undefined) return undefined;
  if (transport === 'node') throw usageError('--rules: rules need --transport mockttp.');
  const { addRules, readRules } = await import('./simulate-rules.ts');
  const add = await readRules(rules);
  return (simulator) => addRules(simulator, rules, add);
}

/** The given shops, with what files say of them; loaded only where there are some. */
async function shopsOf({ shopConfig, payway }: Options, { shops }: GivenShops): Promise<ShopConfig[]> {
  if (shopConfig === undefined && payway.length === 0) return shops;
  const { shopsFromFiles } = await import('./simulate-shops.ts');
  return shopsFromFiles(shops, shopConfig, payway);
}

async function simulatorOptions(options: Options, given: GivenShops): Promise<SimulatorOptions> {
  const deliveryCa = readCallbackCa(options.callbackCa);
  if (options.virtualClock === true && options.rate !== undefined) {
    throw usageError('--virtual-clock and --rate: give one of them.');
  }
  return {
    host: options.host,
    port: options.port,
    controlPort: options.controlPort,
    ...(options.controlToken === undefined
      ? {}
      : { controlToken: readSecret(options.controlToken, '--control-token'), controlHost: options.host }),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    shops: await shopsOf(options, given),
    bareBase: options.bareBase === true,
    repeatedOrderIds: options.repeatedOrderIds === true,
    allowCallbacksTo: options.allowCallbacksTo,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    clock: options.virtualClock === true ? { kind: 'virtual' } : { kind: 'real', rate: options.rate ?? 1 },
    transport: options.transport,
    readings: givenReadings(options.reading, options.preset),
    variation: options.variation,
    ...(deliveryCa === undefined ? {} : { deliveryCa }),
    ...(options.sender.length === 0 ? {} : { senders: options.sender }),
    behaviour: 'autopilot',
    magic: true,
    journalRetention: journalEvents,
    ...(options.retain === undefined ? {} : { retainFinished: options.retain }),
    ...storeOptions(options),
    ...(options.journal === undefined ? {} : { journalFile: options.journal }),
    onFailure: endAtOnce,
    ...(options.faults === undefined ? {} : { faults: await readFaults(options.faults) }),
    ...(options.tls === undefined ? {} : { tls: { caFile: options.tls } }),
  };
}

async function start(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    if (error instanceof PortInUseError) {
      const flag = error.port === options.port ? '--port' : '--control-port';
      throw usageError(`${flag}: ${error.message}.`);
    }
    if (error instanceof SimulatorOptionError) throw usageError(`${error.message}.`);
    if (error instanceof StoreFailure) throw failure(error);
    throw error;
  }
}

function storeOptions({ store, storeSync, storeKeep }: Options): Pick<SimulatorOptions, 'store'> {
  if (store !== undefined) return { store: { path: store, sync: storeSync, keepEvents: storeKeep } };
  if (storeSync !== undefined) throw usageError('--store-sync: there is no store.', 'Name one with --store.');
  if (storeKeep !== undefined) throw usageError('--store-keep: there is no store.', 'Name one with --store.');
  return {};
}

const failure = (error: unknown): CliError =>
  new CliError(`${error instanceof Error ? error.message : String(error)}.`, {
    exitCode: exitCodes.inconclusive,
    hint: 'The simulator ends: nothing is acknowledged that it cannot keep. What it acknowledged before is kept.',
  });

/** Nothing that follows could be kept, so nothing may be answered any more. */
function endAtOnce(error: unknown): void {
  const { message, hint, exitCode } = failure(error);
  process.stderr.write(`gatecheck: ${message}\n  ${hint}\n`);
  process.exit(exitCode);
}

function ready(simulator: Simulator, { shops }: GivenShops) {
  const { baseUrl, testBaseUrl, controlUrl, seed } = simulator;
  return {
    ready: true,
    gateway: { baseUrl, testBaseUrl },
    control: { url: controlUrl, openapi: `${controlUrl}/openapi.json`, console: `${controlUrl}/` },
    seed,
    shops: shops.map(({ id }) => id),
  };
}

function greeting(simulator: Simulator, given: GivenShops): string {
  const { baseUrl, testBaseUrl, controlUrl, seed } = simulator;
  const rows = [
    ['gateway', baseUrl],
    ['test base', testBaseUrl],
    ['console', `${controlUrl}/`],
    ['control', `${controlUrl}/openapi.json`],
    ...given.shops.map(({ id, callbackUrl }, index): [string, string] => [
      `shop ${id}`,
      `secret from ${given.origins[index]}; notifications to ${callbackUrl ?? 'the callback_url of each request'}`,
    ]),
    ['seed', String(seed)],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return `${[
    pc.bold('gatecheck plays the payment gateway.'),
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(width)}  ${value}`),
    '',
    'A first request, signed and ready to be pasted:',
    `  ${firstRequest(baseUrl, given)}`,
    '',
    'What happens is told here, in UTC: → a request, ← a notification, • a change. Ctrl-C ends it.',
  ].join('\n')}\n`;
}

/** Another order each time, since a gateway that goes on from its store knows the earlier ones. */
function firstRequest(baseUrl: string, { shops: [shop] }: GivenShops): string {
  const order = `order-${Date.now().toString(36)}`;
  const sign = digest(`100.00:643:card_rub:${shop?.id}:${order}`, shop?.secret ?? '');
  const fields = {
    shop_id: shop?.id,
    shop_order_id: order,
    amount: '100.00',
    currency: 643,
    payway: 'card_rub',
  };
  return `curl -s ${baseUrl}/invoice/create -H 'Content-Type: application/json' -d '${JSON.stringify({ ...fields, sign })}'`;
}

function gather(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected a port, 0 to 65535.');
  return port;
}

function wholeNumber(text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('Expected a whole number.');
  return number;
}

function positiveNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number > 0) || !Number.isFinite(number)) {
    throw new InvalidArgumentError('Expected a number above 0.');
  }
  return number;
}

function webOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text) || new URL(text).pathname !== '/') {
    throw new InvalidArgumentError('Expected an origin, such as http://gateway.test:8040.');
  }
  return new URL(text).origin;
}
