import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { otherAttempt, twoAttempts } from '../steps/retries.ts';

/** A refund is wished, of whatever state the order is in. */
async function askFor(t: Verbs, payment: Payment): Promise<void> {
  await t.askRefund(payment);
  await t.settle();
}

/** The second attempt of a rejected order, paid; undefined where the merchant makes none. */
async function paidAtSecondTry(t: Verbs, first: Payment): Promise<Payment | undefined> {
  const now = await t.driver.retry(first.orderId);
  const second = now.kind === 'ok' ? await otherAttempt(t, first, now.value.shop_order_id) : undefined;
  if (second !== undefined) await t.pay(second);
  return second;
}

/** An order that its first attempt has paid is refunded by that, whatever came after it. */
async function refundedByTheFirst(t: Verbs): Promise<void> {
  const pair = t.claims('order.retry') ? await twoAttempts(t) : undefined;
  if (pair === undefined) return;
  const { first, second } = pair;
  const isPaid = (order: Payment['order']): boolean => order.state === 'paid';
  if (!(await t.honours(first, () => t.report(first, 4), isPaid)).ok) return;
  await t.report(second, 6);
  await t.settle();
  await askFor(t, first);
}

export default check('refund.only-paid', {
  title: 'The shop refunds only paid invoices.',
  must: ['flow.refund.paid-only', 'flow.refund.partial'],
  expectation:
    'No refund reaches the gateway for an order that is unpaid, rejected or only held. Of an order that was paid at its second attempt, or at its first one while a second was open, the paid invoice is refunded.',
  fix: 'Offer and accept refunds only for paid orders, send the payment_id of the invoice that was paid, and release a hold instead of refunding it.',
  story: async (t) => {
    await askFor(t, await t.order());
    const rejected = await t.order();
    await t.report(rejected, 6);
    await askFor(t, rejected);
    if (t.claims('hold')) await askFor(t, await t.held());
    const payment = await t.paid();
    await t.refund(payment);
    await refundedByTheFirst(t);
    const again = t.claims('order.retry') ? await paidAtSecondTry(t, rejected) : undefined;
    if (again === undefined) return;
    await askFor(t, again);
    const [view] = await t.refundViews(again);
    if (view === undefined) return;
    await t.moveRefund(view, 'SUCCESS');
    await t.refunded(again);
  },
});
