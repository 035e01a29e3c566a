import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import {
  defaultShop,
  type InvoiceView,
  makePayway,
  PortInUseError,
  type Simulator,
} from '../simulator/index.ts';
import { resolveReadings } from '../simulator/protocol/readings.ts';
import { startSimulator } from '../simulator/server/start.ts';
import { Checkouts, type EndpointOrder, EndpointTarget, TargetError } from '../suite/fuzz/index.ts';
import { GatewayClient, GatewayClientError } from '../suite/gateway-client/index.ts';
import { conclude } from './fuzz/notices.ts';
import { type CampaignFlags, withCampaignOptions } from './fuzz/options.ts';
import { setUpError } from './fuzz/session.ts';
import { type StateFlags, stateOf, withStateOptions } from './fuzz/state.ts';
import { createLines } from './simulate-lines.ts';
import { type ExitCode, usageError } from './support/exit.ts';
import { integer } from './support/parse.ts';
import { checkConsent, type ReceiverFlags, readCallbackCa, withReceiverOptions } from './support/receiver.ts';
import { readTestShop } from './support/secret.ts';
import { signalCodes, takeSignals } from './support/signals.ts';

interface Flags extends Omit<CampaignFlags, 'config' | 'reference'>, StateFlags, ReceiverFlags {
  readonly shop?: string;
  readonly checkout?: string;
  readonly callbackUrl?: string;
  readonly okMeansAccepted?: true;
  readonly settle: number;
  readonly host: string;
  readonly port: number;
  readonly publicUrl?: string;
  readonly orders: number;
  readonly payway?: string;
}

/** `gatecheck probe`: plays the gateway for a checkout of a shop as it is, and tries its notification endpoint. */
export function command(): Command {
  const described = withCampaignOptions(
    new Command('probe').description(
      'play the gateway for a real checkout of the shop, learn its order, and send genuine and forged notifications about it and others like it',
    ),
    200,
    false,
  );
  return withReceiverOptions(withStateOptions(described))
    .option('--shop <spec>', 'the shop, as ID:env:NAME or ID:@FILE')
    .option(
      '--checkout <command>',
      'makes one new order: the shop\'s checkout as a command, such as the browser\'s "Copy as cURL"',
    )
    .option('--callback-url <url>', "where notifications go, if the shop's request names no callback_url")
    .option('--ok-means-accepted', 'the endpoint replies OK exactly to what it accepts')
    .option(
      '--settle <ms>',
      'how long the endpoint may take to apply a notification',
      integer(0, 600_000),
      300,
    )
    .option('--orders <number>', 'how many checkouts are made at most', integer(1, 100_000), 60)
    .option('--payway <alias>', 'a payway of the shop that the fake gateway does not have by itself')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port of the gateway; 0 takes a free one', integer(0, 65_535), 8040)
    .option('--public-url <url>', 'origin under which the shop reaches the gateway')
    .action(async (flags: Flags) => {
      process.exitCode = await run(flags);
    });
}

async function run(flags: Flags): Promise<ExitCode> {
  if (flags.shop === undefined)
    throw usageError('--shop is missing.', 'Give the shop and its secret: --shop 5:env:SHOP_KEY.');
  if (flags.callbackUrl !== undefined && !URL.canParse(flags.callbackUrl))
    throw usageError(`--callback-url "${flags.callbackUrl}" is not an http or https address.`);
  if (flags.callbackUrl !== undefined) checkConsent(flags.callbackUrl, '--callback-url', flags.remote);
  const shop = readTestShop(flags.shop);
  const state = stateOf(flags);
  const ca = readCallbackCa(flags.callbackCa);
  const seed = flags.seed ?? randomInt(2 ** 31);
  const lines: string[] = [];
  const simulator = await gateway(flags, shop, lines);
  const client = new GatewayClient(simulator.control);
  const checkouts = new Checkouts({
    gateway: client,
    command: flags.checkout ?? null,
    timeoutMs: 20_000,
    most: flags.orders,
    seen: () => lines,
  });
  takeSignals((signal) => {
    process.stderr.write('Interrupted.\n');
    void simulator.stop().finally(() => process.exit(signalCodes[signal]));
  });
  try {
    process.stdout.write(
      `The gateway is ${simulator.baseUrl}: point the shop at it, with shop id ${shop.id} and this secret.\n`,
    );
    const first =
      flags.checkout === undefined ? await byHand(checkouts, flags.orders) : [await checkouts.next()];
    const orders = first.filter((order): order is EndpointOrder => order !== undefined);
    const learned = await client.invoices({ shopOrderId: orders[0]?.shop_order_id ?? '' });
    const callbackUrl = flags.callbackUrl ?? learned[0]?.callbackUrl ?? undefined;
    tell(learned[0], callbackUrl, lines);
    if (callbackUrl === undefined)
      throw new TargetError(
        "The shop's request names no callback_url.",
        'Give the address of its notifications with --callback-url.',
      );
    checkConsent(callbackUrl, 'The callback_url of the shop', flags.remote);
    const target = new EndpointTarget({
      callbackUrl,
      ca,
      shop,
      orders,
      ...(flags.checkout === undefined ? {} : { more: () => checkouts.next() }),
      truth: (paymentId, status) => move(client, Number(paymentId), status),
      state,
      okMeansAccepted: flags.okMeansAccepted === true,
      readings: resolveReadings('spec', flags.reading),
      format: 'json',
      settleMs: flags.settle,
      timeoutMs: 30_000,
    });
    try {
      return await conclude(
        target,
        flags,
        seed,
        { kind: 'probe', callbackUrl, shopId: shop.id },
        callbackUrl,
      );
    } finally {
      await target.close();
    }
  } catch (error) {
    if (error instanceof TargetError) throw setUpError(error.message, error.remedy, error);
    throw error;
  } finally {
    await checkouts.close();
    await simulator.stop();
  }
}

const MOST_LINES = 200;

/** The fake gateway, which tells nobody of anything by itself. */
async function gateway(
  { host, port, publicUrl, payway }: Flags,
  { id, secret }: { readonly id: number; readonly secret: string },
  lines: string[],
): Promise<Simulator> {
  const shop = defaultShop(id, secret);
  const lineOf = createLines();
  try {
    return await startSimulator({
      host,
      port,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      shops: [payway === undefined ? shop : { ...shop, inputs: [...shop.inputs, makePayway(9_000, payway)] }],
      clock: { kind: 'real', rate: 1 },
      transport: 'node',
      allowCallbacksTo: ['*'],
      onEvent: (event) => {
        const line = lineOf(event);
        if (line?.kind === 'request') lines.splice(0, Math.max(0, lines.length - MOST_LINES), line.text);
      },
    });
  } catch (error) {
    if (error instanceof PortInUseError)
      throw usageError(`--port: ${error.message}.`, 'Give another one, or 0.');
    throw error;
  }
}

/** Moves an invoice, which stays as it is where it cannot get there any more. */
async function move(client: GatewayClient, paymentId: number, status: number): Promise<void> {
  try {
    await client.setInvoiceStatus(paymentId, { status, notify: 'none' });
  } catch (error) {
    if (!(error instanceof GatewayClientError) || error.status !== 409) throw error;
  }
}

/** What the first checkout taught. */
function tell(
  invoice: InvoiceView | undefined,
  callbackUrl: string | undefined,
  lines: readonly string[],
): void {
  if (invoice === undefined) return;
  const { shopOrderId, amount, currency, payway, mode } = invoice;
  process.stdout.write(
    `Learned of a checkout: ${mode === 'hold' ? 'a hold for ' : ''}order ${JSON.stringify(shopOrderId)} over ${amount} (currency ${currency}), payway ${payway}, notifications to ${callbackUrl ?? 'nowhere'}.\n${lines
      .slice(-1)
      .map((line) => `  ${line}\n`)
      .join('')}`,
  );
}

const HAND_WAIT_MS = 200;

/** Orders of checkouts that a person makes: as many as are wanted, or until Enter. */
async function byHand(checkouts: Checkouts, wanted: number): Promise<(EndpointOrder | undefined)[]> {
  const terminal = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined;
  let enough = false;
  void terminal?.question('').then(() => {
    enough = true;
  });
  process.stdout.write(
    `Make a checkout in the shop, up to where the payer is sent on. Each gives one order; a dozen is good, up to ${wanted} are taken${terminal === undefined ? '' : ', and Enter ends it'}.\n`,
  );
  let count = 0;
  while (!enough && count < wanted) {
    const before = count;
    count += await checkouts.take();
    if (count > before) process.stdout.write(`  ${count} order${count === 1 ? '' : 's'}\n`);
    else await sleep(HAND_WAIT_MS);
    // Enter before the first checkout says nothing yet.
    if (count === 0) enough = false;
  }
  terminal?.close();
  return Promise.all(Array.from({ length: count }, () => checkouts.next()));
}
