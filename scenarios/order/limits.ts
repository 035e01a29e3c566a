import { check } from '../../suite/engine/index.ts';
import { mustBeRefusedSo } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';

/** An amount on each side of the limits, with the code of its refusal. */
const OUTSIDE = [
  ['49.99', 4],
  ['200.01', 5],
] as const;

export default check('order.limits', {
  title: 'An order outside the limits of its payway is not created, and its amount stays what it is.',
  must: [
    'limits.amount.refused',
    'errors.1',
    'errors.2',
    'errors.2.invoice',
    'errors.code.4',
    'law.2',
    'law.17',
    'law.25',
    'law.36',
    'law.60',
  ],
  readings: ['error.fatal-codes-beyond'],
  expectation:
    'The payway takes 50.00 to 200.00. The shop refuses orders of 49.99 and 200.01, or the gateway does (codes 4 and 5): then they are not credited, neither their amount nor their number changes, and they are not sent again and again. An order within the limits is paid.',
  fix: 'On codes 4 and 5 fail the order and tell the payer that the payment was not created. A person decides about another amount.',
  story: async (t) => {
    await t.withPayway({ minAmount: '50.00', maxAmount: '200.00' }, async () => {
      for (const [amount, code] of OUTSIDE) {
        const since = await t.now();
        const { answer, reference } = await t.ask({ amount });
        const [first] = await t.calls({ operation: CREATE, after: since, fields: t.numberOf(answer) });
        if (first !== undefined) mustBeRefusedSo(t, first, code);
        // A shop that knows the limits sends nothing, and rightly so.
        else if (answer.kind === 'unknown')
          t.inconclusive(`An order over ${amount} had no usable answer: ${answer.reason}.`);
        await t.polls(2);
        if (answer.kind === 'ok') await t.look({ orderId: answer.value.order_id, reference });
      }
      await t.pay(await t.order({ amount: '100.00' }));
    });
  },
});
