import type { BuiltOrder, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const paid = (h: HistoryBuilder, input?: Record<string, unknown>) => {
  const order = h.order(input === undefined ? {} : { input });
  h.report(order, 4);
  return order;
};

/** An order of which the news comes before the answer to its create; then both, and the merchant's answer. */
const overtaken = (h: HistoryBuilder, status: 4 | 6 = 4, delivery: Record<string, unknown> = {}) => {
  const order: BuiltOrder = {
    orderId: h.id('order-'),
    reference: h.id('ref-'),
    shopOrderId: h.id('so-'),
    paymentId: 9001,
    amount: '10.50',
    mode: 'single',
  };
  const { reference, amount, shopOrderId, paymentId } = order;
  const call = h.ask('createOrder', { reference, amount, currency: 643, payway: 'card_rub', mode: 'single' });
  const fields = { shop_order_id: shopOrderId, amount, currency: '643', payway: 'card_rub' };
  const exchange = h.request('invoice/create', fields);
  h.state(order, 1, null);
  h.state(order, status);
  h.deliver(order, status, delivery);
  const data = { id: paymentId, method: 'GET', url: 'http://pay' };
  h.answer(exchange, 'invoice/create', { data }, { paymentId, shopOrderId });
  h.told(call, h.shown(order));
  return order;
};

const jobsTwice = (h: HistoryBuilder) => {
  h.jobs();
  h.jobs();
};

const stories: Story[] = [
  {
    law: 'law.early-notice-kept',
    says: 'news that overtook the answer is kept',
    outcome: 'pass',
    tell: (h) => {
      const order = overtaken(h);
      jobsTwice(h);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'answered OK and forgotten',
    outcome: 'fail',
    tell: (h) => {
      const order = overtaken(h);
      jobsTwice(h);
      h.look(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'credited, and then overwritten by the late answer',
    outcome: 'fail',
    tell: (h) => {
      const order = overtaken(h);
      jobsTwice(h);
      h.look(order, { state: 'pending', credited: '10.50', credits: 1 });
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'a rejection that overtook the answer is forgotten, and the clock moves for hours',
    outcome: 'fail',
    tell: (h) => {
      const order = overtaken(h, 6);
      h.jobs(h.now() + 3_600_000);
      h.jobs(h.now() + 7_200_000);
      h.look(order, { redirect: { method: 'GET', url: 'http://pay', data: null } });
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'a rejection that overtook the answer, and the order is kept open for another try',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = overtaken(h, 6);
      jobsTwice(h);
      h.look(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'a rejection that overtook the answer, and the payer tries again under a new id',
    outcome: 'not-failed',
    tell: (h) => {
      const order = overtaken(h, 6);
      const call = h.ask('retry', order.orderId);
      order.shopOrderId = h.id('so-');
      h.invoice(order);
      h.told(call, h.shown(order));
      jobsTwice(h);
      h.look(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'answered OK and forgotten, and its own check may still come',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = overtaken(h);
      h.wait(10_000);
      h.jobs();
      h.look(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'forgotten, and healed by its own check',
    outcome: 'not-failed',
    tell: (h) => {
      const order = overtaken(h);
      h.jobs();
      h.check(order, 4);
      h.jobs();
      h.lookPaid(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'not answered with OK, so that it comes again',
    outcome: 'not-failed',
    tell: (h) => {
      const notification = h.id('n-');
      const refused = { status: 404, accepted: false, body: 'not known here' };
      const order = overtaken(h, 4, { notification, reply: refused });
      h.deliver(order, 4, { notification, attempt: 2 });
      jobsTwice(h);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.early-notice-kept',
    says: 'not answered with OK: nothing was lost yet',
    outcome: 'not-failed',
    tell: (h) => {
      const order = overtaken(h, 4, { reply: { status: 404, accepted: false, body: 'not known here' } });
      jobsTwice(h);
      h.look(order);
    },
  },
  {
    law: 'law.single-credit',
    says: 'credited once, after two deliveries',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.deliver(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.single-credit',
    says: 'credited by each delivery',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.deliver(order, 4);
      h.lookPaid(order, { credits: 2, credited: '21.00' });
    },
  },
  {
    law: 'law.single-credit',
    says: 'tried again under a new id, and both attempts were paid',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      const first = { ...order };
      const call = h.ask('retry', order.orderId);
      order.shopOrderId = h.id('so-');
      h.invoice(order);
      h.told(call, h.shown(order));
      h.report(first, 4);
      h.report(order, 4);
      h.lookPaid(order, { credits: 2, credited: '21.00' });
    },
  },
  {
    law: 'law.single-credit',
    says: 'tried again unseen: the second paid invoice is of no known order',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      const hidden = { ...order, shopOrderId: 'hidden' };
      h.invoice(hidden);
      h.report(hidden, 4);
      h.report(order, 4);
      h.lookPaid(order, { credits: 2, credited: '21.00' });
    },
  },
  {
    law: 'law.single-credit',
    says: 'an order from before the recording had its credit by then',
    outcome: 'not-failed',
    tell: (h) => {
      const order = {
        orderId: 'o',
        reference: 'r',
        shopOrderId: 's',
        paymentId: 7,
        amount: '10.50',
        mode: 'single' as const,
      };
      h.lookPaid(order, { credits: 2, credited: '21.00' });
      h.deliver(order, 4);
      h.lookPaid(order, { credits: 2, credited: '21.00' });
    },
  },
  {
    law: 'law.single-credit',
    says: 'an order of which only the refunds were looked at',
    outcome: 'not-applicable',
    tell: (h) => h.call('listRefunds', 'o', []),
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'an order that the shop refused without calling the gateway',
    outcome: 'not-applicable',
    tell: (h) => {
      h.exchange('shop_balance', {}, { data: {} });
      const order = { orderId: 'o', reference: 'r', shopOrderId: 's', paymentId: 7, amount: '10.50' };
      const call = h.ask('createOrder', { reference: 'r', amount: '10.50', currency: 643 });
      h.told(call, h.shown({ ...order, mode: 'single' }, { state: 'failed' }));
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'paid by the answer of invoice/create',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'paid after a rejection',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'state "paid" with nothing booked is told too early all the same',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.look(order, { state: 'paid' });
      h.report(order, 4);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'credited by its own check, the notification was lost',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      h.check(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'a check whose answer a fault made say 4 is an answer like any other',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.check(order, 4, { fault: 'f-1' });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'a recording without states: the accepted notification is enough',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.deliver(order, 'success', { body: '{"status":"success"}' });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'the creation was not recorded',
    outcome: 'not-failed',
    tell: (h) => {
      const order = {
        orderId: 'o',
        reference: 'r',
        shopOrderId: 's',
        paymentId: 7,
        amount: '10.50',
        mode: 'single' as const,
      };
      h.check(order, 1);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'a crafted, rightly signed notification that matches is to be believed',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'by hand', h.body(order, 4));
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credit-needs-final-4',
    says: 'without the secret a crafted notification cannot be judged',
    outcome: 'inconclusive',
    options: { secretMarks: [] },
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'wrong sign', h.body(order, 4, { sign: 'f'.repeat(64) }));
      h.lookPaid(order);
    },
  },
  ...(['wrong', 'right', 'unclear'] as const).map(
    (signed): Story => ({
      law: 'law.credit-needs-final-4',
      says: `without the secret, where the history says that its sign is ${signed}`,
      outcome: ({ wrong: 'fail', right: 'pass', unclear: 'inconclusive' } as const)[signed],
      options: { secretMarks: [] },
      tell: (h) => {
        const order = h.order();
        h.craft(order, 'by hand', h.body(order, 4, { sign: 'f'.repeat(64) }), { signed });
        h.lookPaid(order);
      },
    }),
  ),
  {
    law: 'law.credited-invoice-amount',
    says: 'the amount of the invoice, spelled shorter',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order, { credited: '10.5' });
    },
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'a shop that shows how often it credited, and not how much',
    outcome: 'not-failed',
    tell: (h) => h.lookPaid(paid(h), { credited: null }),
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'an order that is shown in the currency of its payer',
    outcome: 'not-failed',
    tell: (h) => h.lookPaid(paid(h), { currency: 978, amount: '0.12', credited: '0.12' }),
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'the sum that the payer paid with the fee',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order, { credited: '10.92' });
    },
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'less than the invoice, at the end',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order, { credited: '10.49' });
    },
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'a look in the middle of booking',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order, { credited: '0.00' });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'another reading of shop_amount leaves it open',
    outcome: 'not-applicable',
    options: { readings: { 'invoice.shop-amount': 'after-fee' } },
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order, { credited: '9.98' });
    },
  },
  {
    law: 'law.held-not-fulfilled',
    says: 'held, then charged and paid',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.report(order, 8);
      h.look(order, { state: 'held' });
      h.exchange(
        'invoice/charge',
        { invoice_id: String(order.paymentId) },
        { data: { status: 2 } },
        { paymentId: order.paymentId },
      );
      h.report(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.held-not-fulfilled',
    says: 'fulfilled by 8',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.report(order, 8);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.held-not-fulfilled',
    says: 'a charge that answers 4 at once',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.report(order, 8);
      h.exchange(
        'invoice/charge',
        { invoice_id: String(order.paymentId) },
        { data: { status: 4 } },
        { paymentId: order.paymentId },
      );
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a late 2 reopens what was paid',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order);
      h.deliver(order, 2);
      h.wait(500);
      h.look(order, { state: 'pending', credited: '10.50', credits: 1 });
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a replica that lags behind',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.lookPaid(order);
      h.look(order, { state: 'pending' });
      h.wait(500);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a rejected order is tried again under a new id',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.look(order, { state: 'failed' });
      h.wait(500);
      const call = h.ask('retry', order.orderId);
      order.shopOrderId = h.id('so-');
      h.invoice(order);
      h.told(call, h.shown(order));
      h.wait(500);
      h.look(order);
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a rejection that a later 8 reopens',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.look(order, { state: 'failed' });
      h.wait(500);
      h.look(order, { state: 'pending' });
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'status 3 kept as failed, then pending again: 3 is not final',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.report(order, 3);
      h.look(order, { state: 'failed' });
      h.wait(500);
      h.look(order, { state: 'pending' });
    },
  },
  {
    law: 'law.notice-changes-own-order',
    says: 'the notification of one order pays another',
    outcome: 'fail',
    tell: (h) => {
      const [one, other] = [h.order(), h.order()];
      h.look(other);
      h.report(one, 4);
      h.lookPaid(other);
    },
  },
  {
    law: 'law.notice-changes-own-order',
    says: 'each pays its own',
    outcome: 'pass',
    tell: (h) => {
      const [one, other] = [h.order(), h.order()];
      h.report(one, 4);
      h.look(other);
      h.lookPaid(one);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a wrong sign is not believed',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'wrong sign', h.body(order, 4, { sign: 'f'.repeat(64) }), {
        reply: { status: 403, accepted: false, body: 'no' },
      });
      h.look(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a wrong sign pays, if only for a moment',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'wrong sign', h.body(order, 4, { sign: 'f'.repeat(64) }));
      h.lookPaid(order);
      h.look(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'signed with an empty secret',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'empty secret', h.body(order, 4, {}, ''));
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'rightly signed, another amount',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'shop_amount 0.01', h.body(order, 4, { shop_amount: '0.01' }));
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a contradiction goes to review',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'shop_amount 0.01', h.body(order, 4, { shop_amount: '0.01' }));
      h.wait(1000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'upper-case hex is taken',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      const body = h.body(order, 4);
      const sign = /"sign":"([0-9a-f]+)"/.exec(body)?.[1] ?? '';
      h.craft(order, 'upper-case sign', body.replace(sign, sign.toUpperCase()));
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a number spelled otherwise after signing is taken by a parser',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      const body = h
        .body(order, 4, { client_price: 10.5 })
        .replace('"client_price":10.5', '"client_price":10.50');
      h.craft(order, 'number spelled 10.50', body);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'what may be taken or not is no forgery',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'sign in another place', h.body(order, 4, { sign: '' }), { verdict: 'either' });
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a verdict of its sender goes before what its bytes look like',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'a second status 4', h.body(order, 4), { verdict: 'reject' });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a forgery before the genuine one',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'no sign', h.body(order, 4, { sign: '' }));
      h.look(order);
      h.report(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'accepted, and never booked',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.wait(1000);
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'accepted, and applied a moment later',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.look(order);
      h.wait(1000);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'looked too early to say',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = paid(h);
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a rejection that is never recorded',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.wait(1000);
      h.look(order, { redirect: { method: 'GET', url: 'https://pay.example/1', data: {} } });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a rejected attempt is asked about for ever',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.wait(1000);
      h.check(order, 6);
      h.look(order);
    },
  },
  ...(
    [
      ['an old notification that comes once more', (h, order) => h.deliver(order, 8)],
      ['a payer who comes back', (h) => void h.call('page', { url: 'http://shop/order' }, { status: 200 })],
    ] as [string, (h: HistoryBuilder, order: BuiltOrder) => void][]
  ).map(
    ([cause, provoke]): Story => ({
      law: 'law.final-invoice-known',
      says: `an order is kept open for another try, and ${cause} makes the merchant ask about its rejected attempt`,
      outcome: 'not-applicable',
      tell: (h) => {
        const order = h.order();
        h.report(order, 6);
        h.wait(1000);
        provoke(h, order);
        h.check(order, 6);
        h.wait(1000);
        h.look(order);
      },
    }),
  ),
  {
    law: 'law.final-invoice-known',
    says: 'an order is kept open for another try when its attempt is rejected',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.wait(1000);
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a payment of the old amount of an amended order is booked, and the rest is awaited',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.wait(1000);
      h.look(order, { amount: '99.00', credited: '10.50', credits: 1 });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'accepted just before a kill, and its own time to ask is not over',
    outcome: 'not-applicable',
    options: { tempo: { settleMs: 100, pollMs: 30_000, recoverMs: 600_000 } },
    tell: (h) => {
      const order = paid(h);
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(30_000, 1_000);
      h.jobs(h.now());
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'accepted just before a kill, and its own time to ask is over at this very instant',
    outcome: 'not-applicable',
    options: { tempo: { settleMs: 100, pollMs: 30_000, recoverMs: 600_000 } },
    tell: (h) => {
      const order = paid(h);
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(600_000, 1_000);
      h.jobs(h.now());
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'accepted just before a kill, and not found in its own time',
    outcome: 'fail',
    options: { tempo: { settleMs: 100, pollMs: 30_000, recoverMs: 600_000 } },
    tell: (h) => {
      const order = paid(h);
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(900_000, 1_000);
      h.jobs(h.now());
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'accepted, and killed a second later: it was to be stored by then',
    outcome: 'fail',
    options: { tempo: { settleMs: 100, pollMs: 30_000, recoverMs: 600_000 } },
    tell: (h) => {
      const order = paid(h);
      h.wait(1000);
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(1000);
      h.look(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a rejected order that a person has to look at',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'shop_amount may be less than the stored amount, and a person has to look at the payment',
    outcome: 'pass',
    options: { readings: { 'invoice.shop-amount': 'after-fee' } },
    tell: (h) => {
      const order = paid(h);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.payer-told',
    says: 'a lost create that was repeated, and refused as fatal: the payer can still pay the first one',
    outcome: 'not-failed',
    tell: (h) => {
      const order = { orderId: 'o', reference: 'r', shopOrderId: 's', paymentId: 7, amount: '10.50' };
      const made = { ...order, mode: 'single' } as const;
      const fields = { shop_order_id: 's', amount: '10.50', currency: '643', payway: 'card_rub' };
      const call = h.ask('createOrder', { reference: 'r', amount: '10.50', currency: 643 });
      const exchange = h.request('invoice/create', fields);
      h.state(made, 1, null);
      h.answer(exchange, 'invoice/create', { outcome: 'reset', committed: true });
      h.exchange('invoice/create', fields, { code: 3 });
      h.told(call, h.shown(made));
      h.wait(1000);
      h.look(made);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'refused notifications tell nothing yet',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      h.deliver(order, 4, { reply: { status: 404, accepted: false, body: 'unknown order' } });
      h.wait(1000);
      h.look(order);
    },
  },
];

tellStories(stories);
