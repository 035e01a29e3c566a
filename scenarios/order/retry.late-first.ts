import { check, type Verbs } from '../../suite/engine/index.ts';
import { twoAttempts } from '../steps/retries.ts';

/** An order that its first attempt has paid is not lost with the second one. */
async function paidByTheFirst(t: Verbs): Promise<void> {
  const pair = await twoAttempts(t);
  if (pair === undefined) return;
  const { first, second } = pair;
  if (!(await t.recordsLatePayment(first, ['review'])).ok) return;
  await t.report(second, 6);
  await t.settled(first);
}

export default check('order.retry.late-first', {
  title: 'A late payment of the first attempt is recorded while a second attempt is open.',
  must: ['states.invoice.4', 'law.1', 'law.19'],
  capabilities: ['invoice', 'order.retry'],
  rule: 'Follows from States and transitions, Invoice statuses: 4 means that the payer has paid, so the shop must record the payment in every state. A status is final for one attempt, and an order can have several.',
  expectation:
    'Where a retry opens a second attempt while the first is not final (status 3, an answer that was lost, code 5): a genuine 4 of the first credits the order once or puts it into review, and a genuine 4 of the second as well leads to no more than two credits, and is not forgotten: a second credit, a refund, an error beside the order, or review. A 6 of the second does not fail the order that the first has paid. Notifications of the first attempt that are recorded are answered with OK.',
  fix: 'Look up the order by every shop_order_id that it ever had, credit each attempt at most once, and leave a second payment to a person.',
  story: async (t) => {
    const pair = await twoAttempts(t);
    if (pair === undefined) {
      return t.notSeen('A retry keeps the open attempt, so there are never two of them.');
    }
    const { first, second, doubtful } = pair;
    const about = [...t.aboutPayment(first), second.shopOrderId];
    const late = await t.recordsLatePayment(first, ['review']);
    if (!late.ok) {
      const what = `The first attempt of the order was paid while a second one was open, and the merchant has no record of the money: ${t.describeRefusal(late)}.`;
      if (!doubtful) t.late(what, { about });
      t.warn(what);
    }
    const replies = [...late.replies];
    for (const payment of [second, first, second]) {
      const reply = await t.report(payment, 4);
      if (payment === first) replies.push(reply);
    }
    await t.settle();
    if (late.ok && !replies.some(t.isAccepted)) {
      const reply = replies.at(-1) ?? (await t.repeatNews(first));
      const last = await t.acceptedReply(reply, () => t.repeatNews(first));
      if (!t.isAccepted(last)) {
        t.fail(
          `The first attempt of the order was paid while a second one was open, the merchant has recorded the money, and the reply to its notification is ${t.describeReply(last)}, so the gateway keeps repeating it.`,
          { about },
        );
      }
    }
    const order = await t.look(first);
    const refunds = [...(await t.refundViews(first)), ...(await t.refundViews(second))];
    const isNoted = order.credits > 1 || order.state === 'review' || order.error !== null;
    if (!isNoted && refunds.length === 0) {
      const what = `Both attempts of one order were paid, and it is ${t.orderInWords(order)}: the merchant has no record of one payment.`;
      if (!doubtful) t.late(what, { about });
      t.warn(what);
    }
    await paidByTheFirst(t);
  },
});
