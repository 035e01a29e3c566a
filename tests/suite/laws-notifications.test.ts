import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuiltOrder, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories, verdictsOf } from './support/laws.ts';

const WRONG_SIGN = 'f'.repeat(64);

const REFUSED = { status: 403, body: 'signature is wrong', accepted: false };

/** A notification whose signature is wrong, answered OK all the same. */
const forge = (h: HistoryBuilder, order: BuiltOrder, status: number): void =>
  h.craft(order, 'wrong sign', h.body(order, status, { sign: WRONG_SIGN }), { status });

/** A paid order, and a late notification of another status after it. */
function paidThenLate(h: HistoryBuilder, status: number): BuiltOrder {
  const order = h.order();
  h.report(order, 4);
  h.lookPaid(order);
  h.craft(order, 'late', h.body(order, status), { status, verdict: 'accept' });
  return order;
}

const stories: readonly Story[] = [
  {
    law: 'law.forgery-changes-nothing',
    says: 'a forged notification of blocked funds is believed',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      forge(h, order, 8);
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'funds over another amount count as held',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.craft(order, 'over 0.01', h.body(order, 8, { shop_amount: '0.01' }), { status: 8 });
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.doubtful-books-nothing',
    says: 'an answer of invoice/check for less than the invoice pays it',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      const data = { status: 4, shop_amount: 10.49 };
      h.check(order, 4, { fault: 'f1', body: JSON.stringify({ result: true, error_code: 0, data }) });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'held by a genuine notification after a forged one',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      forge(h, order, 8);
      h.report(order, 8);
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a forged rejection ends the order',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.look(order);
      forge(h, order, 6);
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'the gateway rejects it after a forged rejection',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.look(order);
      forge(h, order, 6);
      h.report(order, 6);
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a deadline of the merchant ends the order some time after a forged rejection',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.look(order);
      forge(h, order, 6);
      h.wait(20 * 60_000);
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'an order that was cancelled by command',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.look(order);
      forge(h, order, 6);
      h.call('cancel', [order.orderId]);
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a late notification opens a paid order, until a job asks',
    outcome: 'fail',
    tell: (h) => {
      const order = paidThenLate(h, 2);
      h.lookPaid(order, { state: 'pending' });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a late trouble fails a paid order',
    outcome: 'fail',
    tell: (h) => h.lookPaid(paidThenLate(h, 3), { state: 'failed' }),
  },
  {
    law: 'law.final-stays-final',
    says: 'a late trouble puts a paid order into review',
    outcome: 'pass',
    tell: (h) => h.lookPaid(paidThenLate(h, 3), { state: 'review' }),
  },
  {
    law: 'law.final-stays-final',
    says: 'a replica that lags behind shows the order as it was',
    outcome: 'pass',
    tell: (h) => {
      const order = paidThenLate(h, 2);
      h.look(order);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a plain payment that a person has to look at',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 4);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a payment after a contradiction may wait for a person',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'over 0.01', h.body(order, 4, { shop_amount: '0.01' }));
      h.report(order, 4);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a payment that comes late may wait for a person',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.wait(60 * 60_000);
      h.report(order, 4);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'a payment after a rejection may wait for a person',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.report(order, 6);
      h.report(order, 4);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.doubtful-books-nothing',
    says: 'a message that may be taken or not is taken',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'sent by PUT', h.body(order, 4), { method: 'PUT', verdict: 'either' });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.doubtful-books-nothing',
    says: 'the genuine notification comes after it',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'sent by PUT', h.body(order, 4), { method: 'PUT', verdict: 'either' });
      h.look(order);
      h.report(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.notice-changes-own-order',
    says: 'an order that the shop refused by itself, and a notification about another one',
    outcome: 'not-failed',
    tell: (h) => {
      const other = h.order();
      const refused = { ...other, orderId: 'o', reference: 'r', shopOrderId: 'never-sent' };
      const call = h.ask('createOrder', { reference: 'r', amount: '10.50', currency: 643 });
      h.told(call, h.shown(refused, { state: 'failed' }));
      h.report(other, 4);
      h.lookPaid(other);
      h.look(refused, { state: 'failed' });
    },
  },
  {
    law: 'law.doubtful-books-nothing',
    says: 'another invoice of the order was paid, which the shop never showed',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'sent by PUT', h.body(order, 4), { method: 'PUT', verdict: 'either' });
      const hidden = { ...order, shopOrderId: h.id('so-') };
      h.invoice(hidden);
      h.report(hidden, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.doubtful-books-nothing',
    says: 'the order waits for a person',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'sent by PUT', h.body(order, 4), { method: 'PUT', verdict: 'either' });
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.survives-hostile-input',
    says: 'its process ends over a forgery',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      const about = { paymentId: order.paymentId, shopOrderId: order.shopOrderId };
      const sent = { type: 'invoice', about, status: 4, genuine: false, label: 'wrong sign' };
      const way = { url: 'http://127.0.0.1/notify', method: 'POST', headers: {}, from: '127.0.0.1' };
      const body = h.body(order, 4, { sign: WRONG_SIGN });
      h.add({ kind: 'attempt', notification: 'crafted', attempt: 1, ...sent, ...way, body });
      const reply = { outcome: 'reset', status: null, headers: {}, body: '', bytes: 0, accepted: false };
      h.add({ kind: 'reply', notification: 'crafted', attempt: 1, ...reply, latencyMs: 3, nextAt: null });
      h.add({ kind: 'merchant', action: 'exit', detail: 'exit code 70' });
    },
  },
];

/** A plain payment to which this happens on the way, and which a person has to look at. */
const doubted =
  (happens: (h: HistoryBuilder, order: BuiltOrder) => void): Story['tell'] =>
  (h) => {
    const order = h.order();
    happens(h, order);
    h.report(order, 4);
    h.wait(60_000);
    h.look(order, { state: 'review' });
  };

/** What a merchant may leave to a person: "Transitions between the numbered statuses: not shown" (States). */
const doubts: readonly Story[] = (
  [
    ['a kill', (h) => h.add({ kind: 'merchant', action: 'kill', detail: '' })],
    [
      'the return of the payer',
      (h) => h.call('page', { url: 'http://shop.example/failed' }, { status: 200 }),
    ],
    [
      'a create that was sent twice',
      (h, { shopOrderId, amount }) =>
        h.exchange('invoice/create', { shop_order_id: shopOrderId, amount, currency: '643' }, { code: 6 }),
    ],
    ['a second click', (h, order) => h.call('createOrder', { reference: order.reference }, h.shown(order))],
    [
      'a correctly signed payment notification with type=refund',
      (h, order) =>
        h.craft(order, 'of another type', h.body(order, 4), { type: 'refund', verdict: 'reject' }),
    ],
    [
      'a correctly signed notification of an unknown type',
      (h, order) =>
        h.craft(order, 'of another type', h.body(order, 4), { type: 'chargeback', verdict: 'reject' }),
    ],
  ] as const satisfies readonly (readonly [string, (h: HistoryBuilder, order: BuiltOrder) => void])[]
).map(([says, happens]) => ({
  law: 'law.final-invoice-known',
  says: `a payment after ${says} may wait for a person`,
  outcome: 'pass',
  tell: doubted(happens),
}));

const unproven: readonly Story[] = [
  {
    law: 'law.final-invoice-known',
    says: 'a status that is told after the payment may put it into review',
    outcome: 'pass',
    tell: (h) => {
      const order = paidThenLate(h, 2);
      h.wait(60_000);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.final-invoice-known',
    says: 'what is booked is known, whatever its order is called',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.report(order, 4);
      h.wait(60_000);
      h.lookPaid(order, { state: 'review' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a forgery is refused and believed all the same',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'wrong sign', h.body(order, 4, { sign: WRONG_SIGN }), { reply: REFUSED });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a payment notification with type=refund is believed',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.craft(order, 'with type=refund', h.body(order, 4), { type: 'refund', verdict: 'reject' });
      h.lookPaid(order);
    },
  },
];

tellStories([...stories, ...doubts, ...unproven]);

/** An order that is paid without cause, for which a forgery is not to blame: "verify the signature" (Events 5) was done. */
const otherwisePaid: readonly Pick<Story, 'says' | 'tell'>[] = [
  {
    says: 'paid without cause after a forged notification that says pending',
    tell: (h) => {
      const order = h.order();
      forge(h, order, 2);
      h.lookPaid(order);
    },
  },
  {
    says: 'paid without cause, and a forged notification of the payment comes later',
    tell: (h) => {
      const order = h.order();
      h.lookPaid(order);
      forge(h, order, 4);
    },
  },
  {
    says: 'a forgery is refused, and invoice/check says 4 about the invoice that the merchant took for this one',
    tell: (h) => {
      const order = h.order();
      const other = h.order({ amount: '99.00' });
      h.state(other, 4);
      h.craft(order, 'wrong sign', h.body(order, 4, { sign: WRONG_SIGN }), { reply: REFUSED });
      h.check(other, 4);
      h.lookPaid(order);
    },
  },
];

for (const { says, tell } of otherwisePaid)
  test(`law.credit-needs-final-4 alone: ${says}`, () => {
    const failed = [...verdictsOf(tell).values()].filter(({ outcome }) => outcome === 'fail');
    assert.deepEqual(
      failed.map(({ law }) => law),
      ['law.credit-needs-final-4'],
    );
  });
