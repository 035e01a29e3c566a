import { check } from '../../suite/engine/index.ts';
import { amountTypes, looksWhenOver, SCENE } from '../steps/payouts.ts';

export default check('payout.status.rejected', {
  title: 'A rejected payout is failed, and its funds are returned exactly once.',
  must: ['states.payout.6', 'errors.3.end', 'law.11'],
  expectation:
    'After 6, with or without an error_code, also when the shop sees it twice, the payout is failed, and what was debited is returned once, with every amount_type that the shop claims.',
  fix: 'Return the funds in the transaction that changes the payout from open to failed, on the condition that it was open.',
  story: async (t) => {
    // Without jobs every look takes the merchant's whole poll interval.
    for (const amountType of t.claims('jobs') ? amountTypes(t) : [undefined]) {
      const customer = await t.funded();
      await t.balance(customer);
      const made = await t.payout({ amountType, customer });
      await t.movePayout(made, 3, SCENE);
      await t.polls();
      // A record of a rejection may have a code or none.
      const errorCode = amountType === 'ps_amount' ? 2000 : 0;
      await t.gateway.setPayoutStatus(made.view.payoutId, { status: 6, errorCode });
      await t.payoutShows(made, 6);
      await looksWhenOver(t, made);
    }
  },
});
