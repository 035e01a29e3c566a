import { check, type Verbs } from '../../suite/engine/index.ts';

/** A refund that was refused with a fatal code takes no part of what can be refunded. */
async function refusedThenAgain(t: Verbs): Promise<void> {
  const payment = await t.paid();
  await t.nextCall('invoice/create-refund', { kind: 'error', code: 4 });
  await t.askRefund(payment);
  await t.gateway.clearFaults();
  if ((await t.refundCalls(payment)).length > 0) await t.askRefund(payment);
}

export default check('refund.failed.again', {
  title: 'A sum whose refund failed can be refunded again.',
  should: ['states.refund.failed', 'law.8'],
  whyShould:
    "Whether to refund is the shop's decision, and a person can do it by other means. That a failed refund does not count is a must (refund.failed).",
  rule: 'Refund statuses: FAILED is final and nothing was refunded, so the whole sum can still be refunded.',
  expectation:
    'After a full refund that FAILED another full refund reaches the gateway, and counts when it succeeds. After one that was refused with the fatal code 4 the shop does not reject another one for exceeding the paid sum.',
  fix: 'Count only successful and open refunds against what may still be refunded.',
  story: async (t) => {
    await refusedThenAgain(t);
    const payment = await t.paid();
    const first = await t.refund(payment);
    await t.endRefund(first, 'FAILED');
    await t.becomes(payment, (order) => order.state === 'paid');
    await t.refundBecomes(first, ({ state }) => state !== 'pending');
    const answer = await t.askRefund(payment);
    const second = (await t.refundViews(payment)).find(
      (view) => view.shopRefundId !== first.view.shopRefundId,
    );
    if (second === undefined) {
      // Not in this state, whatever the amount: that is no sum that the failed refund still counts in.
      if (answer.kind === 'refused' && [409, 501].includes(answer.status)) {
        t.notSeen(`The merchant allows one refund of an order: ${answer.message}.`);
      }
      return;
    }
    await t.moveRefund(second, 'SUCCESS');
    await t.refunded(payment);
  },
});
