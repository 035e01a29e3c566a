import assert from 'node:assert/strict';
import test from 'node:test';
import { INVOICE_STATUSES, invoiceMayMove, isFinalInvoice } from '../../simulator/protocol/invoice-states.ts';
import { isFinalPayout, PAYOUT_STATUSES, payoutMayMove } from '../../simulator/protocol/payout-states.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import { refundMayMove } from '../../simulator/protocol/refund-states.ts';
import { deliver, invoice, type Lab, lab, NOW, payout } from './core-support.ts';

const DAY = 24 * 60 * 60_000;

function held(bench: Lab): number {
  bench.call('invoice/hold', invoice());
  const paymentId = Number(bench.core.invoices().at(-1)?.paymentId);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 8 });
  return paymentId;
}

function paid(bench: Lab, amount = '100.00'): number {
  const paymentId = Number(bench.call('invoice/create', invoice({ amount })).data.id);
  bench.core.act({ kind: 'payer', paymentId, action: 'pay' });
  return paymentId;
}

test('nothing follows a final status, in any table', () => {
  const readings = resolveReadings();
  for (const from of INVOICE_STATUSES.filter(({ final }) => final)) {
    assert.ok(isFinalInvoice(from.status, 'stays-4'));
    for (const to of [1, 2, 3, 4, 5, 6, 8, 9]) {
      assert.equal(invoiceMayMove(from.status, to, 'hold', readings), false);
    }
  }
  for (const from of PAYOUT_STATUSES.filter(({ final }) => final)) {
    assert.ok(isFinalPayout(from.status));
    for (const to of [1, 2, 3, 4, 5, 6, 9]) assert.equal(payoutMayMove(from.status, to, readings), false);
  }
  assert.deepEqual(
    [
      refundMayMove('WAITING', 'SUCCESS'),
      refundMayMove('SUCCESS', 'FAILED'),
      refundMayMove('FAILED', 'WAITING'),
    ],
    [true, false, false],
  );
});

test('forward-only readings forbid the way back; 8 is for two-step invoices', () => {
  const any = resolveReadings();
  assert.equal(invoiceMayMove(2, 1, 'single', any), true);
  assert.equal(
    invoiceMayMove(2, 1, 'single', resolveReadings('spec', { 'invoice.transitions': 'forward-only' })),
    false,
  );
  assert.equal(invoiceMayMove(1, 8, 'single', any), false);
  const forward = resolveReadings('spec', { 'payout.transitions': 'forward-only' });
  assert.deepEqual([payoutMayMove(3, 1, forward), payoutMayMove(4, 5, forward)], [false, true]);
});

test('the truth moves first, the notification follows, and a final invoice stays', () => {
  const bench = lab();
  const { data } = bench.call('invoice/create', invoice({ shop_order_id: 'steps' }));
  const paymentId = Number(data.id);
  for (const status of [2, 3, 5, 4]) {
    assert.equal(bench.core.act({ kind: 'invoice-status', paymentId, status }).ok, true);
    const check = bench.call('invoice/check', { shop_order_id: 'steps', now: NOW });
    assert.equal(check.data.status, status);
    assert.deepEqual(
      deliver(bench).map((attempt) => JSON.parse(attempt.body).status),
      [status],
    );
  }
  const late = bench.core.act({ kind: 'invoice-status', paymentId, status: 2 });
  assert.deepEqual([late.ok, late.ok === false && late.reason], [false, 'state']);
  assert.deepEqual(bench.core.act({ kind: 'invoice-status', paymentId: 1, status: 4 }).ok, false);
});

test('what the payer does', () => {
  const outcome = (
    action: 'pay' | 'decline' | 'insufficient-funds' | 'expire' | 'fail-3ds',
    mode = 'create',
  ) => {
    const bench = lab();
    bench.call(mode === 'hold' ? 'invoice/hold' : 'invoice/create', invoice());
    const paymentId = Number(bench.core.invoices()[0]?.paymentId);
    bench.core.act({ kind: 'payer', paymentId, action: 'open' });
    bench.core.act({ kind: 'payer', paymentId, action: 'open' });
    bench.core.act({ kind: 'payer', paymentId, action });
    assert.equal(bench.core.act({ kind: 'payer', paymentId, action: 'pay' }).ok, false, 'pays once');
    const view = bench.core.invoice(paymentId);
    return [view?.status, view?.errorCode];
  };
  assert.deepEqual(outcome('pay'), [4, 0]);
  assert.deepEqual(outcome('pay', 'hold'), [8, 0]);
  assert.deepEqual(outcome('decline'), [6, 2000]);
  assert.deepEqual(outcome('insufficient-funds'), [6, 9]);
  assert.deepEqual(outcome('expire'), [6, 2000]);
});

test('a hold is charged once, or released, and the outcome of a charge follows', () => {
  const bench = lab();
  const charged = held(bench);
  const answer = bench.call('invoice/charge', { invoice_id: charged, now: NOW });
  assert.equal(answer.data.status, 2);
  assert.equal(bench.call('invoice/charge', { invoice_id: charged, now: NOW }).error_code, 100);
  assert.equal(bench.call('invoice/unhold', { invoice_id: charged, now: NOW }).error_code, 100);
  deliver(bench);
  bench.core.act({ kind: 'invoice-status', paymentId: charged, status: 6 });
  assert.deepEqual(
    deliver(bench).map(({ status }) => status),
    [6],
  );

  const released = held(bench);
  deliver(bench);
  assert.equal(bench.call('invoice/unhold', { invoice_id: released, now: NOW }).data.status, 6);
  assert.deepEqual(
    deliver(bench).map(({ status }) => status),
    [6],
  );
  assert.equal(bench.call('invoice/charge', { invoice_id: released, now: NOW }).error_code, 100);
});

test('the 5 days of a hold: nothing happens by itself, a late charge is a reading', () => {
  const late = (readings: Record<string, string>, days: number) => {
    const bench = lab({ readings });
    const paymentId = held(bench);
    bench.advance(days * DAY + 1);
    assert.equal(bench.core.invoice(paymentId)?.status, 8);
    return bench.call('invoice/charge', { invoice_id: paymentId, now: NOW }).error_code;
  };
  assert.deepEqual([late({}, 4.9), late({}, 5), late({ 'hold.late-charge': 'accepted' }, 6)], [0, 100, 0]);
});

test('readings of charge and release', () => {
  const status = (readings: Record<string, string>, operation: 'invoice/charge' | 'invoice/unhold') => {
    const bench = lab({ readings });
    const paymentId = held(bench);
    bench.call(operation, { invoice_id: paymentId, now: NOW });
    return bench.core.invoice(paymentId)?.status;
  };
  for (const wanted of [2, 8, 4]) {
    assert.equal(status({ 'charge.answer-status': String(wanted) }, 'invoice/charge'), wanted);
  }
  for (const wanted of [6, 7, 8]) {
    assert.equal(status({ 'unhold.status': String(wanted) }, 'invoice/unhold'), wanted);
  }
  const byOrder = lab({ readings: { 'unhold.request': 'by-shop-order-id', 'unhold.answer': 'null' } });
  held(byOrder);
  const order = byOrder.core.invoices()[0]?.shopOrderId;
  assert.equal(byOrder.call('invoice/unhold', { shop_order_id: order, now: NOW }).data, null);
});

test('refunds: waiting, notified at the end, limited to what was paid, in its currency, of what is paid', () => {
  const bench = lab();
  const invoice_id = paid(bench);
  deliver(bench);
  const refund = (shop_refund_id: string, amount: string, more = {}) =>
    bench.call('invoice/create-refund', { invoice_id, shop_refund_id, amount, ...more });
  assert.equal(refund('r1', '60.00').data.status, 'WAITING');
  assert.equal(refund('r2', '60.00').error_code, 9);
  assert.equal(refund('r1', '10.00').error_code, 6);
  assert.equal(refund('r3', '0.00').error_code, 4);
  assert.equal(refund('r4', '10.00', { currency: 840 }).error_code, 16);
  assert.equal(refund('r5', '', {}).error_code, 10);
  bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'r1', status: 'FAILED' });
  assert.equal(refund('r6', '100.00', { callback_url: 'http://shop.test/refunds' }).data.status, 'WAITING');
  bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'r6', status: 'SUCCESS' });
  assert.deepEqual(
    deliver(bench).map(({ url, status }) => [url, status]),
    [
      ['http://shop.test/notify?type=refund', 'FAILED'],
      ['http://shop.test/refunds?type=refund', 'SUCCESS'],
    ],
  );
  const listed = bench.call('invoice/get-refunds', { invoice_id, now: NOW }).data as unknown as {
    status: string;
  }[];
  assert.deepEqual(
    listed.map(({ status }) => status),
    ['FAILED', 'SUCCESS'],
  );
  assert.equal(
    bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'r6', status: 'FAILED' }).ok,
    false,
  );

  const unpaid = Number(bench.call('invoice/create', invoice()).data.id);
  const early = { invoice_id: unpaid, shop_refund_id: 'r9', amount: '1.00' };
  assert.equal(bench.call('invoice/create-refund', early).error_code, 100);
  const onHold = { invoice_id: held(bench), shop_refund_id: 'r9', amount: '1.00' };
  assert.equal(bench.call('invoice/create-refund', onHold).error_code, 100);
});

test('payouts: unlisted values are not final, an absent one is code 7, asking is counted', () => {
  const bench = lab();
  const wanted = payout();
  const payoutId = Number(bench.call('withdraw/create', wanted).data.id);
  const status = () => bench.call('withdraw/status', { withdraw_id: payoutId, now: NOW }).data.status;
  for (const next of [9, 4, 2, 3, 5]) {
    assert.ok(bench.core.act({ kind: 'payout-status', payoutId, status: next }).ok);
    assert.equal(status(), next);
  }
  assert.equal(bench.core.act({ kind: 'payout-status', payoutId, status: 6 }).ok, false);
  assert.equal(bench.core.payout(payoutId)?.asked, 5);
  const absent = { shop_payment_id: 'nobody', now: NOW };
  assert.equal(bench.call('withdraw/shop_payment_status', absent).error_code, 7);
  const other = lab({ readings: { 'error.absent-payout': '404' } });
  assert.equal(other.call('withdraw/shop_payment_status', absent).error_code, 404);
});

test('finish brings everything to an end, tells nobody, and leaves nothing due', () => {
  const bench = lab();
  const open = Number(bench.call('invoice/create', invoice()).data.id);
  const onHold = held(bench);
  const invoice_id = paid(bench);
  bench.call('invoice/create-refund', { invoice_id, shop_refund_id: 'rf', amount: '1.00' });
  const payoutId = Number(bench.call('withdraw/create', payout()).data.id);
  const done = bench.core.act({ kind: 'finish', paymentIds: [open, invoice_id], payoutIds: [] });
  assert.deepEqual(done.ok && done.changed, 2);
  assert.equal(bench.core.invoice(onHold)?.status, 8);
  const rest = bench.core.act({ kind: 'finish' });
  assert.deepEqual(rest.ok && rest.changed, 2);
  assert.equal(bench.core.payout(payoutId)?.status, 6);
  assert.equal(bench.core.invoice(invoice_id)?.status, 4);
  assert.equal(bench.core.nextDueAt(), undefined);
  assert.deepEqual(bench.takeDue(), []);
});

test('the autopilot brings payouts, refunds, charges and recurrent payments to their end', () => {
  const bench = lab({ behaviour: 'autopilot' });
  const invoice_id = paid(bench);
  bench.call('invoice/create-refund', { invoice_id, shop_refund_id: 'auto', amount: '1.00' });
  const onHold = held(bench);
  bench.call('invoice/charge', { invoice_id: onHold, now: NOW });
  const payoutId = Number(bench.call('withdraw/create', payout()).data.id);
  const statuses: unknown[] = [];
  for (let guard = 0; guard < 50; guard += 1) {
    deliver(bench);
    const seen = bench.core.payout(payoutId)?.status;
    if (statuses.at(-1) !== seen) statuses.push(seen);
    const next = bench.core.nextDueAt();
    if (next === undefined) break;
    bench.clock.now = next;
  }
  assert.deepEqual(statuses, [1, 3, 5]);
  assert.equal(bench.core.refunds({ shopRefundId: 'auto' })[0]?.status, 'SUCCESS');
  assert.equal(bench.core.invoice(onHold)?.status, 4);
});

test('readings of the invoice: expiry, the status after a full refund', () => {
  const bench = lab({ readings: { 'invoice.expires': 'rejected-at-expiry', 'invoice.after-refund': '7' } });
  const paymentId = Number(
    bench.call('invoice/create', invoice({ expires_at: '2026-01-15T12:30:00' })).data.id,
  );
  assert.equal(bench.core.nextDueAt(), bench.clock.now + 30 * 60_000);
  bench.advance(30 * 60_000);
  bench.takeDue();
  assert.equal(bench.core.invoice(paymentId)?.status, 6);
  const invoice_id = paid(bench, '10.00');
  bench.call('invoice/create-refund', { invoice_id, shop_refund_id: 'all', amount: '10.00' });
  bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'all', status: 'SUCCESS' });
  assert.equal(bench.core.invoice(invoice_id)?.status, 7);
});
