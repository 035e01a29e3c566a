import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { twoAttempts } from '../steps/attempts.ts';
import { otherAttempt } from '../steps/new-tries.ts';

/** Nobody asks the gateway to refund an invoice that is not paid. */
async function notRefunded(t: Verbs, payment: Payment, which: string): Promise<void> {
  await t.askRefund(payment, payment.amount);
  await t.settle();
  if ((await t.refundCalls(payment)).length === 0) return;
  t.fail(`A refund was requested for an invoice ${which}.`, { about: t.aboutPayment(payment) });
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
  await t.askRefund(first, first.amount);
  await t.settle();
  if ((await t.refundCalls(second)).length === 0) return;
  t.fail(
    'The first attempt of an order was paid while a second one was open; its refund was requested for the second one, which nobody has paid.',
    { about: [...t.aboutPayment(first), second.shopOrderId] },
  );
}

export default check('refund.only-paid', {
  title: 'The shop refunds only paid invoices.',
  requirements: ['flow.refund.paid-only', 'flow.refund.partial'],
  level: 'must',
  capabilities: ['refund'],
  rule: 'What the service does: refund paid invoices.',
  expectation:
    'No refund reaches the gateway for an order that is unpaid, rejected or only held. Of an order that was paid at its second attempt, or at its first one while a second was open, the paid invoice is refunded.',
  fix: 'Offer and accept refunds only for paid orders, send the payment_id of the invoice that was paid, and release a hold instead of refunding it.',
  story: async (t) => {
    await notRefunded(t, await t.order(), 'that nobody has paid');
    const rejected = await t.order();
    await t.report(rejected, 6);
    await notRefunded(t, rejected, 'that was rejected (status 6)');
    if (t.claims('hold')) await notRefunded(t, await t.held(), 'whose funds are only held (status 8)');
    const payment = await t.paid();
    await t.refund(payment, payment.amount);
    await refundedByTheFirst(t);
    const again = t.claims('order.retry') ? await paidAtSecondTry(t, rejected) : undefined;
    if (again === undefined) return;
    await t.askRefund(again, again.amount);
    await t.settle();
    if ((await t.refundCalls(rejected)).length > 0) {
      t.fail(
        'An order was rejected, retried and paid; its refund was requested for the invoice that was rejected.',
        { about: [...t.aboutPayment(rejected), again.shopOrderId] },
      );
    }
    const [view] = await t.refundViews(again);
    if (view === undefined) return;
    await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
    await t.mustBecome(again, 'The refund of the retried order ended in SUCCESS', (order) =>
      t.sameAmount(order.refunded, again.amount),
    );
  },
});
