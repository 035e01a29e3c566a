import { check } from '../../suite/engine/index.ts';
import { payerChooses } from '../steps/extra-fields.ts';

export default check('order.payer-params.visit', {
  title: 'The payer cannot overwrite the addresses and the deadline of the invoice request.',
  should: ['flow.single.add-ons'],
  whyShould:
    "This concerns only the payer's own visit: the notifications are about that payer's own order, the return address is that payer's own, and nothing can be signed. The amount, and whose money pays it, is judged by order.payer-params.",
  rule: "Typical flows, single-step payment (2), and Resources, Extra-field descriptor: the extra parameters that add_ons_config describes are sent in the invoice request; `regex` is the pattern of the value. Nothing else in the request is the payer's to choose.",
  expectation:
    'The payer posts callback and return addresses, expires_at and client_ip together with the extra field: the invoice request carries the values of the shop, for single-step and two-step orders.',
  fix: 'Copy exactly the fields that add_ons_config names, and let your own fields take precedence. Never merge the whole form into the request.',
  story: (t) =>
    payerChooses(t, {
      callback_url: 'http://evil.example/notify',
      callback_rejected_url: 'http://evil.example/rejected',
      success_url: 'http://evil.example/success',
      failed_url: 'http://evil.example/failed',
      expires_at: '2035-01-01T00:00:00+03:00',
      client_ip: '203.0.113.77',
    }),
});
