import assert from 'node:assert/strict';
import { type Duty, type Fields, type Gateway, NOW } from './gateway.ts';

const now = NOW;

/** A refusal with this code after which nothing exists; the same request without the flaw is accepted. */
async function refuses(gateway: Gateway, code: number, flaw: Fields, repair: Fields): Promise<void> {
  const order = gateway.order(flaw);
  assert.equal(await gateway.codeOf('invoice/create', order), code, `create ${JSON.stringify(flaw)}`);
  assert.notEqual(await gateway.codeOf('invoice/check', { shop_order_id: order.shop_order_id, now }), 0);
  await gateway.done('invoice/create', { ...order, ...repair });
  const payout = gateway.payout(flaw);
  assert.equal(await gateway.codeOf('withdraw/create', payout), code, `payout ${JSON.stringify(flaw)}`);
  const asked = { shop_payment_id: payout.shop_payment_id, now };
  assert.notEqual(await gateway.codeOf('withdraw/shop_payment_status', asked), 0);
  await gateway.done('withdraw/create', { ...payout, ...repair });
  assert.equal(await gateway.codeOf('invoice/hold', gateway.order(flaw)), code, 'hold');
  assert.equal(await gateway.codeOf('invoice/try', gateway.order(flaw)), code, 'try');
}

const narrow = { payway: 'narrow_rub' };

/** Error codes and limits. */
export const errorDuties: readonly Duty[] = [
  {
    ids: ['errors.code.1'],
    does: 'an unknown payway answers code 1, and nothing is created',
    proof: (gateway) => refuses(gateway, 1, { payway: 'no_such_payway' }, { payway: 'card_rub' }),
  },
  {
    ids: ['errors.code.2'],
    does: 'a payway that is not active answers code 2, and nothing is created',
    proof: (gateway) => refuses(gateway, 2, { payway: 'closed_rub' }, { payway: 'card_rub' }),
  },
  {
    ids: ['errors.code.3'],
    does: 'a payway that is not available answers code 3, and nothing is created',
    proof: (gateway) => refuses(gateway, 3, { payway: 'away_rub' }, { payway: 'card_rub' }),
  },
  {
    ids: ['errors.code.4', 'limits.amount'],
    does: 'an amount below min_amount answers code 4; min_amount itself is enough',
    proof: (gateway) => refuses(gateway, 4, { ...narrow, amount: '9.99' }, { amount: '10.00' }),
  },
  {
    ids: ['errors.code.5', 'limits.amount'],
    does: 'an amount above max_amount answers code 5; max_amount itself is not too much',
    proof: (gateway) => refuses(gateway, 5, { ...narrow, amount: '20.01' }, { amount: '20.00' }),
  },
  {
    ids: ['limits.amount'],
    does: 'min_amount and max_amount of the list of payways are the limits that count',
    async proof(gateway) {
      const { envelope } = await gateway.done('shop_input_config/shop', { now });
      const groups = envelope.data as { payways: Record<string, unknown>[] }[];
      const payway = groups.flatMap(({ payways }) => payways).find(({ alias }) => alias === 'narrow_rub');
      assert.deepEqual([payway?.min_amount, payway?.max_amount], [10, 20]);
    },
  },
  {
    ids: ['errors.4', 'errors.code.11'],
    does: 'a shop_id that no shop has answers code 11, to every operation, whatever the signature',
    async proof(gateway) {
      const requests: [string, Fields][] = [
        ['invoice/create', gateway.order()],
        ['invoice/check', { shop_order_id: 'x', now }],
        ['withdraw/create', gateway.payout()],
        ['withdraw/status', { withdraw_id: 1, now }],
        ['check_account', { payway: 'card_rub', amount: '10.00', account: '79001234567' }],
        ['shop_balance', { now }],
      ];
      for (const [path, fields] of requests) {
        const answer = await gateway.send(path, { ...fields, shop_id: 999 });
        assert.deepEqual([answer.result, answer.code], [false, 11], path);
        assert.equal(await gateway.codeOf(path, { ...fields, shop_id: 999 }, { sign: 'wrong' }), 11, path);
      }
    },
  },
  {
    ids: ['limits.payway'],
    does: 'a payway of more than 150 characters or with others than the allowed ones is no payway',
    async proof(gateway) {
      const code = (payway: string) => gateway.codeOf('invoice/create', gateway.order({ payway }));
      assert.equal(await code('a'.repeat(150)), 1, '150 characters are allowed');
      assert.equal(await code('[a],b_C'), 1, 'these characters are allowed');
      for (const payway of ['a'.repeat(151), 'card-rub', 'card_rub1', 'карта', 'card rub']) {
        assert.equal(await code(payway), 10, payway);
      }
    },
  },
  {
    ids: ['limits.shop-order-id', 'limits.description'],
    does: 'shop_order_id and description have at most 255 characters, counted as characters',
    async proof(gateway) {
      const letters = (count: number): string => `${gateway.fresh('ж')}${'ж'.repeat(255)}`.slice(0, count);
      for (const path of ['invoice/try', 'invoice/create', 'invoice/hold']) {
        await gateway.done(path, gateway.order({ shop_order_id: letters(255), description: letters(255) }));
        for (const name of ['shop_order_id', 'description']) {
          assert.equal(
            await gateway.codeOf(path, gateway.order({ [name]: letters(256) })),
            10,
            `${path} ${name}`,
          );
        }
      }
      const check = { shop_order_id: letters(256), now };
      assert.equal(await gateway.codeOf('invoice/check', check), 10);
      await gateway.done('withdraw/create', gateway.payout({ description: '📗'.repeat(255) }));
      const long = gateway.payout({ description: '📗'.repeat(256) });
      assert.equal(await gateway.codeOf('withdraw/create', long), 10);
    },
  },
];
