import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const matches = 'law.request-matches-order';
const foreign = 'law.no-foreign-values';
const operations = 'law.calls-operations';
const wish = 'law.one-invoice-per-wish';
const id = 'law.one-order-per-id';

const PHONE = { regex: '^\\d{10}$', example: '9001234567' };
const INTENTS = { capabilities: ['invoice', 'intents'] };

/** An order with what the payer posted, whose extra fields the merchant learns by invoice/try. */
const withExtra =
  (
    extra: object,
    create: object,
    described: object = { phone: PHONE },
    answer: Record<string, unknown> = {},
  ) =>
  (h: HistoryBuilder): void => {
    const shop_order_id = h.id('so-');
    const reference = h.id('ref-');
    const call = h.ask('createOrder', {
      reference,
      amount: '10.50',
      currency: 643,
      payway: 'card_rub',
      extra,
    });
    const asked = { shop_order_id, payway: 'card_rub' };
    h.exchange('invoice/try', asked, { data: { add_ons_config: described } }, answer);
    const order = { orderId: 'o', reference, shopOrderId: shop_order_id, paymentId: 0, amount: '10.50' };
    const made = { ...order, mode: 'single' as const };
    h.invoice(made, { ...create });
    h.told(call, h.shown(made));
  };

/** The same, where the merchant learns the extra fields from the list of payways, or only what others ask for. */
const withListed =
  (
    alias: string,
    create: object,
    listed: unknown = [
      { payways: [{ alias: 'other' }, { alias, add_ons_config: { phone: PHONE } }] },
      { payways: null },
    ],
  ) =>
  (h: HistoryBuilder): void => {
    const order = { orderId: 'o', reference: 'r', shopOrderId: 'a', paymentId: 0, amount: '10.50' };
    const made = { ...order, mode: 'single' as const };
    const input = {
      reference: 'r',
      amount: '10.50',
      currency: 643,
      payway: 'card_rub',
      extra: { phone: '9001234567' },
    };
    const call = h.ask('createOrder', input);
    h.exchange('shop_input_config/shop', {}, { data: listed });
    h.exchange('shop_balance', {}, { data: {} });
    const another = { shop_order_id: 'b', payway: 'card_rub' };
    h.exchange('invoice/try', another, { data: { add_ons_config: { postcode: {} } } });
    h.invoice(made, { ...create });
    h.told(call, h.shown(made));
  };

const described = (description: string, sent: string) => (h: HistoryBuilder) => {
  h.order({ input: { description }, create: { description: sent } });
};

const amended = (amount: string) => (h: HistoryBuilder) => {
  const order = h.order();
  const call = h.ask('amend', [order.orderId, { amount: '99.00' }]);
  const second = { ...order, shopOrderId: h.id('so-'), amount };
  h.invoice(second);
  h.told(call, h.shown(second, { amount: '99.00' }));
};

/** The same wish again; `other` is what the merchant makes of it. */
const again = (options: { readonly ended?: boolean; readonly command?: boolean } = {}) => {
  return (h: HistoryBuilder): void => {
    const order = h.order({ reference: 'wish' });
    if (options.ended === true) h.report(order, 6);
    if (options.command === true) h.call('retry', order.orderId, h.shown(order));
    h.order({ reference: 'wish' });
  };
};

/** An order whose first create had no answer: it is paid, and created once more so much later. */
const lostThenRepeated =
  (laterMs: number) =>
  (h: HistoryBuilder): void => {
    const order = { orderId: 'o', reference: 'r', shopOrderId: 'a', paymentId: 1001, amount: '10.50' };
    const made = { ...order, mode: 'single' as const };
    const fields = { shop_order_id: 'a', amount: '10.50', currency: '643' };
    const lost = h.request('invoice/create', fields);
    h.state(made, 1, null);
    const outcome = { outcome: 'reset', committed: true } as const;
    h.answer(lost, 'invoice/create', outcome, { paymentId: 1001, shopOrderId: 'a' });
    h.report(made, 4);
    h.wait(laterMs);
    h.exchange('invoice/create', fields, { code: 6 });
  };

const raw =
  (more: object, operation = 'invoice/check') =>
  (h: HistoryBuilder) => {
    h.answer(h.request(operation, { shop_order_id: 'a' }, { ...more }), operation, { code: 10 });
  };

const stories: Story[] = [
  { law: matches, says: 'a plain order', outcome: 'pass', tell: (h) => void h.order() },
  {
    law: matches,
    says: 'the amount spelled otherwise',
    outcome: 'pass',
    tell: (h) => void h.order({ create: { amount: '10.5' } }),
  },
  ...(['10.49', '1050', '10,50'] as const).map(
    (amount): Story => ({
      law: matches,
      says: `10.50 sent as ${amount}`,
      outcome: 'fail',
      tell: (h) => void h.order({ create: { amount } }),
    }),
  ),
  {
    law: matches,
    says: 'another currency',
    outcome: 'fail',
    tell: (h) => void h.order({ create: { currency: '978' } }),
  },
  { law: matches, says: 'the new amount of an amended order', outcome: 'pass', tell: amended('99.00') },
  {
    law: matches,
    says: 'an amended order whose old amount was on its way',
    outcome: 'not-failed',
    tell: amended('10.50'),
  },
  { law: matches, says: 'an amount that nobody wished', outcome: 'fail', tell: amended('98.99') },
  {
    law: matches,
    says: 'an order from before the recording',
    outcome: 'not-failed',
    tell: (h) => {
      h.exchange('invoice/create', { shop_order_id: 'a', amount: '3.00' }, { data: {} });
    },
  },
  {
    law: matches,
    says: 'a description cut to 255',
    outcome: 'pass',
    tell: described('Ж'.repeat(300), 'Ж'.repeat(255)),
  },
  {
    law: matches,
    says: 'a description of 256 letters',
    outcome: 'fail',
    tell: described('Ж'.repeat(300), 'Ж'.repeat(256)),
  },
  {
    law: matches,
    says: 'a description of the shop’s own',
    outcome: 'pass',
    tell: described('Кофе', 'Order 7'),
  },
  { law: matches, says: 'half an emoji', outcome: 'fail', tell: described('a😀', 'a\ud83d') },
  {
    law: matches,
    says: 'UTF-8 read as Latin-1',
    outcome: 'fail',
    tell: described('Кофе', new TextDecoder('latin1').decode(new TextEncoder().encode('Кофе'))),
  },
  {
    law: matches,
    says: 'question marks for letters',
    outcome: 'warn',
    tell: described('Ж'.repeat(20), '?'.repeat(20)),
  },
  {
    law: matches,
    says: 'question marks of the payer’s own',
    outcome: 'pass',
    tell: described('Жё?????????', 'Жё?????????'),
  },
  {
    law: matches,
    says: 'a shop_order_id of 256 letters',
    outcome: 'fail',
    tell: (h) => void h.order({ shopOrderId: 'x'.repeat(256) }),
  },
  {
    law: matches,
    says: 'the extra field',
    outcome: 'pass',
    tell: withExtra({ phone: '9001234567' }, { phone: '9001234567' }),
  },
  {
    law: matches,
    says: 'the extra field nested',
    outcome: 'pass',
    tell: withExtra({ phone: '9001234567' }, { add_ons: { phone: '9001234567' } }),
  },
  {
    law: matches,
    says: 'the extra field with its prefix',
    outcome: 'pass',
    tell: withExtra({ phone: '9001234567' }, { phone: '79001234567' }, { phone: { ...PHONE, prefix: '7' } }),
  },
  {
    law: matches,
    says: 'no extra field, for the answer that names it came too late',
    outcome: 'pass',
    tell: withExtra({ phone: '9001234567' }, {}, { phone: PHONE }, { latencyMs: 1_900 }),
  },
  {
    law: matches,
    says: 'an extra field that the list of payways names',
    outcome: 'pass',
    tell: withListed('card_rub', { phone: '9001234567' }),
  },
  {
    law: matches,
    says: 'an extra field that the list of payways names, and that is not sent',
    outcome: 'fail',
    tell: withListed('card_rub', {}),
  },
  {
    law: matches,
    says: 'no extra field, where the list of payways is empty',
    outcome: 'pass',
    tell: withListed('card_rub', {}, null),
  },
  {
    law: matches,
    says: 'an extra field that another payway asks for',
    outcome: 'pass',
    tell: withListed('card_usd', {}),
  },
  { law: matches, says: 'no extra field', outcome: 'fail', tell: withExtra({ phone: '9001234567' }, {}) },
  {
    law: matches,
    says: 'another value',
    outcome: 'fail',
    tell: withExtra({ postcode: '004521' }, { postcode: '4521' }, { postcode: {} }),
  },
  { law: matches, says: 'the payer gave nothing', outcome: 'pass', tell: withExtra({}, {}) },
  {
    law: matches,
    says: 'a wrong value that is not sent',
    outcome: 'pass',
    tell: withExtra({ phone: 'none' }, {}),
  },
  {
    law: matches,
    says: 'a wrong value that is sent',
    outcome: 'fail',
    tell: withExtra({ phone: 'none' }, { phone: 'none' }),
  },
  {
    law: matches,
    says: 'a pattern that nobody can read',
    outcome: 'pass',
    tell: withExtra({ phone: '(' }, {}, { phone: { regex: '(' } }),
  },
  {
    law: matches,
    says: 'what nobody asked for is left out',
    outcome: 'pass',
    tell: withExtra({ phone: '9001234567', note: 'x' }, { phone: '9001234567' }),
  },
  {
    law: matches,
    says: 'the payer’s shop_order_id',
    outcome: 'fail',
    tell: withExtra({ shop_order_id: 'mine' }, { shop_order_id: 'mine' }),
  },
  {
    law: foreign,
    says: 'the payer’s address for notifications',
    outcome: 'fail',
    tell: withExtra({ callback_url: 'http://evil.example' }, { callback_url: 'http://evil.example' }),
  },
  {
    law: foreign,
    says: 'an address of the shop’s own',
    outcome: 'pass',
    tell: withExtra({ callback_url: 'http://evil.example' }, { callback_url: 'http://shop.example' }),
  },
  {
    law: foreign,
    says: 'a payway with a space, refused',
    outcome: 'fail',
    tell: (h) => h.exchange('invoice/create', { shop_order_id: 'a', payway: 'card rub' }, { code: 10 }),
  },
  {
    law: foreign,
    says: 'an odd payway that the gateway takes',
    outcome: 'pass',
    tell: (h) => h.exchange('invoice/create', { shop_order_id: 'a', payway: 'card2' }, { data: {} }),
  },
  { law: operations, says: 'a plain request', outcome: 'pass', tell: raw({}) },
  {
    law: operations,
    says: 'a path of another version',
    outcome: 'fail',
    tell: raw({ operation: null, path: '/gateway/v2/invoice/check' }),
  },
  {
    law: operations,
    says: 'a path under another interpretation',
    outcome: 'not-failed',
    tell: raw({ operation: null, path: '/gateway/v1/invoice/refund' }),
  },
  {
    law: operations,
    says: 'a call without a header, as recorders leave them out',
    outcome: 'not-failed',
    tell: raw({ headers: {}, problems: ['the media type'] }),
  },
  { law: operations, says: 'GET', outcome: 'fail', tell: raw({ method: 'GET', problems: ['the method'] }) },
  {
    law: operations,
    says: 'a form',
    outcome: 'fail',
    tell: raw({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, problems: ['the type'] }),
  },
  {
    law: operations,
    says: 'JSON with a charset that lacks a field',
    outcome: 'not-failed',
    tell: raw({
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      problems: ['now is missing'],
    }),
  },
  {
    law: operations,
    says: 'a call whose body the recorder left out',
    outcome: 'not-failed',
    tell: raw({
      unseen: true,
      method: 'GET',
      operation: null,
      fields: null,
      sign: null,
      problems: ['the method'],
    }),
  },
  { law: wish, says: 'two invoices of one wish', outcome: 'fail', tell: again(), options: INTENTS },
  {
    law: wish,
    says: 'a second one after the first was rejected',
    outcome: 'pass',
    tell: again({ ended: true }),
    options: INTENTS,
  },
  {
    law: wish,
    says: 'a second one after a command',
    outcome: 'not-failed',
    tell: again({ command: true }),
    options: INTENTS,
  },
  {
    law: wish,
    says: 'of a merchant that claims nothing',
    outcome: 'not-applicable',
    tell: again(),
    options: { capabilities: ['invoice'] },
  },
  {
    law: wish,
    says: 'a crash before anything was shown',
    outcome: 'not-failed',
    options: INTENTS,
    tell: (h) => {
      const order = { orderId: 'o', reference: 'wish', shopOrderId: 'a', paymentId: 0, amount: '10.50' };
      const call = h.ask('createOrder', { reference: 'wish', amount: '10.50', currency: 643 });
      h.invoice({ ...order, mode: 'single' });
      h.add({ kind: 'merchant', action: 'kill' });
      h.told(call, undefined, 'unknown');
      h.order({ reference: 'wish' });
      h.look({ ...order, mode: 'single' });
    },
  },
  {
    law: id,
    says: 'a retry under the id that is used up',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.exchange(
        'invoice/create',
        { shop_order_id: order.shopOrderId, amount: '10.50', currency: '643' },
        { code: 6 },
      );
    },
  },
  {
    law: id,
    says: 'a repeat before the merchant has heard of the end',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.state(order, 6);
      h.exchange(
        'invoice/create',
        { shop_order_id: order.shopOrderId, amount: '10.50', currency: '643' },
        { code: 6 },
      );
    },
  },
  {
    law: id,
    says: 'a repeat of a create that was lost, which was on its way when the end came',
    outcome: 'not-failed',
    tell: lostThenRepeated(0),
  },
  {
    law: id,
    says: 'a repeat of a create that was lost, long after the end came',
    outcome: 'fail',
    tell: lostThenRepeated(60_000),
  },
  {
    law: id,
    says: 'two orders of one id',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ shopOrderId: 'a' });
      h.order({ shopOrderId: order.shopOrderId });
    },
  },
];

tellStories(stories);
