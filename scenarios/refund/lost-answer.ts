import { check } from '../../suite/engine/index.ts';

export default check('refund.lost-answer', {
  title: 'A refund whose answer was lost is not created a second time.',
  must: ['law.8', 'states.refund.waiting'],
  capabilities: ['refund.partial'],
  rule: 'Follows from Refund statuses: a created refund waits for its notification, also when the answer to its creation was lost.',
  expectation:
    'The gateway stores a refund of 30.00 of 100.00 and does not answer, answers with a body that is not valid JSON, or answers result true without data: it stays the only refund, and it counts once, after it has succeeded.',
  fix: 'Keep the shop_refund_id of a refund whose outcome is unknown, call invoice/get-refunds, and repeat the creation only under that id.',
  story: async (t) => {
    for (const [what, effect] of [
      ['was lost', { kind: 'read-timeout', committed: true }],
      ['could not be read', { kind: 'malformed', committed: true }],
      ['had result true and no data', { kind: 'answer', set: { data: null } }],
    ] as const) {
      const payment = await t.paid();
      await t.gateway.arm([
        { where: { operation: 'invoice/create-refund', shopOrderId: payment.shopOrderId }, effect },
      ]);
      await t.askRefund(payment, '30.00');
      for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
      const [view] = await t.refundViews(payment);
      if (view === undefined)
        return t.inconclusive('The merchant never requested the refund from the gateway.');
      await t.look(payment);
      await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, {
        status: 'SUCCESS',
        notify: 'deliver',
      });
      await t.mustBecome(payment, `A refund whose answer ${what} ended in SUCCESS`, (order) =>
        t.sameAmount(order.refunded, '30.00'),
      );
    }
  },
});
