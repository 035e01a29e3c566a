import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab, NOW, payout } from './core-support.ts';

const order = (id: string) => ({ shop_order_id: id, amount: '10.50', currency: 643, payway: 'card_rub' });

test('only the last final invoices are kept, and every open one', () => {
  const bench = lab({ retainFinished: 2 });
  const ids = ['a', 'b', 'c', 'd', 'open'].map((id) =>
    Number(bench.call('invoice/create', order(id)).data.id),
  );
  for (const paymentId of ids.slice(0, 4)) bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  assert.deepEqual(
    bench.core.invoices().map(({ shopOrderId }) => shopOrderId),
    ['c', 'd', 'open'],
  );
  assert.equal(bench.call('invoice/check', { shop_order_id: 'a', now: NOW }).result, false);
  assert.equal(bench.call('invoice/check', { shop_order_id: 'd', now: NOW }).result, true);
  // An id that was forgotten is free again.
  assert.equal(bench.call('invoice/create', order('a')).result, true);
});

test('all are kept unless told otherwise', () => {
  const bench = lab();
  for (let index = 0; index < 50; index += 1) {
    const { data } = bench.call('invoice/create', order(`o-${index}`));
    bench.core.act({ kind: 'invoice-status', paymentId: Number(data.id), status: 4 });
  }
  assert.equal(bench.core.invoices().length, 50);
});

test('after a restart, too, only the last final ones are kept', () => {
  const before = lab();
  for (const id of ['a', 'b', 'c']) {
    const { data } = before.call('invoice/create', order(id));
    before.core.act({ kind: 'invoice-status', paymentId: Number(data.id), status: 4 });
  }
  const bench = lab({ restoreFrom: before.core.changes(), retainFinished: 1 });
  assert.deepEqual(
    bench.core.invoices().map(({ shopOrderId }) => shopOrderId),
    ['c'],
  );
});

test('payouts are forgotten alike, and an invoice whose refund waits is not', () => {
  const bench = lab({ retainFinished: 1 });
  const first = Number(bench.call('invoice/create', order('a')).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId: first, status: 4 });
  const refund = { invoice_id: first, shop_refund_id: 'r', amount: '1.00', now: NOW };
  assert.equal(bench.call('invoice/create-refund', refund).result, true);
  for (let index = 0; index < 3; index += 1) {
    const { data } = bench.call('withdraw/create', payout());
    bench.core.act({ kind: 'payout-status', payoutId: Number(data.id), status: 5 });
  }
  assert.equal(bench.core.invoices().length, 1);
  assert.ok(bench.core.payouts().length <= 1);
});
