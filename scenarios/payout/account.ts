import { check, type Verbs } from '../../suite/engine/index.ts';
import { askBeside, bare, wisher } from '../steps/payout-steps.ts';

/** A phone, and accounts of twenty digits, too long for a number, of which one has zeros in front. */
const ACCOUNTS = ['79001234567', '40817810099910004312', '00817810099910004312'];

/** Whoever takes digits alone leaves the letters out; only another encoding is wrong. */
async function lettersArrive(t: Verbs, who: { customer?: string }): Promise<void> {
  const account = 'Счёт № 7';
  const spoilt = [Buffer.from('Счёт').toString('latin1'), '????', '\ufffd'];
  const since = await t.now();
  await askBeside(t, who, { account });
  for (const { request } of await t.calls({
    operation: ['withdraw/create', 'check_account'],
    after: since,
  })) {
    const found = String(request.fields?.account);
    if (!spoilt.some((text) => found.includes(text))) continue;
    t.fail(
      `A payout to the account ${account} was sent as ${request.operation} with account ${JSON.stringify(found)}.`,
      { about: [request.exchange] },
    );
  }
}

export default check('payout.account', {
  title: 'The shop pays out to exactly the account it was given.',
  requirements: ['endpoint.withdraw.create.request'],
  level: 'must',
  capabilities: ['payout'],
  rule: 'Endpoints, withdraw/create: account is a string.',
  expectation:
    'Accounts of eleven and of twenty digits, also with leading zeros, arrive digit by digit; separators such as spaces between the digits may change. Letters arrive as UTF-8, or the shop refuses the account.',
  fix: 'Keep accounts as strings everywhere: a number loses leading zeros and every digit after the fifteenth.',
  story: async (t) => {
    const who = await wisher(t);
    let judged = 0;
    for (const account of ACCOUNTS) {
      const since = await t.now();
      await askBeside(t, who, { account });
      const seen = await t.calls({ operation: ['withdraw/create', 'check_account'], after: since });
      // Not every shop pays out to every kind of account.
      if (seen.length > 0) judged += 1;
      for (const { request } of seen) {
        const found = String(request.fields?.account);
        if (bare(found) === bare(account)) continue;
        t.fail(`A payout to the account ${account} was sent as ${request.operation} with account ${found}.`, {
          about: [request.exchange],
        });
      }
    }
    await lettersArrive(t, who);
    if (judged === 0) t.inconclusive('The merchant created none of the payouts, so no account was seen.');
  },
});
