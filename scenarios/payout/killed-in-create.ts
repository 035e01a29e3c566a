import { check } from '../../suite/engine/index.ts';
import { KILLED } from '../steps/effects.ts';
import { idsSent, lost, OR_REVIEW, wisher } from '../steps/payouts.ts';

export default check('payout.killed-in-create', {
  title: 'A kill while a payout is being created neither doubles nor loses it.',
  must: ['transport.5', 'limits.unique-payment', 'errors.5.exists', 'law.9', 'law.20'],
  means: ['jobs', 'restart'],
  rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one payout request has only one id that may exist at the gateway. After a kill the outcome of the call is as unknown as after a read timeout (Errors 5).',
  expectation:
    'The shop is killed between the call and its answer, and the gateway has the payout: no second shop_payment_id appears, also when the same payout is submitted again, and 5 completes it.',
  fix: 'Store the payout with its shop_payment_id before the call. After a restart call withdraw/shop_payment_status for every payout without an answer.',
  story: async (t) => {
    const reference = t.unique('payout');
    const wish = { reference, ...(await wisher(t)) };
    await t.nextCall('withdraw/create', KILLED);
    const since = await t.now();
    const asked = await t.askPayout(wish);
    await t.restart();
    const when = 'After a kill between withdraw/create and its answer';
    await t.polls(2);
    const known = asked.answer.kind === 'ok' ? [asked.answer.value] : await t.driver.findPayouts(reference);
    if (!Array.isArray(known) && known.kind !== 'ok')
      return t.inconclusive('The payout could not be looked for by its reference (GET /payouts?reference=).');
    const [sent] = await idsSent(t, since);
    const view = await t.payoutView(sent);
    if (view === undefined) return t.inconclusive('The payout did not reach the gateway before the kill.');
    const found = Array.isArray(known) ? known : known.value;
    if (found.length === 0) {
      return t.fail(`${when} the gateway has the payout ${sent}, and the merchant shows no such payout.`, {
        about: [reference, sent],
      });
    }
    if (t.claims('intents')) {
      await t.askPayout(wish);
      await t.polls();
    }
    await t.payoutEnds(await lost(t, asked, since), 5, OR_REVIEW);
  },
});
