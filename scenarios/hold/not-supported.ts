import { check } from '../../suite/engine/index.ts';
import { mustBeRefusedSo } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';

export default check('hold.not-supported', {
  title: 'An order that cannot be held is not charged at once instead.',
  should: ['flow.two-step.refused', 'errors.2', 'errors.2.invoice', 'errors.code.3', 'law.17', 'law.25'],
  whyShould:
    'The specification ends the communication about an order that was refused, and does not forbid to offer the payer another way to pay.',
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'The payway has no two-step payment, so invoice/hold answers code 3. The order is failed or refused, and no invoice/create follows by itself. On a payway that has it the next order is held.',
  fix: 'Treat code 3 of invoice/hold as the end of that order, and let the payer decide whether to pay in one step.',
  story: async (t) => {
    const since = await t.now();
    await t.withHoldPayway({ twoStep: false }, async () => {
      const { answer, reference } = await t.ask({ mode: 'hold' });
      await t.polls(2);
      const calls = await t.calls({ operation: CREATE, after: since, fields: t.numberOf(answer) });
      const [first, ...later] = calls;
      // A shop that has read what the payway offers refuses such an order by itself.
      if (first === undefined && answer.kind === 'refused')
        return t.notSeen(`The merchant refuses the order without invoice/hold: ${answer.message}.`);
      if (first?.request.operation !== 'invoice/hold')
        return t.inconclusive('The merchant did not call invoice/hold.');
      mustBeRefusedSo(t, first, 3);
      const instead = later.find(({ request }) => request.operation === 'invoice/create');
      if (instead !== undefined) {
        t.fail('invoice/hold was refused with code 3, and the order was sent with invoice/create instead.', {
          about: [reference],
        });
      }
      if (answer.kind !== 'ok') return;
      await t.follows({ orderId: answer.value.order_id, reference }, ({ state }) => state === 'failed');
    });
    await t.sellsAgain('hold');
    await t.hold(await t.order({ mode: 'hold' }));
  },
});
