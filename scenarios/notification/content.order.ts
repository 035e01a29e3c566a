import { check } from '../../suite/engine/index.ts';
import { afterStatus2, allRefused } from '../steps/forgery.ts';

export default check('notification.content.order', {
  title: 'A notification about an order that does not exist pays no other order.',
  must: ['events.5.match', 'law.6'],
  rule: 'Events 5: the shop compares the values of a notification with the invoice that it stored.',
  expectation:
    'Validly signed notifications whose shop_order_id is longer or shorter than that of an order, or unknown, pay neither the order that it resembles nor any other, whether their payment_id is a new one or that of an order of the shop.',
  fix: 'Look up the invoice by the whole shop_order_id, as a string, with an exact comparison. Never guess by amount, by session or by a prefix of the id, and never use the payment_id alone.',
  story: (t) => allRefused(t, 'content.order', { rows: ['content.order-id'], first: afterStatus2(t) }),
});
