import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a handler is given: the fields of the body as they were written, and where it books. */
export interface Call {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The digest that Events 5 wants over these fields. */
  readonly expected: (how?: Signing) => string;
  readonly query: URLSearchParams;
  readonly media: string;
  readonly order: Stored | undefined;
}

export interface Stored {
  readonly amount: string;
  readonly currency: number;
  state: string;
  credits: number;
}

interface Signing {
  readonly hash?: string;
  /** Which fields take part. */
  readonly only?: (name: string, value: string) => boolean;
}

/** Replies with a status and a text; some after they have replied. */
export type Handler = (call: Call) => readonly [status: number, text: string];

const KEY = 'SecretKey01';

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null
      ? ''
      : value instanceof Literal
        ? value.text
        : JSON.stringify(value);

/** A number as it was written. */
class Literal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Fields of a JSON object with the literals of their numbers, or of a form. */
function fieldsOf(body: string, media: string): Record<string, unknown> {
  if (/x-www-form-urlencoded/.test(media)) return Object.fromEntries(new URLSearchParams(body));
  const marked = body.replace(/("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/g, (_, text, number) =>
    text === undefined ? `{"__number":"${number}"}` : text,
  );
  const value: unknown = JSON.parse(marked, (_, inner) =>
    typeof inner === 'object' && inner !== null && '__number' in inner ? new Literal(inner.__number) : inner,
  );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

function digest(
  fields: Readonly<Record<string, unknown>>,
  { hash = 'sha256', only = () => true }: Signing,
): string {
  const signed = Object.entries(fields)
    .map(([name, value]) => [name, textOf(value)] as const)
    .filter(([name, text]) => name !== 'sign' && text !== '' && only(name, text))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);
  return createHash(hash)
    .update(signed.join(':') + KEY)
    .digest('hex');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

export interface SmallEndpoint {
  readonly origin: string;
  readonly orders: ReadonlyMap<string, Stored>;
  close(): void;
}

/** Serves a handler at `/notify`, what it booked at `/state` and as a page at `/page`, and a checkout; over https with a certificate for localhost. */
export async function serve(
  handler: Handler,
  orders: ReadonlyMap<string, Stored>,
  checkout: () => Promise<string> = async () => 'nothing is sold here',
  tls?: { readonly key: string; readonly cert: string },
): Promise<SmallEndpoint> {
  const answer: RequestListener = async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/state') {
      const order = orders.get(query.get('shop_order_id') ?? '');
      response.writeHead(order === undefined ? 404 : 200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(order ?? null));
    }
    if (pathname === '/checkout') return response.end(await checkout());
    if (pathname === '/page') {
      const order = orders.get(query.get('shop_order_id') ?? '');
      return response.end(
        `<h1>Thank you</h1><p>${order?.state === 'paid' ? 'Paid' : 'We wait for your payment'}</p>`,
      );
    }
    const media = request.headers['content-type'] ?? '';
    try {
      const body = await bodyOf(request);
      if (pathname !== '/notify') return response.writeHead(404).end('not found');
      const fields = fieldsOf(body, media);
      const call: Call = {
        fields,
        media,
        query,
        expected: (how = {}) => digest(fields, how),
        order: orders.get(textOf(fields.shop_order_id)),
      };
      const [status, text] = handler(call);
      return response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    } catch {
      return response.writeHead(400).end('cannot be read');
    }
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    orders,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a handler looks at; each of it as a right one does where it is left out. */
export interface Habits {
  readonly format?: 'json' | 'form';
  readonly paid?: string;
  readonly verifies?: (call: Call) => boolean;
  readonly amount?: (told: string, order: Stored) => boolean;
  readonly currency?: boolean;
  readonly shop?: boolean;
  readonly statuses?: boolean;
  readonly once?: boolean;
  /** How it answers what it does not act upon. */
  readonly no?: readonly [number, string];
  readonly unknown?: readonly [number, string];
  readonly media?: (media: string) => boolean;
  /** What it demands of the fields before it looks at any. */
  readonly wants?: (fields: Readonly<Record<string, unknown>>) => boolean;
  /** Milliseconds after which it books. */
  readonly later?: number;
  /** Keeps an order closed that was told to be rejected. */
  readonly closes?: boolean;
}

const rightly = ({ fields, expected }: Call): boolean => fields.sign === expected();

/** A handler with these habits. */
export function handlerWith(habits: Habits): Handler {
  const { no = [403, 'no'], unknown = [404, 'unknown order'], format = 'json', paid = '4' } = habits;
  return (call) => {
    const { fields, query, media, order } = call;
    const text = (name: string): string => textOf(fields[name]);
    if (/urlencoded/.test(media) !== (format === 'form') || habits.media?.(media) === false)
      return [415, 'media type'];
    if (habits.wants?.(fields) === false) return [422, 'not as wanted'];
    if (!(habits.verifies ?? rightly)(call)) return no;
    if (query.getAll('type').join() !== 'invoice') return no;
    if (order === undefined) return unknown;
    const amount = habits.amount ?? ((told, stored) => Number(told) === Number(stored.amount));
    if (!amount(text('shop_amount'), order)) return no;
    if (habits.currency !== false && Number(text('shop_currency')) !== order.currency) return no;
    if (habits.shop !== false && text('shop_id') !== '5') return no;
    if (habits.closes === true && text('status') === '6') order.state = 'failed';
    const isPaid = habits.statuses === false || text('status') === paid;
    if (isPaid && order.state !== 'failed' && (order.credits === 0 || habits.once === false)) {
      const book = (): void => {
        Object.assign(order, { state: 'paid', credits: order.credits + 1 });
      };
      if (habits.later === undefined) book();
      else if (order.state !== 'booking') {
        order.state = 'booking';
        void sleep(habits.later).then(book);
      }
    }
    return [200, 'OK'];
  };
}
