import { check } from '../../suite/engine/index.ts';
import { charges, renewable } from '../steps/stored-instruments.ts';

export default check('token.not-approved', {
  title: 'A stored instrument that the operator does not let the shop charge pays nothing.',
  must: ['flow.recurrent.refused', 'errors.1', 'law.2', 'law.52', 'law.60'],
  readings: ['error.permission', 'error.fatal-codes-beyond'],
  expectation:
    'The operator withdraws the approval for recurrent invoices. A renewal, and an order whose payer wishes to store the instrument, are refused by the gateway: neither is credited, and neither is sent again and again. Once it is approved again, orders are paid.',
  fix: 'Read result and error_code of the answer to a charge as of any other: without result true nothing was charged. Leave the order open for the payer, or fail it.',
  story: async (t) => {
    const wish = await renewable(t);
    if (wish === undefined) return t.notSeen('The merchant stores no instruments.');
    const since = await t.now();
    await t.withoutApproval(async () => {
      const wishes = [
        { ...wish, reference: t.unique('renewal') },
        { customer: t.unique('customer'), saveInstrument: true, reference: t.unique('saving') },
      ];
      const asked = [];
      for (const each of wishes) asked.push(await t.ask(each));
      await t.polls(3);
      for (const { answer, reference } of asked)
        if (answer.kind === 'ok') await t.look({ orderId: answer.value.order_id, reference });
    });
    if ((await charges(t, since)).length === 0) t.inconclusive('The merchant charged no token.');
    await t.pay(await t.order());
  },
});
