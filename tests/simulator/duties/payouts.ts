import assert from 'node:assert/strict';
import { type Duty, type Gateway, NOW } from './gateway.ts';

const now = NOW;

async function sums(gateway: Gateway, currency = 643) {
  const { data } = await gateway.done('shop_balance', { now });
  const all = data.balances as { currency: number; available: number; frozen: number; hold: number }[];
  const found = all.find((balance) => balance.currency === currency);
  assert.ok(found, `no balance in ${currency}`);
  return found;
}

async function created(gateway: Gateway, changes: Record<string, unknown> = {}) {
  const payout = gateway.payout(changes);
  const { data } = await gateway.done('withdraw/create', payout);
  return { id: Number(data.id), shopId: String(payout.shop_payment_id), data };
}

const cents = (value: number): number => Math.round(value * 100);

/** Payouts (Typical flows; Payout statuses; withdraw/…). */
export const payoutDuties: readonly Duty[] = [
  {
    ids: ['flow.payout.try', 'flow.payout.create', 'states.payout.1', 'errors.3'],
    does: 'a payout is made by withdraw/create alone, after withdraw/try and check_account or without, and starts with status 1',
    async proof(gateway) {
      const { data: made } = await created(gateway);
      assert.equal(made.status, 1);
      const payout = gateway.payout();
      const { shop_payment_id: id, ...quote } = payout;
      await gateway.done('withdraw/try', quote);
      await gateway.done('check_account', { payway: 'card_rub', amount: '100.00', account: '79001234567' });
      assert.notEqual(await gateway.codeOf('withdraw/shop_payment_status', { shop_payment_id: id, now }), 0);
      assert.equal((await gateway.done('withdraw/create', payout)).data.status, 1);
    },
  },
  {
    ids: ['states.payout.1', 'states.payout.3', 'states.payout.4', 'states.payout.9', 'flow.payout.poll'],
    does: 'statuses 1, 3, 4 and 9 are not final: each can be followed by 5, and both status operations tell it',
    async proof(gateway) {
      for (const open of [1, 3, 4, 9]) {
        const { id, shopId } = await created(gateway);
        for (const status of [open, 5]) {
          if (status !== 1) await gateway.act(`/payouts/${id}/status`, { status });
          const byId = await gateway.done('withdraw/status', { withdraw_id: id, now });
          const byShop = await gateway.done('withdraw/shop_payment_status', { shop_payment_id: shopId, now });
          assert.deepEqual([byId.data.status, byShop.data.status], [status, status]);
        }
      }
    },
  },
  {
    ids: ['states.payout.5', 'states.payout.6'],
    does: 'statuses 5 and 6 are final: nothing moves such a payout any more',
    async proof(gateway) {
      for (const final of [5, 6]) {
        const { id } = await created(gateway);
        await gateway.act(`/payouts/${id}/status`, { status: final });
        for (const status of [1, 3, 4, 5, 6, 9].filter((next) => next !== final)) {
          assert.equal((await gateway.bench.ask('POST', `/payouts/${id}/status`, { status })).status, 409);
        }
        const { data } = await gateway.done('withdraw/status', { withdraw_id: id, now });
        assert.equal(data.status, final);
      }
    },
  },
  {
    ids: ['states.payout.freeze', 'states.payout.settle', 'law.12'],
    does: 'what a payout writes off is frozen until it is final; 5 debits it, 6 returns it',
    async proof(gateway) {
      for (const [final, kept] of [
        [5, false],
        [6, true],
      ] as const) {
        const before = await sums(gateway);
        const { id, data } = await created(gateway);
        const part = cents(Number(data.shop_write_off));
        assert.ok(part >= 100_00, 'what is written off');
        for (const status of [1, 3, 4, 9]) {
          if (status !== 1) await gateway.act(`/payouts/${id}/status`, { status });
          const during = await sums(gateway);
          assert.deepEqual(
            [cents(before.available - during.available), cents(during.frozen - before.frozen)],
            [part, part],
            `status ${status}`,
          );
        }
        await gateway.act(`/payouts/${id}/status`, { status: final });
        const after = await sums(gateway);
        assert.deepEqual(
          [cents(before.available - after.available), cents(after.frozen - before.frozen)],
          [kept ? 0 : part, 0],
          `after ${final}`,
        );
      }
    },
  },
  {
    ids: ['law.12'],
    does: 'a payout above the available balance is refused and takes nothing, also when two at once would be too much',
    async proof(gateway) {
      const other = await gateway.other({});
      await other.act('/balances', { shopId: 5, currency: 643, available: '150.00' });
      assert.ok((await other.codeOf('withdraw/create', other.payout({ amount: '151.00' }))) > 0, 'above it');
      const one = other.payout({ amount_type: 'shop_amount' });
      const two = other.payout({ amount_type: 'shop_amount' });
      const codes = await Promise.all([one, two].map((each) => other.codeOf('withdraw/create', each)));
      assert.deepEqual(codes.map((code) => code > 0).sort(), [false, true]);
      const { available, frozen } = await sums(other);
      assert.deepEqual([available, frozen], [50, 100]);
    },
  },
  {
    ids: ['endpoint.withdraw.amount-type'],
    does: 'ps_amount is exactly what the recipient gets, shop_amount exactly what is written off',
    async proof(gateway) {
      const before = await sums(gateway);
      const { data: toPayee } = await created(gateway, { amount_type: 'ps_amount' });
      assert.deepEqual([toPayee.payee_receive, Number(toPayee.shop_write_off) > 100], [100, true]);
      const { data: ofShop } = await created(gateway, { amount_type: 'shop_amount' });
      assert.deepEqual([ofShop.shop_write_off, Number(ofShop.payee_receive) < 100], [100, true]);
      const after = await sums(gateway);
      assert.equal(cents(before.available - after.available), cents(Number(toPayee.shop_write_off) + 100));
      for (const [amount_type, made] of [
        ['ps_amount', toPayee],
        ['shop_amount', ofShop],
      ] as const) {
        const { shop_payment_id: _, ...quote } = gateway.payout({ amount_type });
        const { data } = await gateway.done('withdraw/try', quote);
        assert.deepEqual(
          [data.payee_receive, Number(data.shop_write_off)],
          [made.payee_receive, made.shop_write_off],
        );
      }
    },
  },
  {
    ids: [
      'endpoint.withdraw.amount-type',
      'endpoint.withdraw.try.answer',
      'fields.payout.types',
      'fields.payout-creation.types',
      'states.payout.freeze',
    ],
    does: 'a payway in another currency than the balance exchanges: what is received is in its currency, what is written off in that of the shop, rounded half up',
    async proof(gateway) {
      // A ruble is 0.0123 dollars, and the fee is 5 %, in dollars.
      for (const [amount_type, amount, payee_receive, shop_write_off] of [
        // 1000 × 0.0123 = 12.30, of which 0.615 is 0.62 as a fee.
        ['shop_amount', '1000.00', 11.68, 1000],
        // 777.77 × 0.0123 = 9.566571, which is 9.57, of which 0.4785 is 0.48.
        ['shop_amount', '777.77', 9.09, 777.77],
        // 10.50 with the fee of 0.525, which is 0.53, are 11.03 / 0.0123 = 896.7479…
        ['ps_amount', '10.50', 10.5, 896.75],
      ] as const) {
        const before = await sums(gateway);
        const dollars = await sums(gateway, 840);
        const payout = gateway.payout({ payway: 'exchange_usd', amount, amount_type });
        const { shop_payment_id, ...quote } = payout;
        const sides = { ps_currency: 840, shop_currency: 643, payee_receive, shop_write_off };
        const shown = (data: Record<string, unknown>) =>
          Object.fromEntries(Object.keys(sides).map((name) => [name, data[name]]));
        assert.deepEqual(shown((await gateway.done('withdraw/try', quote)).data), sides);
        const made = await gateway.done('withdraw/create', payout);
        assert.deepEqual(shown(made.data), sides);
        const after = await sums(gateway);
        assert.equal(cents(before.available - after.available), cents(shop_write_off));
        assert.equal(made.data.balance, after.available);
        assert.deepEqual(await sums(gateway, 840), dollars);
        const record = await gateway.done('withdraw/shop_payment_status', { shop_payment_id, now });
        assert.deepEqual(shown(record.data), sides);
      }
      const without = gateway.payout({ payway: 'card_usd' });
      assert.equal(await gateway.codeOf('withdraw/create', without), 16, 'a payway that exchanges nothing');
      const tenge = gateway.payout({ payway: 'exchange_usd', shop_currency: 398 });
      assert.equal(await gateway.codeOf('withdraw/create', tenge), 16, 'a currency without a rate');
    },
  },
  {
    ids: ['transport.5', 'limits.unique-payment'],
    does: 'a shop_payment_id that was used is refused, and neither a payout nor money moves',
    async proof(gateway) {
      const { id, shopId } = await created(gateway);
      await gateway.act(`/payouts/${id}/status`, { status: 6 });
      const before = await sums(gateway);
      for (const changes of [{}, { amount: '7.00' }, { account: '79007654321' }]) {
        const again = gateway.payout({ shop_payment_id: shopId, ...changes });
        assert.ok((await gateway.codeOf('withdraw/create', again)) > 0, JSON.stringify(changes));
      }
      assert.deepEqual(await sums(gateway), before);
      const { data } = await gateway.done('withdraw/shop_payment_status', { shop_payment_id: shopId, now });
      assert.deepEqual([data.id, data.status], [id, 6]);
    },
  },
  {
    ids: ['errors.5.absent'],
    does: 'a payout that a read timeout swallowed is told apart from one that exists, and only the absent one can be created again',
    async proof(gateway) {
      for (const committed of [true, false]) {
        const payout = gateway.payout();
        const where = { shopPaymentId: String(payout.shop_payment_id) };
        await gateway.act('/faults', { where, effect: { kind: 'read-timeout', committed } });
        await assert.rejects(gateway.send('withdraw/create', payout));
        const asked = { shop_payment_id: payout.shop_payment_id, now };
        const { result, code, data } = await gateway.send('withdraw/shop_payment_status', asked);
        if (committed) assert.deepEqual([result, data.status], [true, 1]);
        else assert.deepEqual([result, code], [false, 7]);
        const again = await gateway.codeOf('withdraw/create', payout);
        assert.equal(again === 0, !committed);
      }
    },
  },
  {
    ids: ['endpoint.shop_balance.agents'],
    does: 'shop_balance is refused to a shop that may not use it',
    async proof(gateway) {
      const other = await gateway.other({});
      await other.done('shop_balance', { now });
      await other.act('/shops/5', { permissions: { recurrent: true, balance: false } }, 'PATCH');
      assert.ok((await other.codeOf('shop_balance', { now })) > 0, 'not permitted');
    },
  },
];
