import { check } from '../../suite/engine/index.ts';
import { codesThatWait } from '../steps/codes.ts';
import { refusing, SILENCE } from '../steps/effects.ts';
import { OR_REVIEW, unanswered, wisher } from '../steps/payouts.ts';

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
    await t.polls();
    const [code] = await codesThatWait(t);
    for (const effect of code === undefined ? [SILENCE] : [SILENCE, refusing(code)]) {
      const silent = await unanswered(t, effect, who);
      await t.driver.retryPayout(silent.payoutId);
      await t.gateway.clearFaults();
      await t.payoutEnds(silent, 5, OR_REVIEW);
      await t.driver.retryPayout(silent.payoutId);
      await t.polls();
    }
  },
});
