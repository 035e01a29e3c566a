import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type CallEvent,
  httpDriver,
  type MerchantDriver,
  moduleDriver,
  recordingDriver,
} from '../../suite/drivers/index.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const order = {
  order_id: 'o-1',
  reference: 'r 1',
  shop_order_id: 's-1',
  state: 'pending',
  amount: '10.50',
  currency: 643,
  credited: '0',
  credits: 0,
  refunded: '0',
  redirect: { method: 'GET', url: 'http://127.0.0.1/pay', data: { a: 'b' } },
  error: null,
};
const payout = {
  payout_id: 'p',
  reference: 'r',
  shop_payment_id: 's',
  state: 'paid',
  debited: '1.00',
  error: null,
};
const input = { reference: 'r 1', amount: '10.50', currency: 643, payway: 'card_rub' };
/** For calls that are never answered. */
const timeoutMs = 400;
/** For calls that are: however busy the machine is. */
const ampleMs = 30_000;
const GAVE_UP = /^POST http:.*\/test\/orders gave no answer within 400 ms/;

let server: Server;
let handler: Handler = (_, response) => response.end();
let driver: MerchantDriver;
let impatient: MerchantDriver;

before(async () => {
  server = createServer((request, response) => handler(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const place = { baseUrl: `http://127.0.0.1:${port}/test`, token: 'the-token' };
  driver = httpDriver({ ...place, timeoutMs: ampleMs });
  impatient = httpDriver({ ...place, timeoutMs });
});

after(async () => {
  await driver.close();
  await impatient.close();
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown): Handler =>
  (_, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const hostile: readonly [what: string, handler: Handler, reason: RegExp][] = [
  ['hangs', () => {}, GAVE_UP],
  [
    'hangs in the body',
    (_, r) => {
      r.write('{');
    },
    GAVE_UP,
  ],
  [
    'drips for ever',
    (_, r) => {
      const t = setInterval(() => r.write(' '), 10);
      r.on('close', () => clearInterval(t));
    },
    GAVE_UP,
  ],
  [
    'resets',
    (q) => {
      q.socket.resetAndDestroy();
    },
    /failed: .*(ECONNRESET|other side closed)/i,
  ],
  [
    'closes without an answer',
    (q) => {
      q.socket.end();
    },
    /failed: /,
  ],
  [
    'closes within the body',
    (q, r) => {
      r.setHeader('content-length', '500');
      r.write('{"order_id"');
      setTimeout(() => q.socket.destroy(), 20);
    },
    /failed: /,
  ],
  [
    'says no HTTP',
    (q) => {
      q.socket.end('garbage\r\n\r\n');
    },
    /failed: /,
  ],
  ['answers 500', json(500, '<h1>It broke</h1>'), /answered HTTP 500: <h1>It broke<\/h1>/],
  ['answers 503 without a body', json(503, ''), /answered HTTP 503$/],
  [
    'compresses what was not asked to be',
    (_, r) => {
      r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}'));
    },
    /answered HTTP 200 with Content-Encoding gzip, which the request did not accept/,
  ],
  [
    'redirects',
    (_, r) => {
      r.writeHead(302, { location: '/login' }).end();
    },
    /answered HTTP 302/,
  ],
  [
    'answers HTML',
    json(200, '<html>login</html>'),
    /with a body that is not valid JSON: <html>login<\/html>/,
  ],
  ['answers nothing', json(200, ''), /with a wrong body: the body: missing, expected/],
  [
    'answers no UTF-8',
    (_, r) => {
      r.end(Buffer.from([0x22, 0xff, 0x22]));
    },
    /a body that is not valid JSON/,
  ],
  [
    'answers two megabytes',
    (_, r) => {
      r.end(JSON.stringify({ a: 'x'.repeat(2 << 20) }));
    },
    /answered with more than 1048576 bytes/,
  ],
  ['answers an array', json(200, []), /the body: found \[\], expected an object/],
  [
    'leaves the data of a redirect out',
    json(200, { ...order, redirect: { method: 'GET', url: '/pay' } }),
    /redirect\.data: missing, expected a value or null/,
  ],
  ['answers null', json(200, 'null'), /the body: found null, expected an object/],
  ['answers "OK"', json(200, 'OK'), /a body that is not valid JSON: OK/],
  [
    'echoes the wish',
    (q, r) => {
      q.pipe(r);
    },
    /with a wrong body: order_id: missing, expected an id as text/,
  ],
  [
    'has a number for an amount',
    json(200, { ...order, credited: 10.5 }),
    /credited: found 10\.5, expected a decimal number as text/,
  ],
  [
    'has an unknown state',
    json(200, { ...order, state: 'done' }),
    /state: found "done", expected one of new, pending/,
  ],
  [
    'counts negative credits',
    json(200, { ...order, credits: -1 }),
    /credits: found -1, expected a whole number from 0/,
  ],
];

for (const [what, hostility, reason] of hostile) {
  test(`a merchant that ${what} leaves the outcome unknown`, async () => {
    handler = hostility;
    const answer = await (reason === GAVE_UP ? impatient : driver).createOrder(input);
    assert.equal(answer.kind, 'unknown');
    assert.match(answer.kind === 'unknown' ? answer.reason : '', reason);
    handler = json(200, order);
    assert.equal((await driver.getOrder('o-1')).kind, 'ok');
  });
}

const refusals: readonly [status: number, body: unknown, code: number | null, message: RegExp][] = [
  [409, { error: { code: null, message: 'already charged' } }, null, /^already charged$/],
  [422, { error: { code: 4, message: 'too small' } }, 4, /^too small$/],
  [422, { error: { code: '6', message: 'again' } }, 6, /^again$/],
  [404, '', null, /^$/],
  [501, 'not here', null, /^not here$/],
  [400, { detail: 'x' }, null, /detail/],
  [401, '<h1>Login</h1>', null, /Login/],
];

for (const [status, body, code, message] of refusals) {
  test(`HTTP ${status} with ${JSON.stringify(body)} is a refusal`, async () => {
    handler = json(status, body);
    const answer = await driver.charge('o-1');
    assert.ok(answer.kind === 'refused');
    assert.equal(answer.status, status);
    assert.equal(answer.code, code);
    assert.match(answer.message, message);
  });
}

test('nothing listens', async () => {
  const closed = httpDriver({ baseUrl: 'http://127.0.0.1:1', token: null, timeoutMs: ampleMs });
  const answer = await closed.runJobs();
  assert.match(
    answer.kind === 'unknown' ? answer.reason : '',
    /POST http:\/\/127\.0\.0\.1:1\/jobs\/run was refused: nothing listens/,
  );
  await closed.close();
});

test('an id that is no text of Unicode is no crash', async () => {
  handler = json(404, '');
  assert.equal((await driver.getOrder('\ud800')).kind, 'refused');
});

test('a debug header of 200,000 bytes is read', async () => {
  handler = (request, response) => {
    response.setHeader('x-debug', 'x'.repeat(200_000));
    json(200, order)(request, response);
  };
  assert.equal((await driver.getOrder('o')).kind, 'ok');
});

type Case = [call: string, run: () => Promise<{ kind: string }>, answer: unknown, body: unknown];

const cases: readonly Case[] = [
  ['POST /test/orders', () => driver.createOrder(input), order, input],
  ['GET /test/orders/a%2Fb%3F%20%D1%8F', () => driver.getOrder('a/b? я'), order, null],
  ['GET /test/orders?reference=a%26b', () => driver.findOrders('a&b'), [order], null],
  ['POST /test/orders/o/charge', () => driver.charge('o'), order, {}],
  ['POST /test/orders/o/unhold', () => driver.unhold('o'), order, {}],
  ['POST /test/orders/o/cancel', () => driver.cancel('o'), order, {}],
  ['POST /test/orders/o/retry', () => driver.retry('o'), order, {}],
  ['POST /test/orders/o/amend', () => driver.amend('o', { amount: '1.00' }), order, { amount: '1.00' }],
  [
    'POST /test/orders/o/refunds',
    () => driver.createRefund('o', { amount: '1.00', currency: 643 }),
    { refund_id: 'f', amount: '1.00', state: 'pending' },
    { amount: '1.00', currency: 643 },
  ],
  ['GET /test/orders/o/refunds', () => driver.listRefunds('o'), [], null],
  [
    'POST /test/payouts',
    () => driver.createPayout({ ...input, amount_type: 'shop_amount', account: '1' }),
    payout,
    { ...input, amount_type: 'shop_amount', account: '1' },
  ],
  ['GET /test/payouts/p', () => driver.getPayout('p'), payout, null],
  ['GET /test/payouts?reference=r', () => driver.findPayouts('r'), [payout], null],
  ['POST /test/payouts/p/retry', () => driver.retryPayout('p'), payout, {}],
  ['GET /test/customers/c', () => driver.getCustomer('c'), { balance: '-1.5' }, null],
  [
    'POST /test/lookups',
    () => driver.lookup('shop_balance', { payway: 'x' }),
    { result: { a: 1 }, error: null },
    { payway: 'x', operation: 'shop_balance' },
  ],
  [
    'POST /test/jobs/run',
    () => driver.runJobs({ at: '2026-01-01T00:00:00Z' }),
    {},
    { at: '2026-01-01T00:00:00Z' },
  ],
];

for (const [call, run, reply, body] of cases) {
  test(`sends ${call}`, async () => {
    let seen = '';
    let sent = '';
    handler = (request, response) => {
      seen = `${request.method} ${request.url}`;
      assert.equal(request.headers.authorization, 'Bearer the-token');
      request.on('data', (chunk) => {
        sent += chunk;
      });
      request.on('end', () => response.end(JSON.stringify(reply)));
    };
    assert.equal((await run()).kind, 'ok');
    assert.equal(seen, call);
    assert.deepEqual(sent === '' ? null : JSON.parse(sent), body);
  });
}

test('an order tolerates what is left out or new, and numbers as text where they are codes', async () => {
  const { redirect: _, error: __, refunded: ___, ...short } = order;
  handler = json(201, { ...short, currency: '643', shop_order_id: null, new_field: 1 });
  const answer = await driver.createOrder(input);
  assert.ok(answer.kind === 'ok');
  assert.deepEqual(
    [answer.value.currency, answer.value.redirect, answer.value.error, answer.value.refunded],
    [643, null, null, '0'],
  );
});

const announcements: readonly [header: string | undefined, connections: number][] = [
  ['timeout=5', 2],
  ['timeout=60, max=1000', 2],
  // The first call offers to keep its connection, and the next ones know the answer.
  ['timeout=1', 6],
  [undefined, 6],
];

for (const [header, connections] of announcements) {
  test(`six calls use ${connections} connections where the merchant announces ${header ?? 'nothing'}`, async (t) => {
    const used = new Map<Socket, Promise<unknown>>();
    const merchant = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      const { socket } = request;
      if (!used.has(socket)) used.set(socket, once(socket, 'close'));
      response.setHeader('connection', 'keep-alive');
      if (header !== undefined) response.setHeader('keep-alive', header);
      json(200, order)(request, response);
    }).listen(0, '127.0.0.1');
    await once(merchant, 'listening');
    const address = merchant.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const own = httpDriver({ baseUrl: `http://127.0.0.1:${port}`, token: null, timeoutMs: ampleMs });
    t.after(async () => {
      await own.close();
      merchant.closeAllConnections();
      merchant.close();
    });
    for (let call = 0; call < 6; call += 1) {
      const answer = call % 2 === 0 ? await own.getOrder('o') : await own.createOrder(input);
      assert.equal(answer.kind, 'ok');
      // One that is kept is free a moment after its answer; one that is not ends then.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (connections === 6) await Promise.all(used.values());
    }
    assert.equal(used.size, connections);
  });
}

test('a killed merchant leaves no dead connection behind', async () => {
  handler = json(200, order);
  for (let call = 0; call < 3; call += 1) assert.equal((await driver.getOrder('o')).kind, 'ok');
  server.closeAllConnections();
  // Whoever kills a merchant hears of its end later than its connections do.
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await driver.createOrder(input)).kind, 'ok');
});

const context = { merchantUrl: '', gatewayBaseUrl: '', shopId: 5, slotIndex: 0, slotDir: '' };
const module = (exported: Record<string, unknown>) =>
  moduleDriver({ path: 'driver.ts', timeoutMs, context, load: async () => exported });

const modules: readonly [what: string, exported: Record<string, unknown>, kind: string, detail: RegExp][] = [
  ['answers', { createOrder: () => order }, 'ok', /o-1/],
  [
    'is a factory',
    {
      default: async (given: typeof context) => ({
        createOrder: async () => ({ ...order, order_id: `${given.shopId}` }),
      }),
    },
    'ok',
    /"5"/,
  ],
  [
    'throws a refusal',
    {
      default: {
        createOrder() {
          throw Object.assign(new Error('no'), { status: 422, code: 4 });
        },
      },
    },
    'refused',
    /"status":422,"code":4,"message":"no"/,
  ],
  [
    'throws',
    {
      createOrder() {
        throw new Error('boom');
      },
    },
    'unknown',
    /createOrder of driver\.ts threw: boom/,
  ],
  [
    'throws nothing useful',
    {
      createOrder() {
        throw undefined;
      },
    },
    'unknown',
    /threw: undefined/,
  ],
  [
    'throws a 503',
    {
      createOrder() {
        throw Object.assign(new Error('later'), { status: 503 });
      },
    },
    'unknown',
    /threw: later/,
  ],
  ['never ends', { createOrder: () => new Promise(() => {}) }, 'unknown', /gave no answer within 400 ms/],
  [
    'answers wrongly',
    { createOrder: () => ({ ...order, credits: 'one' }) },
    'unknown',
    /credits: found \\?"one\\?"/,
  ],
  ['lacks the call', { createPayout: () => payout }, 'refused', /"status":501.*has no createOrder/],
  ['is no driver', { default: { hello: 1 } }, 'unknown', /exports no driver/],
];

for (const [what, exported, kind, detail] of modules) {
  test(`a driver module that ${what}`, async () => {
    const made = module(exported);
    const answer = await made.createOrder(input);
    assert.equal(answer.kind, kind, JSON.stringify(answer));
    assert.match(JSON.stringify(answer), detail);
    await made.close();
  });
}

test('a recording driver tells each call and what came of it, masked', async () => {
  const events: CallEvent[] = [];
  const recording = recordingDriver(driver, {
    prefix: 'a-',
    told: (_, given) => given,
    mask: (value) => JSON.parse(JSON.stringify(value).replaceAll('4111111111111111', '411111***1111')),
    maskWords: (text) => text.replaceAll('medusa', '***'),
    record: async (event) => {
      events.push(event);
    },
  });
  handler = json(200, order);
  await recording.createOrder({ ...input, card: { number: '4111111111111111' } });
  handler = json(409, { error: { message: 'no, medusa' } });
  await recording.amend('o', { amount: '2.00' });
  assert.deepEqual(
    events.map((event) => [event.kind, event.call, event.kind === 'call' ? event.name : event.status]),
    [
      ['call', 'a-1', 'createOrder'],
      ['outcome', 'a-1', 'ok'],
      ['call', 'a-2', 'amend'],
      ['outcome', 'a-2', 'refused'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(events), /4111111111111111/);
  assert.match(JSON.stringify(events[3]), /refused with 409: no, \*\*\*/);
});
