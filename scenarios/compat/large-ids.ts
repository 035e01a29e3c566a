import { check } from '../../suite/engine/index.ts';
import { misnamed } from '../steps/misnamed.ts';

export default check('compat.large-ids', {
  title: 'Identifiers beyond 32 bits are preserved exactly.',
  should: ['fields.invoice.payment-id'],
  whyShould:
    'The specification gives integers no range. While the ids of the gateway stay below 2^31, 32 bits lose nothing.',
  capabilities: ['invoice'],
  rule: 'Resources, Invoice record: payment_id is an integer without a limit.',
  expectation:
    'An order whose payment_id is 3000000000 is paid, and every request about it names exactly this id.',
  fix: 'Store payment_id and payout ids as 64-bit integers or as text.',
  story: async (t) => {
    const paymentId = 3_000_000_000 + Math.floor((await t.now()) % 1_000_000);
    // A shop that repeats a create hears of the same id.
    await t.everyCall(['invoice/create', 'invoice/hold'], { kind: 'answer', set: { 'data.id': paymentId } });
    const payment = await t.order();
    await t.gateway.clearFaults();
    if (payment.paymentId !== paymentId)
      return t.inconclusive('The gateway did not give the invoice the large id.');
    await t.honours(payment);
    if (t.claims('refund')) await t.askRefund(payment);
    await t.settle();
    const named = await t.calls({ operation: ['invoice/create-refund', 'invoice/get-refunds'] });
    const wrong = misnamed(named, 'invoice_id', paymentId);
    if (wrong !== undefined) {
      t.fail(`A later request names the invoice ${paymentId} as ${wrong.request.fields?.invoice_id}.`, {
        about: t.aboutPayment(payment),
      });
    }
  },
});
