import { check, HOUR_MS, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';

type News = Parameters<Verbs['repeatNews']>[1];

/** One of several repeats has to be answered OK, as the rule about replies says: a merchant may be busy. */
async function repeat(t: Verbs, payment: Payment, news: News = {}): Promise<void> {
  const tell = () => t.repeatNews(payment, news);
  await t.acceptedReply(await tell(), tell);
}

/** The last of 25 attempts comes at the end of the day, and says when the payment was. */
async function toldHoursLater(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.loseNotifications({ shopOrderId: payment.shopOrderId });
  await t.gateway.setInvoiceStatus(payment.paymentId, { status: 4, notify: 'deliver' });
  await t.advance(5 * HOUR_MS, HOUR_MS);
  await t.gateway.clearFaults();
  await repeat(t, payment);
}

export default check('notification.repeat.reply', {
  title: 'A repeated notification is answered with OK.',
  must: ['events.6', 'law.23'],
  rule: 'Events 6: HTTP 200 with body OK ends the repeats; a repeat was received just as the first delivery was.',
  expectation:
    'Every repeat of a credited notification is answered with HTTP 200 and OK, also when the payment has been refunded since. The same holds for the repeats of a rejection and of a hold, and for a delivery that arrives five hours after the first attempt.',
  fix: 'Answer OK when the notification was handled before; an error only makes the gateway send it again, up to 25 times.',
  story: async (t) => {
    const payment = await t.order();
    const first = await t.acceptedReply(await t.report(payment, 4), () => t.repeatNews(payment));
    if (!t.isAccepted(first))
      t.inconclusive(
        `The notification was never answered OK, so nothing repeats it: ${t.describeReply(first)}.`,
      );
    await t.becomes(payment, t.isPaidOnce);
    await repeat(t, payment);
    for (const status of [6, ...(takesHolds(t) ? [8] : [])]) {
      const other = await t.order(status === 8 ? { mode: 'hold' } : {});
      const told = await t.acceptedReply(await t.report(other, status), () => t.repeatNews(other));
      await t.settle();
      if (t.isAccepted(told)) await repeat(t, other, { status });
    }
    if (t.claims('clock')) await toldHoursLater(t);
    if (!t.claims('refund')) return;
    const made = await t.refund(payment, payment.amount);
    await t.endRefund(made, 'SUCCESS');
    await t.becomesInTime(payment, (order) => t.sameAmount(order.refunded, payment.amount));
    await repeat(t, payment);
  },
});
