import assert from 'node:assert/strict';
import { defaultShop, resolveReadings } from '../../../simulator/index.ts';
import { secret } from '../server-support.ts';
import { type Duty, type Fields, type Gateway, NOW } from './gateway.ts';

const now = NOW;
const DAY_MS = 24 * 3_600_000;
const EURO = { currency: 978, rates: { 840: '0.92' } };
const FEE = { percent: '2', fix: '0.30' };
const CARD = {
  number: '5555555555554444',
  cardholder: 'A B',
  expiry_month: '12',
  expiry_year: '2030',
  cvv: '123',
};

/** Members of a record, by name. */
const only = (record: Fields, wanted: Fields): Fields =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, record[name]]));

/** Shop 6: dollars with a fee, settled in euros, and readings under which records say what they may leave out. */
async function another(gateway: Gateway): Promise<Gateway> {
  const shop = defaultShop(6, secret);
  const dollars = { fee: FEE, feePart: { percent: '0.5', fix: '0' }, settlement: EURO };
  const other = await gateway.other({
    shops: [
      {
        ...shop,
        balances: { ...shop.balances, 840: { available: '500.00', hold: '7.25' } },
        inputs: shop.inputs.map((each) => (each.alias === 'card_usd' ? { ...each, ...dollars } : each)),
        outputs: shop.outputs.map((each) => (each.alias === 'card_usd' ? { ...each, fee: FEE } : each)),
      },
    ],
    readings: resolveReadings('spec', {
      'charge.answer-status': '4',
      'invoice.shop-refund': 'after-fee',
      'invoice.check-optional-fields': 'null',
    }),
    magic: true,
  });
  await other.act('/shops/6', { callbackUrl: other.bench.receiver.url }, 'PATCH');
  return other;
}

/** A signed call of shop 6 that must succeed. */
const done = async (other: Gateway, path: string, fields: Fields) =>
  (await other.done(path, { shop_id: 6, ...fields })).data;

function dollars(other: Gateway, changes: Fields = {}): Record<string, unknown> {
  return other.order({
    amount: '25.50',
    currency: 840,
    payway: 'card_usd',
    description: 'A lamp',
    ...changes,
  });
}

async function invoices(other: Gateway): Promise<void> {
  const open = dollars(other);
  const quote = await done(other, 'invoice/try', dollars(other));
  assert.deepEqual(only(quote, { ps_currency: 840, payer_price: 26.06 }), {
    ps_currency: 840,
    payer_price: 26.06,
  });
  const { id } = await done(other, 'invoice/create', open);
  await other.act('/clock/advance', { byMs: DAY_MS });
  await other.act(`/invoices/${id}/status`, { status: 6, errorCode: 9 });
  const wanted = {
    shop_id: 6,
    status: 6,
    ps_currency: 840,
    shop_currency: 840,
    shop_amount: 25.5,
    client_price: 26.06,
    error_code: 9,
    description: 'A lamp',
    settlement_currency: 978,
    settlement_rate: null,
  };
  const record = await done(other, 'invoice/check', { shop_order_id: open.shop_order_id, now });
  assert.deepEqual(only(record, wanted), wanted);
  assert.notEqual(record.created, record.updated);
  assert.equal(other.notices({ orderId: String(open.shop_order_id) }).at(-1)?.body.error_code, 9);
}

async function holds(other: Gateway): Promise<number> {
  const held = async (changes: Fields = {}): Promise<{ id: unknown; orderId: unknown }> => {
    const order = dollars(other, { card: CARD, issue_payment_token: true, ...changes });
    const { id } = await done(other, 'invoice/hold', order);
    await other.act(`/invoices/${id}/status`, { status: 8 });
    await other.act('/clock/advance', { byMs: DAY_MS });
    return { id, orderId: order.shop_order_id };
  };
  const released = await held();
  const gone = { shop_id: 6, ps_currency: 840, shop_currency: 840, payway: 'card_usd', shop_amount: 25.5 };
  assert.deepEqual(only(await done(other, 'invoice/unhold', { invoice_id: released.id, now }), gone), gone);
  const taken = await held();
  const charged = { ...gone, status: 4, settlement_rate: 0.92, shop_refund: 25.25, client_price: 26.06 };
  const answer = await done(other, 'invoice/charge', { invoice_id: taken.id, now });
  assert.deepEqual(only(answer, charged), charged);
  const plain = await held({ currency: 643, payway: 'card_rub' });
  const unsettled = { status: 4, settlement_currency: null, settlement_rate: null };
  assert.deepEqual(
    only(await done(other, 'invoice/charge', { invoice_id: plain.id, now }), unsettled),
    unsettled,
  );
  const { payment_token: token } = await done(other, 'invoice/check', { shop_order_id: taken.orderId, now });
  const { account, card_info: card } = token as { account: string; card_info: Fields };
  assert.match(account, /^5555.*4444$/);
  assert.equal(card.payment_system, 'mastercard');
  return Number(taken.id);
}

async function refunds(other: Gateway, invoice_id: number): Promise<void> {
  const where = { operation: 'invoice/create-refund' };
  await other.act('/faults', { where, effect: { kind: 'statuses', sequence: ['SUCCESS'] } });
  const refund = { invoice_id, amount: '5.55', shop_refund_id: other.fresh('refund') };
  const settled = { currency: '840', settlement_amount: '5.11', settlement_currency: '978' };
  const at = { ...settled, settlement_rate: 0.92 };
  assert.deepEqual(only(await done(other, 'invoice/create-refund', refund), at), at);
  const second = { ...refund, amount: '5.50', shop_refund_id: other.fresh('refund') };
  await done(other, 'invoice/create-refund', second);
  await other.act(`/refunds/6/${second.shop_refund_id}/status`, { status: 'FAILED', errorCode: 9 });
  assert.equal(other.notices({ refundId: second.shop_refund_id }).at(-1)?.body.error_code, 9);
  const records = (await done(other, 'invoice/get-refunds', { invoice_id, now })) as unknown;
  assert.deepEqual(
    (records as Fields[]).map((each) => [each.status, each.error_code, each.settlement_rate]),
    [
      ['SUCCESS', 0, 0.92],
      ['FAILED', 9, null],
    ],
  );
}

async function payouts(other: Gateway): Promise<void> {
  const payout = other.payout({ shop_currency: 840, payway: 'card_usd', amount: '25.50' });
  const { shop_payment_id, ...quote } = payout;
  const sides = { ps_currency: 840, shop_currency: 840, payee_receive: 25.5, shop_write_off: 26.31 };
  assert.deepEqual(only(await done(other, 'withdraw/try', quote), sides), sides);
  const where = { operation: 'withdraw/create' };
  await other.act('/faults', { where, effect: { kind: 'statuses', sequence: [3] } });
  const made = await done(other, 'withdraw/create', payout);
  assert.deepEqual(only(made, { ...sides, status: 3 }), { ...sides, status: 3 });
  await other.act(`/payouts/${made.id}/status`, { status: 4, errorCode: 2000 });
  const failed = { ...sides, status: 4, error_code: 2000 };
  const byId = await done(other, 'withdraw/status', { withdraw_id: made.id, now });
  const byShop = await done(other, 'withdraw/shop_payment_status', { shop_payment_id, now });
  for (const record of [byId, byShop]) assert.deepEqual(only(record, failed), failed);
  const account = { payway: 'card_usd', amount: '25.50', account: '79000000013' };
  const checked = await done(other, 'check_account', account);
  assert.deepEqual(only(checked, { result: false, provider_status: 13 }), {
    result: false,
    provider_status: 13,
  });
  const balances = (await done(other, 'shop_balance', { now })).balances as Fields[];
  const dollar = { currency: 840, available: 473.69, frozen: 26.31, hold: 7.25 };
  assert.deepEqual(
    balances.find(({ currency }) => currency === 840),
    dollar,
  );
}

async function lists(other: Gateway): Promise<void> {
  const groups = async (path: string): Promise<Fields[]> => {
    const data = (await done(other, path, { now })) as unknown;
    return (data as { payways?: Fields[] }[]).flatMap((group) => group.payways ?? [group as Fields]);
  };
  const of = (payways: readonly Fields[]) => payways.find(({ alias }) => alias === 'card_usd');
  const fee_config = { percent: 2, fix: 0.3 };
  const input = of(await groups('shop_input_config/shop'));
  assert.deepEqual(input?.fee_config, fee_config);
  assert.deepEqual(input?.fee_part_config, { percent_part: 0.5, fix_part: 0 });
  assert.deepEqual(of(await groups('shop_output_config/shop'))?.fee_config, fee_config);
  await other.act('/readings', { 'output-config.answer': 'flat' }, 'PUT');
  assert.deepEqual(of(await groups('shop_output_config/shop'))?.fee_config, fee_config);
}

/** The same records with every value another: what never changes proves nothing. */
export const anotherShopDuties: readonly Duty[] = [
  {
    ids: [
      'fields.invoice.identity',
      'fields.invoice.currencies',
      'fields.invoice.amounts',
      'fields.invoice.error-code',
      'fields.token.shape',
      'fields.refund.types',
      'fields.payout.types',
      'fields.balance.shape',
      'fields.payway.shape',
      'endpoint.check_account.answer',
    ],
    does: 'records of another shop, in another currency, with fees, settlement and error codes, say its own values',
    async proof(gateway) {
      const other = await another(gateway);
      await invoices(other);
      await refunds(other, await holds(other));
      await payouts(other);
      await lists(other);
    },
  },
];
