import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { honestSeams } from '../../fixtures/shops/reference/seams.ts';
import { parseJson } from '../../fixtures/shops/reference/values.ts';

const SECRET = 'SecretKey01';

type Json = Record<string, unknown>;
type Respond = (body: Json, response: ServerResponse) => Json | Promise<Json | null> | null;

/** A gateway that answers as a test scripts it: `null` means that the script has dealt with the response. */
class FakeGateway {
  readonly calls: { operation: string; body: Json }[] = [];
  readonly script = new Map<string, Respond>();
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));
  private nextId = 100;

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/gateway/v1`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  of(operation: string): Json[] {
    return this.calls.filter((call) => call.operation === operation).map(({ body }) => body);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const operation = (request.url ?? '').replace('/gateway/v1/', '');
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
    this.calls.push({ operation, body });
    this.nextId += 1;
    const respond = this.script.get(operation);
    const answer = respond
      ? await respond(body, response)
      : ok({ id: this.nextId, method: 'POST', url: 'http://pay.example/3ds?a=1', data: { MD: 'm"<&' } });
    if (answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }
}

const ok = (data: unknown): Json => ({ result: true, message: 'Ok', error_code: 0, data });
const refused = (code: number): Json => ({
  result: false,
  message: `code ${code}`,
  error_code: code,
  data: null,
});
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

function signed(members: Json, secret = SECRET): Json {
  const names = Object.keys(members)
    .filter((name) => members[name] !== null && members[name] !== '')
    .sort();
  return { ...members, sign: sha(`${names.map((name) => String(members[name])).join(':')}${secret}`) };
}

const folder = mkdtempSync(join(tmpdir(), 'reference-shop-'));
const gateway = new FakeGateway();
let shop: ChildProcess | null = null;
let url = '';
let payUrl = '';
let port = 0;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

function launch(env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'fixtures/shops/reference/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      PAY_URL: payUrl,
      SHOP_ID: '5',
      SHOP_KEY: SECRET,
      SELF: url,
      DB: join(folder, 'shop.db'),
      READ_TIMEOUT_MS: '300',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function start(): Promise<void> {
  shop = launch();
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const health = await fetch(`${url}/health`).catch(() => null);
    if (health?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the shop did not start');
}

async function kill(): Promise<void> {
  const ended = new Promise((resolve) => shop?.once('exit', resolve));
  shop?.kill('SIGKILL');
  await ended;
}

async function call(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${url}/test${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

async function expectOk(method: string, path: string, body?: Json): Promise<Json> {
  const answer = await call(method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

async function notice(
  type: string,
  members: Json,
): Promise<{ status: number; text: string; media: string | null }> {
  const response = await fetch(`${url}/payments/notify?type=${type}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(members),
  });
  return {
    status: response.status,
    text: await response.text(),
    media: response.headers.get('content-type'),
  };
}

let references = 0;
const order = (extra: Json = {}): Promise<Json> => {
  references += 1;
  const wish = { reference: `ref-${references}`, amount: '10.50', currency: 643, payway: 'card_rub' };
  return expectOk('POST', '/orders', { ...wish, ...extra });
};
const payout = (extra: Json = {}): Promise<Json> => {
  references += 1;
  return expectOk('POST', '/payouts', {
    reference: `ref-${references}`,
    amount: '8.00',
    amount_type: 'ps_amount',
    currency: 643,
    payway: 'card_rub',
    account: '79990000000',
    ...extra,
  });
};
const see = (made: Json): Promise<Json> => expectOk('GET', `/orders/${String(made.order_id)}`);
const invoiceNotice = (made: Json, status: number | string, extra: Json = {}): Json => ({
  shop_id: 5,
  shop_order_id: made.shop_order_id,
  status,
  payment_id: 3000000000 + Number(String(made.reference).split('-').at(-1)),
  shop_amount: 10.5,
  shop_currency: 643,
  client_price: 10.92,
  description: '',
  error_code: 0,
  ...extra,
});
const OK_REPLY = { status: 200, text: 'OK', media: 'text/plain' };

before(async () => {
  payUrl = await gateway.listen();
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await start();
});
after(async () => {
  await kill();
  gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the shop signs and verifies as the published vectors do', () => {
  const { digest, canonical, verify } = honestSeams;
  assert.equal(
    digest(['12.34', '643', 'perfectmoney_usd', '5', '4126'], SECRET),
    '07a596eb1dbcb83d5a7b2f1c9572d455af7e71b9ea5c32e3c3892f099ae67ac2',
  );
  assert.equal(
    digest(['10.00', '643', '5', '101'], SECRET),
    'e4580435a252d61ef91b71cb23ed7bee4d77de94ced36411526d2ce3b66ada8f',
  );
  const body = `{"client_price":10.5,"created":"2024-01-02T03:04:05","error_code":0,"payment_id":77,"payway":"card_rub",
    "ps_currency":643,"ps_data":"{\\"ps_payer_account\\":\\"4111******1111\\"}","shop_amount":10.5,"shop_currency":643,
    "shop_id":5,"shop_order_id":"101","shop_refund":0,"status":4,"description":"","settlement_rate":null,
    "sign":"C07CCD376381B3FD45FE866ECAB8A9DE7404B4AA109DA275D7654A3F0FF5194C"}`;
  const members = parseJson(body) as Json;
  const text =
    '10.5:2024-01-02T03:04:05:0:77:card_rub:643:{"ps_payer_account":"4111******1111"}:10.5:643:5:101:0:4';
  assert.equal(canonical(members), text);
  assert.equal(
    verify({ type: 'invoice', members, headers: {}, from: '127.0.0.1', text: '' }, text, SECRET),
    true,
  );
  assert.equal(
    verify({ type: 'invoice', members, headers: {}, from: '127.0.0.1', text: '' }, text, 'SecretKey02'),
    false,
  );
});

test('a forged notification changes nothing, a genuine one pays once, repeats and late statuses are answered OK', async () => {
  const made = await order({ customer: 'ann', description: 'Чай' });
  assert.equal(made.state, 'pending');
  const [create] = gateway.of('invoice/create').slice(-1);
  assert.equal(create?.sign, sha(`10.50:643:card_rub:5:${String(made.shop_order_id)}${SECRET}`));
  const forged = await notice('invoice', { ...invoiceNotice(made, 4), sign: sha('x') });
  assert.notEqual(forged.text, 'OK');
  assert.deepEqual([(await see(made)).state, (await see(made)).credited], ['pending', '0.00']);
  const genuine = signed(invoiceNotice(made, 4));
  const replies = await Promise.all(Array.from({ length: 20 }, () => notice('invoice', genuine)));
  for (const reply of replies) assert.deepEqual(reply, OK_REPLY);
  assert.deepEqual(await notice('invoice', signed(invoiceNotice(made, 2))), OK_REPLY);
  const paid = await see(made);
  assert.deepEqual([paid.state, paid.credited, paid.credits], ['paid', '10.50', 1]);
  assert.equal((await expectOk('GET', '/customers/ann')).balance, '10.50');
});

for (const [name, change] of [
  ['another amount', { shop_amount: 0.01 }],
  ['another currency', { shop_currency: 980 }],
  ['another shop', { shop_id: 6 }],
] as const) {
  test(`a validly signed notification with ${name} books nothing`, async () => {
    const made = await order();
    assert.deepEqual(await notice('invoice', signed(invoiceNotice(made, 4, change))), OK_REPLY);
    const seen = await see(made);
    assert.deepEqual([seen.state, seen.credited], ['review', '0.00']);
  });
}

test('a fatal code fails the order with its code, an unknown one leaves it to a notification', async () => {
  gateway.script.set('invoice/create', () => refused(4));
  const fatal = await order();
  assert.deepEqual([fatal.state, fatal.error], ['failed', { code: 4, message: 'code 4' }]);
  gateway.script.set('invoice/create', () => refused(99999));
  const open = await order();
  gateway.script.delete('invoice/create');
  assert.equal(open.state, 'pending');
  assert.deepEqual(await notice('invoice', signed(invoiceNotice(open, 4))), OK_REPLY);
  assert.equal((await see(open)).state, 'paid');
});

test('a hold is held, charged once, and paid by the final notification', async () => {
  const made = await order({ mode: 'hold' });
  assert.equal((await call('POST', `/orders/${String(made.order_id)}/charge`)).status, 409);
  await notice('invoice', signed(invoiceNotice(made, 8)));
  assert.equal((await see(made)).state, 'held');
  gateway.script.set('invoice/charge', () => ok({ status: 2 }));
  const clicks = await Promise.all([1, 2].map(() => call('POST', `/orders/${String(made.order_id)}/charge`)));
  gateway.script.delete('invoice/charge');
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [200, 409]);
  assert.equal(gateway.of('invoice/charge').length, 1);
  assert.equal((await see(made)).state, 'pending');
  await notice('invoice', signed(invoiceNotice(made, 4)));
  assert.deepEqual([(await see(made)).state, (await see(made)).credits], ['paid', 1]);
});

test('a hold that is given up is released, also after its answer was lost', async () => {
  const made = await order({ mode: 'hold' });
  await notice('invoice', signed(invoiceNotice(made, 8)));
  gateway.script.set('invoice/unhold', (_body, response) => {
    response.destroy();
    return null;
  });
  const lost = await expectOk('POST', `/orders/${String(made.order_id)}/cancel`);
  assert.equal(lost.state, 'pending');
  gateway.script.set('invoice/unhold', () => ok({}));
  gateway.script.set('invoice/check', (body) =>
    ok({ ...invoiceNotice(made, 8), shop_order_id: body.shop_order_id }),
  );
  await expectOk('POST', '/jobs/run', {});
  gateway.script.delete('invoice/check');
  assert.equal((await see(made)).state, 'cancelled');
});

test('a token of a paid order pays the next order of its customer', async () => {
  const made = await order({ customer: 'bob', save_instrument: true });
  const psData = JSON.stringify({ payment_token: 'tok-1' });
  await notice('invoice', { ...invoiceNotice(made, 4, { ps_data: psData }), sign: sha('x') });
  await notice('invoice', signed(invoiceNotice(made, 4, { ps_data: psData })));
  gateway.script.set('invoice/create', () => ok({ id: 1, method: null, url: null, data: null }));
  const next = await order({ customer: 'bob', instrument_of: made.order_id });
  gateway.script.delete('invoice/create');
  assert.deepEqual([next.state, next.redirect], ['pending', null]);
  assert.equal(gateway.of('invoice/create').at(-1)?.payment_token, 'tok-1');
  const stranger = {
    reference: 'stranger',
    amount: '1.00',
    currency: 643,
    payway: 'card_rub',
    customer: 'eve',
  };
  assert.equal((await call('POST', '/orders', { ...stranger, instrument_of: made.order_id })).status, 422);
});

test('a refund that waits is done when the gateway says so, and never more than was paid goes back', async () => {
  const made = await order();
  const path = `/orders/${String(made.order_id)}/refunds`;
  assert.equal((await call('POST', path, { amount: '5.00' })).status, 409);
  await notice('invoice', signed(invoiceNotice(made, 4)));
  gateway.script.set('invoice/create-refund', (body) =>
    ok({ shop_refund_id: body.shop_refund_id, status: 'WAITING' }),
  );
  const refund = await expectOk('POST', path, { amount: '6.00' });
  assert.deepEqual([refund.state, (await see(made)).refunded], ['pending', '0.00']);
  assert.equal((await call('POST', path, { amount: '6.00' })).status, 422);
  const sent = gateway.of('invoice/create-refund').at(-1) ?? {};
  const done = signed({
    shop_id: 5,
    shop_order_id: made.shop_order_id,
    shop_refund_id: sent.shop_refund_id,
    invoice_id: sent.invoice_id,
    status: 'SUCCESS',
    amount: '6.00',
    currency: '643',
  });
  for (const _ of [1, 2]) assert.deepEqual(await notice('refund', done), OK_REPLY);
  const seen = await see(made);
  assert.deepEqual([seen.state, seen.refunded, seen.credited], ['partially_refunded', '6.00', '10.50']);
});

test('a payout whose answer is late is asked about first, keeps its id, and is followed to its end', async () => {
  await notice('invoice', signed(invoiceNotice(await order({ customer: 'cid' }), 4)));
  gateway.script.set('withdraw/create', () => new Promise(() => undefined));
  gateway.script.set('withdraw/shop_payment_status', () => refused(7));
  const made = await payout({ customer: 'cid' });
  assert.deepEqual([made.state, made.debited], ['pending', '8.00']);
  assert.deepEqual(
    gateway.calls.slice(-2).map(({ operation }) => operation),
    ['withdraw/create', 'withdraw/shop_payment_status'],
  );
  gateway.script.set('withdraw/create', () => ok({ id: 41, status: 1 }));
  await expectOk('POST', '/jobs/run', {});
  assert.deepEqual(new Set(gateway.of('withdraw/create').map((body) => body.shop_payment_id)).size, 1);
  gateway.script.set('withdraw/status', () => ok({ id: 41, status: 9 }));
  await expectOk('POST', '/jobs/run', {});
  const path = `/payouts/${String(made.payout_id)}`;
  assert.equal((await expectOk('GET', path)).state, 'pending');
  gateway.script.set('withdraw/status', () => ok({ id: 41, status: 6 }));
  await expectOk('POST', '/jobs/run', { at: new Date(Date.now() + 3 * 3_600_000).toISOString() });
  await expectOk('POST', '/jobs/run', {});
  const seen = await expectOk('GET', path);
  assert.deepEqual([seen.state, seen.debited], ['failed', '0.00']);
  assert.equal((await expectOk('GET', '/customers/cid')).balance, '10.50');
});

test('a cancelled order that is paid all the same is booked and left to a person', async () => {
  const made = await order();
  assert.equal((await expectOk('POST', `/orders/${String(made.order_id)}/cancel`)).state, 'cancelled');
  await notice('invoice', signed(invoiceNotice(made, 4)));
  const seen = await see(made);
  assert.deepEqual([seen.state, seen.credited, seen.credits], ['review', '10.50', 1]);
});

test('a failed order is tried again under a new id, and an amended one gets another invoice', async () => {
  const made = await order();
  const path = `/orders/${String(made.order_id)}`;
  await notice('invoice', signed(invoiceNotice(made, 6)));
  assert.equal((await see(made)).state, 'failed');
  const again = await expectOk('POST', `${path}/retry`);
  assert.notEqual(again.shop_order_id, made.shop_order_id);
  assert.equal(again.state, 'pending');
  assert.equal((await expectOk('POST', `${path}/retry`)).shop_order_id, again.shop_order_id);
  const amended = await expectOk('POST', `${path}/amend`, { amount: '21.00' });
  assert.equal(gateway.of('invoice/create').at(-1)?.amount, '21.00');
  await notice('invoice', signed(invoiceNotice(again, 4)));
  assert.deepEqual([(await see(made)).state, (await see(made)).credited], ['review', '10.50']);
  assert.notEqual(amended.shop_order_id, again.shop_order_id);
});

test('an invoice whose create was lost is looked for, and created again under the same id when it is absent', async () => {
  gateway.script.set('invoice/create', (_body, response) => {
    response.destroy();
    return null;
  });
  const made = await order();
  assert.deepEqual([made.state, made.redirect], ['pending', null]);
  gateway.script.delete('invoice/create');
  gateway.script.set('invoice/check', () => refused(7));
  await expectOk('POST', '/jobs/run', {});
  gateway.script.delete('invoice/check');
  const ids = gateway.of('invoice/create').filter((body) => body.shop_order_id === made.shop_order_id);
  assert.equal(ids.length, 2);
  assert.notEqual((await see(made)).redirect, null);
});

test('a hold of four days is released by the job, and a wish is one order however often it is sent', async () => {
  const made = await order({ mode: 'hold' });
  await notice('invoice', signed(invoiceNotice(made, 8)));
  gateway.script.set('invoice/unhold', () => ok(null));
  await expectOk('POST', '/jobs/run', { at: new Date(Date.now() + 5 * 86_400_000).toISOString() });
  assert.equal((await see(made)).state, 'cancelled');
  const wish = { reference: 'twice', amount: '3.00', currency: 643, payway: 'card_rub' };
  const both = await Promise.all([1, 2].map(() => expectOk('POST', '/orders', wish)));
  assert.equal(both[0]?.order_id, both[1]?.order_id);
  assert.notEqual(both[1]?.redirect, null);
  assert.equal((await call('POST', '/orders', { ...wish, amount: '4.00' })).status, 409);
});

test('a kill loses nothing: what was booked stays booked once, what was lost is found by the job', async () => {
  const paid = await order();
  const genuine = signed(invoiceNotice(paid, 4));
  await notice('invoice', genuine);
  const open = await order();
  let reached = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  gateway.script.set('withdraw/create', () => {
    reached();
    return new Promise(() => undefined);
  });
  const wish = {
    reference: 'killed',
    amount: '1.00',
    amount_type: 'shop_amount',
    currency: 643,
    payway: 'card_rub',
  };
  const cut = call('POST', '/payouts', { ...wish, account: '1' }).catch(() => null);
  await arrived;
  await kill();
  await cut;
  await start();
  assert.deepEqual(await notice('invoice', genuine), OK_REPLY);
  assert.equal((await see(paid)).credits, 1);
  gateway.script.set('invoice/check', (body) =>
    body.shop_order_id === open.shop_order_id ? ok(invoiceNotice(open, 4)) : refused(7),
  );
  gateway.script.set('withdraw/shop_payment_status', () => ok({ id: 50, status: 5 }));
  await expectOk('POST', '/jobs/run', {});
  gateway.script.delete('invoice/check');
  assert.deepEqual([(await see(open)).state, (await see(open)).credits], ['paid', 1]);
  const again = await expectOk('POST', '/payouts', { ...wish, account: '1' });
  assert.deepEqual([again.state, again.debited], ['paid', '1.00']);
  assert.equal(gateway.of('withdraw/create').filter((body) => body.account === '1').length, 1);
});

test('the pay page carries method, address and every key, escaped', async () => {
  const made = await order({ reference: '<b>x</b>' });
  const page = await (await fetch(String(made.pay_url))).text();
  assert.match(page, /method="post" action="http:\/\/pay\.example\/3ds\?a=1"/);
  assert.match(page, /name="MD" value="m&quot;&lt;&amp;"/);
  assert.doesNotMatch(page, /<b>x<\/b>/);
});

test('a missing variable ends the shop with one clear line, and the log holds no secret', async () => {
  const failed = launch({ SHOP_KEY: '' });
  let stderr = '';
  failed.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise((resolve) => failed.once('close', resolve));
  assert.equal(code, 1);
  assert.match(stderr, /^shop: SHOP_KEY is not set[^\n]*\n$/);
  assert.doesNotMatch(readFileSync(join(folder, 'shop.db.log'), 'utf8'), new RegExp(`${SECRET}|tok-1`));
});
