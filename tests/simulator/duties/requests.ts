import assert from 'node:assert/strict';
import type { RequirementId } from '../../../ledger/index.ts';
import { type Duty, digestOf, type Fields, type Gateway, NOW, SIGNED, signOf } from './gateway.ts';

/** What an operation takes: a right request, what it cannot do without, and values that are no such fields. */
interface Request {
  readonly path: string;
  readonly signId: RequirementId;
  readonly requestId: RequirementId | null;
  /** Fields that are listed and not signed, with right values. */
  readonly unsigned: Fields;
  readonly required: readonly string[];
  readonly wrong: Fields;
  readonly right: (gateway: Gateway) => Promise<Fields>;
}

const now = NOW;
const WHEN = { now: 'yesterday' };
const INVOICE_WRONG = { shop_order_id: {}, amount: 'a lot', currency: 'rubles', payway: 5, description: {} };

const REQUESTS: readonly Request[] = [
  {
    path: 'invoice/try',
    signId: 'endpoint.invoice.try.sign',
    requestId: 'endpoint.invoice.try.request',
    unsigned: { description: 'A book' },
    required: ['shop_id', 'shop_order_id', 'amount', 'payway'],
    wrong: INVOICE_WRONG,
    right: async (gateway) => gateway.order(),
  },
  {
    path: 'invoice/create',
    signId: 'endpoint.invoice.create.sign',
    requestId: null,
    unsigned: { description: 'A book', issue_payment_token: true },
    required: ['shop_id', 'shop_order_id', 'amount', 'currency', 'payway'],
    wrong: { ...INVOICE_WRONG, issue_payment_token: 'perhaps', payment_token: {} },
    right: async (gateway) => gateway.order(),
  },
  {
    path: 'invoice/hold',
    signId: 'endpoint.invoice.hold.sign',
    requestId: 'endpoint.invoice.hold.request',
    unsigned: {
      client_ip: '10.0.0.1',
      description: 'A book',
      failed_url: 'http://shop.test/failed',
      success_url: 'http://shop.test/ok',
      callback_rejected_url: 'http://shop.test/rejected',
      expires_at: '2026-02-01T00:00:00+05:00',
      card: {
        number: '4111111111111111',
        cardholder: 'ANN LEE',
        expiry_month: '12',
        expiry_year: '30',
        cvv: '123',
      },
      issue_payment_token: true,
      client_info: { browser_java_enabled: false, browser_language: 'en', browser_tz: '-180' },
    },
    required: ['shop_id', 'shop_order_id', 'amount', 'currency', 'payway'],
    wrong: {
      ...INVOICE_WRONG,
      client_ip: {},
      failed_url: 'no address',
      success_url: 'no address',
      callback_url: 'no address',
      callback_rejected_url: 'no address',
      expires_at: 'soon',
      card: 'a card',
      issue_payment_token: 'perhaps',
      client_info: 'a browser',
    },
    right: async (gateway) => gateway.order(),
  },
  {
    path: 'invoice/charge',
    signId: 'endpoint.invoice.charge.sign',
    requestId: 'endpoint.invoice.charge.request',
    unsigned: {},
    required: ['shop_id', 'now', 'invoice_id'],
    wrong: { ...WHEN, invoice_id: 'x' },
    right: async (gateway) => ({ invoice_id: (await gateway.held()).id, now }),
  },
  {
    path: 'invoice/check',
    signId: 'endpoint.invoice.check.sign',
    requestId: 'endpoint.invoice.check.request',
    unsigned: {},
    required: ['shop_id', 'now', 'shop_order_id'],
    wrong: { ...WHEN, shop_order_id: {} },
    right: async (gateway) => ({ shop_order_id: (await gateway.invoice()).orderId, now }),
  },
  {
    path: 'invoice/get-refunds',
    signId: 'endpoint.invoice.get-refunds.sign',
    requestId: 'endpoint.invoice.get-refunds.request',
    unsigned: {},
    required: ['shop_id', 'now', 'invoice_id'],
    wrong: { ...WHEN, invoice_id: 'x' },
    right: async (gateway) => ({ invoice_id: (await gateway.paid()).id, now }),
  },
  {
    path: 'withdraw/try',
    signId: 'endpoint.withdraw.try.sign',
    requestId: 'endpoint.withdraw.try.request',
    unsigned: { account: '79001234567', account_details: { bic: '044525225' } },
    required: ['shop_id', 'shop_currency', 'payway', 'amount', 'amount_type'],
    wrong: {
      shop_currency: 'rubles',
      payway: 5,
      amount: 'a lot',
      amount_type: 'both',
      account: {},
      account_details: 'none',
    },
    right: async () => ({
      shop_currency: 643,
      payway: 'card_rub',
      amount: '10.00',
      amount_type: 'ps_amount',
    }),
  },
  {
    path: 'check_account',
    signId: 'endpoint.check_account.sign',
    requestId: 'endpoint.check_account.request',
    unsigned: { account_details: { bic: '044525225' } },
    required: ['shop_id', 'payway', 'amount', 'account'],
    wrong: { payway: 5, amount: 'a lot', account: {}, account_details: 'none' },
    right: async () => ({ payway: 'card_rub', amount: '10.00', account: '79001234567' }),
  },
  {
    path: 'withdraw/create',
    signId: 'endpoint.withdraw.create.sign',
    requestId: 'endpoint.withdraw.create.request',
    unsigned: { account_details: { bic: '044525225' }, description: 'A prize' },
    required: ['shop_id', 'shop_currency', 'payway', 'amount', 'account', 'amount_type', 'shop_payment_id'],
    wrong: {
      shop_currency: 'rubles',
      payway: 5,
      amount: 'a lot',
      account: {},
      amount_type: 'both',
      shop_payment_id: {},
      account_details: 'none',
      description: {},
    },
    right: async (gateway) => gateway.payout(),
  },
  {
    path: 'withdraw/status',
    signId: 'endpoint.withdraw.status.sign',
    requestId: 'endpoint.withdraw.status.request',
    unsigned: {},
    required: ['shop_id', 'now', 'withdraw_id'],
    wrong: { ...WHEN, withdraw_id: 'x' },
    right: async (gateway) => {
      const { data } = await gateway.done('withdraw/create', gateway.payout());
      return { withdraw_id: data.id, now };
    },
  },
  {
    path: 'withdraw/shop_payment_status',
    signId: 'endpoint.withdraw.shop_payment_status.sign',
    requestId: 'endpoint.withdraw.shop_payment_status.request',
    unsigned: {},
    required: ['shop_id', 'now', 'shop_payment_id'],
    wrong: { ...WHEN, shop_payment_id: {} },
    right: async (gateway) => {
      const payout = gateway.payout();
      await gateway.done('withdraw/create', payout);
      return { shop_payment_id: payout.shop_payment_id, now };
    },
  },
  {
    path: 'shop_input_config/shop',
    signId: 'endpoint.shop_input_config.shop.sign',
    requestId: 'endpoint.shop_input_config.shop.request',
    unsigned: { payway: 'card_rub' },
    required: ['shop_id', 'now'],
    wrong: { ...WHEN, payway: 5 },
    right: async () => ({ now }),
  },
  {
    path: 'shop_balance',
    signId: 'endpoint.shop_balance.sign',
    requestId: 'endpoint.shop_balance.request',
    unsigned: { payway: 'card_rub' },
    required: ['shop_id', 'now'],
    wrong: { ...WHEN, payway: 5 },
    right: async () => ({ now }),
  },
];

/** Only the digest over the listed fields passes: one value changed, or one field more, and it is refused. */
function signing({ path, signId, unsigned, right }: Request): Duty {
  const names = SIGNED[path] ?? [];
  return {
    ids: [signId, 'auth.6', 'transport.3', 'endpoint.all'],
    does: `${path} is accepted when ${names.join(', ')} are signed, and refused when one of them is not, or another is`,
    async proof(gateway) {
      const fields: Record<string, unknown> = { shop_id: 5, ...(await right(gateway)), ...unsigned };
      const refused = async (sign: string, what: string): Promise<void> => {
        const { result, code } = await gateway.send(path, fields, { sign });
        assert.deepEqual([result, code], [false, 10], what);
      };
      for (const name of names) {
        await refused(signOf(path, { ...fields, [name]: `${fields[name]}1` }), `another ${name} was signed`);
        const others = names.filter((other) => other !== name);
        await refused(digestOf(others.map((other) => fields[other])), `${name} was not signed`);
      }
      for (const name of Object.keys(unsigned)) {
        const more = [...names, name].sort();
        await refused(digestOf(more.map((each) => fields[each])), `${name} was signed, too`);
      }
      await gateway.done(path, fields);
    },
  };
}

function taking({ path, requestId, required, unsigned, wrong, right }: Request): Duty | undefined {
  if (requestId === null) return undefined;
  return {
    ids: [requestId],
    does: `${path} needs ${required.join(', ')}, takes its other fields, and refuses values of another type`,
    async proof(gateway) {
      const fields: Record<string, unknown> = { shop_id: 5, ...(await right(gateway)) };
      const names = SIGNED[path] ?? [];
      for (const name of required) {
        const { [name]: _, ...rest } = fields;
        // Signed as it is sent, so that only the missing field can be the reason.
        const sign = digestOf(names.filter((each) => each !== name).map((each) => fields[each]));
        const { result, message } = await gateway.send(path, { shop_id: undefined, ...rest }, { sign });
        assert.equal(result, false, `without ${name}`);
        if (name !== 'shop_id') assert.match(String(message), new RegExp(`${name}=`), 'the message names it');
      }
      for (const [name, value] of Object.entries({ shop_id: 'x', ...wrong })) {
        const { result, message, code } = await gateway.send(path, { ...fields, [name]: value });
        assert.equal(result, false, `${name} = ${JSON.stringify(value)}`);
        // A shop_id that no shop can have is a wrong one, and has a code of its own (Errors 4).
        if (name === 'shop_id') assert.equal(Number(code), 11);
        else assert.match(String(message), new RegExp(name), 'the message names the field');
      }
      await gateway.done(path, { ...fields, ...unsigned });
    },
  };
}

/** Which requests each operation takes (Endpoints) and how they are signed (Authentication 6). */
export const requestDuties: readonly Duty[] = REQUESTS.flatMap((request) => {
  const duty = taking(request);
  return duty === undefined ? [signing(request)] : [signing(request), duty];
});
