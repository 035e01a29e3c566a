import { check } from '../../suite/engine/index.ts';
import { payerChooses } from '../steps/extra-fields.ts';

export default check('order.payer-params', {
  title: 'The payer cannot change the amount of an order, or whose money pays it.',
  must: ['flow.single.add-ons', 'fields.request.amount', 'law.3'],
  rule: "Typical flows, single-step payment (2), and Resources, Extra-field descriptor: the extra parameters that add_ons_config describes are sent in the invoice request; `regex` is the pattern of the value. Nothing else in the request is the payer's to choose.",
  expectation:
    'The payer posts amount, currency, shop_order_id, shop_id, payment_token and sign together with the extra field: the invoice request carries the values of the shop, for single-step and two-step orders.',
  fix: 'Copy exactly the fields that add_ons_config names, and let your own fields take precedence. Never merge the whole form into the request.',
  story: (t) =>
    payerChooses(t, {
      amount: '1.00',
      currency: '840',
      shop_order_id: t.unique('chosen-by-payer'),
      shop_id: '1',
      payment_token: 'token-of-somebody-else',
      sign: 'x',
    }),
});
