import { check } from '../../suite/engine/index.ts';

export default check('refund.after-full', {
  title: 'After a full refund nothing more is refunded.',
  must: ['states.refund.success', 'law.7', 'law.8'],
  rule: 'Follows from What the service does: a payment is refunded once.',
  expectation:
    'After a full refund another refund request leaves the refunded sum unchanged, and no refund is shown as successful that the gateway did not accept.',
  fix: 'Refuse a refund that exceeds what is left of the paid sum, and count a refund only when the gateway reports SUCCESS.',
  story: async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment);
    await t.endRefund(made, 'SUCCESS');
    await t.refunded(payment);
    for (const amount of ['100.00', '40.00']) await t.askRefund(payment, amount);
    await t.settle();
    await t.look(payment);
    await t.listRefunds(payment);
  },
});
