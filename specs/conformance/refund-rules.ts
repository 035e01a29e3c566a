import type { Effect } from '../../simulator/index.ts';
import type { Payment, RefundInHand, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { furtherRefund } from './refund-steps.ts';

const HOUR_MS = 3_600_000;

async function refundedIs(t: Verbs, payment: Payment, sum: string, what: string): Promise<void> {
  const order = await t.mustBecome(payment, what, (each) => t.sameAmount(each.refunded, sum));
  const whole = t.sameAmount(sum, payment.amount);
  if (whole !== (order.state === 'refunded') && order.state !== 'review') {
    t.fail(`${what}, and the order is ${t.orderInWords(order)}.`, { about: t.aboutPayment(payment) });
  }
}

/** Two parts of a payment of which the news come at once. */
async function endTogether(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const parts = [await t.refund(payment, '30.00'), await furtherRefund(t, payment, '20.00')];
  const ending = parts.flatMap((part) => (part === undefined ? [] : [part.view]));
  await Promise.all(
    ending.map(({ shopId, shopRefundId }) =>
      t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' }),
    ),
  );
  if (ending.length < 2) return;
  const isCounted = (order: Payment['order']): boolean => t.sameAmount(order.refunded, '50.00');
  // One of them may have come while the merchant was busy with the other: the gateway sends it again.
  if (!(await t.becomesInTime(payment, isCounted)).met) await t.advance(HOUR_MS, HOUR_MS / 6);
  await refundedIs(t, payment, '50.00', 'Refunds of 30.00 and 20.00 of 100.00 ended in SUCCESS at once');
}

/** How a refund ends at the gateway, and what the merchant calls that. */
interface Ending {
  readonly made: Pick<RefundInHand, 'payment' | 'refundId' | 'view'>;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly wanted: 'done' | 'failed';
}

/** Refunds of all of a payment, and of two parts of one, which end unlike. */
async function lostRefunds(t: Verbs): Promise<readonly Ending[]> {
  const ending: Ending[] = [];
  for (const end of [SUCCEEDS, FAILS]) {
    const payment = await t.paid();
    ending.push({ made: await t.refund(payment, payment.amount), ...end });
  }
  if (!t.claims('refund.partial')) return ending;
  const payment = await t.paid();
  const older = await t.refund(payment, '30.00');
  const newer = await furtherRefund(t, payment, '20.00');
  ending.push({ made: older, ...SUCCEEDS });
  if (newer !== undefined) ending.push({ made: newer, ...FAILS });
  return ending;
}

const SUCCEEDS = { status: 'SUCCESS', wanted: 'done' } as const;
const FAILS = { status: 'FAILED', wanted: 'failed' } as const;

/** Ends of a question about a refund that say nothing of the refund. */
const MUTE: readonly (readonly [how: string, Effect])[] = [
  ['was refused with the unknown code 57', { kind: 'error', code: 57 }],
  ['ended with HTTP 500', { kind: 'http-status', status: 500, committed: true }],
  ['was answered with a body that is not valid JSON', { kind: 'malformed', committed: true }],
  ['was answered with data null', { kind: 'answer', set: { data: null } }],
];

/** Asks in vain about a refund; in the end nothing is learnt of it any more, and others are asked about beside it. */
async function muteQuestionEndsNothing(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const made = await t.refund(payment, payment.amount);
  for (const [how, effect] of MUTE) {
    await t.gateway.clearFaults();
    const { paymentId } = payment;
    await t.gateway.arm([{ where: { operation: 'invoice/get-refunds', paymentId }, times: null, effect }]);
    for (let round = 0; round < 2; round++) {
      await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
      // Due or not: a merchant that asks more and more seldom asks once in each of these ways.
      await t.settle();
    }
    const { state } = await t.lookAtRefund(made);
    if (state === 'pending') continue;
    t.fail(`invoice/get-refunds ${how}, and the merchant shows a refund that is WAITING as ${state}.`, {
      about: [...t.aboutPayment(payment), made.view.shopRefundId],
    });
  }
}

/** An order in another currency of the merchant is refunded in that one. */
async function inItsOwnCurrency(t: Verbs): Promise<void> {
  const [, currency] = t.slot.config.profile.currencies;
  if (currency === undefined) return;
  const amount = '500';
  await t.withPayway({ currency }, async () => {
    const payment = await t.paymentOf(await t.ask({ currency, amount }));
    if (payment === undefined) return;
    await t.pay(payment);
    await t.askRefund(payment, amount);
    for (const { request } of await t.refundCalls(payment)) {
      const sent = request.fields?.currency;
      // That the request names a currency at all is not shown.
      if (sent === undefined || String(sent) === String(currency)) continue;
      t.fail(
        `The order was paid in currency ${currency}, and its refund was requested in currency ${JSON.stringify(sent)}.`,
        { about: [...t.aboutPayment(payment), request.exchange] },
      );
    }
    const [view] = await t.refundViews(payment);
    if (view === undefined) return;
    const { shopId, shopRefundId } = view;
    await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
    await refundedIs(t, payment, amount, `A refund of ${amount} in currency ${currency} ended in SUCCESS`);
  });
}

/**
 * Refunds end at the gateway, each in its way, and no notification tells. `firstOpen` gives the merchant's jobs their
 * time, and then the first one that has not ended as the gateway says.
 */
async function endUnheard(t: Verbs) {
  const ending = await lostRefunds(t);
  await t.gateway.arm([
    { where: { notification: { type: 'refund' } }, times: null, effect: { kind: 'drop' } },
  ]);
  for (const { made, status } of ending) {
    const { shopId, shopRefundId } = made.view;
    await t.gateway.setRefundStatus(shopId, shopRefundId, { status, notify: 'deliver' });
  }
  const look = async (): Promise<Ending | undefined> => {
    for (const each of ending) {
      if ((await t.lookAtRefund(each.made)).state !== each.wanted) return each;
    }
    return undefined;
  };
  const firstOpen = async (): Promise<Ending | undefined> => {
    const { recoverMs } = t.slot.config.tempo;
    await t.settle();
    for (let step = 0; step < 8 && (await look()) !== undefined; step++) {
      if (t.claims('clock')) await t.advance(recoverMs / 6);
      else await t.settle();
    }
    return look();
  };
  return { ending, firstOpen };
}

export const refundRules: Bodies = {
  'refund.partial.twice': async (t) => {
    const payment = await t.paid();
    for (const [amount, sum] of [
      ['30.00', '30.00'],
      ['20.00', '50.00'],
      ['50.00', '100.00'],
    ] as const) {
      const made = await t.refund(payment, amount);
      await t.endRefund(made, 'SUCCESS');
      await refundedIs(t, payment, sum, `Refunds of ${sum} of 100.00 ended in SUCCESS`);
    }
    await endTogether(t);
  },

  'refund.currency': async (t) => {
    const payment = await t.paid();
    const other = payment.currency === 840 ? 978 : 840;
    const before = (await t.refundCalls(payment)).length;
    await t.driver.createRefund(payment.orderId, { amount: payment.amount, currency: other });
    await t.settle();
    const sent = (await t.refundCalls(payment)).slice(before);
    const wrong = sent.find(({ request }) => String(request.fields?.currency ?? '') === String(other));
    if (wrong !== undefined) {
      t.fail(
        `The order was paid in currency ${payment.currency}, and a refund of ${wrong.request.fields?.amount} in currency ${other} was requested.`,
        { about: t.aboutPayment(payment) },
      );
    }
    // The control, unless the merchant has already refunded in the right currency.
    if (sent.length === 0) await t.refund(payment, payment.amount);
    await inItsOwnCurrency(t);
  },

  'refund.blank': async (t) => {
    const payment = await t.paid();
    const { currency } = payment;
    for (const amount of ['', '0']) {
      await t.driver.createRefund(payment.orderId, { amount, currency });
      await t.settle();
      const views = await t.refundViews(payment);
      if (views.length > 0) {
        t.fail(
          `A refund of ${JSON.stringify(amount)} was requested, and ${t.sumOf(views.map((view) => view.amount))} of 100.00 is refunded.`,
          { about: t.aboutPayment(payment) },
        );
      }
    }
    await t.refund(payment, payment.amount);
  },

  'refund.after-full': async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    await t.endRefund(made, 'SUCCESS');
    await refundedIs(t, payment, payment.amount, 'A full refund ended in SUCCESS');
    for (const amount of ['100.00', '40.00']) await t.askRefund(payment, amount);
    await t.settle();
    const about = [...t.aboutPayment(payment), made.view.shopRefundId];
    const accepted = await t.acceptedSum(payment);
    const order = await t.look(payment);
    if (!t.sameAmount(order.refunded, payment.amount)) {
      t.fail(`The gateway refunded ${accepted}, and the order is ${t.orderInWords(order)}.`, { about });
    }
    const done = (await t.listRefunds(payment)).filter((refund) => refund.state === 'done');
    if (done.length > 1) {
      t.fail(`The gateway accepted one refund, and the merchant shows ${done.length} as done.`, { about });
    }
  },

  'refund.status-call.answers': async (t) => {
    await muteQuestionEndsNothing(t);
    const { ending, firstOpen } = await endUnheard(t);
    await firstOpen();
    for (const { made, status, wanted } of ending) {
      const { state } = await t.lookAtRefund(made);
      if (state !== 'done' && state !== 'failed') continue;
      if (state === wanted) continue;
      t.fail(
        `The refund ended in ${status}, without any notification, and the merchant shows it as ${state}; the order is ${t.orderInWords(await t.look(made.payment))}.`,
        { about: [...t.aboutPayment(made.payment), made.view.shopRefundId], underAnyReading: true },
      );
    }
  },

  'refund.lost-notification': async (t) => {
    const stumbling = await t.paid();
    const broken = await t.refund(stumbling, stumbling.amount);
    await t.gateway.arm([
      {
        where: { operation: 'invoice/get-refunds', paymentId: stumbling.paymentId },
        times: null,
        effect: { kind: 'http-status', status: 500, committed: true },
      },
    ]);
    for (let round = 0; round < 2; round++) await t.settle();
    const { firstOpen } = await endUnheard(t);
    const left = await firstOpen();
    if (left === undefined) return;
    const { made, status } = left;
    t.late(
      `The refund ended in ${status} and every notification about it was lost; after the jobs of the merchant it is ${(await t.lookAtRefund(made)).state}, and the order is ${t.orderInWords(await t.look(made.payment))}.`,
      { about: [...t.aboutPayment(made.payment), made.view.shopRefundId, broken.view.shopRefundId] },
    );
  },
};
