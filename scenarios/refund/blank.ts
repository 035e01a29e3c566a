import { check } from '../../suite/engine/index.ts';

export default check('refund.blank', {
  title: 'A refund request without an amount is not treated as a full refund.',
  should: ['flow.refund.partial'],
  whyShould:
    'The specification has no refund without an amount; the shop decides what an empty field of its own form means, and the money returns to the payer who paid it.',
  rule: 'What the service does: a refund is full or partial; an empty field says neither.',
  expectation:
    'When a refund of "" or "0" is requested, the shop refuses it, and no refund reaches the gateway.',
  fix: 'Require a positive amount, and offer the full refund as a separate choice.',
  story: async (t) => {
    for (const amount of ['', '0']) {
      const payment = await t.paid();
      await t.driver.createRefund(payment.orderId, { amount, currency: payment.currency });
      await t.settle();
      await t.refund(payment);
    }
  },
});
