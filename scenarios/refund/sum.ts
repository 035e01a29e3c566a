import { check } from '../../suite/engine/index.ts';

export default check('refund.sum', {
  title: 'The refunds of an order never exceed the paid sum.',
  must: ['law.7', 'law.8', 'law.21'],
  capabilities: ['refund.partial'],
  expectation:
    'Of two refunds of 60 of 100, one after the other and at the same moment, the gateway accepts one, and the shop counts one.',
  fix: 'Subtract successful and waiting refunds from the paid sum under a lock before you request the next one; treat a refund that the gateway refused as failed.',
  story: async (t) => {
    const payment = await t.paid();
    await Promise.all([t.askRefund(payment, '60.00'), t.askRefund(payment, '60.00')]);
    await t.askRefund(payment, '60.00');
    await t.settle();
    for (const view of await t.refundViews(payment)) {
      if (view.status !== 'WAITING') continue;
      await t.moveRefund(view, 'SUCCESS');
    }
    const truth = await t.acceptedSum(payment);
    await t.becomesInTime(payment, (each) => t.sameAmount(each.refunded, truth));
    await t.settle();
    await t.look(payment);
    if (t.sameAmount(truth, '0')) t.inconclusive('The gateway accepted none of the refunds.');
  },
});
