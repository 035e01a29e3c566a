import { check } from '../../suite/engine/index.ts';
import { DAY_MS } from '../steps/refunds.ts';

export default check('refund.waiting', {
  title: 'A refund counts on SUCCESS, not while it is WAITING.',
  requirements: [
    'states.refund.waiting',
    'states.refund.success',
    'fields.refund.status',
    'errors.3',
    'errors.2.wait',
    'events.1',
    'law.21',
  ],
  level: 'must',
  capabilities: ['refund'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'States and transitions, Refund statuses: WAITING is not final; the final status follows by notification.',
  expectation:
    'While the refund is WAITING nothing counts as refunded, also after three days; after SUCCESS the sum counts as refunded.',
  fix: 'Keep a WAITING refund as pending. Count it when a verified notification with type=refund, or invoice/get-refunds, reports SUCCESS.',
  story: async (t) => {
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
});
