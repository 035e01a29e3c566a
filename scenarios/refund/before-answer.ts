import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { mustCount, part, REFUND } from '../steps/interruptions.ts';
import { releaseAfter, seenBefore } from '../steps/meetings.ts';

/** The refund that stands for a payment, as the gateway has it. */
async function theRefund(t: Verbs, payment: Payment) {
  const [view] = await t.refundViews(payment);
  return view;
}

/** The merchant's refund of a payment is asked for, and the answer is held back. */
async function beginRefund(t: Verbs, payment: Payment, amount: string) {
  const { paymentId } = payment;
  const [fault = ''] = await t.gateway.arm([
    { where: { operation: REFUND, paymentId }, effect: { kind: 'wait' } },
  ]);
  const asking = t.askRefund(payment, amount);
  const view = await seenBefore(t, asking, () => theRefund(t, payment));
  return { fault, asking, view };
}

/** A refund that has ended, and is told so, before its creation is answered. */
async function endsBeforeAnswer(t: Verbs): Promise<void> {
  const payment = await t.paid('100.00');
  const amount = part(t);
  const { fault, asking, view } = await beginRefund(t, payment, amount);
  if (view === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return t.inconclusive('No refund reached the gateway while the merchant was requesting it.');
  }
  const { shopId, shopRefundId } = view;
  const told = t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
  await releaseAfter(t, fault, told);
  await asking;
  await told;
  const what = 'A refund ended in SUCCESS, which was notified before the answer to its creation';
  await mustCount(t, payment, amount, what);
  await t.settle();
  await t.listRefunds(payment);
}

export default check('refund.before-answer', {
  title: 'A refund notification that arrives before the answer to the creation is not lost.',
  must: ['states.refund.success', 'law.8', 'law.21'],
  capabilities: ['refund'],
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
