/** What the console lists, searches and sends: over the whole history, with a store and without. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Bench, signedBody, startBench } from './server-support.ts';

interface Rows {
  total: number;
  rows: { key: string; shows: Record<string, string | number> }[];
}
interface Told {
  events: { kind: string; seq: number; exchange?: string; path?: string; body?: string }[];
  dropped: number;
}

const rowsOf = (bench: Bench, view: string, search = '', more = '') =>
  bench.control<Rows>('GET', `/console/rows?view=${view}&search=${encodeURIComponent(search)}${more}`);
const eventsOf = (bench: Bench, of: string) =>
  bench.control<Told>('GET', `/console/events?of=${encodeURIComponent(of)}`);

let bench: Bench;
let paid: number;
before(async () => {
  bench = await startBench();
  bench.receiver.answer = (_request, response) => void response.writeHead(500).end('not now');
  paid = await bench.invoice('order-paid', { amount: '10.50' });
  await bench.invoice('order-open', { payway: 'card_usd', currency: 840 });
  await bench.control('POST', `/invoices/${paid}/payer`, { action: 'pay' });
  const body = signedBody('invoice/create', { shop_order_id: 'order-forged', amount: '1', currency: 643 });
  await fetch(`${bench.simulator.baseUrl}/invoice/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body.replace(/"sign":"./, '"sign":"z'),
  });
});
after(() => bench.stop());

const searches: [view: string, search: string, orders: string[]][] = [
  ['exchanges', '', ['order-forged', 'order-open', 'order-paid']],
  ['exchanges', 'sign:wrong', ['order-forged']],
  ['exchanges', 'is:error', ['order-forged']],
  ['exchanges', 'order:ORDER-P', ['order-paid']],
  ['exchanges', 'sign:right order:open', ['order-open']],
  ['exchanges', 'order:paid order:open', []],
  ['exchanges', 'amount:USD', ['order-open']],
  ['exchanges', '"a book" order-paid', ['order-paid']],
  ['invoices', 'status:4', ['order-paid']],
  ['invoices', 'status:successful', ['order-paid']],
  ['invoices', 'is:open', ['order-open']],
  ['invoices', 'amount:"10.50 rub"', ['order-paid']],
  ['notifications', 'is:due status:4', ['order-paid']],
  ['notifications', 'state:accepted', []],
  ['payouts', '', []],
];
test('rows are found by words and by fields, the newest first', async () => {
  for (const [view, search, orders] of searches) {
    const { total, rows } = await rowsOf(bench, view, search);
    assert.deepEqual(
      rows.map(({ shows }) => shows.order),
      orders,
      `${view}: ${search}`,
    );
    assert.equal(total, orders.length);
  }
  const [second] = (await rowsOf(bench, 'exchanges', '', '&from=1&limit=1')).rows;
  assert.equal(second?.shows.order, 'order-open');
});

test('a search that was made before is brought up to date', async () => {
  assert.equal((await rowsOf(bench, 'invoices', 'order:later status:4')).total, 0);
  const later = await bench.invoice('order-later');
  assert.equal((await rowsOf(bench, 'invoices', 'order:later status:4')).total, 0);
  await bench.control('POST', `/invoices/${later}/payer`, { action: 'pay' });
  assert.equal((await rowsOf(bench, 'invoices', 'order:later status:4')).total, 1);
  assert.equal((await rowsOf(bench, 'invoices', 'order:later is:open')).total, 0);
});

test('the events of an object are told with the replies to its notifications', async () => {
  const { events, dropped } = await eventsOf(bench, `invoice/${paid}`);
  assert.equal(dropped, 0);
  const kinds = events.map(({ kind }) => kind);
  for (const kind of ['state', 'answer', 'payer', 'attempt', 'reply']) assert.ok(kinds.includes(kind), kind);
  assert.equal((await bench.ask('GET', '/console/events?of=shop/5')).status, 400);
  assert.equal((await bench.ask('GET', '/console/rows?view=all')).status, 400);
});

test('a request is taken once more as it was recorded, unless something in it is masked', async () => {
  const [row] = (await rowsOf(bench, 'exchanges', 'order:order-paid')).rows;
  const [request] = (await eventsOf(bench, `exchange/${row?.key}`)).events;
  const again = await bench.control<{ exchange: string; status: number; body: string }>(
    'POST',
    `/journal/${request?.seq}/replay`,
  );
  assert.equal(again.status, 200);
  assert.match(again.body, /"error_code": ?[1-9]/);
  const [repeated] = (await eventsOf(bench, `exchange/${again.exchange}`)).events;
  assert.deepEqual([repeated?.path, repeated?.body], [request?.path, request?.body]);

  await fetch(`${bench.simulator.baseUrl}/invoice/create`, { method: 'POST', body: '{"cvv":"123"}' });
  const [masked] = (await rowsOf(bench, 'exchanges', '', '&limit=1')).rows;
  const [secretive] = (await eventsOf(bench, `exchange/${masked?.key}`)).events;
  const refused = await bench.ask('POST', `/journal/${secretive?.seq}/replay`);
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /masks/);
  assert.equal((await bench.ask('POST', '/journal/999999/replay')).status, 404);
});

test('a test payment is an invoice that the gateway accepted', async () => {
  const { paymentId, body } = await bench.control<{ paymentId: number; body: string }>('POST', '/payments', {
    amount: '7.00',
  });
  assert.match(body, /"error_code": ?0/);
  assert.equal((await bench.control(`GET`, `/invoices/${paymentId}`)).amount, '7.00');
  const other = await bench.control<{ paymentId: number }>('POST', '/payments', {});
  assert.notEqual(other.paymentId, paymentId);
  assert.equal((await bench.ask('POST', '/payments', { shopId: 99 })).status, 404);
});

for (const limit of [{ journalRetention: 5 }, { journalRetentionBytes: 5000 }])
  test(`without a store what memory no longer has is said to be dropped: ${JSON.stringify(limit)}`, async () => {
    const small = await startBench(limit);
    const first = await small.invoice('order-first');
    for (let count = 0; count < 200; count += 1) await small.invoice(`order-${count}`);
    assert.equal((await rowsOf(small, 'invoices', 'order:order-first')).total, 1);
    const told = await eventsOf(small, `invoice/${first}`);
    assert.deepEqual(told.events, []);
    const { oldest } = await small.control<{ oldest: number }>('GET', '/journal');
    assert.ok(oldest > 300, `oldest is ${oldest}`);
    await small.stop();
  });

test('with a store all that memory no longer has is there', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatecheck-console-'));
  try {
    const path = join(dir, 'store');
    const kept = await startBench({ journalRetention: 5, store: { path } });
    await kept.invoice('order-first');
    for (let count = 0; count < 40; count += 1) await kept.invoice(`order-${count}`);
    await kept.stop();
    const later = await startBench({ journalRetention: 5, store: { path } });
    let found: Rows;
    do found = await rowsOf(later, 'exchanges', 'order:order-first');
    while (found.total === 0);
    assert.equal((await eventsOf(later, `exchange/${found.rows[0]?.key}`)).events.length, 2);
    assert.equal((await rowsOf(later, 'exchanges')).total, 41);
    await later.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
