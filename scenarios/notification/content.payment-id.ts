import { check } from '../../suite/engine/index.ts';
import { afterStatus2, allRefused } from '../steps/forgery.ts';

export default check('notification.content.payment-id', {
  title: 'A payment of the test base, or of another invoice, does not pay this order.',
  should: ['events.5.match'],
  whyShould:
    'A shop need not keep the payment_id: the answer to invoice/create is not shown, and shop_order_id identifies the order. The test base usually has another secret.',
  rule: 'Events 5: the shop compares the values of a notification with the invoice that it stored. Versioning 2: the test base has the same layout but other invoices.',
  expectation:
    'After a genuine notification with its payment_id, a validly signed "paid" with the same shop_order_id and another payment_id does not pay the order. It may go into review.',
  fix: 'Store the payment_id that the gateway reports first, compare it with every later notification, and keep test and production orders apart.',
  story: (t) => allRefused(t, { rows: ['content.payment.far'], first: afterStatus2(t) }),
});
