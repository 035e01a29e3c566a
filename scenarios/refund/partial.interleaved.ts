import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { end } from '../steps/later-news.ts';
import { furtherRefund } from '../steps/refund-steps.ts';

const openOrDone = async (t: Verbs, payment: Payment) =>
  (await t.listRefunds(payment)).filter(({ state }) => state !== 'failed');

/** Two parts of one payment are open; `failing` says which of them ends first, as a failure. */
async function interleaved(t: Verbs, failing: 'older' | 'newer'): Promise<void> {
  const payment = await t.paid('100.00');
  const wrong = { about: t.aboutPayment(payment), underAnyReading: true };
  const older = await t.refund(payment, '30.00');
  const newer = await furtherRefund(t, payment, '20.00');
  if (newer === undefined) return t.notApplicable('The merchant requests one refund of an order at a time.');
  const alike = await t.refund(await t.paid('100.00'), '30.00');
  const [lost, kept, sum] = failing === 'older' ? [older, newer, '20.00'] : [newer, older, '30.00'];
  await end(t, lost, 'FAILED');
  await t.settle();
  for (let wait = 0; wait < 5 && (await openOrDone(t, payment)).length > 1; wait++) {
    await t.pause(t.stage.settleMs / 5);
  }
  const between = await t.look(payment);
  const left = await openOrDone(t, payment);
  const what = `Two refunds were open, and the ${failing} one FAILED`;
  if (!t.sameAmount(between.refunded, '0'))
    t.fail(`${what}; the order is ${t.orderInWords(between)}.`, wrong);
  if (left.some(({ state }) => state === 'done'))
    t.fail(`${what}; the merchant shows a refund as done.`, wrong);
  if (left.length === 0) t.fail(`${what}; the merchant shows both as failed.`, wrong);
  await end(t, kept, 'SUCCESS');
  await t.mustBecome(payment, `${what}, the other one ended in SUCCESS`, (order) =>
    t.sameAmount(order.refunded, sum),
  );
  const untouched = await t.lookAtRefund(alike);
  if (untouched.state !== 'pending') {
    t.fail(
      `${what}; another order's refund of the same amount, which is WAITING, is shown as ${untouched.state}.`,
      {
        about: [...t.aboutPayment(alike.payment), alike.view.shopRefundId],
        underAnyReading: true,
      },
    );
  }
  const third = await furtherRefund(t, payment, '40.00');
  if (third === undefined) return;
  await end(t, third, 'FAILED');
  await t.settle();
  const order = await t.look(payment);
  if (!t.sameAmount(order.refunded, sum) || !['partially_refunded', 'review'].includes(order.state)) {
    t.fail(
      `${sum} was refunded, then another refund FAILED, and the order is ${t.orderInWords(order)}.`,
      wrong,
    );
  }
}

export default check('refund.partial.interleaved', {
  title: 'Each of two open refunds is completed by its own notification.',
  requirements: ['flow.refund.partial', 'states.refund.failed', 'states.refund.success', 'law.8'],
  level: 'must',
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
