import { isOver } from '../../suite/drivers/index.ts';
import { check } from '../../suite/engine/index.ts';
import { mustCharge } from '../steps/holds.ts';
import { commanded, otherAttempt } from '../steps/retries.ts';

export default check('hold.retried', {
  title: 'A two-step order that is retried after a rejection is held again, and charged once.',
  must: ['flow.two-step.hold', 'transport.5', 'states.invoice.6', 'law.13'],
  capabilities: ['hold', 'order.retry'],
  readings: ['hold.id'],
  expectation:
    'After a 6 of the first attempt a retry calls invoice/hold with another shop_order_id. After a genuine 8 the order is held, and stays so when the 6 of the first attempt is repeated. The charge names the second invoice, and its 4 pays the order once.',
  fix: 'Keep the mode of an order with the order, and the state, the id at the gateway and the notifications with each attempt.',
  story: async (t) => {
    const first = await t.order({ mode: 'hold' });
    await t.honours(first, () => t.report(first, 6), isOver);
    const now = commanded(t, await t.driver.retry(first.orderId));
    if (now === undefined) return t.notSeen('The merchant refuses to try the rejected order again.');
    const second = await otherAttempt(t, first, now.shop_order_id);
    if (second === undefined) return t.inconclusive('The retry created no new invoice at the gateway.');
    if (second.invoice.mode !== 'hold') {
      t.fail(
        'A two-step order was retried with invoice/create: nothing is held, and the payer is charged at once.',
        { about: t.aboutPayment(second) },
      );
    }
    await t.hold(second);
    await t.repeatNews(first, { status: 6 });
    // Without a state between new and paid the charge shows whether it is still held.
    const { order } = await t.becomes(second, (each) => !isOver(each));
    if (isOver(order)) {
      t.late(
        `The second attempt of the order is held, the rejection of the first was repeated, and the order is ${t.orderInWords(order)}.`,
        { about: t.aboutPayment(second) },
      );
    }
    await mustCharge(t, second);
    await t.honours(second);
    await t.repeatNews(first, { status: 6 });
    await t.settled(second);
  },
});
