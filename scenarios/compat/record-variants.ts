import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { toleratesRows } from '../steps/forgery.ts';
import { untilAsked } from '../steps/recovery.ts';

/** Asks about an order whose notifications were lost; whether the merchant acted on the answer. */
async function healedByCheck(t: Verbs, payment: Payment): Promise<boolean> {
  await t.setTruth(payment, 4);
  await untilAsked(t);
  return (await t.becomes(payment, t.isPaidOnce)).met;
}

export default check('compat.record-variants', {
  title: 'Optional parts of an invoice record may be null or missing.',
  must: ['versioning.3.response-fields', 'versioning.4', 'events.5'],
  capabilities: ['invoice'],
  rule: 'Resources, Invoice record: settlement_rate is a number or null, payment_token is present only when a token was issued; Versioning 3: new fields may be null or not.',
  expectation:
    'A genuine notification with settlement_rate null pays its order. Where the shop acts on invoice/check, so does an answer with settlement_rate null and without payment_token.',
  fix: 'Treat every field that you do not need as optional, and accept null for it.',
  story: async (t) => {
    await toleratesRows(t, ['genuine.no-settlement'], {
      without: { settlement_rate: t.number('1'), settlement_currency: t.number(643) },
    });
    if (!t.claims('jobs')) return;
    const control = await t.order();
    if (!(await healedByCheck(t, control)))
      return t.notSeen(
        'A notification is read with settlement_rate null; the merchant did not find a payment by asking invoice/check.',
      );
    const payment = await t.order();
    await t.everyCall(
      'invoice/check',
      {
        kind: 'answer',
        set: { 'data.settlement_rate': null },
        remove: ['data.payment_token', 'data.settlement_currency'],
      },
      { shopOrderId: payment.shopOrderId },
    );
    if (await healedByCheck(t, payment)) return;
    t.late(
      `An answer of invoice/check with status 4 and settlement_rate null did not mark the order as paid, one without null did: it is ${t.orderInWords(await t.look(payment))}.`,
      { about: t.aboutPayment(payment) },
    );
  },
});
