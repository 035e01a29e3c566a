import { check, HOUR_MS, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { askFurtherRefund, furtherRefund } from '../steps/refunds.ts';

/** One more part of a payment, of which the earlier ones have been refunded. */
async function nextPart(t: Verbs, payment: Payment, amount: string) {
  const before = await t.refundCalls(payment);
  const { made } = await askFurtherRefund(t, payment, amount);
  if (made !== undefined) return made;
  const used = (await t.refundViews(payment)).map(({ shopRefundId }) => shopRefundId);
  const after = await t.refundCalls(payment);
  // A job may have sent an earlier part once more: what is of this amount is this part.
  const own = after.slice(before.length).find(({ request }) => t.sameAmount(request.fields?.amount, amount));
  const id = String(own?.request.fields?.shop_refund_id);
  if (own !== undefined && used.includes(id))
    t.fail(
      `A part of ${amount} was requested under ${id}, the shop_refund_id of an earlier part: the gateway refused it, and the payer is not paid back.`,
      { about: [...t.aboutPayment(payment), id] },
    );
  return t.inconclusive(`A refund of ${amount} after an earlier part was not requested from the gateway.`);
}

/** Two parts of a payment of which the news come at once. */
async function endTogether(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const parts = [await t.refund(payment, '30.00'), await furtherRefund(t, payment, '20.00')];
  const ending = parts.flatMap((part) => (part === undefined ? [] : [part.view]));
  await Promise.all(ending.map((view) => t.moveRefund(view, 'SUCCESS')));
  if (ending.length < 2) return;
  const isCounted = (order: Payment['order']): boolean => t.sameAmount(order.refunded, '50.00');
  // One of them may have come while the merchant was busy with the other: the gateway sends it again.
  if (!(await t.becomesInTime(payment, isCounted)).met) await t.advance(HOUR_MS, HOUR_MS / 6);
  await t.refunded(payment, '50.00');
}

export default check('refund.partial.twice', {
  title: 'Two partial refunds add up, and a third one completes them.',
  must: ['flow.refund.partial', 'states.refund.success', 'law.8'],
  capabilities: ['refund.partial'],
  rule: 'What the service does: a paid invoice is refunded fully or partially. Each refund has its own id and status.',
  expectation:
    'Refunds of 30.00 and 20.00 of 100.00 reach the gateway under an id each, and the refunded sum is 50.00; after 50.00 more it is 100.00. When the notifications of two partial refunds arrive at the same moment, both count.',
  fix: 'Count each refund by its own shop_refund_id, and derive "refunded" and "partially refunded" from the sum.',
  story: async (t) => {
    const payment = await t.paid();
    for (const [amount, sum] of [
      ['30.00', '30.00'],
      ['20.00', '50.00'],
      ['50.00', '100.00'],
    ] as const) {
      const made = await nextPart(t, payment, amount);
      await t.endRefund(made, 'SUCCESS');
      await t.refunded(payment, sum);
    }
    await endTogether(t);
  },
});
