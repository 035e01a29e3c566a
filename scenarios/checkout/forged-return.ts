import { check } from '../../suite/engine/index.ts';
import { returnsUnpaid } from '../steps/checkout.ts';

export default check('checkout.forged-return', {
  title: 'Parameters of the return address change nothing.',
  must: ['flow.single.complete', 'law.2'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'The return page, opened with status=4, status=success, result=true and the like in its query, neither shows success nor books anything.',
  fix: 'Ignore what the query of the return page says about the payment. Use it only to find the order.',
  story: (t) =>
    returnsUnpaid(t, [
      'status=success',
      'status=4&result=true&error_code=0',
      'state=paid&success=1&payment_status=paid',
    ]),
});
