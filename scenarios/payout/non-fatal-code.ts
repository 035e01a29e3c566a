import { check, type Verbs } from '../../suite/engine/index.ts';
import { nonFatalCodes, type WaitingCode } from '../steps/codes.ts';
import { refusing } from '../steps/effects.ts';
import {
  createEnds,
  idsSent,
  looksWhenOver,
  lost,
  mayGiveUp,
  type Standing,
  type Wisher,
  wisher,
} from '../steps/payouts.ts';

/** A payout that the gateway has although its creation answered this code, whatever the merchant takes the code for. */
async function createdInWaiting(t: Verbs, each: WaitingCode, who: Wisher): Promise<Standing> {
  const { since, asked } = await createEnds(t, refusing(each.code), who);
  await t.polls(2);
  // Whoever has sent it under a second id may not give it up.
  if ((await idsSent(t, since)).length === 1) await mayGiveUp(t, each, asked);
  return lost(t, asked, since);
}

export default check('payout.non-fatal-code', {
  title: 'After a non-fatal code of withdraw/create the shop polls the status of the payout.',
  must: ['errors.2.poll', 'law.9', 'law.11', 'law.20', 'law.33'],
  means: ['jobs'],
  readings: ['error.non-fatal-codes'],
  expectation:
    'withdraw/create is answered with code 8 (operation is processing) and the gateway has the payout: it is not created again under another id, is polled while it is pending, is paid with 5, and its funds are returned on 6. A shop that gives the payout up is judged only by the first of these, unless the operator calls the code non-fatal.',
  fix: 'Keep the payout open on a non-fatal code and let the poller call withdraw/shop_payment_status.',
  story: async (t) => {
    const who = await wisher(t);
    const codes = await nonFatalCodes(t);
    for (const each of codes) {
      const made = await createdInWaiting(t, each, who);
      await t.lookAtPayout(made);
      await t.payoutEnds(made, 5);
    }
    const [first] = codes;
    if (first === undefined) return;
    const more = await wisher(t);
    await t.balance(more.customer);
    const made = await createdInWaiting(t, first, more);
    await t.payoutEnds(made, 6);
    await looksWhenOver(t, made);
  },
});
