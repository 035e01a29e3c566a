import { check } from '../../suite/engine/index.ts';
import { SILENCE } from '../steps/effects.ts';
import { chargesUnseen, LATER } from '../steps/holds.ts';

export default check('hold.charge.lost-answer', {
  title: 'A charge whose answer was lost stays open until its final status arrives.',
  must: ['states.hold.charge', 'law.13', 'law.19'],
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'The gateway executes the charge and does not answer: the hold is not released, and the final 4 pays the order once.',
  fix: 'Treat a charge without an answer as open: call invoice/check, or wait for the notification.',
  story: async (t) => {
    const payment = await t.order({ mode: 'hold' });
    await t.nextCall('invoice/charge', SILENCE, { paymentId: payment.paymentId });
    await t.hold(payment);
    if (t.claims('hold.auto')) await t.charge(payment);
    else await t.driver.charge(payment.orderId);
    for (let round = 0; round < 2; round++) await t.settle();
    const fields = { invoice_id: payment.paymentId };
    const charges = await t.calls({ operation: 'invoice/charge', fields });
    if (charges.length === 0 && chargesUnseen(t)) return t.notSeen(LATER);
    if (charges.length === 0) return t.inconclusive('The merchant never called invoice/charge.');
    const accepted = await t.gateway.invoice(payment.paymentId);
    if (!accepted.chargeRequested) return t.inconclusive('The gateway accepted no charge.');
    await t.honours(payment);
  },
});
