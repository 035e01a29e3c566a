import { check } from '../../suite/engine/index.ts';
import { refused } from '../steps/effects.ts';
import { chargesOf } from '../steps/holds.ts';

export default check('hold.charge.fatal-codes', {
  title: 'A charge that is refused with a fatal code is not sent again.',
  should: ['errors.2', 'errors.code.1', 'errors.code.4'],
  whyShould:
    'The shop must decide about a hold within five days, and may want to try the charge once more; what the gateway refuses moves no money.',
  capabilities: ['hold'],
  expectation:
    'After invoice/charge is answered with code 1 or 4, no job of the shop calls it again for that hold: whether to charge or to release it is for a person to decide.',
  fix: 'Read `error_code` of the answer to invoice/charge. On codes 1 to 4 end the charge, show the order as held, with the code, and leave the decision to a person.',
  story: async (t) => {
    for (const code of [1, 4]) {
      // A shop may close the payway after the first of these codes.
      if (code !== 1) await t.sellsAgain('hold');
      const payment = await t.held();
      await t.nextCall('invoice/charge', refused(code));
      await t.driver.charge(payment.orderId);
      await t.settle();
      if ((await chargesOf(t, payment)).length === 0)
        t.inconclusive('The merchant did not call invoice/charge at all.');
      await t.polls(2);
      const charges = await chargesOf(t, payment);
      if (charges.length === 1) continue;
      t.fail(
        `invoice/charge was answered with the fatal code ${code}, and was called ${charges.length - 1} more times for the same hold.`,
        { about: t.aboutPayment(payment) },
      );
    }
  },
});
