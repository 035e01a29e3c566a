import type { BuiltOrder, Ending, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const paid = (h: HistoryBuilder, amount = '100.00'): BuiltOrder => {
  const order = h.order({ amount });
  h.report(order, 4);
  h.lookPaid(order);
  return order;
};

const heldOrder = (h: HistoryBuilder): BuiltOrder => {
  const order = h.order({ mode: 'hold' });
  h.report(order, 8);
  h.look(order, { state: 'held' });
  return order;
};

const decide = (
  h: HistoryBuilder,
  order: BuiltOrder,
  name: 'charge' | 'unhold',
  ending: Ending = { data: { status: 2 } },
) => {
  const operation = `invoice/${name}`;
  const { paymentId } = order;
  const exchange = h.request(operation, { invoice_id: String(paymentId) });
  const status = 'data' in ending ? Number(Reflect.get(Object(ending.data), 'status')) : Number.NaN;
  if (status > 0) h.state(order, status, 8);
  if ('outcome' in ending) h.wait(500);
  h.answer(exchange, operation, ending, { paymentId });
};

const DAY = 24 * 3_600_000;

/** The merchant's clock is brought to so many hours after the hold, and its jobs run. */
const jobsAfter = (h: HistoryBuilder, heldMs: number, hours: number): void => {
  h.wait(heldMs + hours * 3_600_000 - h.now(), 20);
  h.jobs(h.now());
};

const reset = { outcome: 'reset' as const, committed: false };

const holdStories: Story[] = [
  {
    law: 'law.one-charge-per-hold',
    says: 'a second charge beside one that is confirmed, and refused',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      const id = { invoice_id: String(order.paymentId) };
      const first = h.request('invoice/charge', id);
      const second = h.request('invoice/charge', id);
      h.answer(first, 'invoice/charge', { data: { status: 2 } }, { paymentId: order.paymentId });
      h.answer(second, 'invoice/charge', { code: 100 }, { paymentId: order.paymentId });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a release beside a charge',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge');
      decide(h, order, 'unhold', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a release after a charge that reached the gateway and was not answered',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: true });
      decide(h, order, 'unhold', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a release after a charge that did not reach the gateway',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', reset);
      decide(h, order, 'unhold', { data: { status: 6 } });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a release after a charge, when the gateway says that it is held again',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: true });
      h.check(order, 8);
      decide(h, order, 'unhold', { data: { status: 6 } });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a charge after a release, because the notification of the hold came again',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.state(order, 8);
      h.deliver(order, 8, { notification: 'n-8' });
      h.look(order, { state: 'held' });
      decide(h, order, 'unhold', { data: { status: 6 } });
      h.deliver(order, 8, { notification: 'n-8', attempt: 2 });
      decide(h, order, 'charge', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'charged again by command when it is paid',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: true });
      h.report(order, 4);
      h.lookPaid(order);
      const call = h.ask('charge', order.orderId);
      decide(h, order, 'charge', { code: 100 });
      h.told(call, h.shown(order, { state: 'paid', credited: '10.50', credits: 1 }));
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'asked for again without an answer, while the payment was on its way',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: true });
      h.report(order, 4);
      decide(h, order, 'charge', { code: 100 });
      h.lookPaid(order);
    },
  },
  {
    law: 'law.hold-decided',
    says: 'cancelled without a release, and the jobs have run shortly before the end of the five days',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      for (const hours of [24, 119]) jobsAfter(h, since, hours);
    },
  },
  {
    law: 'law.hold-decided',
    says: 'cancelled, and released at night',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      h.jobs();
      jobsAfter(h, since, 12);
      decide(h, order, 'unhold', { data: { status: 6 } });
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'cancelled, released by the jobs',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      h.call('cancel', order.orderId, h.shown(order, { state: 'pending' }));
      const jobs = h.ask('runJobs', {});
      decide(h, order, 'unhold', { data: { status: 6 } });
      h.told(jobs, {});
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'nobody decides, and neither does the shop, hour after hour',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      for (const hours of [24, 72, 119, 121]) jobsAfter(h, since, hours);
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'nobody decides, and a person has to look',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      for (const hours of [24, 72, 119, 121]) jobsAfter(h, since, hours);
      h.look(order, { state: 'review' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'released an hour too late, although the jobs ran an hour before',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      for (const hours of [24, 119, 121]) jobsAfter(h, since, hours);
      decide(h, order, 'unhold', { data: { status: 6 } });
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a clock that leaps over the fifth day',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      for (const hours of [24, 144]) jobsAfter(h, since, hours);
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a release that was lost on the fourth day, and is not repeated',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      jobsAfter(h, since, 96);
      decide(h, order, 'unhold', reset);
      for (const hours of [108, 119, 121]) jobsAfter(h, since, hours);
      h.look(order, { state: 'pending' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a release that is lost again and again',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      for (const hours of [96, 108, 119, 121]) {
        jobsAfter(h, since, hours);
        decide(h, order, 'unhold', reset);
      }
      h.look(order, { state: 'pending' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a release that was refused, taken for done',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      decide(h, order, 'unhold', { code: 57 });
      for (const hours of [6, 48, 96, 110]) jobsAfter(h, since, hours);
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'released too late by a shop whose jobs could not run on the fifth day',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      for (const hours of [24, 121]) jobsAfter(h, since, hours);
      decide(h, order, 'unhold', { data: { status: 6 } });
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'an hour is left, and the order was cancelled before the shop knew of the hold',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      const since = h.now();
      h.report(order, 8);
      jobsAfter(h, since, 119);
    },
  },
  {
    law: 'law.hold-decided',
    says: 'an hour is left, and the shop shows that the cancelled order is not released yet',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      h.call('cancel', order.orderId, h.shown(order, { state: 'held' }));
      jobsAfter(h, since, 119);
    },
  },
  {
    law: 'law.hold-decided',
    says: 'an hour is left, and it is a newer invoice of the order that was cancelled',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      const second = { ...order, shopOrderId: h.id('so-') };
      const call = h.ask('retry', order.orderId);
      h.invoice(second);
      h.told(call, h.shown(second));
      h.call('cancel', order.orderId, h.shown(second, { state: 'cancelled' }));
      jobsAfter(h, since, 119);
    },
  },
  {
    law: 'law.hold-decided',
    says: 'an hour is left, and the order was cancelled after the jobs had run',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      jobsAfter(h, h.now(), 119);
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a release that was refused a day ago, and is due again',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      decide(h, order, 'unhold', { code: 57 });
      for (const hours of [6, 12, 24]) jobsAfter(h, since, hours);
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a release that was refused four days ago, after which the jobs have hardly run',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      const since = h.now();
      decide(h, order, 'unhold', { code: 57 });
      for (const hours of [6, 96]) jobsAfter(h, since, hours);
      h.look(order, { state: 'cancelled' });
    },
  },
  {
    law: 'law.hold-decided',
    says: 'a release that nobody can tell the hold of',
    outcome: 'not-failed',
    tell: (h) => {
      const order = heldOrder(h);
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      h.exchange('invoice/unhold', { invoice_id: '99' }, { code: 7 });
      h.jobs();
    },
  },
  {
    law: 'law.held-needs-8',
    says: 'held by a forged notification',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.craft(order, 'wrong sign', h.body(order, 8, { sign: 'f'.repeat(64) }), { status: 8 });
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.held-needs-8',
    says: 'held by a notification over another amount',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.craft(order, 'over 0.01', h.body(order, 8, { shop_amount: '0.01' }), { status: 8 });
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.held-needs-8',
    says: 'held by its own question',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      h.check(order, 8);
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.held-needs-8',
    says: 'held by an attempt that no look has shown',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      const unseen = { ...order, shopOrderId: h.id('so-') };
      h.invoice(unseen);
      h.report(unseen, 8);
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.held-needs-8',
    says: 'held again when its charge was refused',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { code: 57 });
      h.look(order, { state: 'pending' });
      h.look(order, { state: 'held' });
    },
  },
  {
    law: 'law.charge-asked-before-repeat',
    says: 'a charge that was not answered, sent again at once',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: true });
      decide(h, order, 'charge', { code: 100 });
    },
  },
  {
    law: 'law.charge-asked-before-repeat',
    says: 'a release whose connection was reset, which takes nothing twice',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'unhold', reset);
      decide(h, order, 'unhold', { data: { status: 6 } });
    },
  },
  {
    law: 'law.charge-asked-before-repeat',
    says: 'a charge that was not answered, sent again after invoice/check had said 8',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: false });
      h.check(order, 8);
      decide(h, order, 'charge');
    },
  },
  {
    law: 'law.charge-asked-before-repeat',
    says: 'a charge that was answered',
    outcome: 'not-applicable',
    tell: (h) => {
      decide(h, heldOrder(h), 'charge');
    },
  },
];

const stories: Story[] = [
  {
    law: 'law.refunds-within-paid',
    says: '60 and 40 of 100',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.refund(order, '60.00');
      h.refund(order, '40.00');
    },
  },
  {
    law: 'law.refunds-within-paid',
    says: 'all of an invoice over more than a refused one under its id',
    outcome: 'pass',
    tell: (h) => {
      const names = { orderId: 'o', reference: 'r', shopOrderId: 's', paymentId: 7 };
      const order = { ...names, amount: '12.00', mode: 'single' as const };
      h.exchange('invoice/create', { shop_order_id: 's', amount: '10.00', currency: '643' }, { code: 9 });
      h.exchange('invoice/create', { shop_order_id: 's', amount: '12.00', currency: '643' }, { data: {} });
      h.state(order, 1, null);
      h.state(order, 4);
      h.refund(order, '12.00');
    },
  },
  {
    law: 'law.refunds-within-paid',
    says: '60 and 60 of 100, both accepted',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.refund(order, '60.00');
      h.refund(order, '60.00');
    },
  },
  {
    law: 'law.refunds-within-paid',
    says: '60 that failed, then 60',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      const first = h.refund(order, '60.00');
      h.endRefund(order, first, '60.00', 'FAILED');
      h.refund(order, '60.00');
    },
  },
  {
    law: 'law.refunds-within-paid',
    says: '60 and 60 of 100, left to the gateway, which refuses',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.refund(order, '60.00');
      h.ask('createRefund', [order.orderId, { amount: '60.00' }]);
      h.exchange(
        'invoice/create-refund',
        { shop_refund_id: 'x', invoice_id: String(order.paymentId), amount: '60.00' },
        { code: 9 },
      );
    },
  },
  {
    law: 'law.refunds-within-paid',
    says: 'in another currency',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.refund(order, '60.00', { currency: 840 });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'counted once after two notifications',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.endRefund(order, refund, '30.00', 'SUCCESS');
      h.endRefund(order, refund, '30.00', 'SUCCESS');
      h.lookPaid(order, { state: 'partially_refunded', refunded: '30' });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'counted by each notification',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.endRefund(order, refund, '30.00', 'SUCCESS');
      h.endRefund(order, refund, '30.00', 'SUCCESS');
      h.lookPaid(order, { state: 'partially_refunded', refunded: '60.00' });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'WAITING counted as refunded',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.refund(order, '30.00');
      h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'FAILED counted as refunded, in the list',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.endRefund(order, refund, '30.00', 'FAILED');
      h.call('listRefunds', order.orderId, [
        { refund_id: refund, amount: '30.00', state: 'done', error: null },
      ]);
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'known by get-refunds and not by a notification',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.refundState(order, refund, '30.00', 'SUCCESS');
      h.exchange(
        'invoice/get-refunds',
        { invoice_id: String(order.paymentId) },
        {
          data: [{ shop_refund_id: refund, status: 'SUCCESS', amount: '30.00', invoice_id: order.paymentId }],
        },
      );
      h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'a part of it is shown as all',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      h.endRefund(order, h.refund(order, '30.00'), '30.00', 'SUCCESS');
      h.lookPaid(order, { state: 'refunded', refunded: '30.00' });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'two parts that are all of it',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.endRefund(order, h.refund(order, '30.00'), '30.00', 'SUCCESS');
      h.endRefund(order, h.refund(order, '70.00'), '70.00', 'SUCCESS');
      h.lookPaid(order, { state: 'refunded', refunded: '100.00' });
    },
  },
  {
    law: 'law.refund-counted-once',
    says: 'all of it is asked for, and not done',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      h.refund(order, '100.00');
      h.lookPaid(order, { state: 'refunded', refunded: '0' });
    },
  },
  {
    law: 'law.refund-ends',
    says: 'accepted, and shown as done',
    outcome: 'pass',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.endRefund(order, refund, '30.00', 'SUCCESS');
      h.wait(1000);
      h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
      h.call('listRefunds', order.orderId, [{ refund_id: refund, amount: '30.00', state: 'done' }]);
    },
  },
  ...(
    [
      [
        'its jobs have run',
        'fail',
        (h) => [h.call('runJobs', {}, {}), h.call('runJobs', {}, {}), h.wait(1000)],
      ],
      ['polls may have been lost', 'not-failed', (h) => h.wait(200_000)],
      ['its intervals have passed', 'fail', (h) => h.wait(300_000)],
    ] as const satisfies [string, Story['outcome'], (h: HistoryBuilder) => unknown][]
  ).flatMap(([says, outcome, pass]): Story[] => [
    {
      law: 'law.refund-ends',
      says: `accepted, and not counted: ${says}`,
      outcome,
      tell: (h) => {
        const order = paid(h);
        const refund = h.refund(order, '30.00');
        h.endRefund(order, refund, '30.00', 'SUCCESS');
        pass(h);
        h.lookPaid(order);
      },
    },
    {
      law: 'law.refund-ends',
      says: `FAILED, and still pending: ${says}`,
      outcome,
      tell: (h) => {
        const order = paid(h);
        const refund = h.refund(order, '30.00');
        h.endRefund(order, refund, '30.00', 'FAILED');
        pass(h);
        h.call('listRefunds', order.orderId, [{ refund_id: refund, amount: '30.00', state: 'pending' }]);
      },
    },
  ]),
  {
    law: 'law.refund-ends',
    says: 'FAILED, told by get-refunds, and still pending',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      const ended = {
        shop_refund_id: refund,
        status: 'FAILED',
        amount: '30.00',
        invoice_id: order.paymentId,
      };
      h.endRefund(order, refund, '30.00', 'FAILED', { status: 503, accepted: false, body: '' });
      h.exchange('invoice/get-refunds', { invoice_id: String(order.paymentId) }, { data: [ended] });
      h.wait(1000);
      h.call('listRefunds', order.orderId, [{ refund_id: refund, amount: '30.00', state: 'pending' }]);
    },
  },
  {
    law: 'law.refund-ends',
    says: 'the news was refused: it comes again',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.endRefund(order, refund, '30.00', 'SUCCESS', { status: 503, accepted: false, body: '' });
      h.wait(1000);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a done refund that waits again',
    outcome: 'fail',
    tell: (h) => {
      const order = paid(h);
      const refund = h.refund(order, '30.00');
      h.endRefund(order, refund, '30.00', 'SUCCESS');
      h.call('listRefunds', order.orderId, [{ refund_id: refund, amount: '30.00', state: 'done' }]);
      h.wait(1000);
      h.call('listRefunds', order.orderId, [{ refund_id: refund, amount: '30.00', state: 'pending' }]);
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'held, charged',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge');
      h.report(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'charged before it was held',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order({ mode: 'hold' });
      decide(h, order, 'charge', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a single-step invoice is charged',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 4);
      decide(h, order, 'charge', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'charged after a release',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'unhold', { data: { status: 6 } });
      decide(h, order, 'charge', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'charged twice, both confirmed',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge');
      decide(h, order, 'charge');
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'charged again after a check that still says 8',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge');
      h.check(order, 8);
      decide(h, order, 'charge');
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'charged again after a read timeout and a check that says 2, and refused',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      decide(h, order, 'charge', { outcome: 'held', committed: true });
      h.check(order, 2);
      decide(h, order, 'charge', { code: 100 });
    },
  },
  {
    law: 'law.one-charge-per-hold',
    says: 'a hold from before the recording',
    outcome: 'not-failed',
    tell: (h) => {
      const order = {
        orderId: 'o',
        reference: 'r',
        shopOrderId: 's',
        paymentId: 7,
        amount: '10.50',
        mode: 'hold' as const,
      };
      h.state(order, 4, 8);
      decide(h, order, 'charge');
    },
  },
  {
    law: 'law.hold-decided',
    says: 'cancelled, and the funds stay held beyond 5 days',
    outcome: 'fail',
    tell: (h) => {
      const order = heldOrder(h);
      h.call('cancel', order.orderId, h.shown(order, { state: 'cancelled' }));
      h.wait(5 * DAY + 3_600_000, 100);
      h.jobs(h.now());
    },
  },
  {
    law: 'law.hold-decided',
    says: 'cancelled and released',
    outcome: 'pass',
    tell: (h) => {
      const order = heldOrder(h);
      const call = h.ask('cancel', order.orderId);
      decide(h, order, 'unhold', { data: { status: 6 } });
      h.told(call, h.shown(order, { state: 'cancelled' }));
      h.wait(6 * DAY, 100);
      h.jobs(h.now());
    },
  },
  {
    law: 'law.hold-decided',
    says: 'only the gateway moved on: the merchant has no clock',
    outcome: 'not-applicable',
    tell: (h) => {
      heldOrder(h);
      h.wait(6 * DAY, 100);
      h.jobs();
    },
  },
];

tellStories([...stories, ...holdStories]);
