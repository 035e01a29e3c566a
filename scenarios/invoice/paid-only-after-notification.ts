import { check } from '../../suite/engine/index.ts';
import { watchBalances } from '../steps/invoices.ts';

export default check('invoice.paid-only-after-notification', {
  title: 'Creating an invoice does not make its order paid.',
  must: ['errors.3', 'errors.3.wait', 'flow.single.complete', 'fields.envelope.result'],
  expectation:
    "After a successful invoice/create and before any notification the order is neither paid nor credited, and the customer's wallet has no more than before.",
  fix: 'Set the order to pending when invoice/create succeeds. Mark it as paid on status 4 of a verified notification or of invoice/check.',
  story: async (t) => {
    const earlier = await t.order();
    const nothingIsRaised = await watchBalances(t, [earlier]);
    // A customer may have one open order at a time.
    const { customer } = earlier;
    const payment = (customer && (await t.paymentOf(await t.ask({ customer })))) || earlier;
    await t.settled(payment);
    await nothingIsRaised('nobody has paid');
    await t.stillHonours([payment]);
  },
});
