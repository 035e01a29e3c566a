import { check } from '../../suite/engine/index.ts';
import { nonFatalCodes } from '../steps/codes.ts';
import { refusing } from '../steps/effects.ts';
import { ASKING } from '../steps/operations.ts';
import { createEnds, looksWhenOver, lost, mayGiveUp, neverMade, wisher } from '../steps/payouts.ts';

export default check('payout.non-fatal-code.two-hours', {
  title: 'After a non-fatal code the shop polls for about two hours.',
  must: ['limits.polling-duration', 'errors.2.poll', 'law.11', 'law.20', 'law.33'],
  means: ['jobs', 'clock'],
  readings: ['error.non-fatal-codes'],
  expectation:
    'The creation and every status request are answered with code 8 (operation is processing): the payout is still polled after 1 h 45 min, and 5 completes it. A shop that then fails a payout that the gateway does not have returns its funds. A shop that gives the payout up before is judged only where the operator calls the code non-fatal.',
  fix: 'Poll for about two hours after a non-fatal code before you hand the payout over to a person.',
  story: async (t) => {
    const who = await wisher(t);
    const [first = { code: 8, isStated: false }] = await nonFatalCodes(t);
    const { code } = first;
    const { since: begun, asked } = await createEnds(t, refusing(code), who);
    await mayGiveUp(t, first, asked);
    const made = await lost(t, asked, begun);
    const never = await neverMade(t, code);
    await t.everyCall(ASKING, refusing(code));
    // Whoever asks more and more seldom asks once in half an hour.
    await t.advance(110 * 60_000, 10 * 60_000);
    await mayGiveUp(t, first, asked);
    await t.gateway.clearFaults();
    await t.lookAtPayout(made);
    await t.payoutEnds(made, 5);
    await t.advance(60 * 60_000, 15 * 60_000);
    await looksWhenOver(t, never);
  },
});
