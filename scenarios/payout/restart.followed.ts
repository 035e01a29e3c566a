import { check, HOUR_MS } from '../../suite/engine/index.ts';
import { looksWhenOver, OR_REVIEW, unanswered } from '../steps/payouts.ts';

export default check('payout.restart.followed', {
  title: 'An open payout is polled after a restart.',
  must: ['flow.payout.poll', 'errors.3.wait', 'law.11', 'law.20'],
  means: ['jobs', 'restart'],
  rule: 'Errors 3: while the status is not final, poll; a restart does not make it final.',
  expectation:
    'After a kill and a restart the shop asks about a payout that has been in status 3 for two hours, and about one whose creation and status requests were not answered, and both are paid when the status becomes 5. A payout that becomes 6 then is failed, and what was debited is returned. The same holds for one whose status 6 the shop received just before the kill.',
  fix: 'Keep the list of open payouts in the database, and start the poller from it.',
  story: async (t) => {
    const made = await t.payout();
    await t.movePayout(made, 3);
    const rejected = await t.payout();
    await t.movePayout(rejected, 6);
    await t.polls();
    // Nothing that is open is too old to be followed.
    if (t.claims('clock')) await t.advance(2 * HOUR_MS, HOUR_MS);
    const open = await t.payout();
    await t.movePayout(open, 3);
    await t.polls();
    const silent = await unanswered(t);
    await t.restart();
    await t.gateway.clearFaults();
    await t.payoutEnds(made, 5);
    await t.payoutEnds(silent, 5, OR_REVIEW);
    await t.payoutShows(rejected, 6);
    await t.payoutEnds(open, 6);
    for (const failed of [rejected, open]) await looksWhenOver(t, failed);
  },
});
