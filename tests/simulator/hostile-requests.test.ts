import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'undici';
import { OPERATIONS } from '../../simulator/protocol/operations.ts';
import { signedBody, startBench } from './server-support.ts';

/** How many; the bench sets more. */
const TOTAL = Number(process.env.HOSTILE_REQUESTS ?? 20_000);
const RAW_EVERY = 8;
const AT_ONCE = 24;
/** The heap may differ by so much between a fifth of the requests and all of them. */
const GROWTH_BYTES = 24 << 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapBytes = (): number => {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};

/** A seeded source (mulberry32) with the draws that a generator of messages needs. */
function generator(seed: number) {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  return { random, below, pick };
}
type Source = ReturnType<typeof generator>;

const VALUES = [
  'null',
  'true',
  '""',
  '-1',
  '0',
  '1e999',
  '1E400',
  '0.1e-5',
  '12345678901234567890',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '{}',
  '[[[[]]]]',
  '{"a":{"b":[1]}}',
  '"10.50"',
  '10.50',
  '"NaN"',
  '"<script>"',
  `"${'я'.repeat(300)}"`,
  '"2026-02-30T25:61:61"',
  '"../../etc"',
  '"\\r\\nX: y"',
  '{"__proto__":1}',
];
const NAMES = [
  'shop_id',
  'amount',
  'currency',
  'payway',
  'shop_order_id',
  'invoice_id',
  'now',
  'sign',
  'account',
  'shop_payment_id',
  'callback_url',
  'extra',
  '__proto__',
  'constructor',
  'toString',
  '',
  '\\u0000',
];
const PATHS = [
  ...OPERATIONS.map(({ id }) => `/gateway/v1/${id}`),
  '/test/gateway/v1/invoice/create',
  '/gateway/v1',
  '/gateway/v1/invoice/create/',
  '/gateway/v1//invoice/create',
  '/gateway/v1/%2e%2e/x',
  '/gateway/v1/invoice/create?a=%zz',
  '/gateway/v2/invoice/create',
  '/gateway/v1/%ff%fe',
  '/gateway/v1/constructor',
  `/gateway/v1/${'a'.repeat(3000)}`,
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  '',
  '*/*',
  'application/x-www-form-urlencoded',
];
const METHODS = ['POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;

const field = (from: Source): string => `"${from.pick(NAMES)}":${from.pick(VALUES)}`;

const bodies: readonly ((from: Source) => string | Buffer)[] = [
  (from) => `{${Array.from({ length: from.below(8) }, () => field(from)).join(',')}}`,
  (from) => {
    const text = signedBody('invoice/create', {
      shop_order_id: `h-${from.below(50)}`,
      amount: '1.00',
      currency: 643,
    });
    return text.slice(0, from.below(text.length));
  },
  (from) => {
    const bytes = Buffer.from(
      signedBody('invoice/create', { shop_order_id: 'h', amount: '1.00', currency: 643 }),
    );
    for (let count = from.below(6); count >= 0; count--) bytes[from.below(bytes.length)] = from.below(256);
    return bytes;
  },
  (from) => Buffer.from(Array.from({ length: from.below(400) }, () => from.below(256))),
  (from) => '['.repeat(1 + from.below(1500)),
  (from) => `{"a":${'{"a":'.repeat(from.below(600))}1`,
  (from) => `{${Array.from({ length: from.below(300) }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  (from) => `{"shop_id":5,"shop_id":${from.below(9)},"sign":"${'f'.repeat(from.below(100))}"}`,
  (from) => `${'\uFEFF'.repeat(from.below(3))}{"shop_id":5}${from.pick(['', ' ', '{}', '\u0000', '//'])}`,
  (from) => `{"amount":${'9'.repeat(1 + from.below(3000))}}`,
  () => '',
  (from) => from.pick(VALUES),
];

const ENVELOPE = ['data', 'error_code', 'message', 'result'];

function assertEnvelope(text: string, what: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    assert.fail(`${what}: answered ${JSON.stringify(text.slice(0, 200))}`);
  }
  assert.ok(typeof value === 'object' && value !== null, what);
  assert.deepEqual(Object.keys(value).sort(), ENVELOPE, what);
  assert.equal((value as { result: unknown }).result, false, what);
}

/** Bytes that are no right HTTP: a fitting answer is the envelope, or the connection closed. */
const wires: readonly ((from: Source) => string)[] = [
  (from) =>
    `${from.pick(['POST', 'GE T', '\u0000', 'post'])} /gateway/v1/invoice/create HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (from) =>
    `POST /gateway/v1/invoice/create HTTP/${from.pick(['1.1', '9.9', '0.9', 'x'])}\r\nHost: a\r\nContent-Length: ${from.pick(['-1', '1e3', '99999999999999999999', '5, 6', 'x'])}\r\n\r\n{}`,
  (from) =>
    `POST /gateway/v1/invoice/create HTTP/1.1\r\nHost: a\r\nContent-Length: ${10 + from.below(1000)}\r\n\r\n{"short"`,
  (from) =>
    `POST /gateway/v1/invoice/create HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${from.pick(['zz\r\n', '5\r\nabc', '-1\r\n\r\n', 'ffffffffff\r\nx'])}`,
  (from) =>
    `POST /gateway/v1/invoice/create HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(from.below(20_000))}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
  (from) =>
    `POST /gateway/v1/invoice/create HTTP/1.1\r\n${Array.from({ length: from.below(300) }, (_, index) => `H${index}: x`).join('\r\n')}\r\nNo colon\r\n\r\n`,
  () => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
  () => '\r\n'.repeat(50),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** Sends bytes, ends the connection, and gives all that came back. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')));
    socket.setTimeout(10_000, () => socket.destroy(new Error('silent')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    let silent = false;
    socket.on('error', (error) => {
      silent = error.message === 'silent';
    });
    socket.on('close', () => resolve(silent ? 'HANGS' : Buffer.concat(chunks).toString('utf8')));
  });
}

test(`${TOTAL} malformed requests: each gets the envelope or a closed connection, and memory stays`, async (t) => {
  const bench = await startBench({ maxRequestBytes: 64 * 1024, journalRetention: 1000 });
  const { origin } = bench.simulator;
  const port = Number(new URL(origin).port);
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  after(async () => {
    await pool.destroy();
    await bench.stop();
  });
  const from = generator(20_261_121);
  let next = 0;
  let closed = 0;
  const one = async (index: number): Promise<void> => {
    if (index % RAW_EVERY === 0) {
      const bytes = from.pick(wires)(from);
      const came = await exchange(port, bytes);
      const what = `raw ${index}: ${JSON.stringify(bytes.slice(0, 120))}`;
      assert.notEqual(came, 'HANGS', what);
      if (came === '') closed += 1;
      // Whoever begins in HTTP/2 gets it with the frame that ends the connection.
      else assertEnvelope(came.slice(came.indexOf('{')), `${what} → ${came.slice(0, 80)}`);
      return;
    }
    const path = from.pick(PATHS);
    const method = from.pick(METHODS);
    const body = method === 'GET' ? '' : from.pick(bodies)(from);
    const type = from.pick(TYPES);
    const what = `${index}: ${method} ${path.slice(0, 60)} ${type} ${JSON.stringify(body.toString('latin1' as never).slice(0, 120))}`;
    try {
      const headers = type === '' ? {} : { 'content-type': type };
      const answer = await pool.request({ path, method, headers, ...(body.length > 0 && { body }) });
      assertEnvelope(await answer.body.text(), what);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      closed += 1;
    }
  };
  const upTo = async (end: number): Promise<void> => {
    const worker = async (): Promise<void> => {
      while (next < end) await one(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  await upTo(TOTAL / 5);
  const before = heapBytes();
  await upTo(TOTAL);
  const grown = heapBytes() - before;
  t.diagnostic(`${closed} connections closed; the heap grew by ${(grown / 2 ** 20).toFixed(1)} MiB`);
  assert.ok(grown < GROWTH_BYTES, `the heap grew by ${grown} bytes`);
  assert.ok(closed < TOTAL / 4, `${closed} of ${TOTAL} connections were closed`);
  // It still serves.
  assert.ok((await bench.invoice('after-all')) > 0);
});
