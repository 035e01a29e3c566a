import { check } from '../../suite/engine/index.ts';
import { endsWell, refundTemplate, tellOfRefund } from '../steps/trust.ts';

const otherCurrency = (own: number): number => (own === 840 ? 978 : 840);

export default check('refund.notification.content', {
  title: 'A refund notification over another amount does not complete the refund.',
  must: ['events.5.match', 'law.8'],
  capabilities: ['refund'],
  expectation:
    'After a validly signed SUCCESS over 0.01 or 100.50 of 100.00, in another currency, of another invoice or of another shop, nothing of the order counts as refunded.',
  fix: 'Compare amount, currency, invoice_id and shop_id of the notification with the refund that you requested.',
  story: async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.paid();
    const made = await t.refund(payment);
    const currency = String(otherCurrency(payment.currency));
    for (const [label, set] of [
      ['a validly signed SUCCESS over 0.01 of 100.00', { amount: '0.01' }],
      ['a validly signed SUCCESS over 0.00 of 100.00', { amount: '0.00' }],
      ['a validly signed SUCCESS over 100.50 of 100.00', { amount: '100.50' }],
      ['a validly signed SUCCESS in another currency', { currency }],
      [
        'a validly signed SUCCESS of another invoice',
        { invoice_id: t.number(payment.paymentId + 5_000_000) },
      ],
      ['a validly signed SUCCESS of another shop', { shop_id: t.number(t.slot.shop.id + 1) }],
    ] as const) {
      // What a notification of this profile does not have cannot be wrong.
      if (!Object.keys(set).every((name) => name in template)) continue;
      await tellOfRefund(t, template, made, { label, set });
      await t.look(payment);
      await t.lookAtRefund(made);
    }
    const plain = await t.paid();
    await endsWell(t, await t.refund(plain));
  },
});
