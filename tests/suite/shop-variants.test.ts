import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'lossless-json';
import { faultyShops } from '../../fixtures/shops/faulty/index.ts';
import { createApp } from '../../fixtures/shops/reference/http/server.ts';
import { Jobs } from '../../fixtures/shops/reference/jobs.ts';
import { honestSeams, type Replacement, type Seams } from '../../fixtures/shops/reference/seams.ts';
import { openShop, type Shop } from '../../fixtures/shops/reference/shop.ts';
import { unusualShops } from '../../fixtures/shops/unusual/index.ts';

const SECRET = 'SecretKey01';

type Json = Record<string, unknown>;

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

function signed(members: Json): Json {
  const names = Object.keys(members)
    .filter((name) => members[name] !== null && members[name] !== '')
    .sort();
  return { ...members, sign: sha(`${names.map((name) => String(members[name])).join(':')}${SECRET}`) };
}

/** The wishes whose notification is on its way: invoice/check confirms them, as the gateway would. */
const truth = new Map<string, Json>();

/** The ids whose create the gateway has accepted. */
const accepted = new Set<string>();

const CALLBACK = 'http://shop.example/payments/notify';

/** Where the notifications of each wish go. */
const addresses = new Map<string, string>();

function answer(operation: string, body: Json): Json {
  const refused = (code: number): Json => ({ result: false, message: 'no', error_code: code, data: null });
  const ok = (data: unknown): Json => ({ result: true, message: 'Ok', error_code: 0, data });
  if (operation === 'invoice/check') {
    const record = truth.get(String(body.shop_order_id));
    return record ? ok(record) : refused(7);
  }
  addresses.set(String(body.shop_order_id), String(body.callback_url ?? CALLBACK));
  const text = ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'].map((name) => String(body[name]));
  if (body.sign !== sha(`${text.join(':')}${SECRET}`)) return refused(10);
  accepted.add(String(body.shop_order_id));
  return ok({ id: 77, method: 'POST', url: 'http://pay.example/', data: {} });
}

let gateway: Server;
let payUrl = '';

before(async () => {
  gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const operation = (request.url ?? '').replace('/gateway/v1/', '');
      let body: Json = {};
      try {
        // Numbers are signed by their literals.
        body = parse(Buffer.concat(chunks).toString('utf8'), undefined, String) as Json;
      } catch {
        // A form: answered as a request with a wrong signature.
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(operation, body)));
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  payUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/gateway/v1`;
});

after(() => {
  gateway.close();
  gateway.closeAllConnections();
});

function openVariant(replacement: Replacement): Shop {
  const seams: Seams = { ...honestSeams, ...replacement(honestSeams) };
  const config = {
    port: 0,
    payUrl,
    shopId: '5',
    shopKey: SECRET,
    self: 'http://shop.example',
    databaseFile: ':memory:',
    logFile: '/dev/null',
    testToken: null,
    readTimeoutMs: 2_000,
    pollMs: 30_000,
    gatewayCaFile: null,
    fault: null,
    style: null,
  };
  return openShop(config, seams);
}

const isPutOff = (status: number): boolean => status === 409 || status === 503;

/** One plain payment: an order, a genuine notification, and time to settle. */
async function payPlainly(replacement: Replacement): Promise<Json> {
  const shop = openVariant(replacement);
  const jobs = new Jobs(shop);
  const app = createApp(shop, jobs);
  const post = async (path: string, body: Json): Promise<Response> =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  try {
    const mode = shop.seams.takes('single') ? 'single' : 'hold';
    const wish = {
      reference: 'plain',
      amount: '10.50',
      currency: 643,
      payway: 'card_rub',
      customer: 'ann',
      mode,
    };
    const made = (await (await post('/test/orders', wish)).json()) as Json;
    const record = {
      shop_id: 5,
      shop_order_id: made.shop_order_id,
      status: 4,
      payment_id: 77,
      shop_amount: 10.5,
      ps_data: '{"payer":"ann"}',
      shop_currency: 643,
      client_price: 10.5,
      description: null,
      error_code: 0,
    };
    // The payer can pay only what the gateway has accepted.
    if (accepted.has(String(made.shop_order_id))) {
      truth.set(String(made.shop_order_id), record);
      const { pathname, searchParams } = new URL(addresses.get(String(made.shop_order_id)) ?? CALLBACK);
      searchParams.set('type', 'invoice');
      const tell = () => post(`${pathname}?${searchParams}`, signed(record));
      // The gateway would send again, at growing intervals, what was refused because the shop is busy.
      for (let waitMs = 50; isPutOff((await tell()).status) && waitMs < 3_000; waitMs *= 2)
        await sleep(waitMs);
    }
    await shop.idle();
    return (await (await app.request(`/test/orders/${String(made.order_id)}`)).json()) as Json;
  } finally {
    shop.close();
  }
}

/** Faults that a plain payment shows already: in the signature of every request, in every notification, in its receiver. */
const SHOWN_AT_ONCE = /^(?:sg-wrong-recipe.*|sg-no-sort|sg-header-only|na-drops-zero|rl-unreachable.*)$/;

test('every faulty and unusual shop has an id of its own', () => {
  const ids = [...faultyShops, ...unusualShops].map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
});

for (const { id, seams } of faultyShops) {
  test(`the faulty shop ${id} ${SHOWN_AT_ONCE.test(id) ? 'fails' : 'survives'} a plain payment`, async () => {
    const order = await payPlainly(seams);
    assert.equal(order.state === 'paid', !SHOWN_AT_ONCE.test(id), JSON.stringify(order));
  });
}

for (const { id, seams } of unusualShops) {
  test(`the unusual shop ${id} is paid once`, async () => {
    const order = await payPlainly(seams);
    assert.deepEqual([order.state, Number(order.credited), order.credits], ['paid', 10.5, 1]);
  });
}
