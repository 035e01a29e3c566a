import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuiltOrder, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories, verdictsOf } from './support/laws.ts';

const paid = (h: HistoryBuilder, amount = '100.00'): BuiltOrder => {
  const order = h.order({ amount });
  h.report(order, 4);
  h.lookPaid(order);
  return order;
};

type Ending = Parameters<HistoryBuilder['exchange']>[2];

/** A request for a refund, as the merchant sends it by itself or for an open wish. */
const requested = (
  h: HistoryBuilder,
  order: BuiltOrder,
  id: string,
  fields: object = {},
  ending: Ending = { data: { shop_refund_id: id, status: 'WAITING' } },
  answer: Record<string, unknown> = {},
) =>
  h.exchange(
    'invoice/create-refund',
    {
      shop_refund_id: id,
      invoice_id: String(order.paymentId),
      amount: '30.00',
      currency: '643',
      ...fields,
    },
    ending,
    answer,
  );

const wished = (h: HistoryBuilder, order: BuiltOrder, amount = '30.00') =>
  h.ask('createRefund', [order.orderId, { amount, currency: 643 }]);

const listed = (h: HistoryBuilder, order: BuiltOrder, data: unknown) =>
  h.exchange('invoice/get-refunds', { invoice_id: String(order.paymentId) }, { data } as Ending);

const shows = (h: HistoryBuilder, order: BuiltOrder, ...states: readonly string[]) =>
  h.call(
    'listRefunds',
    order.orderId,
    states.map((state, index) => ({ refund_id: `r${index}`, amount: '30.00', state })),
  );

const story = (
  law: string,
  outcome: Story['outcome'],
  says: string,
  tell: Story['tell'],
  options: Story['options'] = {},
): Story => ({ law, outcome, says, tell, options });

const requests: Story[] = [
  story('law.refund-requests', 'pass', 'the wished amount, spelt otherwise', (h) => {
    const order = paid(h);
    wished(h, order, '30');
    requested(h, order, 'a');
  }),
  story('law.refund-requests', 'fail', 'of an invoice that nobody paid', (h) => {
    const order = h.order();
    wished(h, order);
    requested(h, order, 'a', {}, { code: 100 });
  }),
  story('law.refund-requests', 'fail', 'of a held invoice', (h) => {
    const order = h.order({ mode: 'hold' });
    h.report(order, 8);
    requested(h, order, 'a', {}, { code: 100 });
  }),
  story('law.refund-requests', 'not-failed', 'of an invoice with a status that is not listed', (h) => {
    const order = h.order();
    h.report(order, 10);
    requested(h, order, 'a', { amount: '10.50' });
  }),
  story('law.refund-requests', 'not-applicable', 'of an invoice from before the recording', (h) => {
    requested(
      h,
      { orderId: 'o', reference: 'r', shopOrderId: 's', paymentId: 7, amount: '1', mode: 'single' },
      'a',
    );
  }),
  story('law.refund-requests', 'fail', 'in another currency', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', { currency: '840' });
  }),
  story('law.refund-requests', 'fail', 'a cent less than was wished', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', { amount: '29.99' });
  }),
  story('law.refund-requests', 'fail', 'an amount that is no decimal text', (h) => {
    const order = paid(h, '5000.00');
    wished(h, order, '1234.56');
    requested(h, order, 'a', { amount: '1,234.56' }, { code: 10 });
  }),
  story('law.refund-requests', 'pass', 'all of it, which nobody wished: the shop gives it back', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', { amount: '100.00' });
  }),
  story('law.one-refund-per-wish', 'pass', 'two wishes, two refunds', (h) => {
    const order = paid(h);
    h.refund(order, '30.00');
    h.refund(order, '30.00');
  }),
  story('law.one-refund-per-wish', 'fail', 'issued anew after a lost answer', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { outcome: 'held', committed: true });
    requested(h, order, 'b');
  }),
  story('law.one-refund-per-wish', 'pass', 'repeated under the same id after a lost answer', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { outcome: 'held', committed: true });
    requested(h, order, 'a', {}, { code: 6 });
  }),
  story('law.one-refund-per-wish', 'pass', 'issued anew when the gateway did not list it', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { outcome: 'held', committed: false });
    listed(h, order, []);
    requested(h, order, 'b');
  }),
  story('law.one-refund-per-wish', 'fail', 'issued anew while it is listed as WAITING', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { outcome: 'held', committed: true });
    listed(h, order, [{ shop_refund_id: 'a', status: 'WAITING', amount: '30.00' }]);
    requested(h, order, 'b');
  }),
  story('law.one-refund-per-wish', 'pass', 'issued anew after FAILED, and after a code', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'FAILED');
    requested(h, order, 'b', {}, { code: 57 });
    requested(h, order, 'c');
  }),
  story('law.one-refund-per-wish', 'pass', 'a refund of its own before the wish', (h) => {
    const order = paid(h, '30.00');
    requested(h, order, 'own');
    wished(h, order);
    requested(h, order, 'a', {}, { code: 9 });
  }),
  story('law.own-refund-ids', 'fail', 'one id for the refunds of two payments', (h) => {
    requested(h, paid(h), 'refund-1');
    requested(h, paid(h), 'refund-1', {}, { code: 6 });
  }),
  story('law.own-refund-ids', 'not-applicable', 'a refund that the shop never asked for', (h) => {
    const order = paid(h);
    h.refundState(order, 'console', '30.00', 'WAITING', null);
    h.endRefund(order, 'console', '30.00', 'FAILED');
  }),
  story(
    'law.refund-requests',
    'not-failed',
    'recorded without notifications: nobody saw the payment',
    (h) => {
      const order = { orderId: 'o', reference: 'r', shopOrderId: 's', paymentId: 7, amount: '30.00' };
      const fields = { shop_order_id: 's', amount: '30.00', currency: '643', payway: 'card_rub' };
      h.exchange('invoice/create', fields, { data: { id: 7 } }, { paymentId: 7, shopOrderId: 's' });
      requested(h, { ...order, mode: 'single' }, 'a');
    },
  ),
  story('law.own-refund-ids', 'pass', 'the same request again', (h) => {
    const order = paid(h);
    requested(h, order, 'refund-1');
    requested(h, order, 'refund-1', {}, { code: 6 });
  }),
];

const failures: Story[] = [
  story('law.refund-failure-founded', 'fail', 'given up while it is WAITING', (h) => {
    const order = paid(h);
    h.refund(order, '30.00');
    shows(h, order, 'failed');
  }),
  story('law.refund-failure-founded', 'pass', 'one of two has FAILED', (h) => {
    const order = paid(h);
    h.refund(order, '30.00');
    const second = h.refund(order, '30.00');
    h.endRefund(order, second, '30.00', 'FAILED');
    shows(h, order, 'pending', 'failed');
  }),
  story('law.refund-failure-founded', 'fail', 'both shown as failed when one of two has FAILED', (h) => {
    const order = paid(h);
    h.refund(order, '30.00');
    const second = h.refund(order, '30.00');
    h.endRefund(order, second, '30.00', 'FAILED');
    shows(h, order, 'failed', 'failed');
  }),
  ...(['held', 'reset'] as const).map((outcome) =>
    story('law.refund-failure-founded', 'fail', `made, and its answer was lost (${outcome})`, (h) => {
      const order = paid(h);
      const call = wished(h, order);
      h.refundState(order, 'a', '30.00', 'WAITING', null);
      requested(h, order, 'a', {}, { outcome, committed: true });
      h.told(call, { refund_id: 'r0', amount: '30.00', state: 'failed' });
      shows(h, order, 'failed');
    }),
  ),
  story('law.refund-failure-founded', 'not-failed', 'its answer was lost, and it is not listed', (h) => {
    const order = paid(h);
    const call = wished(h, order);
    h.refundState(order, 'a', '30.00', 'WAITING', null);
    requested(h, order, 'a', {}, { outcome: 'held', committed: true });
    listed(h, order, []);
    h.told(call, { refund_id: 'r0', amount: '30.00', state: 'failed' });
    shows(h, order, 'failed');
  }),
  story('law.refund-failure-founded', 'not-failed', 'its answer was lost, and it was not made', (h) => {
    const order = paid(h);
    const call = wished(h, order);
    requested(h, order, 'a', {}, { outcome: 'held', committed: false });
    h.told(call, { refund_id: 'r0', amount: '30.00', state: 'failed' });
    shows(h, order, 'failed');
  }),
  story('law.refund-failure-founded', 'not-failed', 'never made, and only a forgery says SUCCESS', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { outcome: 'held', committed: false });
    h.deliver(order, 'SUCCESS', {
      type: 'refund',
      genuine: false,
      verdict: 'reject',
      about: { paymentId: order.paymentId, shopRefundId: 'a' },
      body: JSON.stringify({ shop_refund_id: 'a', status: 'SUCCESS', amount: '30.00', sign: 'f' }),
    });
    shows(h, order, 'failed');
  }),
  story(
    'law.refund-failure-founded',
    'not-failed',
    'the shop closed the connection before the answer',
    (h) => {
      const order = paid(h);
      wished(h, order);
      requested(h, order, 'a', {}, undefined, { ended: 'client-closed' });
      shows(h, order, 'failed');
    },
  ),
  story('law.refund-failure-founded', 'not-failed', 'a list that shows only what has failed', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'FAILED');
    h.refund(order, '30.00');
    shows(h, order, 'failed');
  }),
  story('law.refund-failure-founded', 'fail', 'given up while it is WAITING, and FAILED later', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    shows(h, order, 'failed');
    h.endRefund(order, first, '30.00', 'FAILED');
  }),
  story('law.refund-wishes-served', 'fail', 'a blank amount taken for all of it', (h) => {
    const order = paid(h);
    const call = wished(h, order, '');
    requested(h, order, 'a', { amount: '100.00' });
    h.told(call, { refund_id: 'r0', amount: '100.00', state: 'pending' });
  }),
  story('law.refund-wishes-served', 'pass', 'a blank amount refused, then a named one', (h) => {
    const order = paid(h);
    h.told(wished(h, order, '0'), undefined, 'refused');
    h.refund(order, '30.00');
  }),
  story('law.refund-wishes-served', 'fail', 'a failed refund that still counts', (h) => {
    const order = paid(h);
    const first = h.refund(order, '100.00');
    h.endRefund(order, first, '100.00', 'FAILED');
    h.call('listRefunds', order.orderId, [{ refund_id: first, amount: '100.00', state: 'failed' }]);
    refused(h, order, 'refused with 422: more than was paid');
  }),
  story('law.refund-wishes-served', 'pass', 'one refund of an order, and no other', (h) => {
    const order = paid(h);
    const first = h.refund(order, '100.00');
    h.endRefund(order, first, '100.00', 'FAILED');
    h.call('listRefunds', order.orderId, [{ refund_id: first, amount: '100.00', state: 'failed' }]);
    refused(h, order, 'refused with 409: a person decides');
  }),
  story('law.refund-wishes-served', 'pass', 'refused while the failure is not shown yet', (h) => {
    const order = paid(h);
    const first = h.refund(order, '100.00');
    h.endRefund(order, first, '100.00', 'FAILED');
    refused(h, order, 'refused with 422: more than was paid');
  }),
];

function refused(h: HistoryBuilder, order: BuiltOrder, error: string): void {
  const call = wished(h, order, '100.00');
  h.add({ kind: 'outcome', call, status: 'refused', error });
}

const pending = (h: HistoryBuilder, order: BuiltOrder): void => {
  h.wait(1000);
  shows(h, order, 'pending');
};

const TEN_MINUTES = { tempo: { settleMs: 100, pollMs: 30_000, recoverMs: 600_000 } };

/** A refund of 30.00 that has ended in SUCCESS, and all that the jobs have to do about it is done. */
const endedLongAgo = (h: HistoryBuilder): BuiltOrder => {
  const order = paid(h);
  const first = h.refund(order, '30.00');
  h.endRefund(order, first, '30.00', 'SUCCESS');
  h.jobs();
  h.wait(1000);
  return order;
};

/** A refund that ended at the gateway without a notification, a look at the gateway, and the jobs of 14 minutes later. */
const unheard =
  (to: string, meanwhile: (h: HistoryBuilder, order: BuiltOrder) => void = () => undefined) =>
  (h: HistoryBuilder): void => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    if (to !== 'WAITING') h.refundState(order, first, '30.00', to);
    meanwhile(h, order);
    h.jobs(h.now() + 14 * 60_000);
    h.lookPaid(order);
  };

/** A refund that was shown with the first of these final statuses, and has the other one now. */
const turned =
  (status: 'SUCCESS' | 'FAILED', byCreation: boolean) =>
  (h: HistoryBuilder): void => {
    const order = paid(h);
    wished(h, order);
    const refund = { shop_refund_id: 'a', status, amount: '30.00' };
    if (!byCreation) requested(h, order, 'a');
    h.refundState(order, 'a', '30.00', 'WAITING', null);
    h.refundState(order, 'a', '30.00', status);
    if (byCreation) requested(h, order, 'a', {}, { data: refund });
    else listed(h, order, [refund]);
    h.refundState(order, 'a', '30.00', status === 'FAILED' ? 'SUCCESS' : 'FAILED', status);
    h.jobs();
    h.wait(1000);
    shows(h, order, 'pending');
  };

const ends: Story[] = [
  story('law.refund-ends', 'not-failed', 'a shop that shows no sum of what was refunded', (h) =>
    h.lookPaid(endedLongAgo(h), { state: 'partially_refunded', refunded: null }),
  ),
  ...([false, true] as const).map((hasWorked) =>
    story(
      'law.refund-ends',
      hasWorked ? 'fail' : 'not-failed',
      `all of it is counted, and the order is "paid" ${hasWorked ? 'also after its jobs' : 'for an instant'}`,
      (h) => {
        const order = paid(h);
        const first = h.refund(order, '100.00');
        h.endRefund(order, first, '100.00', 'SUCCESS');
        if (hasWorked) h.jobs();
        h.lookPaid(order, { refunded: '100.00' });
      },
    ),
  ),
  story('law.refund-ends', 'not-failed', 'a list that does not go back to the first refund', (h) => {
    const order = endedLongAgo(h);
    const second = h.refund(order, '20.00');
    h.endRefund(order, second, '20.00', 'SUCCESS');
    h.lookPaid(order, { state: 'partially_refunded', refunded: '50.00' });
    h.jobs();
    h.wait(1000);
    h.call('listRefunds', order.orderId, [{ refund_id: second, amount: '20.00', state: 'done' }]);
  }),
  story(
    'law.refund-ends',
    'not-failed',
    'refused with a fatal code, and killed before that was stored',
    (h) => {
      const order = paid(h);
      const call = wished(h, order);
      requested(h, order, 'a', {}, { code: 4 });
      h.told(call, { refund_id: 'r0', amount: '30.00', state: 'pending' });
      h.add({ kind: 'merchant', action: 'kill' });
      pending(h, order);
    },
  ),
  story(
    'law.refund-end-found',
    'not-failed',
    'SUCCESS in the answer, and killed before it was stored',
    (h) => {
      const order = paid(h);
      wished(h, order);
      requested(h, order, 'a', {}, { data: { shop_refund_id: 'a', status: 'SUCCESS' } });
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(1000);
      h.lookPaid(order);
    },
  ),
  ...(['SUCCESS', 'FAILED'] as const).flatMap((status) => [
    story(
      'law.refund-ends',
      'not-failed',
      `listed as ${status}, and then ended otherwise`,
      turned(status, false),
    ),
    story(
      'law.refund-end-found',
      'not-failed',
      `created as ${status}, and then ended otherwise`,
      turned(status, true),
    ),
  ]),
  story('law.refund-end-found', 'not-applicable', 'still WAITING', unheard('WAITING'), TEN_MINUTES),
  story(
    'law.refund-end-found',
    'not-failed',
    'never notified, and its question is not answered',
    unheard('SUCCESS', (h, order) =>
      h.exchange('invoice/get-refunds', { invoice_id: String(order.paymentId) }, { code: 57 }),
    ),
    TEN_MINUTES,
  ),
  story(
    'law.refund-end-found',
    'not-applicable',
    'notified: its end is owed, and not only to be found',
    (h) => {
      const order = endedLongAgo(h);
      h.jobs(h.now() + 14 * 60_000);
      h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
    },
    TEN_MINUTES,
  ),
  story(
    'law.refund-end-found',
    'not-failed',
    'refused with an unknown code, given up, and never notified of its SUCCESS',
    (h) => {
      const order = paid(h);
      wished(h, order);
      requested(h, order, 'a', {}, { code: 57 });
      h.refundState(order, 'a', '30.00', 'WAITING', null);
      h.refundState(order, 'a', '30.00', 'SUCCESS');
      h.jobs(h.now() + 14 * 60_000);
      h.lookPaid(order);
    },
    TEN_MINUTES,
  ),
  story('law.refund-ends', 'fail', 'refused with a fatal code, and still pending', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { code: 4 });
    pending(h, order);
  }),
  story(
    'law.refund-ends',
    'not-applicable',
    'refused with a code that is not listed, and still pending',
    (h) => {
      const order = paid(h);
      wished(h, order);
      requested(h, order, 'a', {}, { code: 57 });
      pending(h, order);
    },
  ),
  story('law.refund-ends', 'fail', 'one of two has ended, and neither is shown as over', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'FAILED');
    h.call('runJobs', {}, {});
    h.wait(1000);
    shows(h, order, 'pending', 'pending');
  }),
  story('law.refund-ends', 'pass', 'one of two has ended, the other is open', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'FAILED');
    h.call('runJobs', {}, {});
    h.wait(1000);
    shows(h, order, 'failed', 'pending');
  }),
  ...(
    [
      ['law.refund-ends', 'asked for it, is told of its end, and shows it as pending', ['a']],
      [
        'law.refund-end-found',
        'asked for another one, whose answer was lost, and is told of both',
        ['a', 'b'],
      ],
    ] as const
  ).map(([law, says, ids]) =>
    story(law, 'fail', says, (h) => {
      const order = paid(h);
      for (const id of ids) {
        wished(h, order);
        h.refundState(order, id, '30.00', 'WAITING', null);
        requested(h, order, id, {}, id === 'a' ? undefined : { outcome: 'held', committed: true });
      }
      h.refundState(order, 'a', '30.00', 'SUCCESS', 'WAITING');
      listed(
        h,
        order,
        ids.map((id) => ({
          shop_refund_id: id,
          status: id === 'a' ? 'SUCCESS' : 'WAITING',
          amount: '30.00',
        })),
      );
      h.call('runJobs', {}, {});
      h.wait(1000);
      shows(h, order, ...ids.map(() => 'pending'));
    }),
  ),
  story('law.refund-ends', 'pass', 'tried again under a new id after FAILED', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'FAILED');
    requested(h, order, 'again');
    h.call('runJobs', {}, {});
    pending(h, order);
  }),
  story(
    'law.refund-ends',
    'fail',
    'all of it counted, and the order is "paid" as if nothing were refunded',
    (h) => {
      const order = paid(h);
      const first = h.refund(order, '100.00');
      h.endRefund(order, first, '100.00', 'SUCCESS');
      h.call('runJobs', {}, {});
      h.wait(1000);
      h.lookPaid(order, { refunded: '100.00' });
    },
  ),
  story('law.refund-ends', 'pass', 'a part of it counted, and the shop has no state for that', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'SUCCESS');
    h.call('runJobs', {}, {});
    h.wait(1000);
    h.lookPaid(order, { refunded: '30.00' });
  }),
  story(
    'law.refund-ends',
    'fail',
    'refused with a fatal code, told as pending, and still so after its jobs',
    (h) => {
      const order = paid(h);
      const call = wished(h, order);
      requested(h, order, 'a', {}, { code: 4 });
      h.told(call, { refund_id: 'r0', amount: '30.00', state: 'pending' });
      h.jobs(h.now());
      h.jobs(h.now());
      shows(h, order, 'pending');
    },
  ),
  story(
    'law.refund-ends',
    'not-failed',
    'refused with a fatal code, and shown as pending by a page that lags',
    (h) => {
      const order = paid(h);
      const call = wished(h, order);
      requested(h, order, 'a', {}, { code: 4 });
      h.told(call, { refund_id: 'r0', amount: '30.00', state: 'failed' });
      h.jobs(h.now());
      h.jobs(h.now());
      shows(h, order, 'pending');
    },
  ),
  story(
    'law.refund-ends',
    'fail',
    'counted by the order, and pending in the list, also after its jobs',
    (h) => {
      const order = paid(h);
      const first = h.refund(order, '30.00');
      h.endRefund(order, first, '30.00', 'SUCCESS');
      h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
      shows(h, order, 'pending');
      h.call('runJobs', {}, {});
      shows(h, order, 'pending');
    },
  ),
  story('law.refund-ends', 'pass', 'counted by the order a moment before the list shows it', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'SUCCESS');
    h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
    shows(h, order, 'pending');
  }),
  ...(
    [
      ['fail', 'again and again', 404, 4, undefined],
      ['not-failed', 'three times: it may take the next one', 404, 3, undefined],
      ['not-failed', 'as too early, again and again', 425, 4, undefined],
      ['not-failed', 'with an error of its own, again and again', 500, 4, undefined],
      ['not-failed', 'again and again, as it was killed before it stored the refund', 404, 4, 'kill'],
      ['not-failed', 'again and again, and it asks in vain', 400, 4, 'invoice/get-refunds'],
      ['not-failed', 'again and again, and it checks the invoice in vain', 400, 4, 'invoice/check'],
    ] as const
  ).map(([outcome, says, status, times, meanwhile]) =>
    story('law.refund-ends', outcome, `its creation had no answer, and its end was refused ${says}`, (h) => {
      const order = paid(h);
      wished(h, order);
      h.refundState(order, 'a', '30.00', 'WAITING', null);
      requested(h, order, 'a', {}, { outcome: 'closed', committed: true });
      if (meanwhile === 'kill') h.add({ kind: 'merchant', action: 'kill' });
      h.refundState(order, 'a', '30.00', 'FAILED');
      const { shopOrderId, paymentId } = order;
      for (let attempt = 1; attempt <= times; attempt++) {
        h.deliver(order, 'FAILED', {
          type: 'refund',
          notification: 'refund-a',
          attempt,
          about: { paymentId, shopRefundId: 'a' },
          body: JSON.stringify({ shop_refund_id: 'a', status: 'FAILED', amount: '30.00' }),
          reply: { status, accepted: false, body: '' },
        });
        if (meanwhile !== undefined && meanwhile !== 'kill')
          h.exchange(meanwhile, { invoice_id: String(paymentId), shop_order_id: shopOrderId }, { code: 57 });
      }
      h.jobs();
      h.jobs();
      if (meanwhile === 'kill') shows(h, order);
      else pending(h, order);
    }),
  ),
  story('law.refund-ends', 'not-failed', 'it asks, and gets no usable answer', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'SUCCESS');
    h.exchange('invoice/get-refunds', { invoice_id: String(order.paymentId) }, { code: 57 });
    h.call('runJobs', {}, {});
    h.wait(1000);
    h.lookPaid(order);
  }),
  story('law.refund-ends', 'not-failed', 'paid by two attempts, and one given back', (h) => {
    const order = paid(h, '30.00');
    const again = h.order({ ...order, shopOrderId: 'second', paymentId: 4242 });
    h.report(again, 4);
    h.look(again, { state: 'paid', credits: 1, credited: '30.00' });
    const first = h.refund(again, '30.00');
    h.endRefund(again, first, '30.00', 'SUCCESS');
    h.call('runJobs', {}, {});
    h.wait(1000);
    h.look(again, { state: 'paid', credits: 1, credited: '30.00' });
  }),
  story('law.refund-ends', 'not-failed', 'just started again', (h) => {
    const order = paid(h);
    const first = h.refund(order, '30.00');
    h.endRefund(order, first, '30.00', 'SUCCESS');
    h.call('runJobs', {}, {});
    h.wait(1000);
    h.add({ kind: 'merchant', action: 'kill' });
    h.add({ kind: 'merchant', action: 'ready' });
    h.lookPaid(order);
  }),
  story(
    'law.refund-end-found',
    'fail',
    'SUCCESS in the answer, not counted; killed after the last look',
    (h) => {
      const order = paid(h);
      wished(h, order);
      requested(h, order, 'a', {}, { data: { shop_refund_id: 'a', status: 'SUCCESS' } });
      h.wait(1000);
      h.lookPaid(order);
      h.add({ kind: 'merchant', action: 'kill' });
    },
  ),
  story('law.refund-end-found', 'fail', 'SUCCESS after an unknown code, not counted', (h) => {
    const order = paid(h);
    wished(h, order);
    requested(h, order, 'a', {}, { code: 57, committed: true });
    h.endRefund(order, 'a', '30.00', 'SUCCESS');
    h.call('runJobs', {}, {});
    h.wait(1000);
    h.lookPaid(order);
  }),
  ...(['fail', 'not-failed'] as const).map((outcome) =>
    story(
      'law.refund-end-found',
      outcome,
      `never notified, and its jobs ${outcome === 'fail' ? 'had' : 'had no'} time to find out`,
      (h) => {
        const order = paid(h);
        const first = h.refund(order, '30.00');
        h.refundState(order, first, '30.00', 'SUCCESS');
        const minutes = outcome === 'fail' ? 14 : 12;
        h.jobs(h.now() + minutes * 60_000);
        h.jobs(h.now() + minutes * 60_000);
        h.lookPaid(order);
      },
      TEN_MINUTES,
    ),
  ),
];

const turns: Story[] = ([50, 200] as const).map((ms) =>
  story(
    'law.final-stays-final',
    ms === 50 ? 'not-failed' : 'fail',
    `a refund is shown as done, and as pending ${ms} ms later`,
    (h) => {
      const order = paid(h);
      const first = h.refund(order, '30.00');
      h.endRefund(order, first, '30.00', 'SUCCESS');
      shows(h, order, 'done');
      h.wait(ms);
      shows(h, order, 'pending');
    },
  ),
);

const notified = (h: HistoryBuilder, order: BuiltOrder, id: string, set: object): void => {
  const values = { shop_refund_id: id, status: 'SUCCESS', amount: '30.00', currency: '643', ...set };
  h.deliver(order, 'SUCCESS', {
    type: 'refund',
    genuine: false,
    about: { paymentId: order.paymentId, shopRefundId: id },
    body: h.body(order, 0, values),
  });
};

const contradictions: Story[] = (
  [
    ['the values of the refund', {}, 'not-failed'],
    ['another amount', { amount: '0.30' }, 'fail'],
    ['another currency', { currency: '840' }, 'fail'],
    ['another invoice', { invoice_id: 999 }, 'fail'],
    ['another shop', { shop_id: 6 }, 'fail'],
  ] as const
).map(([says, set, outcome]) =>
  story('law.refund-counted-once', outcome, `a rightly signed SUCCESS with ${says} was counted`, (h) => {
    const order = paid(h);
    const id = h.refund(order, '30.00');
    notified(h, order, id, set);
    h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
  }),
);

/** Whether a body with two signs is rightly signed is the merchant's to decide (Events 5 and RFC 8259, 4). */
const twoSigns: Story[] = (
  [
    ['either', 'not-failed'],
    ['reject', 'fail'],
  ] as const
).map(([verdict, outcome]) =>
  story('law.refund-counted-once', outcome, `counted after two signs, with the verdict ${verdict}`, (h) => {
    const order = paid(h);
    const id = h.refund(order, '30.00');
    const body = JSON.stringify({ shop_refund_id: id, status: 'SUCCESS', amount: '30.00', sign: 'a' });
    h.deliver(order, 'SUCCESS', {
      type: 'refund',
      genuine: false,
      verdict,
      about: { paymentId: order.paymentId, shopRefundId: id },
      body: body.replace('}', ',"sign":"b"}'),
    });
    h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
  }),
);

tellStories([...requests, ...failures, ...ends, ...turns, ...contradictions, ...twoSigns]);

test('the proof has the notification that was decisive, also after many that changed nothing', () => {
  const verdicts = verdictsOf((h) => {
    const order = paid(h);
    const id = h.refund(order, '30.00');
    for (let cents = 1; cents <= 9; cents += 1) {
      notified(h, order, id, { amount: `0.0${cents}` });
      h.lookPaid(order);
    }
    notified(h, order, id, { currency: '840' });
    h.lookPaid(order, { state: 'partially_refunded', refunded: '30.00' });
  });
  const [violation] = verdicts.get('law.refund-counted-once')?.violations ?? [];
  assert.ok(violation);
  const texts = violation.proof.map(({ text }) => text);
  assert.match(texts[0] ?? '', /invoice\/create-refund/);
  assert.ok(texts.some((text) => /^\(\d+ more in between: see the history\)$/.test(text)));
  assert.match(texts.at(-3) ?? '', /"currency":"840"/);
  assert.match(texts.at(-1) ?? '', /"refunded":"30.00"/);
});
