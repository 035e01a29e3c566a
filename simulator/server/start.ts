import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createGateway } from '../core/gateway.ts';
import { createRandom } from '../core/random.ts';
import { createFaultEngine } from '../faults/engine.ts';
import { HISTORY_SCHEMA } from '../protocol/history-schema.ts';
import { REPLY_TIME_LIMIT_MS, SIZE_LIMIT_BYTES } from '../protocol/limits.ts';
import { resolveReadings } from '../protocol/readings.ts';
import { hostAndPort, hostOf, originOf } from './addresses.ts';
import { type AnswerGate, createAnswerGate } from './answer-gate.ts';
import { armAll } from './arming.ts';
import { checkControlOptions } from './control/options.ts';
import { createCourier } from './delivery.ts';
import { createDispatcher } from './dispatcher.ts';
import { createExchangeListener } from './exchange.ts';
import { addForeignEvent } from './foreign-event.ts';
import { type Closing, openHistory } from './history.ts';
import type { Simulator, SimulatorOptions } from './options.ts';
import { payerPage } from './pages/payer.ts';
import { createReleases } from './releases.ts';
import type { Runtime } from './runtime.ts';
import { checkShops } from './start-checks.ts';
import { createTimeline } from './timeline.ts';
import { createTls } from './tls.ts';
import { type CallListener, submitTo, type Transport, type TransportOptions } from './transport.ts';
import type { MockttpTransport } from './transport-mockttp.ts';
import { packageVersion } from './version.ts';

const loopback = '127.0.0.1';
const defaultHoldCapMs = 60_000;
const defaultReplyTimeMs = 30_000;
const defaultSizeLimitBytes = 1024 * 1024;

/**
 * Starts a gateway with its control plane. When the promise resolves, both listen.
 *
 * @throws PortInUseError for a fixed port that is taken, SimulatorOptionError for an option that cannot be
 *   carried out; nothing stays open then.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const control = {
    host: options.controlHost ?? loopback,
    port: options.controlPort ?? 0,
    token: options.controlToken,
  };
  checkControlOptions(control);
  checkShops(options);
  const closing: Closing = [];
  const closeAll = async () => {
    for (const close of closing.splice(0)) await close();
  };
  try {
    return await compose(options, control, closing, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function compose(
  options: SimulatorOptions,
  control: { host: string; port: number; token: string | undefined },
  closing: Closing,
  closeAll: () => Promise<void>,
): Promise<Simulator> {
  const host = options.host ?? loopback;
  const addresses: Addresses = { origin: options.publicUrl?.replace(/(?<!\/)\/+$/, '') ?? '', control: '' };
  const recorded = await startCore(options, () => addresses.origin, closing);
  const runtime = startRuntime(options, recorded, addresses, closing, (call, caller) =>
    listener(call, caller),
  );
  const { timeline, seed } = runtime;
  const listener = listenerOf(options, recorded.gate, runtime);

  const tls = options.tls === undefined || options.tls === false ? undefined : await createTls(options.tls);
  const transport = await startTransport(options, {
    host,
    port: options.port ?? 0,
    tls,
    ...requestLimits(options, recorded.core),
    listener,
  });
  closing.unshift(() => transport.close());
  if (addresses.origin === '') addresses.origin = originOf(host, transport.port, tls !== undefined);

  const { startControl } = await import('./control/server.ts');
  const controlServer = await startControl(runtime, control);
  closing.unshift(() => controlServer.close());
  addresses.control = originOf(control.host, controlServer.port, false);
  timeline.kick();

  let stopped: Promise<void> | undefined;
  return {
    origin: addresses.origin,
    baseUrl: `${addresses.origin}/gateway/v1`,
    testBaseUrl: `${addresses.origin}/test/gateway/v1`,
    controlUrl: addresses.control,
    ...('mockttp' in transport ? { mockttp: transport.mockttp } : {}),
    control: controlServer.answer,
    note: (event) => void addForeignEvent(runtime, event),
    seed,
    stop() {
      stopped ??= closeAll();
      return stopped;
    },
  };
}

/** Where the gateway and its control plane are reached: empty until they listen. */
interface Addresses {
  origin: string;
  control: string;
}

/** The core, and the journal in which all that it does is written. */
interface RecordedCore extends Pick<Runtime, 'core' | 'clock' | 'journal' | 'faults' | 'seed' | 'senders'> {
  readonly gate: AnswerGate;
}

async function startCore(
  options: SimulatorOptions,
  origin: () => string,
  closing: Closing,
): Promise<RecordedCore> {
  const seed = options.seed ?? randomInt(2 ** 31);
  const readings = options.readings ?? resolveReadings();
  const senders = options.senders ?? [loopback];
  const history = await openHistory(options, closing);
  const { clock, journal } = history;
  const gate = createAnswerGate();
  const faults = createFaultEngine([], createRandom(seed + 1), (event) => journal.emit(event));
  const core = createGateway(
    {
      shops: options.shops,
      readings,
      senders,
      behaviour: options.behaviour ?? 'manual',
      magic: options.magic ?? false,
      variation: options.variation ?? false,
      seed,
      publicOrigin: origin,
      remembers: history.keeps,
      bareBase: options.bareBase ?? false,
      repeatedOrderIds: options.repeatedOrderIds ?? false,
      ...(options.retainFinished === undefined ? {} : { retainFinished: options.retainFinished }),
      ...(options.maxRequestBytes === undefined ? {} : { maxRequestBytes: options.maxRequestBytes }),
    },
    {
      clock,
      random: createRandom(seed),
      faults,
      emit: (event) => {
        gate.observe(event);
        journal.emit(event);
      },
    },
  );
  history.remember(core, faults);
  journal.emit({
    kind: 'run',
    schema: HISTORY_SCHEMA,
    version: packageVersion(),
    seed,
    clock: clock.mode,
    readings: { ...core.readings() },
    shops: options.shops.map(({ id }) => ({ id })),
    ...(options.merchant === undefined ? {} : { merchant: options.merchant }),
    ...(options.soleClient === true ? { soleClient: true } : {}),
  });
  armAll(faults, history.unarmed(faults, options.faults ?? []));
  // A store that cannot be written is told before anybody is answered.
  journal.persist();
  return { core, clock, journal, faults, seed, senders, gate };
}

/** Adds to the core what delivers notifications and lets due things happen. */
function startRuntime(
  options: SimulatorOptions,
  { gate, ...recorded }: RecordedCore,
  addresses: Addresses,
  closing: Closing,
  listener: CallListener,
): Runtime {
  const { core, clock, journal } = recorded;
  const stopping = new AbortController();
  // As many journal streams as testers like may wait for the end.
  setMaxListeners(0, stopping.signal);
  const courier = createCourier({
    timeoutMs:
      options.deliveryTimeoutMs ??
      REPLY_TIME_LIMIT_MS[core.readings()['notification.reply-time-limit']] ??
      defaultReplyTimeMs,
    ca: options.deliveryCa,
    addresses: {
      allowed: options.allowCallbacksTo ?? [],
      shopHosts: () => core.shops().flatMap(({ callbackUrl }) => hostOf(callbackUrl)),
      own: () => (addresses.control === '' ? [] : [hostAndPort(new URL(addresses.control))]),
    },
  });
  const onKill = killerOf(options);
  const dispatcher = createDispatcher({ core, courier, gate, onKill, onSettled: () => timeline.kick() });
  const timeline = createTimeline({
    core,
    clock,
    dispatcher,
    onMove: (from, to) =>
      journal.emit({ kind: 'clock', from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
  });
  const releases = createReleases();
  closing.unshift(async () => {
    stopping.abort();
    releases.releaseAll();
    const closed = timeline.close();
    await courier.close();
    await closed;
  });
  return {
    ...recorded,
    version: packageVersion(),
    secrets: options.shops.flatMap(({ secret, testSecret }) => [secret, testSecret ?? '']),
    secretsOf: (shopId) => {
      const { shops } = options;
      const shop = shopId === undefined ? shops[0] : shops.find(({ id }) => String(id) === String(shopId));
      return shop === undefined
        ? []
        : [shop.secret, ...(shop.testSecret === undefined ? [] : [shop.testSecret])];
    },
    origin: () => addresses.origin,
    courier,
    dispatcher,
    timeline,
    releases,
    submit: (call) => submitTo(listener, call),
    stopping: stopping.signal,
  };
}

const killerOf = ({ onKill }: SimulatorOptions): ((restart: boolean) => Promise<void>) =>
  onKill ?? (async () => undefined);

/** What answers the requests that arrive. */
function listenerOf(options: SimulatorOptions, gate: AnswerGate, runtime: Runtime): CallListener {
  const { core, clock, journal, timeline, dispatcher, faults, releases } = runtime;
  return createExchangeListener({
    core,
    gate,
    now: () => clock.now(),
    holdCapMs: options.readTimeoutCapMs ?? defaultHoldCapMs,
    persist: () => journal.persist(),
    kick: () => timeline.kick(),
    delivered: (notification) => {
      dispatcher.pump();
      return dispatcher.pending(notification);
    },
    // One that was let go before its answer came so far waits for nobody.
    released: (fault) => (faults.list().some(({ id }) => id === fault) ? releases.wait(fault) : undefined),
    onKill: killerOf(options),
    readFirst: options.readFirst ?? false,
    page: (request) => payerPage(runtime, request),
  });
}

/** How long requests may be, which a reading says where no option does. */
function requestLimits(
  { maxRequestBytes: fixed }: SimulatorOptions,
  core: Runtime['core'],
): Pick<TransportOptions, 'maxRequestBytes' | 'mostRequestBytes'> {
  return {
    maxRequestBytes: () =>
      fixed ?? SIZE_LIMIT_BYTES[core.readings()['request.size-limit']] ?? defaultSizeLimitBytes,
    mostRequestBytes: fixed ?? Math.max(...Object.values(SIZE_LIMIT_BYTES)),
  };
}

async function startTransport(
  { transport, mockttp }: SimulatorOptions,
  options: TransportOptions,
): Promise<Transport | MockttpTransport> {
  if (transport === 'node') {
    const { startNodeTransport } = await import('./transport-node.ts');
    return startNodeTransport(options);
  }
  const { startMockttpTransport } = await import('./transport-mockttp.ts');
  return startMockttpTransport({ ...options, mockttp });
}
