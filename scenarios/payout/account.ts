import { check } from '../../suite/engine/index.ts';
import { askBeside, wisher } from '../steps/payouts.ts';

/** A phone, accounts of twenty digits, too long for a number, of which one has zeros in front, and letters. */
const ACCOUNTS = ['79001234567', '40817810099910004312', '00817810099910004312', 'Счёт № 7'];

export default check('payout.account', {
  title: 'The shop pays out to exactly the account it was given.',
  must: ['endpoint.withdraw.create.request', 'law.29'],
  rule: 'Endpoints, withdraw/create: account is a string.',
  expectation:
    'Accounts of eleven and of twenty digits, also with leading zeros, arrive digit by digit; separators such as spaces between the digits may change. Letters arrive as UTF-8, or the shop refuses the account.',
  fix: 'Keep accounts as strings everywhere: a number loses leading zeros and every digit after the fifteenth.',
  story: async (t) => {
    const who = await wisher(t);
    const since = await t.now();
    // Not every shop pays out to every kind of account.
    for (const account of ACCOUNTS) await askBeside(t, who, { account });
    const seen = await t.calls({ operation: 'withdraw/create', after: since });
    if (seen.length === 0)
      t.inconclusive('The merchant created none of the payouts, so no account was seen.');
  },
});
