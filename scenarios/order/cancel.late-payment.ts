import { check } from '../../suite/engine/index.ts';
import { commanded } from '../steps/retries.ts';

export default check('order.cancel.late-payment', {
  title: 'A payment of a cancelled order is recorded.',
  must: ['states.invoice.4', 'law.1', 'law.19', 'events.6'],
  capabilities: ['invoice', 'order.cancel'],
  rule: 'Follows from States and transitions, Invoice statuses: 4 means that the payer has paid, so the shop must record the payment in every state.',
  expectation:
    'An unpaid order is cancelled, and then a genuine 4 arrives: the payment is recorded, so the order is credited once, refunded, or in review. A repeat of the notification changes nothing, and in the end the notification is answered with OK.',
  fix: 'Handle 4 in every state. For a cancelled order record the payment, and let a person or an automatic refund decide.',
  story: async (t) => {
    const payment = await t.order();
    if (commanded(t, await t.driver.cancel(payment.orderId)) === undefined)
      t.inconclusive('The unpaid order could not be cancelled: the merchant refused.');
    const result = await t.mustRecord(payment);
    const replies = [await t.report(payment, 4), await t.report(payment, 4)];
    await t.settle();
    await t.look(payment);
    const [first] = result.replies;
    const all = [...result.replies, ...replies];
    if (first !== undefined && !all.some(t.isAccepted)) {
      await t.acceptedReply(first, () => t.repeatNews(payment));
    }
  },
});
