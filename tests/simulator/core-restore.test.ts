import assert from 'node:assert/strict';
import test from 'node:test';
import type { MemoryRow } from '../../simulator/core/memory-row.ts';
import { eventBodySchema } from '../../simulator/protocol/events.ts';
import { deliver, invoice, type Lab, lab, NOW, payout, reply } from './core-support.ts';

function busy(): { bench: Lab; token: string } {
  const bench = lab();
  const order = invoice({ shop_order_id: 'paid', amount: '100.00', issue_payment_token: true });
  const invoice_id = Number(bench.call('invoice/create', order).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId: invoice_id, status: 4, overrides: { new_field: 'x' } });
  const [first] = deliver(bench);
  const { token } = JSON.parse(JSON.parse(first?.body ?? '{}').ps_data).payment_token;
  bench.call('invoice/create-refund', { invoice_id, shop_refund_id: 'r1', amount: '30.00' });
  bench.call('invoice/hold', invoice({ shop_order_id: 'held' }));
  const held = Number(bench.core.invoices({ shopOrderId: 'held' })[0]?.paymentId);
  bench.core.act({ kind: 'invoice-status', paymentId: held, status: 8 });
  deliver(bench, reply({ status: 500 }));
  bench.call('withdraw/create', payout({ shop_payment_id: 'p1', account: '4111 1111 1111 1111' }));
  const done = Number(bench.call('withdraw/create', payout({ shop_payment_id: 'p2' })).data.id);
  bench.core.act({ kind: 'payout-status', payoutId: done, status: 5 });
  bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'r1', status: 'SUCCESS' });
  return { bench, token };
}

const withoutRevision = (items: readonly object[]) => items.map((item) => ({ ...item, revision: 0 }));

test('what changed is enough to go on: objects, balances, tokens, ids', () => {
  const { bench, token } = busy();
  const again = lab({ restoreFrom: bench.core.changes(), at: bench.clock.now });
  for (const kind of ['invoices', 'refunds', 'payouts'] as const) {
    assert.deepEqual(withoutRevision(again.core[kind]()), withoutRevision(bench.core[kind]()), kind);
  }
  assert.deepEqual(again.core.balances(), bench.core.balances());
  assert.deepEqual(again.core.tokens(), bench.core.tokens());
  assert.equal(again.call('invoice/create', invoice({ payment_token: token })).error_code, 0);
  assert.equal(again.call('invoice/create', invoice({ shop_order_id: 'paid' })).error_code, 6);
  const ids = again.core.invoices().map(({ paymentId }) => paymentId);
  assert.equal(new Set(ids).size, ids.length);
  const held = again.core.invoices({ shopOrderId: 'held' })[0]?.paymentId;
  assert.equal(again.call('invoice/charge', { invoice_id: held, now: NOW }).error_code, 0);
});

const ODD_ORDERS = ['plain', 'with "quotes"', 'back\\slash', 'end\\', '","', '[1,2]', 'заказ', '💳'];

test('an invoice is found by all that leads to it, whatever its id is, and listed where it was', () => {
  const bench = lab();
  const made = ODD_ORDERS.map((shop_order_id, index) => {
    const how = index % 2 === 0 ? {} : { base: 'test' as const, secret: 'a-test-secret' };
    const order = invoice({ shop_order_id, issue_payment_token: index % 3 === 0 });
    const paymentId = Number(bench.call('invoice/create', order, how).data.id);
    if (index % 3 === 0) bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
    return { shop_order_id, how, paymentId };
  });
  const restoreFrom = bench.core.changes();
  for (const { shop_order_id, how, paymentId } of made) {
    const again = lab({ restoreFrom, at: bench.clock.now });
    assert.equal(again.call('invoice/create', invoice({ shop_order_id }), how).error_code, 6, shop_order_id);
    assert.equal(
      again.call('invoice/check', { shop_order_id, now: NOW }, how).data.payment_id,
      paymentId,
      shop_order_id,
    );
    assert.deepEqual(again.core.invoices({ shopOrderId: shop_order_id }), [bench.core.invoice(paymentId)]);
  }
  const again = lab({ restoreFrom, at: bench.clock.now });
  again.call('invoice/create', invoice({ shop_order_id: 'later' }));
  assert.deepEqual(
    again.core.invoices({ limit: 4 }).map(({ shopOrderId }) => shopOrderId),
    [...ODD_ORDERS.slice(-3), 'later'],
  );
  assert.deepEqual(
    again.core.invoices().map(({ shopOrderId }) => shopOrderId),
    [...ODD_ORDERS, 'later'],
  );
  assert.deepEqual(again.core.tokens(), bench.core.tokens());
});

test('what was kept in two lives comes back in a third, with more different texts than rows share', () => {
  const order = (number: number) =>
    invoice({ shop_order_id: `o${number}`, success_url: `https://shop.test/paid/${number % 1100}` });
  const first = lab();
  for (let number = 0; number < 600; number += 1) first.call('invoice/create', order(number));
  const kept = [...first.core.changes()];
  const second = lab({ restoreFrom: kept, at: first.clock.now });
  for (let number = 600; number < 1300; number += 1) second.call('invoice/create', order(number));
  const names = (rows: readonly MemoryRow[]) => new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const restoreFrom = [...names([...kept, ...second.core.changes()]).values()];
  const third = lab({ restoreFrom, at: first.clock.now });
  assert.deepEqual(withoutRevision(third.core.invoices()), withoutRevision(second.core.invoices()));
});

test('what was due goes on: queued ones are sent, failed ones sent again, accepted ones not', () => {
  const { bench } = busy();
  const again = lab({ restoreFrom: bench.core.changes(), at: bench.clock.now });
  const before = bench.core.notifications();
  const after = again.core.notifications();
  assert.deepEqual(after, before);
  assert.deepEqual(
    deliver(again).map(({ type, status, body }) => [type, status, body]),
    bench.takeDue().map(({ type, status, body }) => [type, status, body]),
  );
  assert.equal(again.core.nextDueAt(), bench.core.nextDueAt());
});

test('an attempt that was on its way is made again', () => {
  const bench = lab();
  const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  bench.takeDue();
  const again = lab({ restoreFrom: bench.core.changes(), at: bench.clock.now });
  again.clock.now = again.core.nextDueAt() ?? 0;
  assert.deepEqual(
    deliver(again).map(({ attempt }) => attempt),
    [2],
  );
});

test('the autopilot goes on', () => {
  const bench = lab({ behaviour: 'autopilot' });
  const payoutId = Number(bench.call('withdraw/create', payout()).data.id);
  const again = lab({ behaviour: 'autopilot', restoreFrom: bench.core.changes(), at: bench.clock.now });
  for (let next = again.core.nextDueAt(); next !== undefined; next = again.core.nextDueAt()) {
    again.clock.now = next;
    again.takeDue();
  }
  assert.equal(again.core.payout(payoutId)?.status, 5);
});

test('every event is what the schema says, and holds no secret, card number or token', () => {
  const { bench, token } = busy();
  const card = {
    number: '4000000000000002',
    cardholder: 'A B',
    expiry_month: '12',
    expiry_year: '30',
    cvv: '987',
  };
  bench.call('invoice/hold', invoice({ card, description: 'my key is a-secret-of-shop-five' }));
  bench.call('invoice/create', invoice({ payment_token: token }));
  bench.call('withdraw/create', payout({ account: '4111111111111111' }), { secret: 'wrong' });
  bench.call('invoice/check', { shop_order_id: 'paid', now: NOW });
  for (const event of bench.events) eventBodySchema.parse(event);
  const text = JSON.stringify(bench.events);
  for (const secret of [
    'a-secret-of-shop-five',
    card.number,
    '"987"',
    '4111111111111111',
    '4111 1111',
    token,
  ]) {
    assert.equal(text.includes(secret), false, secret);
  }
  assert.match(text, /400000\*\*\*0002/);
});
