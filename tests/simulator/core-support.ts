import {
  type Answer,
  createGateway,
  createRandom,
  type DeliveryReply,
  type DueAttempt,
  defaultShop,
  type GatewayCore,
  type GatewayOptions,
  type ShopConfig,
} from '../../simulator/core/index.ts';
import { MEMORY_KINDS, type MemoryRow } from '../../simulator/core/memory-row.ts';
import { createFaultEngine, type Fault, type FaultEngine } from '../../simulator/faults/index.ts';
import type { Event, EventBody } from '../../simulator/protocol/events.ts';
import { type OperationId, operationUnder } from '../../simulator/protocol/operations.ts';
import { type ReadingValues, resolveReadings } from '../../simulator/protocol/readings.ts';
import { signRequest } from '../../simulator/protocol/signing.ts';
import { parseWire, stringifyWire, type WireObject } from '../../simulator/protocol/wire.ts';

export const SECRET = 'a-secret-of-shop-five';
export const CALLBACK = 'http://shop.test/notify';
export const START = Date.UTC(2026, 0, 15, 9, 0, 0);
export const NOW = '2026-01-15T12:00:00';

export interface Said {
  status: number;
  result: boolean;
  message: string;
  error_code: number;
  data: Record<string, unknown> & Record<string, never>;
  headers: Record<string, string>;
  text: string;
}

export interface Lab {
  core: GatewayCore;
  faults: FaultEngine;
  events: EventBody[];
  journal: Event[];
  clock: { now: number };
  readings: ReadingValues;
  /** Sends a signed request; `sign` in the fields replaces the right one. */
  send(operation: OperationId, fields: Record<string, unknown>, how?: Partial<SendOptions>): Answer;
  /** Sends and reads the envelope. */
  call(operation: OperationId, fields: Record<string, unknown>, how?: Partial<SendOptions>): Said;
  raw(request: Partial<RawParts>): Answer;
  advance(byMs: number): void;
  /** Takes all attempts that are due. */
  takeDue(): DueAttempt[];
  kinds(kind: string): EventBody[];
}

interface SendOptions {
  secret: string;
  base: 'production' | 'test';
  headers: Record<string, string>;
  drop: readonly string[];
}

interface RawParts {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  bodyProblem: 'too-large' | 'aborted';
}

export interface LabOptions extends Partial<Omit<GatewayOptions, 'readings'>> {
  readings?: Record<string, string>;
  faults?: readonly Fault[];
  shop?: Partial<ShopConfig>;
  /** What another gateway told as its changes. */
  restoreFrom?: readonly MemoryRow[];
  at?: number;
}

/** A store gives rows in the order of their kinds, and of their ids. */
const rank = ({ kind }: MemoryRow): number => MEMORY_KINDS.indexOf(kind);

const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? Buffer.from(body) : body;

/** Plain JSON for the wire, numbers as JavaScript writes them. */
export function wire(fields: Record<string, unknown>): WireObject {
  const parsed = parseWire(Buffer.from(JSON.stringify(fields)));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value as WireObject;
}

/** The envelope of an answer that was sent. */
export function read(answer: Answer): Said {
  if (answer.kind !== 'respond') throw new Error(`the answer is ${answer.kind}`);
  return {
    ...(JSON.parse(answer.body) as Said),
    status: answer.status,
    headers: answer.headers,
    text: answer.body,
  };
}

/** A gateway with one shop (id 5, and 6 beside it), on a clock that only the test moves. */
export function lab(options: LabOptions = {}): Lab {
  const {
    readings: overrides = {},
    faults: armed = [],
    shop = {},
    restoreFrom,
    at = START,
    ...rest
  } = options;
  const clock = { now: at };
  const events: EventBody[] = [];
  const journal: Event[] = [];
  const readings = resolveReadings('spec', overrides);
  const emit = (event: EventBody): void => {
    events.push(event);
    const stamp = new Date(clock.now).toISOString();
    journal.push({ seq: journal.length + 1, at: stamp, realAt: stamp, ...event });
  };
  const faults = createFaultEngine(armed, createRandom(7), emit);
  const core = createGateway(
    {
      shops: [
        { ...defaultShop(5, SECRET, CALLBACK), testSecret: 'a-test-secret', ...shop },
        defaultShop(6, 'the-other-secret', 'http://other.test/notify'),
      ],
      readings,
      senders: ['127.0.0.1', '127.0.0.2'],
      behaviour: 'manual',
      magic: false,
      variation: false,
      seed: 42,
      publicOrigin: () => 'http://gateway.test',
      remembers: true,
      ...rest,
    },
    { clock: { now: () => clock.now, wall: () => clock.now }, random: createRandom(7), emit, faults },
  );
  if (restoreFrom !== undefined)
    core.remember(
      [...restoreFrom].sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1)),
    );

  function raw(request: Partial<RawParts>): Answer {
    const answer = core.receive({
      receivedAt: clock.now,
      method: request.method ?? 'POST',
      path: request.path ?? '/gateway/v1/invoice/create',
      query: '',
      headers: request.headers ?? { 'content-type': 'application/json' },
      body: bytesOf(request.body ?? ''),
      ...(request.bodyProblem === undefined ? {} : { bodyProblem: request.bodyProblem }),
      remoteAddress: '127.0.0.1',
    });
    core.completed(answer.exchange, 'sent', 1);
    return answer;
  }

  function send(id: OperationId, fields: Record<string, unknown>, how: Partial<SendOptions> = {}): Answer {
    const operation = operationUnder(core.readings(), id);
    const body = wire({ shop_id: 5, ...fields });
    for (const name of how.drop ?? []) delete body[name];
    if (body.sign === undefined) body.sign = signRequest(operation.signedFields, body, how.secret ?? SECRET);
    const byHeader = core.readings()['request.sign-place'] === 'header';
    const prefix = how.base === 'test' ? '/test/gateway/v1/' : '/gateway/v1/';
    return raw({
      path: `${prefix}${operation.path}`,
      headers: {
        'content-type': 'application/json',
        ...(byHeader ? { sign: String(body.sign) } : {}),
        ...how.headers,
      },
      body: stringifyWire(body),
    });
  }

  return {
    core,
    takeDue: () => [...core.takeDue()].flat(),
    faults,
    events,
    journal,
    clock,
    readings,
    raw,
    send,
    call: (id, fields, how) => read(send(id, fields, how)),
    advance(byMs) {
      clock.now += byMs;
    },
    kinds: (kind) => events.filter((event) => event.kind === kind),
  };
}

let orders = 0;

/** The fields of an ordinary invoice, with an id of its own. */
export function invoice(changes: Record<string, unknown> = {}): Record<string, unknown> {
  orders += 1;
  return { shop_order_id: `order-${orders}`, amount: '10.50', currency: 643, payway: 'card_rub', ...changes };
}

/** The fields of an ordinary payout, with an id of its own. */
export function payout(changes: Record<string, unknown> = {}): Record<string, unknown> {
  orders += 1;
  return {
    shop_currency: 643,
    payway: 'card_rub',
    amount: '100.00',
    account: '79001234567',
    amount_type: 'ps_amount',
    shop_payment_id: `payout-${orders}`,
    ...changes,
  };
}

export function reply(changes: Partial<DeliveryReply> = {}): DeliveryReply {
  const headers = { 'content-type': 'text/plain' };
  return {
    outcome: 'replied',
    status: 200,
    headers,
    body: 'OK',
    bytes: 2,
    latencyMs: 1,
    written: true,
    ...changes,
  };
}

/** Answers all that is due now with OK, and gives the attempts. */
export function deliver(bench: Lab, answer: DeliveryReply = reply()): DueAttempt[] {
  const due = bench.takeDue();
  for (const attempt of due) bench.core.settle(attempt, answer);
  return due;
}
