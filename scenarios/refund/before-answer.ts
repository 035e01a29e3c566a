import { check, type Verbs } from '../../suite/engine/index.ts';
import { releaseAfter, seenBefore } from '../steps/races.ts';
import { isCounted, part } from '../steps/refunds.ts';

/** A refund that has ended, as a notification says, before its creation is answered. */
async function endsBeforeAnswer(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const { paymentId } = payment;
  const fault = await t.nextCall('invoice/create-refund', { kind: 'wait' }, { paymentId });
  const asking = t.askRefund(payment, part(t));
  const view = await seenBefore(t, asking, async () => (await t.refundViews(payment))[0]);
  if (view === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return t.inconclusive('No refund reached the gateway while the merchant was requesting it.');
  }
  const notified = t.moveRefund(view, 'SUCCESS');
  await releaseAfter(t, fault, notified);
  await asking;
  await notified;
  await isCounted(t, payment, part(t));
  await t.settle();
  await t.listRefunds(payment);
}

export default check('refund.before-answer', {
  title: 'A refund notification that arrives before the answer to the creation is not lost.',
  must: ['states.refund.success', 'law.8', 'law.21'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'States and transitions, Refund statuses: SUCCESS is final, and nothing says that the answer to the creation comes first.',
  expectation:
    'A genuine SUCCESS that arrives while the refund creation is still unanswered counts the sum as refunded, if necessary with its next delivery, and the sum still counts after the answer arrives.',
  fix: 'Store the refund and its shop_refund_id before the call, and let the answer update the refund only while it is still open.',
  story: async (t) => {
    // A slow merchant may have the answer first: the next time the news may be quicker.
    for (let round = 0; round < 3; round++) await endsBeforeAnswer(t);
  },
});
