import { check } from '../../suite/engine/index.ts';
import { endsWell, refundTemplate, tellOfRefund } from '../steps/trust.ts';

/** What contradicts a refund, and the field that has to be there. */
const CONTRADICTIONS = [
  ['content.refund.amount.one-cent', 'amount'],
  ['content.refund.amount.nothing', 'amount'],
  ['content.refund.amount.a-half-more', 'amount'],
  ['content.refund.currency.840', 'currency'],
  ['content.refund.of.invoice', 'invoice_id'],
  ['content.refund.of.shop', 'shop_id'],
  ['content.refund.status.absent', 'status'],
  ['content.refund.status.null', 'status'],
  ['content.refund.status.empty', 'status'],
] as const;

export default check('refund.notification.content', {
  title: 'A refund notification over another amount does not complete the refund.',
  must: ['events.5.match', 'law.8'],
  expectation:
    'After a validly signed SUCCESS over 0.01 or 100.50 of 100.00, in another currency, of another invoice or of another shop, or a notification without a status, nothing of the order counts as refunded.',
  fix: 'Compare amount, currency, invoice_id and shop_id of the notification with the refund that you requested, and take nothing but SUCCESS for one.',
  story: async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.paid();
    const made = await t.refund(payment);
    for (const [row, field] of CONTRADICTIONS) {
      // What a notification of this profile does not have cannot be wrong.
      if (!(field in template)) continue;
      await tellOfRefund(t, template, made, { rows: [row] });
      await t.look(payment);
      await t.lookAtRefund(made);
    }
    const plain = await t.paid();
    await endsWell(t, await t.refund(plain));
  },
});
