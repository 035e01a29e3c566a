import { check, type Payment } from '../../suite/engine/index.ts';
import { isOver } from '../steps/new-tries.ts';
import { renewal } from '../steps/renewed.ts';
import { takesHolds } from '../steps/ways-in.ts';

/** Whether another attempt of the order is under way by now, as of a subscription that is tried again by itself. */
const triesAgain = (order: Payment['order'], { shopOrderId }: Payment): boolean =>
  order.shop_order_id !== null && order.shop_order_id !== shopOrderId;

export default check('invoice.status.rejected', {
  title: 'Status 6 fails the order.',
  requirements: ['states.invoice.6', 'errors.3.end', 'law.19'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'States and transitions, Invoice statuses: 6 is final and means rejected.',
  expectation:
    'After a genuine 6 the order is failed (or cancelled) and no longer pending, also when its funds were held before, when a stored instrument was charged for it, and when the notification of the hold is repeated.',
  fix: 'Treat 6 as a final failure of the attempt and tell the payer.',
  story: async (t) => {
    const payment = await t.order();
    await t.report(payment, 6);
    await t.mustBecome(payment, 'Status 6 (rejected) did not end the order', (order) =>
      ['failed', 'cancelled'].includes(order.state),
    );
    const order = await t.look(payment);
    if (t.isPaid(order))
      t.fail(`A rejected order is shown as ${t.orderInWords(order)}.`, {
        about: t.aboutPayment(payment),
      });
    const renewed = await renewal(t);
    if (renewed !== undefined) {
      await t.report(renewed, 6);
      await t.mustBecome(
        renewed,
        'The charge of a stored instrument was rejected (status 6), and the order did not end',
        (each) => isOver(each) || triesAgain(each, renewed),
      );
    }
    if (!takesHolds(t)) return;
    const held = await t.held();
    await t.honours(held, () => t.report(held, 6), isOver);
    await t.mustBecome(
      held,
      'The funds were held, and then status 6 (rejected) did not end the order',
      (each) => ['failed', 'cancelled'].includes(each.state),
    );
    await t.repeatNews(held, { status: 8 });
    const still = await t.settled(held);
    if (['failed', 'cancelled', 'review'].includes(still.state)) return;
    t.fail(
      `The hold was rejected (status 6), then the notification of status 8 came again: the order is ${t.orderInWords(still)}.`,
      { about: t.aboutPayment(held) },
    );
  },
});
