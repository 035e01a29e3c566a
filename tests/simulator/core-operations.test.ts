import assert from 'node:assert/strict';
import test from 'node:test';
import type { OperationId } from '../../simulator/protocol/operations.ts';
import { OPERATION_IDS } from '../../simulator/protocol/operations.ts';
import { envelope, RESPONSE_DATA } from '../../simulator/protocol/responses.ts';
import { deliver, invoice, type Lab, type LabOptions, lab, NOW, payout } from './core-support.ts';

interface Prepared {
  orderId: string;
  paymentId: number;
  holdId: number;
  payoutId: number;
  shopPaymentId: string;
}

/** A paid invoice, a held one, and a payout. */
function prepare(bench: Lab): Prepared {
  const order = invoice({ amount: '100.00', issue_payment_token: true });
  const paymentId = Number(bench.call('invoice/create', order).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  bench.call('invoice/hold', invoice({ shop_order_id: `held-${order.shop_order_id}` }));
  const holdId = Number(bench.core.invoices({ shopOrderId: `held-${order.shop_order_id}` })[0]?.paymentId);
  bench.core.act({ kind: 'invoice-status', paymentId: holdId, status: 8 });
  const wanted = payout();
  bench.call('withdraw/create', wanted);
  const { payoutId = 0 } = bench.core.payouts({ shopPaymentId: String(wanted.shop_payment_id) })[0] ?? {};
  return {
    orderId: String(order.shop_order_id),
    paymentId,
    holdId,
    payoutId,
    shopPaymentId: String(wanted.shop_payment_id),
  };
}

const now = NOW;
const REQUESTS: Readonly<Record<OperationId, (ready: Prepared) => Record<string, unknown>>> = {
  'invoice/try': () => invoice({ payway: 'phone_rub' }),
  'invoice/create': () => invoice({ description: 'Заказ 1', client_ip: '10.0.0.1' }),
  'invoice/hold': () => invoice({ success_url: 'http://shop.test/ok' }),
  'invoice/charge': ({ holdId }) => ({ invoice_id: holdId, now }),
  'invoice/unhold': ({ holdId }) => ({ invoice_id: holdId, now }),
  'invoice/check': ({ orderId }) => ({ shop_order_id: orderId, now }),
  'invoice/get-refunds': ({ paymentId }) => ({ invoice_id: paymentId, now }),
  'invoice/create-refund': ({ paymentId }) => ({
    invoice_id: paymentId,
    amount: '30.00',
    shop_refund_id: 'r1',
  }),
  'withdraw/try': () => ({ ...payout({ payway: 'bank_rub' }), account: '', shop_payment_id: undefined }),
  'withdraw/create': () => payout({ payway: 'bank_rub', account_details: { bic: '044525225' } }),
  'withdraw/status': ({ payoutId }) => ({ withdraw_id: payoutId, now }),
  'withdraw/shop_payment_status': ({ shopPaymentId }) => ({ shop_payment_id: shopPaymentId, now }),
  check_account: () => ({ payway: 'card_rub', amount: '10.00', account: '79001234567' }),
  'shop_input_config/shop': () => ({ now }),
  'shop_output_config/shop': () => ({ now }),
  shop_balance: () => ({ now, payway: 'card_rub' }),
};

const PRESETS: readonly [string, LabOptions][] = [
  ['the default readings', {}],
  ['legal variation', { variation: true }],
  [
    'observed readings',
    {
      readings: {
        'notification.number-literals': 'decimal',
        'payout.redirect-info': 'missing',
        'payout.unset-fields': 'missing',
        'check-account.account-info': 'null',
        'input-config.is-active': 'boolean',
        'input-config.percent-part': 'text',
        'input-config.no-addons': 'null',
        'invoice.check-optional-fields': 'null',
        'time.records': 'offset',
        'token.place': 'object',
      },
    },
  ],
];

for (const [name, options] of PRESETS) {
  test(`every operation answers its documented data: ${name}`, async (t) => {
    for (const id of OPERATION_IDS) {
      await t.test(id, () => {
        const bench = lab(options);
        const said = bench.call(id, REQUESTS[id](prepare(bench)));
        assert.equal(said.message, 'Ok', id);
        assert.equal(said.status, 200);
        envelope.parse(said);
        RESPONSE_DATA[id].parse(said.data);
        assert.equal(said.headers['content-length'], String(Buffer.byteLength(said.text)));
      });
    }
  });
}

test('keys come in the documented order without variation', () => {
  const bench = lab();
  const { orderId } = prepare(bench);
  const said = bench.call('invoice/check', { shop_order_id: orderId, now });
  assert.match(said.text, /^\{"result":true,"message":"Ok","error_code":0,"data":\{"shop_order_id":/);
  const keys = Object.keys(said.data);
  assert.deepEqual(keys.slice(0, 7), [
    'shop_order_id',
    'shop_id',
    'status',
    'payment_id',
    'ps_data',
    'ps_currency',
    'payway',
  ]);
  assert.equal(keys.includes('settlement_rate'), false);
  assert.deepEqual(keys.slice(-2), ['is_unique', 'payment_token']);
});

test('a recurrent charge: the token comes in ps_data, pays, and needs no redirect', () => {
  const bench = lab();
  const { paymentId } = prepare(bench);
  const due = deliver(bench).find((attempt) => attempt.about.paymentId === paymentId);
  const { ps_data } = JSON.parse(due?.body ?? '{}');
  const { token } = JSON.parse(ps_data).payment_token;
  const order = invoice({ payment_token: token });
  const said = bench.call('invoice/create', order);
  assert.deepEqual([said.data.method, said.data.url], [null, null]);
  const view = bench.core.invoice(Number(said.data.id));
  assert.match(view?.tokenUsed ?? '', /^tok~[0-9a-f]{8}$/);
  assert.equal(view?.tokenUsed, bench.core.tokens()[0]?.token);
  const foreign = { ...invoice({ payment_token: token }), shop_id: 6 };
  assert.equal(bench.call('invoice/create', foreign, { secret: 'the-other-secret' }).error_code, 10);
  assert.equal(bench.call('invoice/create', invoice({ payment_token: 'tok_nonsense' })).error_code, 10);
  assert.equal(JSON.stringify(bench.events).includes(token), false, 'no event holds the token');
});

test('no token before success, none without being asked', () => {
  const bench = lab();
  const wanted = Number(bench.call('invoice/create', invoice({ issue_payment_token: true })).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId: wanted, status: 6 });
  const plain = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId: plain, status: 4 });
  assert.equal(bench.core.tokens().length, 0);
});

test('permissions: recurrent payments and the balance', () => {
  const bench = lab({ shop: { permissions: { recurrent: false, balance: false } } });
  assert.equal(bench.call('invoice/create', invoice({ issue_payment_token: true })).error_code, 17);
  assert.equal(bench.call('shop_balance', { now }).error_code, 17);
});

test('extra fields are required and must match, with and without the prefix', () => {
  const bench = lab();
  const phone = (value: unknown) =>
    bench.call('invoice/create', invoice({ payway: 'phone_rub', phone: value })).error_code;
  assert.deepEqual(['9001234567', '79001234567'].map(phone), [0, 0]);
  assert.deepEqual([undefined, '', '123', '8900123456789'].map(phone), [10, 10, 10, 10]);
  const bank = (account_details: unknown) =>
    bench.call('withdraw/create', payout({ payway: 'bank_rub', account_details })).error_code;
  assert.deepEqual([bank({ bic: '044525225' }), bank({ bic: '1' }), bank(undefined)], [0, 10, 10]);
});

test('amounts in the spellings that merchants use', () => {
  const bench = lab();
  const code = (amount: unknown, changes = {}) =>
    bench.call('invoice/create', invoice({ amount, ...changes })).error_code;
  for (const amount of ['10.50', '10.5', '10', '0.10', '1000000.00', 10.5]) assert.equal(code(amount), 0);
  for (const amount of ['10,50', '1e3', '-1', '', ' 10', '10.555', '1 000', null])
    assert.equal(code(amount), 10);
  assert.equal(code('500', { payway: 'card_jpy', currency: 392 }), 0);
  assert.equal(code('1.005', { payway: 'card_kwd', currency: 414 }), 0);
  assert.equal(code('1.0055', { payway: 'card_kwd', currency: 414 }), 10);
  assert.equal(code('10.00', { currency: 840 }), 16);
});

/** Each request, its amount, and the code that the digits of the currency give it. */
const FRACTIONS: readonly [OperationId, string, number, Record<string, unknown>?][] = [
  ['invoice/create', '500.00', 0, { payway: 'card_jpy', currency: 392 }],
  ['invoice/create', '500.50', 10, { payway: 'card_jpy', currency: 392 }],
  ['invoice/create-refund', '1.005', 10],
  ['invoice/create-refund', '1.00', 0],
  ['check_account', '1.005', 10, { payway: 'card_rub', account: '79001234567' }],
  ['check_account', '1.05', 0, { payway: 'card_rub', account: '79001234567' }],
  ['withdraw/create', '10.005', 10, { payway: 'exchange_usd', amount_type: 'ps_amount' }],
  ['withdraw/create', '10.05', 0, { payway: 'exchange_usd', amount_type: 'ps_amount' }],
];

for (const [operation, amount, expected, more = {}] of FRACTIONS) {
  test(`${operation} over ${amount} is answered with ${expected}`, () => {
    const bench = lab();
    const paid = bench.call('invoice/create', invoice({ shop_order_id: 'paid' })).data.id;
    bench.core.act({ kind: 'invoice-status', paymentId: Number(paid), status: 4 });
    const fields = {
      'invoice/create': invoice(),
      'invoice/create-refund': { invoice_id: Number(paid), shop_id: 5, shop_refund_id: 'r1' },
      check_account: { shop_id: 5 },
      'withdraw/create': payout(),
    }[operation as string];
    assert.equal(bench.call(operation, { ...fields, amount, ...more }).error_code, expected);
  });
}

test('fields that are not of the listed type are noted, and refused where the readings say so', () => {
  const fields = { ...invoice({ shop_id: '5', currency: '643', amount: 10 }) };
  const bench = lab();
  const noted = () => {
    const [request] = bench.kinds('request').slice(-1);
    assert.ok(request?.kind === 'request');
    assert.equal(request.sign?.ok, true);
    return request.misfits?.map(({ field, reading }) => [field, reading]);
  };
  assert.equal(bench.call('invoice/create', fields).error_code, 0);
  assert.deepEqual(noted(), [
    ['shop_id', 'request.integer-as-string'],
    ['amount', 'request.amount-as-number'],
    ['currency', 'request.integer-as-string'],
  ]);
  const strict = lab({ readings: { 'request.integer-as-string': 'reject' } });
  assert.equal(strict.call('invoice/create', fields).error_code, 10);
  assert.equal(bench.call('invoice/create', invoice()).error_code, 0);
  assert.deepEqual(noted(), []);
  const info = { browser_screen_width: 1920 };
  for (const [more, found] of [
    [{ issue_payment_token: 'true' }, ['issue_payment_token', 'request.boolean-text']],
    [{ client_ip: 2130706433 }, ['client_ip', 'request.text-as-number']],
    [{ description: 7 }, ['description', 'request.text-as-number']],
    [{ client_info: info }, ['client_info.browser_screen_width', 'request.text-as-number']],
    [{ card: 'none' }, ['card', null]],
    [{ payway: undefined }, ['payway', null]],
  ] as const) {
    assert.equal(bench.call('invoice/hold', invoice(more)).error_code, 10, found[0]);
    assert.deepEqual(noted(), [found]);
  }
});

test('create: repeats, ids of refused creates, callback addresses', () => {
  const order = invoice();
  const repeat = (readings: Record<string, string>, second = order) => {
    const bench = lab({ readings });
    const first = bench.call('invoice/create', order);
    const again = bench.call('invoice/create', second);
    return [again.error_code, again.data?.id === first.data.id];
  };
  assert.deepEqual(repeat({})[0], 6);
  assert.deepEqual(repeat({ 'create.repeat': 'same-answer' }), [0, true]);
  assert.deepEqual(repeat({ 'create.repeat': 'same-answer' }, { ...order, amount: '11.00' })[0], 6);
  const used = lab({ readings: { 'create.refused-id': 'used' } });
  assert.equal(used.call('invoice/create', { ...order, payway: 'nothing' }).error_code, 1);
  assert.equal(used.call('invoice/create', order).error_code, 6);
});

test('of many invoices or payouts the newest can be asked for alone', () => {
  const bench = lab();
  for (let made = 0; made < 3; made++) {
    bench.call('invoice/create', invoice());
    bench.call('withdraw/create', payout());
  }
  assert.deepEqual(bench.core.invoices({ limit: 1 }), bench.core.invoices().slice(-1));
  assert.equal(bench.core.payouts().length, 3);
  assert.deepEqual(bench.core.payouts({ limit: 1 }), bench.core.payouts().slice(-1));
});

test('ids are seeded integers below 2^31 that differ from seed to seed', () => {
  const first = (seed: number) => Number(lab({ seed }).call('invoice/create', invoice()).data.id);
  const ids = Array.from({ length: 50 }, (_, seed) => first(seed));
  assert.equal(new Set(ids).size, 50);
  assert.ok(ids.every((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31));
  assert.equal(first(3), ids[3]);
});
