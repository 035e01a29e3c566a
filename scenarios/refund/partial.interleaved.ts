import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { furtherRefund } from '../steps/refunds.ts';

const openOrDone = async (t: Verbs, payment: Payment) =>
  (await t.listRefunds(payment)).filter(({ state }) => state !== 'failed');

/** Two parts of one payment are open; `failing` says which of them ends first, as a failure. */
async function interleaved(t: Verbs, failing: 'older' | 'newer'): Promise<void> {
  const payment = await t.paid();
  const older = await t.refund(payment, '30.00');
  const newer = await furtherRefund(t, payment, '20.00');
  if (newer === undefined) return t.notSeen('The merchant requests one refund of an order at a time.');
  const alike = await t.refund(await t.paid(), '30.00');
  const [lost, kept, sum] = failing === 'older' ? [older, newer, '20.00'] : [newer, older, '30.00'];
  await t.moveRefund(lost.view, 'FAILED');
  await t.settle();
  for (let wait = 0; wait < 5 && (await openOrDone(t, payment)).length > 1; wait++) {
    await t.pause(t.stage.settleMs / 5);
  }
  await t.look(payment);
  await t.listRefunds(payment);
  await t.moveRefund(kept.view, 'SUCCESS');
  await t.refunded(payment, sum);
  await t.lookAtRefund(alike);
  const third = await furtherRefund(t, payment, '40.00');
  if (third === undefined) return;
  await t.moveRefund(third.view, 'FAILED');
  await t.settled(payment);
}

export default check('refund.partial.interleaved', {
  title: 'Each of two open refunds is completed by its own notification.',
  must: ['flow.refund.partial', 'states.refund.failed', 'states.refund.success', 'law.8', 'law.21'],
  capabilities: ['refund.partial'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'States and transitions, Refund statuses: every refund has its own status, and shop_refund_id identifies it.',
  expectation:
    'Two partial refunds of one payment are open. One becomes FAILED: nothing is refunded, and the other stays open. The other becomes SUCCESS: its amount is refunded, also after a third one becomes FAILED, and a refund of another order over the same amount does not change. Not judged when the shop makes only one refund at a time.',
  fix: 'Look up a refund by shop_refund_id, never by its order, and calculate the refunded sum from the successful refunds.',
  story: async (t) => {
    await interleaved(t, 'newer');
    await interleaved(t, 'older');
  },
});
