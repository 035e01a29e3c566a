import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.type.refund', {
  title: 'A payment notification sent with type=refund does not pay the order.',
  must: ['events.1', 'events.5.match'],
  expectation:
    'A validly signed "paid" sent with type=refund leaves the order unpaid; sent with type=invoice it pays it.',
  fix: 'Dispatch by the query parameter `type`. Handle type=refund by its shop_refund_id alone, and answer without acting when you do not know it.',
  story: (t) => allRefused(t, 'type.other.refund'),
});
