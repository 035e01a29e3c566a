import { check } from '../../suite/engine/index.ts';
import { chargesOf } from '../steps/holds.ts';

export default check('hold.charge.once', {
  title: 'A double click charges a hold once.',
  must: ['law.13'],
  capabilities: ['hold'],
  readings: ['hold.id'],
  expectation:
    'Two charge requests at the same moment, and a third when the order is paid, lead to one invoice/charge. A charge and a release, at the same moment or one after the other, lead to only one of the two calls.',
  fix: 'Leave the state "held" in the transaction that starts the charge, so that a second request finds the order no longer held.',
  story: async (t) => {
    const { driver } = t;
    const payment = await t.held();
    await Promise.all([driver.charge(payment.orderId), driver.charge(payment.orderId)]);
    await t.settle();
    if ((await chargesOf(t, payment)).length === 0)
      t.inconclusive('The merchant did not call invoice/charge at all.');
    const result = await t.honours(payment);
    if (!result.ok)
      t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
    await driver.charge(payment.orderId);
    await t.settle();
    const atOnce = await t.held();
    await Promise.all([driver.charge(atOnce.orderId), driver.unhold(atOnce.orderId)]);
    const inTurn = await t.held();
    await driver.charge(inTurn.orderId);
    await driver.unhold(inTurn.orderId);
  },
});
