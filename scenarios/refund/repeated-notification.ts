import { check, type Verbs } from '../../suite/engine/index.ts';
import { pastRecovery } from '../steps/recovery.ts';

/** The end of a refund that the merchant may find by asking before the notification of it comes. */
async function askedThenTold(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const made = await t.refund(payment, '30.00');
  await t.loseNotifications({ paymentId: payment.paymentId, type: 'refund' });
  await t.moveRefund(made.view, 'SUCCESS');
  await pastRecovery(t, 4);
  await t.settle();
  await t.gateway.clearFaults();
  const again = () => t.repeatNews(payment, { type: 'refund' });
  await t.acceptedReply(await again(), again);
  await t.refunded(payment, '30.00');
  await t.settled(payment);
}

export default check('refund.repeated-notification', {
  title: 'A repeated refund notification counts once.',
  must: ['events.6.repeats', 'states.refund.success', 'law.8'],
  capabilities: ['refund.partial'],
  readings: ['notification.refund-body', 'notification.refund-address'],
  expectation:
    'After the same SUCCESS notification of a refund of 30 arrives three times, 30 are refunded, also when the shop could call invoice/get-refunds before the notification arrived.',
  fix: 'Set the status of the refund row found by shop_refund_id, and calculate the sum from the rows, instead of adding on each notification.',
  story: async (t) => {
    const payment = await t.paid();
    await t.endRefund(await t.refund(payment, '30.00'), 'SUCCESS');
    await t.refunded(payment, '30.00');
    for (let repeat = 0; repeat < 3; repeat++) await t.repeatNews(payment, { type: 'refund' });
    await t.settled(payment);
    await askedThenTold(t);
  },
});
