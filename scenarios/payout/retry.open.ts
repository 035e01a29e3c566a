import { check } from '../../suite/engine/index.ts';
import { codesThatWait } from '../steps/non-fatal-codes.ts';
import { completes, unanswered } from '../steps/payout-intents.ts';
import { wisher } from '../steps/payout-steps.ts';
import { refusing } from '../steps/refusing.ts';

export default check('payout.retry.open', {
  title: 'Retrying an open payout creates no second id.',
  must: ['transport.5', 'limits.unique-payment', 'errors.5', 'law.9'],
  capabilities: ['payout', 'payout.retry'],
  means: ['jobs'],
  rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one payout request has only one id that may exist at the gateway.',
  expectation:
    'While a payout is in status 3, while its creation had no answer or a non-fatal code, and after 5, a retry leads to no second shop_payment_id.',
  fix: 'Allow a new attempt only after 6, after a fatal code, or after the answer that no such payout exists. Until then only ask for the status.',
  story: async (t) => {
    const who = await wisher(t);
    const open = await t.payout(who);
    await t.movePayout(open, 3);
    await t.driver.retryPayout(open.payoutId);
    await t.runJobsNow({ advancePolls: 1 });
    const codes = await codesThatWait(t);
    for (const { says, effect } of [
      { says: 'a read timeout', effect: { kind: 'read-timeout', committed: true } } as const,
      ...codes.slice(0, 1).map((code) => ({ says: `the non-fatal code ${code}`, effect: refusing(code) })),
    ]) {
      const silent = await unanswered(t, effect, who);
      await t.driver.retryPayout(silent.payoutId);
      await t.gateway.clearFaults();
      await completes(t, silent, `The payout was retried after ${says}`);
      await t.driver.retryPayout(silent.payoutId);
      await t.runJobsNow({ advancePolls: 1 });
    }
  },
});
