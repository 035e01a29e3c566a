import assert from 'node:assert/strict';
import { resolveReadings } from '../../../simulator/index.ts';
import { type Duty, type Gateway, NOW } from './gateway.ts';
import {
  array,
  assertShape,
  boolean,
  type Check,
  decimal,
  integer,
  mapOf,
  moment,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from './shapes.ts';

const now = NOW;

/** Checks that members are these values. */
const mapEquals = (values: Readonly<Record<string, unknown>>): Record<string, Check> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneOf(value)]));

/** The invoice record, as invoice/charge answers it. Times that have not come yet have no value. */
const INVOICE: Readonly<Record<string, Check>> = {
  shop_order_id: text,
  shop_id: integer,
  status: oneOf(1, 2, 3, 4, 5, 6, 8),
  payment_id: integer,
  ps_data: text,
  ps_currency: integer,
  payway: text,
  description: text,
  created: moment,
  updated: moment,
  processed: optional(moment),
  shop_currency: integer,
  shop_amount: number,
  client_price: number,
  error_code: integer,
  shop_refund: number,
  settlement_currency: optional(integer),
  settlement_rate: optional(nullable(number)),
};

/** What an invoice of 100.00 in 643 says that is settled in 840, at 0.0123 to the ruble. */
const SETTLED = { settlement_currency: 840, settlement_rate: 0.0123 };
const SETTLING = { payway: 'settled_rub', amount: '100.00' };

const TOKEN: Readonly<Record<string, Check>> = {
  token: text,
  status: text,
  expires_at: moment,
  account: text,
};
const CARD_INFO: Readonly<Record<string, Check>> = {
  issuing_country: text,
  issuing_bank: text,
  payment_system: text,
  funding_source: text,
  payment_system_product: text,
};
const PAYOUT: Readonly<Record<string, Check>> = {
  id: integer,
  status: integer,
  ps_currency: integer,
  shop_currency: integer,
  payee_receive: number,
  shop_write_off: number,
  shop_payment_id: text,
  error_code: integer,
  rrn: text,
  bank_transaction_id: text,
};
const FEE: Readonly<Record<string, Check>> = { percent: number, fix: number };

/** One invoice in each of the statuses that a payment can have. */
async function statusesOf(gateway: Gateway): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for (const status of [2, 3, 5, 4]) {
    const { id, orderId } = await gateway.invoice({
      description: 'A book',
      expires_at: '2026-02-01T00:00:00Z',
    });
    records.push((await gateway.check(orderId)).data);
    await gateway.act(`/invoices/${id}/status`, { status, notify: 'none' });
    records.push((await gateway.check(orderId)).data);
  }
  const { orderId } = await gateway.held();
  records.push((await gateway.check(orderId)).data);
  return records;
}

/** The payways of the groups that a list answers. */
function paywaysOf(data: unknown): Record<string, unknown>[] {
  assert.ok(Array.isArray(data) && data.length > 0, 'an array of groups');
  return data.flatMap((group: Record<string, unknown>) => {
    assertShape(group, { id: integer, name: text, rating: integer, payways: array }, 'group');
    return group.payways as Record<string, unknown>[];
  });
}

/** The shapes of what the operations answer (Resources and their fields; Endpoints). */
export const recordDuties: readonly Duty[] = [
  {
    ids: [
      'endpoint.invoice.check.answer',
      'fields.invoice.identity',
      'fields.invoice.status',
      'fields.invoice.times',
      'fields.invoice.currencies',
      'fields.invoice.amounts',
      'fields.invoice.error-code',
      'fields.invoice.is-unique',
      'fields.invoice.ps-data',
    ],
    does: 'invoice/check answers the invoice record, each field with its type, in every status',
    async proof(gateway) {
      for (const record of await statusesOf(gateway)) {
        assertShape(record, { ...INVOICE, is_unique: boolean }, 'record');
        assert.ok(object(JSON.parse(String(record.ps_data))), 'ps_data holds JSON');
        assert.deepEqual(
          [record.shop_id, record.payway, record.shop_amount, record.shop_currency],
          [5, 'card_rub', 100, 643],
        );
      }
    },
  },
  {
    ids: ['fields.invoice.currencies', 'fields.invoice.amounts', 'fields.refund.types'],
    does: 'an invoice that is settled in another currency says in which and, once it is paid, at which rate; its refund says the sum in it',
    async proof(gateway) {
      const { id, orderId } = await gateway.invoice(SETTLING);
      const open = (await gateway.check(orderId)).data;
      assert.deepEqual([open.settlement_currency, open.settlement_rate ?? null], [840, null]);
      await gateway.act(`/invoices/${id}/payer`, { action: 'pay' });
      const { data } = await gateway.check(orderId);
      assertShape(data, { ...INVOICE, ...mapEquals(SETTLED) }, 'record');
      assert.deepEqual([data.shop_amount, data.shop_currency, data.ps_currency], [100, 643, 643]);
      const told = gateway.notices({ orderId }).at(-1)?.body;
      assert.deepEqual([told?.settlement_currency, told?.settlement_rate], [840, 0.0123]);
      // 10.57 × 0.0123 = 0.130011 and 52.85 × 0.0123 = 0.650055: both round half up to cents.
      for (const [amount, settled] of [
        ['10.57', '0.13'],
        ['52.85', '0.65'],
        ['28.46', '0.35'],
      ]) {
        const shop_refund_id = gateway.fresh('refund');
        await gateway.done('invoice/create-refund', { invoice_id: id, amount, shop_refund_id });
        await gateway.act(`/refunds/5/${shop_refund_id}/status`, { status: 'SUCCESS' });
        const record = gateway.notices({ refundId: shop_refund_id }).at(-1)?.body ?? {};
        assert.deepEqual(
          [record.amount, record.currency, record.settlement_amount, record.settlement_currency],
          [amount, '643', settled, '840'],
        );
        assert.equal(record.settlement_rate, 0.0123);
      }
      const held = await gateway.held(SETTLING);
      const charged = await gateway.done('invoice/charge', { invoice_id: held.id, now });
      assert.equal(charged.data.settlement_currency, 840);
    },
  },
  {
    ids: ['fields.invoice.expires-at'],
    does: 'expires_at is the moment that the shop set, as a date with time',
    async proof(gateway) {
      const { orderId } = await gateway.invoice({ expires_at: '2026-02-01T12:00:00+05:00' });
      const { data } = await gateway.check(orderId);
      assertShape(data, { expires_at: moment }, 'record');
      const other = await gateway.other({ readings: resolveReadings('spec', { 'time.records': 'offset' }) });
      const made = await other.invoice({ expires_at: '2026-02-01T12:00:00+05:00' });
      const shown = String((await other.check(made.orderId)).data.expires_at);
      assert.match(shown, /[+-]\d\d:\d\d$/);
      assert.equal(Date.parse(shown), Date.UTC(2026, 1, 1, 7));
    },
  },
  {
    ids: ['endpoint.invoice.charge.answer'],
    does: 'invoice/charge answers the invoice record without expires_at, is_unique and payment_token',
    async proof(gateway) {
      const { id } = await gateway.held({ issue_payment_token: true, expires_at: '2026-02-01T00:00:00Z' });
      const { data } = await gateway.done('invoice/charge', { invoice_id: id, now });
      assertShape(data, INVOICE, 'record');
      for (const name of ['expires_at', 'is_unique', 'payment_token']) assert.ok(!(name in data), name);
    },
  },
  {
    ids: ['fields.invoice.payment-id'],
    does: 'payment_id is what charge, unhold and get-refunds take as invoice_id, and no other number is',
    async proof(gateway) {
      const held = await gateway.held();
      const { data } = await gateway.check(held.orderId);
      const other = Number(data.payment_id) + 1;
      assert.notEqual(await gateway.codeOf('invoice/charge', { invoice_id: other, now }), 0);
      const charged = await gateway.done('invoice/charge', { invoice_id: data.payment_id, now });
      assert.equal(charged.data.shop_order_id, held.orderId);
      const paid = await gateway.paid();
      await gateway.done('invoice/get-refunds', { invoice_id: paid.id, now });
      assert.notEqual(await gateway.codeOf('invoice/get-refunds', { invoice_id: paid.id + 1, now }), 0);
    },
  },
  {
    ids: ['fields.invoice.payment-token', 'fields.token.shape'],
    does: 'payment_token is there only when a token was issued, with a masked account and facts about the card',
    async proof(gateway) {
      const plain = await gateway.paid();
      assert.ok(!object((await gateway.check(plain.orderId)).data.payment_token), 'no token');
      const asked = await gateway.paid({ issue_payment_token: true });
      const { payment_token: token } = (await gateway.check(asked.orderId)).data;
      assertShape(token, { ...TOKEN, card_info: object }, 'payment_token');
      const { account, card_info } = token as Record<string, unknown>;
      assertShape(card_info, CARD_INFO, 'card_info');
      assert.match(String(account), /^\d{4,6}\*+\d{4}$/);
    },
  },
  {
    ids: [
      'endpoint.withdraw.create.answer',
      'fields.payout-creation.types',
      'fields.payout-creation.redirect-info',
    ],
    does: 'withdraw/create answers the payout creation record',
    async proof(gateway) {
      const payout = gateway.payout();
      const { data } = await gateway.done('withdraw/create', payout);
      const shape = {
        id: integer,
        balance: number,
        payee_receive: number,
        shop_write_off: number,
        status: integer,
      };
      assertShape(data, { ...shape, ps_currency: integer, shop_currency: integer }, 'data');
      assert.equal(data.shop_payment_id, payout.shop_payment_id);
      const redirect = { data: mapOf(text), method: nullable(text), url: nullable(text) };
      assertShape(data.redirect_info, redirect, 'redirect_info');
    },
  },
  {
    ids: ['fields.payout-creation.redirect-info'],
    does: 'redirect_info names method, address and data where the recipient is to be sent: by the payway, by a documented account, by a fault',
    async proof(gateway) {
      const redirect = { data: mapOf(text), method: text, url: text };
      const other = await gateway.other({ magic: true });
      const byAccount = await other.done('withdraw/create', other.payout({ account: '79000000302' }));
      assertShape(byAccount.data.redirect_info, redirect, 'redirect_info');
      const { url, data } = byAccount.data.redirect_info as { url: string; data: Record<string, string> };
      assert.ok(Object.keys(data).length > 0, 'data');
      assert.equal((await fetch(`${url}?${new URLSearchParams(data)}`)).status, 200);
      const address = { method: 'POST', url: 'https://bank.example/confirm', data: { key: 'value' } };
      const { items } = await other.look<{ items: { outputs: Record<string, unknown>[] }[] }>('/shops');
      const outputs = items[0]?.outputs.map((payway) =>
        payway.alias === 'card_rub' ? { ...payway, redirect: address } : payway,
      );
      await other.act('/shops/5', { outputs }, 'PATCH');
      const byPayway = await other.done('withdraw/create', other.payout());
      assert.deepEqual(byPayway.data.redirect_info, address);
      const payout = gateway.payout();
      await gateway.act('/faults', {
        where: { operation: 'withdraw/create', shopPaymentId: payout.shop_payment_id },
        effect: { kind: 'answer', set: { 'data.redirect_info': address } },
      });
      assert.deepEqual((await gateway.done('withdraw/create', payout)).data.redirect_info, address);
    },
  },
  {
    ids: [
      'endpoint.withdraw.status.answer',
      'endpoint.withdraw.shop_payment_status.answer',
      'fields.payout.types',
      'fields.payout.id',
    ],
    does: 'both status operations answer the same payout record, by the id of the service and by that of the shop',
    async proof(gateway) {
      for (const status of [1, 3, 4, 9, 5]) {
        const payout = gateway.payout();
        const { data: made } = await gateway.done('withdraw/create', payout);
        await gateway.act(`/payouts/${made.id}/status`, { status });
        const { data } = await gateway.done('withdraw/status', { withdraw_id: made.id, now });
        assertShape(data, PAYOUT, 'record');
        assert.deepEqual(
          [data.id, data.status, data.shop_payment_id],
          [made.id, status, payout.shop_payment_id],
        );
        const same = await gateway.done('withdraw/shop_payment_status', {
          shop_payment_id: payout.shop_payment_id,
          now,
        });
        assert.deepEqual(same.data, data);
        assert.notEqual(
          await gateway.codeOf('withdraw/status', { withdraw_id: Number(made.id) + 1, now }),
          0,
        );
      }
    },
  },
  {
    ids: ['endpoint.invoice.get-refunds.answer', 'fields.refund.types', 'fields.refund.status'],
    does: 'invoice/get-refunds answers an array of refund records, amounts and currencies as texts',
    async proof(gateway) {
      const { id } = await gateway.paid();
      for (const [name, status] of [
        ['a', 'SUCCESS'],
        ['b', 'FAILED'],
        ['c', 'WAITING'],
      ]) {
        const shop_refund_id = `${name}-${id}`;
        await gateway.done('invoice/create-refund', { invoice_id: id, amount: '10.50', shop_refund_id });
        if (status !== 'WAITING') await gateway.act(`/refunds/5/${shop_refund_id}/status`, { status });
      }
      const { envelope } = await gateway.done('invoice/get-refunds', { invoice_id: id, now });
      const items = envelope.data as Record<string, unknown>[];
      assert.deepEqual(items.map((item) => item.status).sort(), ['FAILED', 'SUCCESS', 'WAITING']);
      for (const item of items) {
        const types = { shop_refund_id: text, invoice_id: integer, amount: decimal, error_code: integer };
        assertShape(
          item,
          { ...types, created_at: moment, settlement_rate: optional(nullable(number)) },
          'refund',
        );
        assert.deepEqual([item.invoice_id, Number(item.amount), item.currency], [id, 10.5, '643']);
        if (item.status !== 'SUCCESS') continue;
        const settled = { processed_at: moment, settlement_amount: decimal, settlement_currency: text };
        assertShape(item, settled, 'refund');
      }
    },
  },
  {
    ids: ['endpoint.shop_balance.answer', 'fields.balance.shape', 'fields.balance.total'],
    does: 'shop_balance answers three sums for each currency, whose total stays when money is only frozen',
    async proof(gateway) {
      const totals = async (): Promise<Map<number, number>> => {
        const { data } = await gateway.done('shop_balance', { now });
        assert.equal(data.shop_id, 5);
        assert.ok(Array.isArray(data.balances) && data.balances.length >= 2, 'balances');
        return new Map(
          data.balances.map((balance: Record<string, number>) => {
            const sums = { currency: integer, available: number, hold: number, frozen: number };
            assertShape(balance, sums, 'balance');
            const { currency = 0, available = 0, hold = 0, frozen = 0 } = balance;
            return [currency, Math.round((available + hold + frozen) * 1000) / 1000];
          }),
        );
      };
      const before = await totals();
      await gateway.done('withdraw/create', gateway.payout());
      assert.deepEqual(await totals(), before);
    },
  },
  {
    ids: [
      'endpoint.shop_input_config.shop.answer',
      'fields.payway-group.shape',
      'fields.payway.shape',
      'fields.payway.is-active',
    ],
    does: 'shop_input_config/shop answers groups of payways; is_active is the text true or false, and means what it says',
    async proof(gateway) {
      const { envelope } = await gateway.done('shop_input_config/shop', { now });
      const payways = paywaysOf(envelope.data);
      for (const payway of payways) {
        const sums = { alias: text, currency: integer, min_amount: number, max_amount: number, id: integer };
        const maps = { fee_config: object, add_ons_config: object, fee_part_config: object };
        assertShape(payway, { ...sums, ...maps, is_active: oneOf('true', 'false') }, 'payway');
        assertShape(payway.fee_config, FEE, 'fee_config');
        assertShape(payway.fee_part_config, { percent_part: number, fix_part: number }, 'fee_part_config');
        const currency = Number(payway.currency);
        const order = gateway.order({ payway: payway.alias, currency, amount: String(payway.min_amount) });
        const code = await gateway.codeOf('invoice/create', order);
        assert.equal(code === 2, payway.is_active === 'false', `${payway.alias} answers ${code}`);
      }
    },
  },
  {
    ids: ['endpoint.shop_output_config.shop.answer'],
    does: 'shop_output_config/shop answers the payways for payouts with account_info_config for each',
    async proof(gateway) {
      const { envelope } = await gateway.done('shop_output_config/shop', { now });
      const payways = paywaysOf(envelope.data);
      for (const payway of payways)
        assertShape(payway, { alias: text, account_info_config: object }, 'payway');
      const bank = payways.find((payway) => payway.alias === 'bank_rub') ?? {};
      const { bic } = bank.account_info_config as Record<string, Record<string, unknown>>;
      assertShape(bic, { regex: text, title: text }, 'bic');
    },
  },
  {
    ids: ['endpoint.invoice.try.answer', 'fields.descriptor.shape'],
    does: 'invoice/try answers what the payer pays and the extra fields of the payway',
    async proof(gateway) {
      const { data } = await gateway.done('invoice/try', gateway.order({ payway: 'phone_rub' }));
      const sums = { payer_price: number, paymethod_id: integer, paymethod_name: text, ps_currency: integer };
      const maps = { add_ons_config: object, info: object, manual: mapOf(text), warning: object };
      assertShape(data, { ...sums, ...maps }, 'data');
      const { phone } = data.add_ons_config as Record<string, Record<string, unknown>>;
      const texts = { comment: mapOf(text), label: mapOf(text), example: text, regex: text };
      assertShape(phone, { ...texts, prefix: optional(text) }, 'phone');
      assert.ok(Number(data.payer_price) > 100, 'the fee of the payer is added');
    },
  },
  {
    ids: ['endpoint.withdraw.try.answer'],
    does: 'withdraw/try answers both sides of the payout and the details that the account needs',
    async proof(gateway) {
      const { shop_payment_id: _, ...payout } = gateway.payout({ payway: 'bank_rub' });
      const { data } = await gateway.done('withdraw/try', payout);
      const write: Check = (value) => number(value) || decimal(value);
      const sums = { payee_receive: number, ps_currency: integer, shop_currency: integer };
      assertShape(data, { ...sums, shop_write_off: write, account_info_config: object }, 'data');
      const { bic } = data.account_info_config as Record<string, Record<string, unknown>>;
      assertShape(bic, { regex: text, title: text }, 'bic');
    },
  },
  {
    ids: ['endpoint.check_account.answer'],
    does: 'check_account answers account_info, result and provider_status',
    async proof(gateway) {
      const fields = { payway: 'card_rub', amount: '10.00', account: '79001234567' };
      const { data } = await gateway.done('check_account', fields);
      assertShape(data, { account_info: object, result: boolean, provider_status: integer }, 'data');
    },
  },
];
