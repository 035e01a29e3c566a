import { check } from '../../suite/engine/index.ts';
import { watchBalances } from '../steps/invoices.ts';
import { untilAsked } from '../steps/recovery.ts';

export default check('hold.not-paid', {
  title: 'A held order is not paid.',
  must: ['states.invoice.8', 'flow.two-step.hold', 'law.4'],
  anyOf: ['hold', 'hold.auto'],
  readings: ['hold.id'],
  expectation:
    'A two-step order is created with invoice/hold. After a genuine 8 nothing is credited, neither to the order nor to a wallet, also where the shop learns of the 8 from invoice/check.',
  fix: 'Treat 8 as a reservation: no goods, no credit, until the charge is confirmed with 4.',
  story: async (t) => {
    const payment = (await t.paymentOf(await t.ask({ mode: 'hold' }))) ?? (await t.order({ mode: 'hold' }));
    if (payment.invoice.mode !== 'hold') {
      t.fail(
        'A two-step order was created with invoice/create: nothing is held, and the payer is charged at once.',
        { about: t.aboutPayment(payment), underAnyReading: true },
      );
    }
    const nothingIsRaised = await watchBalances(t, [payment]);
    await t.report(payment, 8);
    await t.settled(payment);
    await nothingIsRaised('the money is only held (status 8)');
    const unheard = await t.order({ mode: 'hold' });
    const nothingIsRaisedUnheard = await watchBalances(t, [unheard]);
    await t.setTruth(unheard, 8);
    await untilAsked(t);
    await t.look(unheard);
    await nothingIsRaisedUnheard('the money is only held (status 8)');
  },
});
