import { check, type Verbs } from '../../suite/engine/index.ts';

/** An order in another currency of the merchant is refunded in that one. */
async function inItsOwnCurrency(t: Verbs): Promise<void> {
  const [, currency] = t.slot.config.profile.currencies;
  if (currency === undefined) return;
  const amount = '500';
  await t.withPayway({ currency }, async () => {
    const payment = await t.paymentOf(await t.ask({ currency, amount }));
    if (payment === undefined) return;
    await t.pay(payment);
    await t.askRefund(payment, amount);
    const [view] = await t.refundViews(payment);
    if (view === undefined) return;
    await t.moveRefund(view, 'SUCCESS');
    await t.refunded(payment, amount);
  });
}

export default check('refund.currency', {
  title: 'A refund is requested in the currency of its invoice.',
  must: ['flow.refund.currency'],
  expectation:
    'When a refund in another currency is requested, the shop refuses it or sends the currency of the invoice; it never sends the other one. An order in the second currency of the profile is refunded in that currency.',
  fix: 'Take the currency from the stored invoice and refuse any other.',
  story: async (t) => {
    const payment = await t.paid();
    const other = payment.currency === 840 ? 978 : 840;
    await t.driver.createRefund(payment.orderId, { amount: payment.amount, currency: other });
    await t.settle();
    // The control, unless the merchant has already refunded in the right currency.
    if ((await t.refundCalls(payment)).length === 0) await t.refund(payment);
    await inItsOwnCurrency(t);
  },
});
