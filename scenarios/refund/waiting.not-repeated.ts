import { check, DAY_MS } from '../../suite/engine/index.ts';

export default check('refund.waiting.not-repeated', {
  title: 'A waiting refund is not created again.',
  must: ['states.refund.waiting', 'errors.2.wait'],
  readings: ['refund.answer'],
  rule: 'States and transitions, Refund statuses and Errors 2: while a refund is WAITING the shop waits.',
  expectation: 'While a refund is WAITING no second request for it reaches the gateway.',
  fix: 'Treat WAITING as an open refund, not as a failure. A job may call invoice/get-refunds, but must not create the refund again.',
  story: async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment);
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
    // Whoever waits for a while before he asks anew has lost patience by then.
    if (t.claims('clock')) await t.advance(2 * DAY_MS, DAY_MS / 2);
    await t.endRefund(made, 'SUCCESS');
    await t.refunded(payment);
  },
});
