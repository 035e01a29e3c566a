import { check } from '../../suite/engine/index.ts';
import { DAY_MS } from '../steps/refunds.ts';

export default check('refund.waiting.not-repeated', {
  title: 'A waiting refund is not created again.',
  must: ['states.refund.waiting', 'errors.2.wait'],
  capabilities: ['refund'],
  readings: ['refund.answer'],
  rule: 'States and transitions, Refund statuses and Errors 2: while a refund is WAITING the shop waits.',
  expectation: 'While a refund is WAITING no second request for it reaches the gateway.',
  fix: 'Treat WAITING as an open refund, not as a failure. A job may call invoice/get-refunds, but must not create the refund again.',
  story: async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    const about = [...t.aboutPayment(payment), made.view.shopRefundId];
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
    // Whoever waits for a while before he asks anew has lost patience by then.
    if (t.claims('clock')) await t.advance(2 * DAY_MS, DAY_MS / 2);
    await t.endRefund(made, 'SUCCESS');
    const order = await t.mustBecome(payment, 'The refund ended in SUCCESS', (each) =>
      t.sameAmount(each.refunded, payment.amount),
    );
    const attempts = await t.refundCalls(payment);
    if (attempts.length > 1) {
      t.fail(
        `The refund was WAITING, and the merchant requested it ${attempts.length} times; the order is ${t.orderInWords(order)}.`,
        { about },
      );
    }
  },
});
