import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bench, plainInvoice, startBench } from './server-support.ts';

let bench: Bench;
before(async () => {
  bench = await startBench();
});
after(() => bench.stop());

const addresses = { success_url: 'http://127.0.0.1:1/thanks?a=1', failed_url: 'http://127.0.0.1:1/sorry' };

async function create(orderId: string, extra: Record<string, unknown> = {}) {
  const answer = await bench.call('invoice/create', {
    ...plainInvoice,
    ...addresses,
    shop_order_id: orderId,
    ...extra,
  });
  assert.ok(answer.data, answer.message);
  const data = answer.data as { id: number; url: string; data: { session_id: string } };
  return { ...data, page: `${data.url}?session_id=${data.data.session_id}` };
}

function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

async function statusOf(paymentId: number): Promise<number> {
  return (await bench.control<{ status: number }>('GET', `/invoices/${paymentId}`)).status;
}

test('opening the payment page moves the invoice to "awaiting user action" and shows what is paid', async () => {
  const invoice = await create('shown', { description: '<b>"A&B"</b>' });
  const response = await fetch(invoice.page);
  const page = await response.text();
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  for (const part of [
    '100.00 RUB',
    'shown',
    'card_rub',
    '&lt;b>&quot;A&amp;B',
    'Pay',
    'Decline',
    'Insufficient funds',
    'Let it expire',
  ]) {
    assert.ok(page.includes(part), `${part} in ${page}`);
  }
  assert.doesNotMatch(page, /<b>|<script/);
  assert.equal(await statusOf(invoice.id), 2);
});

const endings = [
  { action: 'pay', status: 4, to: addresses.success_url },
  { action: 'decline', status: 6, to: addresses.failed_url },
  { action: 'insufficient-funds', status: 6, to: addresses.failed_url },
  { action: 'expire', status: 6, to: addresses.failed_url },
];
for (const { action, status, to } of endings) {
  test(`the payer's "${action}" ends in status ${status} and goes back to the shop`, async () => {
    const invoice = await create(`ends-${action}`);
    const response = await submit(invoice.url, { session_id: invoice.data.session_id, action });
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), to);
    assert.equal(await statusOf(invoice.id), status);
  });
}

test('paying twice pays once, and the second time says so', async () => {
  const invoice = await create('twice');
  const fields = { session_id: invoice.data.session_id, action: 'pay' };
  await submit(invoice.url, fields);
  const second = await submit(invoice.url, fields);
  assert.equal(second.status, 200);
  assert.match(await second.text(), /This payment is complete/);
  const later = await submit(invoice.url, { ...fields, action: 'decline' });
  assert.equal(later.status, 200);
  assert.equal(await statusOf(invoice.id), 4);
});

test('without return addresses the payer sees the result', async () => {
  const invoice = await create('no-return', { success_url: null, failed_url: null });
  const response = await submit(invoice.url, { session_id: invoice.data.session_id, action: 'pay' });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /This payment is complete/);
});

test('a page needs its session', async () => {
  const invoice = await create('guarded');
  const other = await create('other');
  for (const url of [
    invoice.url,
    `${invoice.url}?session_id=`,
    `${invoice.url}?session_id=${other.data.session_id}`,
    `${bench.simulator.origin}/pay/1?session_id=x`,
  ]) {
    assert.equal((await fetch(url)).status, 404, url);
  }
  assert.equal((await submit(invoice.url, { action: 'pay' })).status, 404);
  assert.equal(
    (await submit(invoice.url, { action: 'steal', session_id: invoice.data.session_id })).status,
    400,
  );
  assert.equal(await statusOf(invoice.id), 1);
});

for (const [answer, status, to] of [
  ['Y', 8, addresses.success_url],
  ['N', 6, addresses.failed_url],
] as const) {
  test(`3-D Secure answered ${answer} ends in status ${status}`, async () => {
    const held = await bench.call('invoice/hold', {
      ...plainInvoice,
      ...addresses,
      shop_order_id: `secure-${answer}`,
    });
    assert.ok(held.data, held.message);
    const { id, url, data } = held.data as { id: number; url: string; data: Record<string, string> };
    const shown = await submit(url, data);
    const page = await shown.text();
    assert.equal(shown.status, 200, page);
    const action = /action="([^"]*)"/
      .exec(page)?.[1]
      ?.replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<');
    assert.equal(action, data.TermUrl);
    const response = await submit(action ?? '', { MD: data.MD ?? '', PaRes: answer });
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), to);
    assert.equal(await statusOf(id), status);
  });
}

test('3-D Secure refuses what a shop has altered', async () => {
  const held = await bench.call('invoice/hold', { ...plainInvoice, shop_order_id: 'altered' });
  const { id, url, data } = held.data as { id: number; url: string; data: Record<string, string> };
  assert.equal((await submit(url, { ...data, MD: 'x' })).status, 404);
  assert.equal((await submit(url, { ...data, TermUrl: 'http://evil.example/' })).status, 400);
  assert.equal((await submit(url, { MD: data.MD ?? '', TermUrl: data.TermUrl ?? '' })).status, 400);
  const truncated = (data.TermUrl ?? '').split('"')[0] ?? '';
  assert.equal((await submit(url, { ...data, TermUrl: truncated })).status, 400);
  assert.ok([1, 2].includes(await statusOf(id)));
});
