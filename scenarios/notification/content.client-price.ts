import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';

/** The fee that the payer pays on top is none of the customer's balance. */
async function raisedByTheAmount(t: Verbs, { customer, amount, ...payment }: Payment): Promise<void> {
  if (!t.claims('wallet') || customer === undefined) return;
  await t.settle();
  const balance = await t.balanceBecomes(customer, amount);
  if (t.sameAmount(balance, amount)) return;
  t.late(
    `A payment of 10.50, for which the payer paid 10.92 with the fee, set the customer's balance to ${balance}.`,
    { about: [payment.shopOrderId, payment.paymentId, customer] },
  );
}

/** What the shop is paid out in another currency, at a rate, is no other amount of the order. */
async function settledElsewhere(t: Verbs): Promise<void> {
  const [own = 643] = t.slot.config.profile.currencies;
  const settlement = { currency: own === 840 ? 978 : 840, rates: { [own]: '0.0123' } };
  const payment = await t.withPayway({ settlement }, () => t.order({ amount: '10.50' }));
  const result = await t.honours(payment, () => t.report(payment, 4));
  if (result.ok) return;
  t.late(
    `A notification with shop_amount 10.5, settled in currency ${settlement.currency} at a rate of 0.0123, did not mark the order over 10.50 as paid, one without did: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

export default check('notification.content.client-price', {
  title: "A payer's fee on top of the amount does not block the payment.",
  must: ['fields.invoice.client-price', 'events.5.match', 'law.3'],
  rule: 'Resources, Invoice record: client_price is the total that the payer paid, shop_amount the amount of the invoice.',
  expectation:
    'The invoice is issued over the 10.50 of the order although the payer pays 10.92. A genuine notification with client_price 10.92 and shop_amount 10.50 pays the order with 10.50, and the balance of its customer rises by 10.50. So does one with a settlement_currency and a settlement_rate of 0.0123.',
  fix: 'Compare and book shop_amount. client_price includes fees of the payer and may be higher; settlement_currency and settlement_rate are about what you are paid out.',
  story: async (t) => {
    const fee = { percent: '4', fix: '0' };
    const payment = await t.withPayway({ fee, feePart: { percent: '0', fix: '0' } }, () =>
      t.order({ amount: '10.50' }),
    );
    if (!t.sameAmount(payment.invoice.amount, '10.50')) {
      t.fail(
        `The order is over 10.50, the payer pays a fee of 0.42 on top, and the invoice was asked for over ${payment.invoice.amount}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (result.ok) {
      await raisedByTheAmount(t, payment);
      return settledElsewhere(t);
    }
    const control = await t.order({ amount: '10.50' });
    const plain = await t.honours(control, () => t.report(control, 4));
    if (!plain.ok)
      t.inconclusive(`A plain payment did not mark its order as paid either: ${t.describeRefusal(plain)}.`);
    t.late(
      `A notification with shop_amount 10.5 and client_price 10.92 for an order over 10.50 did not mark it as paid, one with client_price 10.5 did: ${t.describeRefusal(result)}.`,
      { about: t.aboutPayment(payment) },
    );
  },
});
