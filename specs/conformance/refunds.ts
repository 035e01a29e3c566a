import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { twoAttempts } from './attempts.ts';
import type { Bodies } from './bodies.ts';
import { otherAttempt } from './new-tries.ts';
import { takesHolds } from './ways-in.ts';

const DAY_MS = 24 * 3_600_000;

/** Nobody asks the gateway to refund an invoice that is not paid. */
async function notRefunded(t: Verbs, payment: Payment, which: string): Promise<void> {
  await t.askRefund(payment, payment.amount);
  await t.settle();
  if ((await t.refundCalls(payment)).length === 0) return;
  t.fail(`A refund was requested for an invoice ${which}.`, { about: t.aboutPayment(payment) });
}

/** The second attempt of a rejected order, paid; undefined where the merchant makes none. */
async function paidAtSecondTry(t: Verbs, first: Payment): Promise<Payment | undefined> {
  const now = await t.driver.retry(first.orderId);
  const second = now.kind === 'ok' ? await otherAttempt(t, first, now.value.shop_order_id) : undefined;
  if (second !== undefined) await t.pay(second);
  return second;
}

/** An order that its first attempt has paid is refunded by that, whatever came after it. */
async function refundedByTheFirst(t: Verbs): Promise<void> {
  const pair = t.claims('order.retry') ? await twoAttempts(t) : undefined;
  if (pair === undefined) return;
  const { first, second } = pair;
  const isPaid = (order: Payment['order']): boolean => order.state === 'paid';
  if (!(await t.honours(first, () => t.report(first, 4), isPaid)).ok) return;
  await t.report(second, 6);
  await t.settle();
  await t.askRefund(first, first.amount);
  await t.settle();
  if ((await t.refundCalls(second)).length === 0) return;
  t.fail(
    'The first attempt of an order was paid while a second one was open; its refund was requested for the second one, which nobody has paid.',
    { about: [...t.aboutPayment(first), second.shopOrderId] },
  );
}

/** The end of a refund that the merchant may find by asking before the notification of it comes. */
async function askedThenTold(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const made = await t.refund(payment, '30.00');
  const { shopId, shopRefundId } = made.view;
  await t.gateway.arm([
    {
      where: { paymentId: payment.paymentId, notification: { type: 'refund' } },
      times: null,
      effect: { kind: 'drop' },
    },
  ]);
  await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
  await t.advance(t.slot.config.tempo.recoverMs, t.slot.config.tempo.recoverMs / 4);
  await t.settle();
  await t.gateway.clearFaults();
  const what =
    'A refund of 30.00 ended in SUCCESS, which the merchant could ask about before it was notified';
  await t.acceptedReply(await t.repeatNews(payment, { type: 'refund' }), () =>
    t.repeatNews(payment, { type: 'refund' }),
  );
  await t.mustBecome(payment, what, (each) => !t.sameAmount(each.refunded, '0'));
  await t.settle();
  const order = await t.look(payment);
  if (t.sameAmount(order.refunded, '30.00')) return;
  t.fail(`${what}: the order is ${t.orderInWords(order)}.`, {
    about: [...t.aboutPayment(payment), shopRefundId],
    underAnyReading: true,
  });
}

/** A hold that was charged and paid. */
async function chargedHold(t: Verbs): Promise<Payment> {
  const payment = await t.order({ mode: 'hold', amount: '100.00' });
  await t.hold(payment);
  await t.charge(payment);
  const result = await t.honours(payment, () => t.report(payment, 4));
  return result.ok
    ? payment
    : t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
}

async function partComesBack(t: Verbs, payment: Payment): Promise<void> {
  const made = await t.refund(payment, '30.00');
  await t.endRefund(made, 'SUCCESS');
  const order = await t.mustBecome(
    payment,
    'A refund of 30.00 of 100.00 ended in SUCCESS',
    (each) => ['partially_refunded', 'refunded'].includes(each.state) || t.sameAmount(each.refunded, '30.00'),
  );
  if (order.state === 'refunded' || !t.sameAmount(order.refunded, '30.00')) {
    t.fail(`30.00 of 100.00 was refunded, and the order is ${t.orderInWords(order)}.`, {
      about: t.aboutPayment(payment),
      underAnyReading: true,
    });
  }
}

export const refunds: Bodies = {
  'refund.waiting': async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    await t.settle();
    const about = [...t.aboutPayment(payment), made.view.shopRefundId];
    const waiting = await t.look(payment);
    const record = await t.lookAtRefund(made);
    if (record.state === 'done' || waiting.state === 'refunded' || !t.sameAmount(waiting.refunded, '0')) {
      t.fail(
        `The refund is WAITING at the gateway, and the merchant shows it as ${record.state}; the order is ${t.orderInWords(waiting)}.`,
        { about, underAnyReading: true },
      );
    }
    if (record.state === 'failed')
      t.fail('The refund is WAITING at the gateway, and the merchant shows it as failed.', {
        about,
        underAnyReading: true,
      });
    if (t.claims('clock')) {
      await t.advance(3 * DAY_MS, DAY_MS / 2);
      const { state } = await t.lookAtRefund(made);
      if (state === 'done' || state === 'failed')
        t.fail(
          `The refund has been WAITING at the gateway for three days, and the merchant shows it as ${state}.`,
          {
            about,
            underAnyReading: true,
          },
        );
    }
    await t.endRefund(made, 'SUCCESS');
    await t.mustBecome(payment, 'The refund ended in SUCCESS', (order) =>
      t.sameAmount(order.refunded, payment.amount),
    );
  },

  'refund.waiting.not-repeated': async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    const about = [...t.aboutPayment(payment), made.view.shopRefundId];
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
    // Whoever waits for a while before he asks anew has lost patience by then.
    if (t.claims('clock')) await t.advance(2 * DAY_MS, DAY_MS / 2);
    // The gateway may refuse the second one, as more than was paid: it was asked for all the same.
    const ids = (await t.refundCalls(payment)).map(({ request }) => String(request.fields?.shop_refund_id));
    const different = [...new Set(ids)];
    if (different.length > 1) {
      t.fail(
        `The refund was WAITING, and the merchant requested it ${different.length} times (shop_refund_id ${different.join(', then ')}).`,
        { about: [...about, ...different], underAnyReading: true },
      );
    }
    await t.endRefund(made, 'SUCCESS');
    const order = await t.mustBecome(payment, 'The refund ended in SUCCESS', (each) =>
      t.sameAmount(each.refunded, payment.amount),
    );
    const attempts = await t.refundCalls(payment);
    if (attempts.length > 1) {
      t.fail(
        `The refund was WAITING, and the merchant requested it ${attempts.length} times; the order is ${t.orderInWords(order)}.`,
        { about },
      );
    }
  },

  'refund.failed': async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    const about = [...t.aboutPayment(payment), made.view.shopRefundId];
    await t.endRefund(made, 'FAILED');
    await t.becomes(payment, (order) => order.state === 'paid');
    const record = await t.refundBecomes(made, ({ state }) => state !== 'pending');
    const order = await t.look(payment);
    if (!t.sameAmount(order.refunded, '0') || ['refunded', 'partially_refunded'].includes(order.state)) {
      t.fail(`The refund FAILED, and the order is ${t.orderInWords(order)}.`, {
        about,
        underAnyReading: true,
      });
    }
    if (record.state !== 'failed')
      t.late(`The refund FAILED, and the merchant still shows it as ${record.state}.`, { about });
    const again = await t.askRefund(payment, payment.amount);
    // A shop that asks for one refund of an order leaves the next to a person, and says so by 409 or 501.
    if (again.kind === 'refused' && again.status === 422) {
      t.warn(
        `After a failed refund another one is refused (${again.status} ${again.message}): the payer cannot be paid back.`,
      );
    }
  },

  'refund.partial': async (t) => {
    await partComesBack(t, await t.paid());
    if (takesHolds(t) && t.claims('invoice')) await partComesBack(t, await chargedHold(t));
  },

  'refund.sum': async (t) => {
    const payment = await t.paid();
    await Promise.all([t.askRefund(payment, '60.00'), t.askRefund(payment, '60.00')]);
    await t.askRefund(payment, '60.00');
    await t.settle();
    for (const view of await t.refundViews(payment)) {
      if (view.status !== 'WAITING') continue;
      await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, {
        status: 'SUCCESS',
        notify: 'deliver',
      });
    }
    const truth = await t.acceptedSum(payment);
    await t.becomesInTime(payment, (each) => t.sameAmount(each.refunded, truth));
    await t.settle();
    const order = await t.look(payment);
    if (t.sameAmount(truth, '0')) t.inconclusive('The gateway accepted none of the refunds.');
    if (!t.sameAmount(order.refunded, truth)) {
      t.late(`The gateway refunded ${truth}, and the order is ${t.orderInWords(order)}.`, {
        about: t.aboutPayment(payment),
      });
    }
  },

  'refund.repeated-notification': async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment, '30.00');
    await t.endRefund(made, 'SUCCESS');
    await t.mustBecome(
      payment,
      'A refund of 30.00 ended in SUCCESS',
      (each) => !t.sameAmount(each.refunded, '0'),
    );
    for (let repeat = 0; repeat < 3; repeat++) await t.repeatNews(made.payment, { type: 'refund' });
    await t.settle();
    const order = await t.look(payment);
    if (!t.sameAmount(order.refunded, '30.00')) {
      t.fail(
        `The notification of one refund of 30.00 was delivered four times, and the order is ${t.orderInWords(order)}.`,
        {
          about: [...t.aboutPayment(payment), made.view.shopRefundId],
          underAnyReading: true,
        },
      );
    }
    await askedThenTold(t);
  },

  'refund.only-paid': async (t) => {
    await notRefunded(t, await t.order(), 'that nobody has paid');
    const rejected = await t.order();
    await t.report(rejected, 6);
    await notRefunded(t, rejected, 'that was rejected (status 6)');
    if (t.claims('hold')) await notRefunded(t, await t.held(), 'whose funds are only held (status 8)');
    const payment = await t.paid();
    await t.refund(payment, payment.amount);
    await refundedByTheFirst(t);
    const again = t.claims('order.retry') ? await paidAtSecondTry(t, rejected) : undefined;
    if (again === undefined) return;
    await t.askRefund(again, again.amount);
    await t.settle();
    if ((await t.refundCalls(rejected)).length > 0) {
      t.fail(
        'An order was rejected, retried and paid; its refund was requested for the invoice that was rejected.',
        { about: [...t.aboutPayment(rejected), again.shopOrderId] },
      );
    }
    const [view] = await t.refundViews(again);
    if (view === undefined) return;
    await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
    await t.mustBecome(again, 'The refund of the retried order ended in SUCCESS', (order) =>
      t.sameAmount(order.refunded, again.amount),
    );
  },
};
