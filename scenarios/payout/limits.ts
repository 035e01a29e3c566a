import { check } from '../../suite/engine/index.ts';
import { mustBeRefusedSo } from '../steps/effects.ts';

/** An amount on each side of the limits, with the code of its refusal. */
const OUTSIDE = [
  ['49.99', 4],
  ['200.01', 5],
] as const;

export default check('payout.limits', {
  title: 'A payout outside the limits of its payway is neither changed nor split.',
  must: [
    'limits.amount.refused',
    'errors.1',
    'errors.2',
    'errors.code.4',
    'law.9',
    'law.11',
    'law.17',
    'law.29',
    'law.60',
  ],
  readings: ['error.fatal-codes-beyond'],
  expectation:
    'The payway pays out 50.00 to 200.00. The shop refuses payouts of 49.99 and 200.01, or the gateway does (codes 4 and 5): then they are not sent with another amount, in parts or again and again, and after code 4 the funds are returned once. A payout within the limits is made.',
  fix: 'On codes 4 and 5 keep the payout as it was asked for: fail it and return the funds after 4, after 5 at the latest when the gateway says that there is no such payout.',
  story: async (t) => {
    await t.withPayoutPayway({ minAmount: '50.00', maxAmount: '200.00' }, async () => {
      for (const [amount, code] of OUTSIDE) {
        const customer = await t.funded('300.00');
        const since = await t.now();
        const { answer } = await t.askPayout({ amount, customer });
        const [first] = await t.calls({
          operation: 'withdraw/create',
          after: since,
          fields: t.numberOf(answer),
        });
        if (first !== undefined) mustBeRefusedSo(t, first, code);
        // A shop that knows the limits sends nothing, and rightly so.
        else if (answer.kind === 'unknown')
          t.inconclusive(`A payout of ${amount} had no usable answer: ${answer.reason}.`);
        // A question may be due a moment after its interval, which makes it every second round.
        await t.polls(4);
        if (answer.kind === 'ok') await t.lookAtPayout({ payoutId: answer.value.payout_id });
        await t.balance(customer);
      }
      await t.payout({ amount: '100.00', customer: await t.funded('100.00') });
    });
  },
});
