import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.content.shop', {
  title: 'A validly signed notification for another shop does not pay the order.',
  must: ['events.5.match', 'law.16'],
  expectation:
    'A validly signed notification with the id of another shop does not pay the order. The order may go into review.',
  fix: 'Compare shop_id with the shop for which the invoice was issued.',
  story: (t) => allRefused(t, 'content.shop.next', 'content.shop.0'),
});
