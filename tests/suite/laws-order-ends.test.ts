import type { BuiltOrder, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

type Fields = Record<string, unknown>;

const PAID = { state: 'paid', credits: 1, credited: '10.50' };
const recorded = 'law.payment-recorded';
const refused = 'law.refused-payment-recorded';
const redirects = 'law.redirect-as-answered';
const any = 'law.takes-any-answer';
const empty = 'law.takes-empty-data';
const lost = 'law.lost-end-found';
const LATE_MS = 1_000;

const gone = { state: 'failed', error: { code: null, message: 'given up' } };

/** An order whose create ends like this although the gateway has the invoice. */
function createdBadly(h: HistoryBuilder, ending: Fields, state = 'pending', more: Fields = {}): BuiltOrder {
  const order: BuiltOrder = {
    orderId: h.id('order-'),
    reference: h.id('ref-'),
    shopOrderId: h.id('so-'),
    paymentId: 700,
    amount: '10.50',
    mode: 'single',
  };
  const call = h.ask('createOrder', { reference: order.reference, amount: '10.50', currency: 643 });
  const { shopOrderId: shop_order_id } = order;
  const fields = { shop_order_id, amount: '10.50', currency: '643', payway: 'card_rub', ...more };
  const exchange = h.request('invoice/create', fields);
  h.state(order, 1, null);
  h.answer(exchange, 'invoice/create', ending as never, { fault: 'f1', ended: 'sent' });
  h.told(call, h.shown(order, { state }));
  return order;
}

const unanswered = (h: HistoryBuilder): BuiltOrder => createdBadly(h, { outcome: 'reset', committed: true });

/** A cancelled order of which a payment is told again and again, refused, and then shown like this. */
const refusedButShown =
  (made: (h: HistoryBuilder) => BuiltOrder, shown: Fields) =>
  (h: HistoryBuilder): void => {
    const order = made(h);
    h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
    h.state(order, 4);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const reply = { status: 500, accepted: false, body: 'try again' };
      h.deliver(order, 4, { notification: 'n', attempt, reply });
      h.look(order, shown);
      h.wait(100);
    }
  };

const cancelledThenPaid =
  (state: Fields, before: (h: HistoryBuilder, order: BuiltOrder) => void = () => undefined) =>
  (h: HistoryBuilder): void => {
    const order = h.order();
    h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
    h.report(order, 4);
    before(h, order);
    h.wait(LATE_MS);
    h.look(order, state);
  };

const lostThenPaid =
  (state: Fields, jobs = true) =>
  (h: HistoryBuilder) => {
    const order = createdBadly(h, { outcome: 'reset', committed: true });
    h.report(order, 4);
    if (jobs) h.jobs();
    h.wait(LATE_MS);
    h.look(order, state);
  };

const refusedThenPaid = (code: number, state: Fields) => (h: HistoryBuilder) => {
  const order = createdBadly(h, { code }, 'failed');
  h.report(order, 4);
  h.jobs();
  h.wait(LATE_MS);
  h.look(order, state);
};

const held =
  (state: Fields, unhold = false) =>
  (h: HistoryBuilder) => {
    const order = h.order({ mode: 'hold' });
    h.report(order, 8);
    if (unhold)
      h.exchange('invoice/unhold', { invoice_id: String(order.paymentId) }, { data: { status: 6 } });
    h.wait(LATE_MS);
    h.look(order, state);
  };

const DATA = { session_id: 'a+b', note: '', attempt: '0' };

/** What the gateway answered for an order, and what the order shows. */
const sentOn =
  (
    redirect: Fields | null,
    answered: Fields = {},
    more: Fields = {},
    { suffix = '', ms = 0, isTwice = false } = {},
  ) =>
  (h: HistoryBuilder): void => {
    const paymentId = 700 + suffix.length;
    const shopOrderId = `a${suffix}`;
    const reference = `r${suffix}`;
    const order: BuiltOrder = {
      orderId: `o${suffix}`,
      reference,
      shopOrderId,
      paymentId,
      amount: '10.50',
      mode: 'single',
    };
    const wish = { reference, amount: '10.50', currency: 643 };
    const call = h.ask('createOrder', wish);
    const second = isTwice ? h.ask('createOrder', wish) : undefined;
    h.wait(ms);
    const asked = { shop_order_id: shopOrderId, amount: '10.50', currency: '643' };
    const exchange = h.request('invoice/create', asked);
    h.state(order, 1, null);
    const data = { id: paymentId, method: 'POST', url: 'http://pay/1?a=1', data: DATA, ...answered };
    h.answer(exchange, 'invoice/create', { data }, { paymentId, shopOrderId, ended: 'sent', ...more });
    if (second !== undefined) h.told(second, h.shown(order, { redirect: null }));
    h.told(call, h.shown(order, { redirect }));
  };

/** An order without a redirect, beside one that shows it; its request takes so many milliseconds to the gateway. */
const sentOnAfter =
  (ms: number) =>
  (h: HistoryBuilder): void => {
    sentOn(RIGHT)(h);
    sentOn(null, {}, {}, { suffix: '-2', ms })(h);
  };

const RIGHT = { method: 'POST', url: 'http://pay/1?a=1', data: DATA };

/** A call that meets an answer, and what came of it. */
const meets =
  (ending: Fields, error: string | undefined, otherwise = true) =>
  (h: HistoryBuilder): void => {
    if (otherwise) h.order();
    const call = h.ask('createOrder', { reference: h.id('ref-'), amount: '10.50', currency: 643 });
    const fields = { shop_order_id: h.id('so-'), amount: '10.50', currency: '643', payway: 'card_rub' };
    const exchange = h.request('invoice/create', fields);
    h.answer(exchange, 'invoice/create', ending as never, { fault: 'f1' });
    if (error === undefined) h.told(call, {}, 'refused');
    else h.add({ kind: 'outcome', call, status: 'unknown', error, latencyMs: 5 });
  };

const BROKE = 'POST http://shop/orders answered HTTP 500: oops';

/** An invoice that ended, of which every notification was lost, and a clock that moved on by so many minutes. */
const unheard =
  (
    minutes: number,
    state: Fields,
    between: (h: HistoryBuilder, order: BuiltOrder) => void = () => undefined,
  ) =>
  (h: HistoryBuilder): void => {
    const order = h.order();
    h.state(order, 6);
    between(h, order);
    const at = h.now() + minutes * 60_000;
    h.jobs(at);
    h.look(order, state);
    // Nobody looks again after a notification that gets through at last.
    h.deliver(order, 6);
  };

const RECOVERS = { tempo: { settleMs: 100, pollMs: 30_000, recoverMs: 600_000 } };

const stories: Story[] = [
  {
    law: recorded,
    says: 'a cancelled order, credited',
    outcome: 'pass',
    tell: cancelledThenPaid(PAID),
  },
  {
    law: recorded,
    says: 'a cancelled order in review',
    outcome: 'pass',
    tell: cancelledThenPaid({ state: 'review' }),
  },
  {
    law: recorded,
    says: 'a cancelled order whose money goes back',
    outcome: 'not-failed',
    tell: cancelledThenPaid({ state: 'cancelled' }, (h, order) => void h.refund(order, '10.50')),
  },
  {
    law: recorded,
    says: 'a cancelled order that knows of no money',
    outcome: 'fail',
    tell: cancelledThenPaid({ state: 'cancelled' }),
  },
  {
    law: recorded,
    says: 'a lost create, paid',
    outcome: 'pass',
    tell: lostThenPaid(PAID),
  },
  { law: recorded, says: 'a lost create, closed for ever', outcome: 'fail', tell: lostThenPaid(gone) },
  {
    law: recorded,
    says: 'a lost create that no job has looked at yet',
    outcome: 'not-failed',
    tell: lostThenPaid({ state: 'pending' }, false),
  },
  ...[0, 500].map(
    (waitedMs): Story => ({
      law: recorded,
      says: `found by its own check, answered ${waitedMs} ms after it was sent`,
      outcome: waitedMs > 400 ? 'not-failed' : 'fail',
      options: { tempo: { settleMs: 100, readTimeoutMs: 500 } },
      tell: (h) => {
        const order = h.order();
        h.state(order, 4);
        const call = h.ask('runJobs', {});
        h.wait(waitedMs);
        h.check(order, 4);
        h.told(call, {});
        h.wait(LATE_MS);
        h.look(order);
      },
    }),
  ),
  {
    law: recorded,
    says: 'given up, and paid at the gateway after a rejection that nobody reported',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.state(order, 6);
      h.report(order, 4);
      h.wait(LATE_MS);
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: recorded,
    says: 'a cancelled order, and a notification that does not say how much was paid',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      h.state(order, 4);
      h.deliver(order, 4, { body: h.body(order, 4, { shop_amount: null }) });
      h.wait(LATE_MS);
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: recorded,
    says: 'a cancelled order that was looked at before the notification came, and a clock that was set back',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      h.state(order, 4);
      h.look(order, { state: 'cancelled' });
      h.wait(0, -10_000);
      h.deliver(order, 4);
    },
  },
  { law: recorded, says: 'a hold is left to its five days', outcome: 'not-applicable', tell: held(gone) },
  { law: recorded, says: 'a hold that is released', outcome: 'not-failed', tell: held(gone, true) },
  {
    law: refused,
    says: 'an unknown code, then paid and lost',
    outcome: 'fail',
    tell: refusedThenPaid(57, gone),
  },
  {
    law: refused,
    says: 'an unknown code, then paid',
    outcome: 'pass',
    tell: refusedThenPaid(57, PAID),
  },
  {
    law: recorded,
    says: 'an unknown code is no matter of a must',
    outcome: 'not-applicable',
    tell: (h) => void createdBadly(h, { code: 57 }, 'failed'),
  },
  {
    law: any,
    outcome: 'fail',
    says: 'a charge of a stored instrument that nobody answered is given up',
    tell: (h) => void createdBadly(h, { outcome: 'held', committed: true }, 'failed', { payment_token: 't' }),
  },
  {
    law: any,
    outcome: 'not-failed',
    says: 'an order is given up whose payer could not be sent on',
    tell: (h) => void createdBadly(h, { outcome: 'held', committed: true }, 'failed'),
  },
  { law: redirects, says: 'as it was answered', outcome: 'pass', tell: sentOn(RIGHT) },
  {
    law: redirects,
    says: 'the pairs of a GET in its query',
    outcome: 'pass',
    tell: sentOn(
      { method: 'GET', url: 'http://pay/1?a=1&session_id=a%2Bb&note=&attempt=0', data: null },
      { method: 'get' },
    ),
  },
  { law: redirects, says: 'another method', outcome: 'fail', tell: sentOn({ ...RIGHT, method: 'GET' }) },
  {
    law: redirects,
    says: 'a value that the history masks',
    outcome: 'not-failed',
    tell: sentOn(
      { ...RIGHT, data: { ...DATA, session_id: '4111111111111111' } },
      { data: { session_id: '***' } },
    ),
  },
  {
    law: redirects,
    says: 'an order whose create was answered without data',
    outcome: 'not-failed',
    tell: sentOn(RIGHT, {}, { body: '{"result":true,"message":"Ok","error_code":0,"data":null}' }),
  },
  { law: redirects, says: 'a relative address', outcome: 'fail', tell: sentOn({ ...RIGHT, url: '/1?a=1' }) },
  {
    law: redirects,
    says: 'another address',
    outcome: 'fail',
    tell: sentOn({ ...RIGHT, url: 'http://pay/2' }),
  },
  {
    law: redirects,
    says: 'without what is empty',
    outcome: 'fail',
    tell: sentOn({ ...RIGHT, data: { session_id: 'a+b', attempt: '0' } }),
  },
  {
    law: redirects,
    says: 'a spoilt value',
    outcome: 'fail',
    tell: sentOn({ ...RIGHT, data: { ...DATA, session_id: 'a b' } }),
  },
  {
    law: redirects,
    says: 'nothing, where orders show where they send the payer',
    outcome: 'fail',
    tell: sentOnAfter(0),
  },
  {
    law: redirects,
    says: 'nothing, where the answer came long after the call',
    outcome: 'not-failed',
    tell: sentOnAfter(1_800),
  },
  {
    law: redirects,
    says: 'nothing to a second click that overtook the answer',
    outcome: 'not-failed',
    tell: (h) => {
      sentOn(RIGHT)(h);
      sentOn(RIGHT, {}, {}, { suffix: '-2', isTwice: true })(h);
    },
  },
  { law: redirects, says: 'a page of the shop’s own', outcome: 'not-failed', tell: sentOn(null) },
  {
    law: redirects,
    says: 'an answer that leads nowhere',
    outcome: 'not-failed',
    tell: sentOn(null, { method: null, url: null, data: null }),
  },
  {
    law: redirects,
    says: 'an answer that came too late',
    outcome: 'not-failed',
    tell: sentOn({ ...RIGHT, url: 'http://other' }, {}, { ended: 'client-closed' }),
  },
  {
    law: any,
    says: 'a lost answer that breaks the call',
    outcome: 'fail',
    tell: meets({ outcome: 'reset', committed: true }, BROKE),
  },
  {
    law: any,
    says: 'a call that breaks before its request to the gateway is answered',
    outcome: 'not-failed',
    tell: (h) => {
      h.order();
      const call = h.ask('createOrder', { reference: 'x', amount: '10.50', currency: 643 });
      const exchange = h.request('invoice/create', { shop_order_id: 'x', amount: '10.50', currency: '643' });
      h.add({ kind: 'outcome', call, status: 'unknown', error: BROKE, latencyMs: 5 });
      h.answer(exchange, 'invoice/create', { outcome: 'reset', committed: true }, { fault: 'f1' });
    },
  },
  {
    law: any,
    says: 'an unknown code that is refused',
    outcome: 'not-failed',
    tell: meets({ code: 57 }, undefined),
  },
  {
    law: any,
    says: 'a call that took too long',
    outcome: 'not-failed',
    tell: meets({ code: 57 }, 'no answer within 15 s'),
  },
  {
    law: any,
    says: 'a shop that is broken anyway',
    outcome: 'not-failed',
    tell: (h) => {
      const call = h.ask('createOrder', { reference: 'x', amount: '10.50' });
      h.add({ kind: 'outcome', call, status: 'unknown', error: BROKE, latencyMs: 5 });
      meets({ outcome: 'reset', committed: true }, BROKE, false)(h);
    },
  },
  {
    law: any,
    says: 'an accepted order that is failed at once',
    outcome: 'fail',
    tell: (h) => {
      const order = createdBadly(
        h,
        { data: { id: 700, method: 'GET', url: 'http://pay', extra: 1 } },
        'failed',
      );
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: empty,
    says: 'empty data that breaks the call',
    outcome: 'fail',
    tell: meets({ data: null }, BROKE),
  },
  {
    law: lost,
    says: 'an end that nobody told and nobody asked about',
    outcome: 'fail',
    tell: unheard(20, {}),
    options: RECOVERS,
  },
  {
    law: lost,
    says: 'a rejection that was asked about, and an order that stays open for another attempt',
    outcome: 'pass',
    tell: unheard(20, {}, (h, order) => h.check(order, 6)),
    options: RECOVERS,
  },
  {
    law: lost,
    says: 'an end that was found',
    outcome: 'pass',
    tell: unheard(20, { state: 'failed' }),
    options: RECOVERS,
  },
  {
    law: lost,
    says: 'an order that the payer had cancelled',
    outcome: 'not-applicable',
    tell: unheard(20, { state: 'cancelled' }),
    options: RECOVERS,
  },
  {
    law: lost,
    says: 'a rejection, after which the payer tries again under a new id',
    outcome: 'not-applicable',
    tell: unheard(20, { shop_order_id: 'second' }, (h, order) => {
      const second = { ...order, shopOrderId: 'second' };
      const call = h.ask('retry', order.orderId);
      h.invoice(second);
      h.told(call, h.shown(second));
    }),
    options: RECOVERS,
  },
  { law: lost, says: 'before its time', outcome: 'not-applicable', tell: unheard(12, {}), options: RECOVERS },
  { law: lost, says: 'a merchant that promises nothing', outcome: 'not-applicable', tell: unheard(20, {}) },
  {
    law: lost,
    says: 'a question that was not answered',
    outcome: 'not-applicable',
    tell: unheard(20, {}, (h, order) =>
      h.exchange(
        'invoice/check',
        { shop_order_id: order.shopOrderId },
        { outcome: 'reset', committed: true },
      ),
    ),
    options: RECOVERS,
  },
  {
    law: refused,
    says: 'a hold after an unknown code is nobody’s',
    outcome: 'not-failed',
    tell: (h) => {
      const order = createdBadly(h, { code: 57 }, 'failed');
      h.report(order, 8);
      h.jobs();
      h.wait(LATE_MS);
      h.look(order, gone);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'a payment of a cancelled order that is booked and refused',
    outcome: 'fail',
    tell: refusedButShown((h) => h.order(), { ...PAID, state: 'review' }),
  },
  {
    law: 'law.notices-accepted',
    says: 'the same by a merchant that did not get the answer to its invoice/create',
    outcome: 'fail',
    tell: refusedButShown(unanswered, { ...PAID, state: 'review' }),
  },
  {
    law: 'law.notices-accepted',
    says: 'a payment of an invoice that the merchant never got to know',
    outcome: 'not-failed',
    tell: refusedButShown(unanswered, { state: 'cancelled' }),
  },
  {
    law: 'law.final-stays-final',
    says: 'a paid order that the rejection of its first attempt fails',
    outcome: 'fail',
    tell: (h) => {
      const first = h.order();
      h.report(first, 6);
      h.call('retry', first.orderId, h.shown(first));
      const second = { ...first, shopOrderId: h.id('so-') };
      h.invoice(second);
      h.report(second, 4);
      h.lookPaid(second);
      h.deliver(first, 6);
      h.wait(LATE_MS);
      h.lookPaid(second, { state: 'failed' });
    },
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'an amended order that its old invoice pays',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.call('amend', [order.orderId, { amount: '99.00' }], h.shown(order, { amount: '99.00' }));
      h.report(order, 4);
      h.lookPaid(order, { amount: '99.00' });
    },
  },
  {
    law: 'law.credited-invoice-amount',
    says: 'an amended order whose old payment a person looks at',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.call('amend', [order.orderId, { amount: '99.00' }], h.shown(order, { amount: '99.00' }));
      h.report(order, 4);
      h.lookPaid(order, { amount: '99.00', state: 'review' });
    },
  },
];

tellStories(stories);
