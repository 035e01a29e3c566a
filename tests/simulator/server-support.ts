import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  defaultShop,
  type Fault,
  parseWire,
  type Simulator,
  type SimulatorOptions,
  signRequest,
  startSimulator,
  type WireObject,
} from '../../simulator/index.ts';

/** What the tests of the server share: a gateway, a merchant's receiver, signed calls, the control plane. */

export const secret = 'SecretKey01';

/** One call that a receiver got. */
export interface Seen {
  method: string;
  url: string;
  /** The address that it came from. */
  from: string;
  body: string;
  headers: IncomingMessage['headers'];
  at: number;
}

export interface Receiver {
  url: string;
  seen: Seen[];
  /** How it answers from now on; an ordinary OK at first. */
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void;
  /** Resolves when so many calls have come. */
  reached(count: number): Promise<void>;
  close(): Promise<void>;
}

export const ok = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 });
  response.end('OK');
};

export async function startReceiver(): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let waiting: (() => void)[] = [];
  const receiver: Receiver = {
    url: '',
    seen: [],
    answer: ok,
    async reached(count) {
      while (receiver.seen.length < count) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      receiver.seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        from: request.socket.remoteAddress ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
        headers: request.headers,
        at: performance.now(),
      });
      const wake = waiting;
      waiting = [];
      for (const go of wake) go();
      receiver.answer(request, response, receiver.seen.length);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`;
  return receiver;
}

export interface Bench {
  simulator: Simulator;
  receiver: Receiver;
  /** A signed call; numbers in `fields` are written as they are. */
  call(path: string, fields: Record<string, unknown>, init?: RequestInit): Promise<Envelope>;
  /** A plain invoice; answers its payment id. */
  invoice(orderId?: string, extra?: Record<string, unknown>): Promise<number>;
  control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** The same, with its HTTP status, whatever that is. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Asked>;
  stop(): Promise<void>;
}

export interface Asked {
  status: number;
  body: Record<string, unknown>;
}

export interface Envelope {
  result: boolean;
  message: string;
  error_code: number;
  data: Record<string, unknown> | null;
}

/** The signature fields of the operations that the tests call. */
const signed: Record<string, readonly string[]> = {
  'invoice/try': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/create': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/hold': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/check': ['now', 'shop_id', 'shop_order_id'],
  'invoice/charge': ['invoice_id', 'now', 'shop_id'],
  'withdraw/try': ['amount', 'amount_type', 'payway', 'shop_currency', 'shop_id'],
  'withdraw/create': [
    'account',
    'amount',
    'amount_type',
    'payway',
    'shop_currency',
    'shop_id',
    'shop_payment_id',
  ],
  'withdraw/status': ['now', 'shop_id', 'withdraw_id'],
  shop_balance: ['now', 'shop_id'],
  check_account: ['account', 'amount', 'payway', 'shop_id'],
};

/** The JSON body of a signed call. */
export function signedBody(path: string, fields: Record<string, unknown>): string {
  const text = JSON.stringify({ shop_id: 5, ...fields });
  const parsed = parseWire(Buffer.from(text));
  if (!parsed.ok) throw new Error(parsed.reason);
  const sign = signRequest(signed[path] ?? [], parsed.value as WireObject, secret);
  return `${text.slice(0, -1)},"sign":"${sign}"}`;
}

export const plainInvoice = {
  shop_order_id: 'order-1',
  amount: '100.00',
  currency: 643,
  payway: 'card_rub',
  description: 'A book',
};

export async function startBench(options: Partial<SimulatorOptions> = {}): Promise<Bench> {
  const receiver = await startReceiver();
  const simulator = await startSimulator({
    shops: [defaultShop(5, secret, receiver.url)],
    seed: 7,
    transport: 'node',
    deliveryTimeoutMs: 2000,
    readTimeoutCapMs: 300,
    ...options,
  });
  const ask: Bench['ask'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${simulator.controlUrl}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const bench: Bench = {
    simulator,
    receiver,
    ask,
    async call(path, fields, init) {
      const response = await fetch(`${simulator.baseUrl}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: signedBody(path, fields),
        ...init,
      });
      return (await response.json()) as Envelope;
    },
    async invoice(orderId = 'order-1', extra = {}) {
      const answer = await bench.call('invoice/create', {
        ...plainInvoice,
        shop_order_id: orderId,
        ...extra,
      });
      if (!answer.result) throw new Error(answer.message);
      return Number(answer.data?.id);
    },
    async control<T>(method: string, path: string, body?: unknown) {
      const { status, body: answer } = await ask(method, path, body);
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
      return answer as T;
    },
    async stop() {
      await simulator.stop();
      await receiver.close();
    },
  };
  return bench;
}

export const forOrder = (shopOrderId: string, effect: Fault['effect']): Fault => ({
  where: { shopOrderId },
  effect,
});
