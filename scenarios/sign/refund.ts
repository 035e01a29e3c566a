import { check } from '../../suite/engine/index.ts';
import { askAgain, mustHaveCalled } from '../steps/signing.ts';

export default check('sign.refund', {
  title: 'The shop signs refund requests over the listed fields.',
  must: ['transport.3', 'auth.2', 'auth.6', 'endpoint.invoice.get-refunds.sign'],
  capabilities: ['refund'],
  readings: ['refund.path', 'refund.sign-fields'],
  rule: 'Authentication 2 and 6; which fields of the refund creation are signed is not shown (reading refund.sign-fields), those of invoice/get-refunds are invoice_id, now, shop_id.',
  expectation:
    'A refund of an order with a Cyrillic reference, and requests for its status, arrive with valid signatures.',
  fix: 'Sign amount, invoice_id, shop_id and shop_refund_id in this order, and no other field of the refund request; or set the readings refund.path and refund.sign-fields as agreed with the operator.',
  story: async (t) => {
    const payment = await t.order({ reference: t.unique('возврат-ё') });
    await t.pay(payment);
    await t.askRefund(payment, payment.amount);
    const dear = await t.paymentOf(await t.ask({ amount: '1234.50' }));
    if (dear !== undefined) {
      await t.pay(dear);
      await t.askRefund(dear, dear.amount);
    }
    await t.settle();
    await askAgain(t);
    await mustHaveCalled(t, ['invoice/create-refund']);
  },
});
