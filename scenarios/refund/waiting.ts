import { check, DAY_MS } from '../../suite/engine/index.ts';

export default check('refund.waiting', {
  title: 'A refund counts on SUCCESS, not while it is WAITING.',
  must: [
    'states.refund.waiting',
    'states.refund.success',
    'fields.refund.status',
    'errors.3',
    'errors.2.wait',
    'events.1',
    'law.21',
  ],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  expectation:
    'While the refund is WAITING nothing counts as refunded, also after three days; after SUCCESS the sum counts as refunded.',
  fix: 'Keep a WAITING refund as pending. Count it when a verified notification with type=refund, or invoice/get-refunds, reports SUCCESS.',
  story: async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment);
    await t.settle();
    await t.look(payment);
    await t.lookAtRefund(made);
    if (t.claims('clock')) {
      await t.advance(3 * DAY_MS, DAY_MS / 2);
      await t.lookAtRefund(made);
    }
    await t.endRefund(made, 'SUCCESS');
    await t.refunded(payment);
  },
});
