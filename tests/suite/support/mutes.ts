import type { Browser } from '@playwright/test';
import type { StimulusKind } from '../../../history/index.ts';
import type { ControlAnswer, ControlCall, DeliveriesRequest, Fault } from '../../../simulator/index.ts';
import type { BrowserSource } from '../../../suite/browser.ts';
import type { Slot } from '../../../suite/slots/index.ts';

/** A stimulus that never takes place while everything says that it did. */
export interface Mute {
  readonly name: string;
  /** Checks that give one of these may not pass. */
  readonly kinds: readonly StimulusKind[];
  /** Checks that give this as well are left to another row. */
  readonly without?: StimulusKind;
  /** One check of so many is enough: another row silences the same stimulus for all of them. */
  readonly oneOf?: number;
  readonly slot?: (slot: Slot) => Slot;
  readonly browser?: (source: BrowserSource) => BrowserSource;
}

type Answered = (call: ControlCall) => ControlAnswer | ControlCall;

const isPost = ({ method, path }: ControlCall, wanted: string): boolean =>
  method === 'POST' && path === wanted;

/** The control plane, answering some of its calls as if it had carried them out, or carrying out others instead. */
function controlled(slot: Slot, change: Answered): Slot {
  return {
    ...slot,
    control: async (call) => {
      const changed = change(call);
      return 'ok' in changed ? changed : slot.control(changed);
    },
  };
}

const hostile = (body: unknown): body is DeliveriesRequest =>
  (body as DeliveriesRequest).deliveries.some(({ genuine }) => genuine !== true);

/** What a receiver that takes everything would reply. */
const OK = {
  outcome: 'replied',
  status: 200,
  headers: {},
  body: 'OK',
  bytes: 2,
  latencyMs: 1,
  written: true,
};

function made(request: DeliveriesRequest): ControlAnswer {
  const replies = request.deliveries.map((_, index) => ({
    ...OK,
    notification: `made-up-${index}`,
    attempt: 1,
  }));
  return { ok: true, body: { replies } };
}

/** Sends what is hostile to another address than the merchant's. */
const diverted =
  (url: string): Answered =>
  (call) => {
    if (!isPost(call, '/deliveries') || !hostile(call.body)) return call;
    const deliveries = call.body.deliveries.map((delivery) => ({ ...delivery, url }));
    return { ...call, body: { ...call.body, deliveries } };
  };

/** Says that jobs ran, and runs none. */
const idle = (slot: Slot): Slot => ({
  ...slot,
  driver: { ...slot.driver, runJobs: async () => ({ kind: 'ok', value: {} }) },
});

const faultsOf = (body: unknown): readonly Fault[] => [body as Fault | readonly Fault[]].flat();

/** A browser that makes up every page: nothing is asked of anyone. */
const blank = (source: BrowserSource): BrowserSource => ({
  ...source,
  get: async () => {
    const browser = await source.get();
    if (typeof browser === 'string') return browser;
    const newContext: Browser['newContext'] = async (options) => {
      const context = await browser.newContext(options);
      await context.route('**/*', (route) =>
        route.fulfill({ status: 200, contentType: 'text/html', body: '' }),
      );
      return context;
    };
    return new Proxy(browser, {
      get: (target, name) => (name === 'newContext' ? newContext : Reflect.get(target, name, target)),
    });
  },
});

/**
 * Every stimulus, silenced.
 *
 * @param refusing an address at which nothing listens
 * @param proxy an address that answers 503 to everything
 */
export const mutes = (refusing: string, proxy: string): readonly Mute[] => [
  {
    name: 'hostile notifications are answered 200 OK and not sent',
    kinds: ['hostile'],
    slot: (slot) =>
      controlled(slot, (call) =>
        isPost(call, '/deliveries') && hostile(call.body) ? made(call.body) : call,
      ),
  },
  {
    name: 'hostile notifications meet a closed port',
    kinds: ['hostile'],
    oneOf: 5,
    slot: (slot) => controlled(slot, diverted(refusing)),
  },
  {
    name: 'hostile notifications meet a proxy that answers 503',
    kinds: ['hostile'],
    oneOf: 5,
    slot: (slot) => controlled(slot, diverted(proxy)),
  },
  {
    name: 'faults are not armed',
    kinds: ['fault'],
    slot: (slot) =>
      controlled(slot, (call) =>
        isPost(call, '/faults')
          ? { ok: true, body: { ids: faultsOf(call.body).map((_, index) => `muted-${index}`) } }
          : call,
      ),
  },
  { name: 'jobs are not run', kinds: ['jobs'], without: 'clock', slot: idle },
  // The same call sets the clock, and the row below silences that for all of them.
  { name: "jobs are not run, nor the merchant's clock set", kinds: ['clock'], oneOf: 5, slot: idle },
  {
    name: "the merchant's clock is not set",
    kinds: ['clock'],
    slot: (slot) => ({ ...slot, driver: { ...slot.driver, runJobs: () => slot.driver.runJobs({}) } }),
  },
  {
    name: "the gateway's clock does not move",
    kinds: ['time'],
    slot: (slot) =>
      controlled(slot, (call) => {
        if (!isPost(call, '/clock/advance') && !isPost(call, '/clock/step')) return call;
        const { to, limit, byMs = 0 } = call.body as { to?: string; limit?: string; byMs?: number };
        const now = to ?? limit ?? new Date(Date.now() + byMs).toISOString();
        return { ok: true, body: { now, fired: 0, nextDueAt: null } };
      }),
  },
  {
    name: 'kills and starts are not carried out',
    kinds: ['kill', 'start'],
    slot: (slot) => {
      const { process } = slot;
      if (process === null) return slot;
      const nothing = async (): Promise<void> => undefined;
      const still = {
        start: nothing,
        kill: nothing,
        restart: nothing,
        running: () => process.running(),
        tail: () => process.tail(),
      };
      return controlled({ ...slot, process: still }, (call) => {
        const isKill =
          isPost(call, '/faults') &&
          faultsOf(call.body).some(({ effect }) => effect.kind === 'kill-merchant');
        return isKill
          ? { ok: true, body: { ids: faultsOf(call.body).map((_, index) => `muted-${index}`) } }
          : call;
      });
    },
  },
  { name: "the payer's browser goes nowhere", kinds: ['page'], browser: blank },
];
