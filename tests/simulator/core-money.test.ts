import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { makePayway } from '../../simulator/core/default-shop.ts';
import { Big, paymentSides } from '../../simulator/core/money.ts';
import type { Fee } from '../../simulator/core/shop-config.ts';
import { invoice, type Lab, lab, NOW, payout } from './core-support.ts';

const rubles = (bench: Lab) =>
  bench.core.balances(5).find(({ currency, base }) => currency === 643 && base === 'production');

test('a payout freezes what it takes until it is final; 5 debits it, 6 returns it', () => {
  const bench = lab({ shop: { balances: { 643: { available: '1000.00' } } } });
  const start = (amount: string, amount_type: string) =>
    Number(bench.call('withdraw/create', payout({ amount, amount_type })).data.id);
  const sums = () => [rubles(bench)?.available, rubles(bench)?.frozen];
  const exact = start('100.00', 'ps_amount');
  assert.deepEqual(sums(), ['895', '105']);
  const written = start('100.00', 'shop_amount');
  assert.deepEqual(sums(), ['795', '205']);
  assert.deepEqual(
    [bench.core.payout(exact), bench.core.payout(written)].map((view) => [
      view?.payeeReceive,
      view?.shopWriteOff,
    ]),
    [
      ['100', '105'],
      ['95', '100'],
    ],
  );
  bench.core.act({ kind: 'payout-status', payoutId: exact, status: 5 });
  assert.deepEqual(sums(), ['795', '100']);
  bench.core.act({ kind: 'payout-status', payoutId: written, status: 6 });
  bench.core.act({ kind: 'payout-status', payoutId: written, status: 6 });
  assert.deepEqual(sums(), ['895', '0']);
  assert.equal(bench.call('withdraw/create', payout({ amount: '900.00' })).error_code, 9);
});

type Command =
  | { kind: 'pay-out'; amount: number; type: 'ps_amount' | 'shop_amount' }
  | { kind: 'move'; index: number; status: number }
  | { kind: 'refund'; amount: number }
  | { kind: 'settle'; index: number; status: 'SUCCESS' | 'FAILED' };

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('pay-out' as const),
    amount: fc.integer({ min: 1, max: 60_000 }),
    type: fc.constantFrom('ps_amount' as const, 'shop_amount' as const),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    index: fc.nat(9),
    status: fc.constantFrom(1, 2, 3, 4, 5, 6, 9),
  }),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({
    kind: fc.constant('settle' as const),
    index: fc.nat(9),
    status: fc.constantFrom('SUCCESS' as const, 'FAILED' as const),
  }),
);

const cents = (amount: number): string => (amount / 100).toFixed(2);

function carryOut(bench: Lab, invoice_id: number, each: Command, step: number): void {
  if (each.kind === 'pay-out') {
    const { amount, type } = each;
    bench.call('withdraw/create', payout({ amount: cents(amount), amount_type: type }));
  } else if (each.kind === 'refund') {
    bench.call('invoice/create-refund', {
      invoice_id,
      shop_refund_id: `s${step}`,
      amount: cents(each.amount),
    });
  } else if (each.kind === 'move') {
    const payoutId = bench.core.payouts()[each.index]?.payoutId;
    if (payoutId !== undefined) bench.core.act({ kind: 'payout-status', payoutId, status: each.status });
  } else {
    const shopRefundId = bench.core.refunds()[each.index]?.shopRefundId;
    if (shopRefundId !== undefined) {
      bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId, status: each.status });
    }
  }
}

const sum = (amounts: readonly string[]) => amounts.reduce((total, each) => total.plus(each), new Big(0));

test('money is conserved, and refunds never exceed what was paid, whatever happens in which order', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      const bench = lab({ shop: { balances: { 643: { available: '1000.00' } } } });
      const paymentId = Number(bench.call('invoice/create', invoice({ amount: '100.00' })).data.id);
      bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
      for (const [step, each] of commands.entries()) {
        carryOut(bench, paymentId, each, step);
        const payouts = bench.core.payouts();
        const done = sum(
          payouts.filter(({ status }) => status === 5).map(({ shopWriteOff }) => shopWriteOff),
        );
        const open = payouts.filter(({ status }) => status !== 5 && status !== 6);
        const frozen = sum(open.map(({ shopWriteOff }) => shopWriteOff));
        const balance = rubles(bench);
        assert.equal(balance?.frozen, frozen.toFixed());
        assert.equal(
          done
            .plus(frozen)
            .plus(balance?.available ?? 0)
            .toFixed(),
          '1000',
        );
        assert.ok(new Big(balance?.available ?? -1).gte(0));
        const taken = bench.core.refunds().filter(({ status }) => status !== 'FAILED');
        assert.ok(sum(taken.map(({ amount }) => amount)).lte(100));
      }
    }),
    { numRuns: 60, seed: 20260115 },
  );
});

test('the payer of a payway with a fee pays more; the shop of another one gets less', () => {
  const bench = lab();
  const view = (payway: string, more = {}) => {
    const { data } = bench.call('invoice/create', invoice({ payway, ...more }));
    bench.core.act({ kind: 'invoice-status', paymentId: Number(data.id), status: 4 });
    return bench.core.invoice(Number(data.id))?.record;
  };
  const card = view('card_rub');
  assert.deepEqual([card?.shop_amount, card?.client_price, card?.shop_refund], ['10.5', '10.5', '9.97']);
  const phone = view('phone_rub', { phone: '9001234567' });
  assert.deepEqual([phone?.shop_amount, phone?.client_price, phone?.shop_refund], ['10.5', '10.92', '10.5']);
  const tried = bench.call('invoice/try', invoice({ payway: 'phone_rub' }));
  assert.equal(tried.data.payer_price, 10.92);
});

/** The shop's shares of a fee of 5 % and 1.00 on 299.45: what the payer pays, and what the shop gets. */
const SHARES: readonly [Fee, string, string][] = [
  [{ percent: '1', fix: '1' }, '299.45', '283.48'],
  [{ percent: '0', fix: '0' }, '315.42', '299.45'],
  [{ percent: '0.5', fix: '1' }, '306.94', '290.97'],
  [{ percent: '1', fix: '0' }, '300.45', '284.48'],
];

for (const [feePart, payerPrice, shopShare] of SHARES) {
  test(`of a fee the shop bears ${feePart.percent} of the percentage and ${feePart.fix} of the fixed sum`, () => {
    const payway = makePayway(301, 'shared', { fee: { percent: '5', fix: '1' }, feePart });
    const sides = paymentSides('299.45', payway, 643);
    assert.deepEqual([sides.payerPrice, sides.shopShare], [payerPrice, shopShare]);
  });
}

/** `balance.payments`: what a shop has of 100.00 after a payment of 10.50 with a fee of 0.53, and a refund of 4.00. */
const MOVED: readonly [string, string, string][] = [
  ['unmoved', '100', '100'],
  ['moved', '109.97', '105.97'],
];

for (const [reading, afterPayment, afterRefund] of MOVED) {
  test(`payments and refunds leave balances ${reading} under that reading`, () => {
    const shop = { balances: { 643: { available: '100.00' } } };
    const bench = lab({ shop, readings: { 'balance.payments': reading } });
    const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
    bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
    assert.equal(rubles(bench)?.available, afterPayment);
    const refund = { invoice_id: paymentId, shop_id: 5, shop_refund_id: 'r', amount: '4.00' };
    bench.call('invoice/create-refund', refund);
    bench.core.act({ kind: 'refund-status', shopId: 5, shopRefundId: 'r', status: 'SUCCESS' });
    assert.equal(rubles(bench)?.available, afterRefund);
  });
}

for (const [reading, expected] of [
  ['null', { processed_at: null, settlement_amount: null, settlement_currency: null }],
  ['empty-text', { processed_at: '', settlement_amount: '', settlement_currency: '' }],
  ['missing', {}],
] as const) {
  test(`a refund that is not final has ${reading} where nothing is known yet`, () => {
    const bench = lab({ readings: { 'refund.unset-fields': reading } });
    const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
    bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
    const refund = { invoice_id: paymentId, shop_id: 5, shop_refund_id: 'r', amount: '4.00' };
    const { data } = bench.call('invoice/create-refund', refund);
    const { processed_at, settlement_amount, settlement_currency } = data;
    const said = Object.entries({ processed_at, settlement_amount, settlement_currency });
    assert.deepEqual(Object.fromEntries(said.filter(([, value]) => value !== undefined)), expected);
  });
}

test('the operator sets a balance', () => {
  const bench = lab();
  assert.ok(bench.core.act({ kind: 'balance', shopId: 5, currency: 643, available: '7.00' }).ok);
  assert.equal(rubles(bench)?.available, '7');
  assert.ok(bench.core.act({ kind: 'balance', shopId: 5, currency: 643, hold: '2.50' }).ok);
  assert.deepEqual([rubles(bench)?.available, rubles(bench)?.hold], ['7', '2.5']);
  assert.equal(bench.core.act({ kind: 'balance', shopId: 5, currency: 643, available: '-7' }).ok, false);
  const said = bench.call('shop_balance', { now: NOW });
  const balances = said.data.balances as unknown as { currency: number; available: number }[];
  assert.equal(balances.find(({ currency }) => currency === 643)?.available, 7);
});
