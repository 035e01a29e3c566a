import { isOver } from '../../suite/drivers/index.ts';
import { check, type Payment } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';
import { renewal } from '../steps/stored-instruments.ts';

/** Whether another attempt of the order is under way by now, as of a subscription that is tried again by itself. */
const triesAgain = (order: Payment['order'], { shopOrderId }: Payment): boolean =>
  order.shop_order_id !== null && order.shop_order_id !== shopOrderId;

export default check('invoice.status.rejected', {
  title: 'Status 6 fails the order.',
  must: ['states.invoice.6', 'errors.3.end', 'law.19'],
  expectation:
    'After a genuine 6 the order is failed (or cancelled) and no longer pending, also when its funds were held before, when a stored instrument was charged for it, and when the notification of the hold is repeated.',
  fix: 'Treat 6 as a final failure of the attempt and tell the payer.',
  story: async (t) => {
    const payment = await t.order();
    await t.honours(payment, () => t.report(payment, 6), isOver);
    const renewed = await renewal(t);
    if (renewed !== undefined) {
      await t.honours(
        renewed,
        () => t.report(renewed, 6),
        (order) => isOver(order) || triesAgain(order, renewed),
      );
    }
    if (!takesHolds(t)) return;
    const held = await t.held();
    await t.honours(held, () => t.report(held, 6), isOver);
    await t.repeatNews(held, { status: 8 });
    await t.settled(held);
    await t.follows(held, isOver);
  },
});
