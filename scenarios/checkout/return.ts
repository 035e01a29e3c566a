import { check } from '../../suite/engine/index.ts';
import { returnsUnpaid } from '../steps/checkout.ts';

export default check('checkout.return', {
  title: 'The return page does not say "paid" before the gateway reported the payment.',
  must: ['flow.single.complete', 'law.2'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'A payer who returns without having paid sees no success; after the notification of status 4 the same page shows it.',
  fix: 'Show the state of the stored order, which only a verified notification or invoice/check changes. The return of the payer proves nothing.',
  story: (t) => returnsUnpaid(t, ['']),
});
