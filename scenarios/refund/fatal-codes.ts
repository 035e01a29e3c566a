import { check } from '../../suite/engine/index.ts';
import { refused } from '../steps/effects.ts';

export default check('refund.fatal-codes', {
  title: 'A refund that is refused with a fatal code is failed.',
  must: ['errors.2', 'errors.2.refund', 'law.8', 'law.17', 'law.21'],
  rule: 'Errors 2: on a fatal code a refund is not created, or created as FAILED, and communication about it ends.',
  expectation: 'After codes 1, 2, 3 and 4 the refund is refused or failed, and is not requested again.',
  fix: 'On a fatal code fail the refund, make its amount available for another refund, and inform the person who requested it.',
  story: async (t) => {
    for (const code of [1, 2, 3, 4]) {
      // A shop may close the payway after the first of these codes.
      if (code !== 1) await t.sellsAgain();
      const payment = await t.paid();
      await t.nextCall('invoice/create-refund', refused(code), { shopOrderId: payment.shopOrderId });
      await t.askRefund(payment);
      for (let round = 0; round < 2; round++) await t.runJobsNow();
      if ((await t.refundCalls(payment)).length === 0)
        return t.inconclusive('The merchant never requested the refund from the gateway.');
      await t.listRefunds(payment);
      await t.look(payment);
    }
    await t.gateway.clearFaults();
    await t.sellsAgain();
    const plain = await t.paid();
    await t.refund(plain);
  },
});
