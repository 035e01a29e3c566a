import { check } from '../../suite/engine/index.ts';
import { WAYS } from '../steps/effects.ts';
import { standing } from '../steps/refunds.ts';

export default check('refund.lost-answer', {
  title: 'A refund whose answer was lost is not created a second time.',
  must: ['law.8', 'states.refund.waiting'],
  capabilities: ['refund.partial'],
  rule: 'Follows from Refund statuses: a created refund waits for its notification, also when the answer to its creation was lost.',
  expectation:
    'The gateway stores a refund of 30.00 of 100.00 and does not answer, answers with a body that is not valid JSON, or answers result true without data: it is not shown as failed, stays the only refund, and counts once, after it has succeeded.',
  fix: 'Keep the shop_refund_id of a refund whose outcome is unknown, call invoice/get-refunds, and repeat the creation only under that id.',
  story: async (t) => {
    for (const { effect } of [WAYS.silence, WAYS.notJson, WAYS.nullData]) {
      const payment = await t.paid();
      await t.nextCall('invoice/create-refund', effect, { shopOrderId: payment.shopOrderId });
      await t.askRefund(payment, '30.00');
      await t.listRefunds(payment);
      for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
      const view = await standing(t, payment);
      await t.look(payment);
      await t.moveRefund(view, 'SUCCESS');
      await t.refunded(payment, '30.00');
    }
  },
});
