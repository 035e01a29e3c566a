import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { isOver } from './new-tries.ts';
import { isKnownInTheEnd, takesHolds, tellUntil, waysIn } from './ways-in.ts';

const HOUR_MS = 3_600_000;

type News = Parameters<Verbs['repeatNews']>[1];

async function mustStayPaidOnce(t: Verbs, payment: Payment, after: string): Promise<void> {
  await t.settle();
  const order = await t.look(payment);
  if (t.isPaidOnce(order)) return;
  t.fail(`After ${after} the order is ${t.orderInWords(order)}.`, { about: t.aboutPayment(payment) });
}

/** One of several repeats has to be answered OK: a merchant may be busy. */
async function repeatIsAccepted(t: Verbs, payment: Payment, what: string, news: News = {}): Promise<void> {
  const tell = () => t.repeatNews(payment, news);
  const reply = await t.acceptedReply(await tell(), tell);
  if (t.isAccepted(reply)) return;
  t.late(`${what} was never answered OK; the last reply is ${t.describeReply(reply)}.`, {
    about: t.aboutPayment(payment),
  });
}

/** The last of 25 attempts comes at the end of the day, and says when the payment was. */
async function toldHoursLater(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.gateway.arm([
    { where: { shopOrderId: payment.shopOrderId, notification: {} }, times: null, effect: { kind: 'drop' } },
  ]);
  await t.gateway.setInvoiceStatus(payment.paymentId, { status: 4, notify: 'deliver' });
  await t.advance(5 * HOUR_MS, HOUR_MS);
  await t.gateway.clearFaults();
  await repeatIsAccepted(
    t,
    payment,
    'A notification whose first attempts were lost, and which came hours later,',
  );
}

/** An order in two steps whose charge is under way. */
async function charged(t: Verbs): Promise<Payment> {
  const payment = await t.held();
  await t.charge(payment);
  return payment;
}

/** Two news of one order, which are different notifications, arrive at the same time. */
async function toldAtOnce(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.setTruth(payment, 4);
  const news = [2, 4].map((status) => ({
    payment,
    craft: { label: `genuine, status ${status}, beside another`, status, genuine: true },
  }));
  const [, reply] = await t.sendTogether(news);
  if (reply === undefined || !t.isAccepted(reply)) {
    await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }));
  }
  const seen = await t.becomesInTime(payment, t.isPaidOnce);
  if (seen.met) return;
  t.late(
    `Notifications of status 2 and 4 arrived at the same time, the second was answered ${reply ? t.describeReply(reply) : 'nothing'}, and the order is ${t.orderInWords(seen.order)}.`,
    { about: t.aboutPayment(payment) },
  );
}

/** News that are older than a rejection, and come behind it. */
async function rejectedStaysRejected(t: Verbs): Promise<void> {
  const payment = await t.order();
  const early = await t.genuineBody(payment, 2);
  await t.report(payment, 6);
  if (!(await t.becomes(payment, isOver)).met) return;
  await t.send(payment, { label: 'a late delivery of status 2, after status 6', status: 2, set: early });
  // What a job corrects by asking has been wrong all the same.
  const [told, later] = [await t.look(payment), await t.settled(payment)];
  const order = isOver(told) ? later : told;
  if (isOver(order) || order.state === 'review') return;
  t.fail(`A late notification of status 2 changed the rejected order: it is ${t.orderInWords(order)}.`, {
    about: t.aboutPayment(payment),
  });
}

export const ordering: Bodies = {
  'notification.repeat.credits-once': async (t) => {
    const payment = await t.order();
    await t.pay(payment);
    for (let repeat = 0; repeat < 3; repeat++) await t.repeatNews(payment);
    // The same news in another body, as when the gateway has touched the record since.
    await t.send(payment, {
      label: 'genuine, repeated with a later time',
      set: { updated: '2031-01-02T03:04:05', note: 'again' },
      genuine: true,
    });
    await mustStayPaidOnce(t, payment, 'the notification of the payment was delivered five times');
    await t.pay(await t.order());
    await t.repeatNews(payment);
    await mustStayPaidOnce(
      t,
      payment,
      'the notification of the payment was repeated after that of another order',
    );
    const after = t.claims('wallet') ? await t.balance(payment.customer) : undefined;
    if (after !== undefined && t.amountOf(after)?.gt(payment.amount)) {
      t.fail(
        `The one payment of a customer, of ${payment.amount}, was notified five times, and the customer's balance is ${after}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    if (!t.claims('clock')) return;
    // The last attempt comes at the end of the day: what has been credited is remembered for longer.
    await t.advance(25 * HOUR_MS, 5 * HOUR_MS);
    await t.repeatNews(payment);
    await mustStayPaidOnce(t, payment, 'the notification of the payment was repeated a day later');
  },

  'notification.repeat.reply': async (t) => {
    const payment = await t.order();
    const first = await t.acceptedReply(await t.report(payment, 4), () => t.repeatNews(payment));
    if (!t.isAccepted(first))
      t.inconclusive(
        `The notification was never answered OK, so nothing repeats it: ${t.describeReply(first)}.`,
      );
    await t.becomes(payment, t.isPaidOnce);
    await repeatIsAccepted(t, payment, 'A repeated notification');
    for (const status of [6, ...(takesHolds(t) ? [8] : [])]) {
      const other = await t.order(status === 8 ? { mode: 'hold' } : {});
      const told = await t.acceptedReply(await t.report(other, status), () => t.repeatNews(other));
      await t.settle();
      const what = `A repeated notification of status ${status}`;
      if (t.isAccepted(told)) await repeatIsAccepted(t, other, what, { status });
    }
    if (t.claims('clock')) await toldHoursLater(t);
    if (!t.claims('refund')) return;
    const made = await t.refund(payment, payment.amount);
    await t.endRefund(made, 'SUCCESS');
    await t.becomesInTime(payment, (order) => t.sameAmount(order.refunded, payment.amount));
    await repeatIsAccepted(t, payment, 'A notification that came again after the payment was refunded');
  },

  'notification.repeat.parallel': async (t) => {
    for (let round = 0; round < 3; round++) {
      const payment = round === 1 && t.claims('hold') ? await charged(t) : await t.order();
      await t.setTruth(payment, 4);
      const craft = { label: 'genuine, one of twenty at once', genuine: true } as const;
      await t.sendTogether(Array.from({ length: 20 }, () => ({ payment, craft })));
      const result = await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }), t.isPaid);
      await t.settle();
      const order = await t.look(payment);
      if (t.isPaidOnce(order)) continue;
      if (order.credits > 1) {
        t.fail(
          `Twenty simultaneous deliveries of one notification were credited ${order.credits} times: the order is ${t.orderInWords(order)}.`,
          {
            about: t.aboutPayment(payment),
          },
        );
      }
      t.late(
        `Twenty simultaneous deliveries of one notification did not mark the order as paid: ${t.describeRefusal(result)}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
  },

  'notification.repeat.after-restart': async (t) => {
    const replied = await t.order();
    await t.pay(replied);
    await t.restart();
    await t.repeatNews(replied);
    await mustStayPaidOnce(t, replied, 'a kill just after the reply and a repeat of the notification');

    const interrupted = await t.order();
    await t.gateway.arm([
      {
        where: { notification: { type: 'invoice' }, shopOrderId: interrupted.shopOrderId },
        effect: { kind: 'kill-merchant', when: 'in-delivery', restart: true },
      },
    ]);
    await t.report(interrupted, 4);
    await t.runJobsNow();
    const result = await t.honours(interrupted, () => t.repeatNews(interrupted));
    if (!result.ok) {
      t.late(
        `After a kill in the middle of a delivery the repeated notification did not mark the order as paid: ${t.describeRefusal(result)}.`,
        {
          about: t.aboutPayment(interrupted),
        },
      );
    }
    await mustStayPaidOnce(
      t,
      interrupted,
      'a kill in the middle of the delivery and a repeat of the notification',
    );
  },

  'notification.order.late-status': async (t) => {
    const payment = await t.order();
    const early = new Map<number, Awaited<ReturnType<Verbs['genuineBody']>>>();
    for (const status of [1, 2, 3, 5, 8]) early.set(status, await t.genuineBody(payment, status));
    await t.pay(payment);
    for (const [status, body] of early) {
      await t.send(payment, { label: `a late delivery of status ${status}`, status, set: body });
      await t.settle();
      const order = await t.look(payment);
      if (t.isPaidOnce(order)) continue;
      // What says that something went wrong, or is held, contradicts a payment: a person may look, the money stays booked.
      if ([3, 5, 8].includes(status) && order.state === 'review' && order.credits === 1) continue;
      t.fail(
        `A late notification of status ${status} changed the paid order: it is ${t.orderInWords(order)}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
    await rejectedStaysRejected(t);
    await toldAtOnce(t);
  },

  'notification.order.pending-then-paid': async (t) => {
    const payment = await t.order();
    await t.report(payment, 2);
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (result.ok) return;
    await t.pay(await t.order());
    t.late(
      `After status 2, the notification of status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
      {
        about: t.aboutPayment(payment),
      },
    );
  },

  'notification.order.before-response': async (t) => {
    for (const { mode, operation, status, wanted, wish } of await waysIn(t)) {
      await t.gateway.arm([{ where: { operation }, effect: { kind: 'notify-first', status } }]);
      const payment = await t.paymentOf(await t.ask({ mode, ...wish }));
      // Whether a stored instrument can be charged is judged elsewhere.
      if (payment === undefined && wish !== undefined) continue;
      if (payment === undefined) return t.inconclusive(`${operation} created no invoice.`);
      await tellUntil(t, payment, wanted);
      const what = `The notification of status ${status} came before the answer of ${operation} and was lost`;
      await isKnownInTheEnd(t, payment, what, wanted);
    }
  },

  'notification.reply.exact': async (t) => {
    const payment = await t.order();
    const reply = await t.acceptedReply(await t.report(payment, 4), () => t.repeatNews(payment));
    const about = t.aboutPayment(payment);
    if (reply.outcome !== 'replied') t.late(`The notification got ${t.describeReply(reply)}.`, { about });
    if (!t.isAccepted(reply)) {
      t.fail(
        `The reply to a genuine notification is ${t.describeReply(reply)}, so the gateway keeps repeating it.`,
        { about },
      );
    }
    const rejected = await t.order();
    const tell = () => t.report(rejected, 6);
    const refusal = await t.acceptedReply(await tell(), tell);
    if (refusal.outcome !== 'replied') {
      t.late(`The notification of status 6 got ${t.describeReply(refusal)}.`, {
        about: t.aboutPayment(rejected),
      });
    }
    if (!t.isAccepted(refusal)) {
      t.fail(
        `The reply to a genuine notification of status 6 is ${t.describeReply(refusal)}, so the gateway keeps repeating it.`,
        { about: t.aboutPayment(rejected) },
      );
    }
    if (reply.body !== 'OK') t.warn(`The reply's body is ${JSON.stringify(reply.body)}, not exactly "OK".`);
    const type = reply.headers['content-type'] ?? '';
    if (!/^text\/plain\s*(;|$)/i.test(type))
      t.warn(`The reply's Content-Type is ${JSON.stringify(type)}, not text/plain.`);
  },

  'notification.type.unknown': async (t) => {
    const payment = await t.order();
    const replies = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      replies.push(
        await t.send(payment, { label: 'type=chargeback, which does not exist yet', type: 'chargeback' }),
      );
    }
    const about = t.aboutPayment(payment);
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `A notification of an unknown type marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
        {
          about,
        },
      );
    }
    if (replies.every((reply) => reply.outcome !== 'replied' || (reply.status ?? 0) >= 500)) {
      t.late(
        `A notification of an unknown type broke the receiver: ${replies.map(t.describeReply).join(', then ')}.`,
        { about },
      );
    }
    await t.stillHonours([payment]);
  },
};
