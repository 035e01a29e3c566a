import { check } from '../../suite/engine/index.ts';
import { endsAtOnce } from '../steps/refunds.ts';

export default check('refund.final-at-once', {
  title: 'A final status in the answer to a refund creation is final.',
  must: ['states.refund.success', 'states.refund.failed', 'law.8'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'States and transitions, Refund statuses: the answer to invoice/create-refund may be SUCCESS or FAILED, and both are final.',
  expectation:
    'When the answer says FAILED, nothing is refunded. When it says SUCCESS, the order is refunded once, also when the notification reports SUCCESS as well.',
  fix: 'Handle the status in the answer of invoice/create-refund with the same code as the status in a notification.',
  story: async (t) => {
    const failed = await endsAtOnce(t, 'FAILED');
    await t.settle();
    await t.look(failed.payment);
    await t.listRefunds(failed.payment);
    const { payment } = await endsAtOnce(t, 'SUCCESS');
    await t.refunded(payment);
    // Its notification may still be on the way to a slow merchant.
    await t.gateway.flush();
    const told = await t.lastNews(payment, { type: 'refund' });
    if (told !== undefined) {
      for (let repeat = 0; repeat < 2; repeat++) await t.gateway.resend(told.notification);
    }
    await t.settled(payment);
  },
});
