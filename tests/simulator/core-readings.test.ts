import assert from 'node:assert/strict';
import test from 'node:test';
import type { OperationId } from '../../simulator/protocol/operations.ts';
import { readings } from '../../simulator/protocol/readings.ts';
import { envelope, RESPONSE_DATA } from '../../simulator/protocol/responses.ts';
import { deliver, invoice, lab, NOW, payout, reply } from './core-support.ts';

/** Readings under which an ordinary journey is refused at some step, and the operations that may be. */
const REFUSED: Readonly<Record<string, readonly OperationId[]>> = {
  'hold.required-fields=with-card': ['invoice/hold'],
  'request.unknown-fields=reject': ['invoice/unhold', 'shop_output_config/shop'],
};

/** A journey through every operation; every answer must be what the documented schema says. */
function journey(overrides: Record<string, string>, allowed: readonly OperationId[]): number {
  const bench = lab({ readings: overrides });
  let carriedOut = 0;
  const ask = (id: OperationId, fields: Record<string, unknown>): Record<string, never> | undefined => {
    bench.advance(1000);
    const said = bench.call(id, fields);
    envelope.parse(said);
    if (said.result) {
      RESPONSE_DATA[id].parse(said.data);
      carriedOut += 1;
      return said.data;
    }
    assert.ok(allowed.includes(id), `${id}: ${said.message}`);
    return undefined;
  };
  const order = invoice({ amount: '100.00', issue_payment_token: true, description: 'Ж' });
  ask('invoice/try', invoice({ shop_order_id: order.shop_order_id }));
  const created = ask('invoice/create', order);
  const paymentId = Number(created?.id ?? 0);
  bench.core.act({ kind: 'payer', paymentId, action: 'pay' });
  deliver(bench, reply({ status: 500 }));
  const held = invoice();
  ask('invoice/hold', held);
  const holdId = bench.core.invoices({ shopOrderId: String(held.shop_order_id) })[0]?.paymentId;
  if (created !== undefined) {
    ask('invoice/check', { shop_order_id: order.shop_order_id, now: NOW });
    const refund = { invoice_id: paymentId, amount: '30.00', shop_refund_id: 'r', now: NOW };
    ask('invoice/create-refund', refund);
    bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'r', status: 'SUCCESS' });
    ask('invoice/get-refunds', { invoice_id: paymentId, now: NOW });
  }
  if (holdId !== undefined) {
    bench.core.act({ kind: 'invoice-status', paymentId: holdId, status: 8 });
    ask('invoice/charge', { invoice_id: holdId, now: NOW });
    const released = invoice();
    ask('invoice/hold', released);
    const { paymentId: other = 0 } =
      bench.core.invoices({ shopOrderId: String(released.shop_order_id) })[0] ?? {};
    bench.core.act({ kind: 'invoice-status', paymentId: other, status: 8 });
    ask('invoice/unhold', { invoice_id: other, shop_order_id: released.shop_order_id, now: NOW });
  }
  const wanted = payout({ account_details: { bic: '044525225' } });
  ask('withdraw/try', { ...wanted, shop_payment_id: undefined });
  ask('check_account', { payway: 'card_rub', amount: '10.00', account: '7', account_details: { a: '1' } });
  const paid = ask('withdraw/create', wanted);
  if (paid !== undefined) {
    ask('withdraw/status', { withdraw_id: paid.id, now: NOW });
    bench.core.act({ kind: 'payout-status', payoutId: Number(paid.id), status: 5 });
    ask('withdraw/shop_payment_status', { shop_payment_id: wanted.shop_payment_id, now: NOW });
  }
  for (const id of ['shop_input_config/shop', 'shop_output_config/shop', 'shop_balance'] as const) {
    ask(id, { now: NOW, payway: 'card_rub' });
  }
  for (const attempt of deliver(bench)) assert.match(attempt.body, /sign/);
  return carriedOut;
}

for (const reading of readings) {
  for (const value of [reading.default, ...reading.alternatives]) {
    test(`every operation under ${reading.id} = ${value}`, () => {
      const allowed = REFUSED[`${reading.id}=${value}`] ?? [];
      const carriedOut = journey({ [reading.id]: value }, allowed);
      if (allowed.length === 0) assert.equal(carriedOut, 17);
    });
  }
}
