import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';
import { secondTry } from '../steps/retries.ts';

export default check('notification.content.amount', {
  title: 'A validly signed notification with another amount does not pay the order.',
  must: ['events.5.match', 'law.16'],
  expectation:
    'A validly signed notification with shop_amount 0, 0.01, 10.49, 10.51, 10.99, 11, 1050, 1 or -10.5 does not pay an order of 10.50, and one with 0.01 does not pay its second attempt. The order may go into review.',
  fix: 'Compare shop_amount with the amount of the stored invoice, as decimal values, before you book. Put an order with a difference into review.',
  story: async (t) => {
    await allRefused(t, 'content.amount');
    const again = await secondTry(t);
    if (again === undefined) return;
    await t.send(again, {
      label: 'over 0.01 for a retried order over 10.50',
      rows: ['content.amount.one-cent'],
    });
    await t.settled(again);
  },
});
