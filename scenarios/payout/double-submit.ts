import { check, type Verbs } from '../../suite/engine/index.ts';
import { LOST } from '../steps/effects.ts';
import { idsSent, lost, wisher } from '../steps/payouts.ts';

/** The answer to a wish is lost, and it is put again. */
async function submittedAgainWhenLost(t: Verbs): Promise<void> {
  const wish = { reference: t.unique('payout'), ...(await wisher(t)) };
  await t.nextCall('withdraw/create', LOST);
  for (let click = 0; click < 2; click++) {
    await t.askPayout(wish);
    await t.polls();
  }
}

export default check('payout.double-submit', {
  title: 'Submitting the same payout twice creates one payout.',
  must: ['transport.5', 'limits.unique-payment', 'law.9'],
  capabilities: ['payout', 'intents'],
  rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one submission has one id.',
  expectation:
    'The same reference, submitted twice, one after the other and at the same moment, leads to one payout at the gateway and one debit, also when it is submitted again after the payout is paid or after its answer was lost.',
  fix: 'Put a unique constraint on the submission (form token, reference) and give it one shop_payment_id before the first call.',
  story: async (t) => {
    const wish = { reference: t.unique('payout'), ...(await wisher(t)) };
    const since = await t.now();
    const clicks = await Promise.all([t.askPayout(wish), t.askPayout(wish)]);
    await t.askPayout(wish);
    await t.polls();
    if ((await idsSent(t, since)).length === 0) t.inconclusive('The merchant created no payout.');
    // The second click may be refused, whichever that is.
    const taken = clicks.find(({ answer }) => answer.kind === 'ok');
    if (taken === undefined || !t.claims('jobs')) return;
    const made = await lost(t, taken, since);
    await t.payoutEnds(made, 5);
    await t.polls();
    await t.askPayout(wish);
    await t.polls();
    await submittedAgainWhenLost(t);
  },
});
