import { check } from '../../suite/engine/index.ts';
import { amountTypes } from '../steps/payouts.ts';

export default check('payout.amount-type', {
  title: 'The shop sends the amount_type that was requested.',
  must: ['endpoint.withdraw.amount-type', 'endpoint.withdraw.create.request', 'law.29'],
  expectation:
    'A payout that was requested with ps_amount, or with shop_amount, arrives with this amount_type and this amount.',
  fix: 'Pass on amount_type as requested: ps_amount for "the recipient gets", shop_amount for "our balance pays".',
  story: async (t) => {
    // In floating-point cents this is one less.
    const amount = '17.08';
    for (const amountType of amountTypes(t)) {
      if (amountType === undefined) {
        return t.notApplicable('The merchant claims neither payout.ps_amount nor payout.shop_amount.');
      }
      const since = await t.now();
      const { answer } = await t.askPayout({ amountType, amount });
      // The create of an earlier wish may come late, after this one.
      const calls = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(answer) });
      if ((await calls).length === 0) t.inconclusive(`The payout by ${amountType} was not created.`);
    }
  },
});
