import { check } from '../../suite/engine/index.ts';
import { completes, unanswered } from '../steps/payout-intents.ts';
import { isFailed } from '../steps/payout-steps.ts';

const HOUR_MS = 3_600_000;

export default check('payout.restart.followed', {
  title: 'An open payout is polled after a restart.',
  must: ['flow.payout.poll', 'errors.3.wait', 'law.11', 'law.20'],
  capabilities: ['payout'],
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
    await t.runJobsNow({ advancePolls: 1 });
    // Nothing that is open is too old to be followed.
    if (t.claims('clock')) await t.advance(2 * HOUR_MS, HOUR_MS);
    const open = await t.payout();
    await t.movePayout(open, 3);
    await t.runJobsNow({ advancePolls: 1 });
    const silent = await unanswered(t);
    await t.restart();
    await t.gateway.clearFaults();
    await completes(t, made, 'The merchant was killed and restarted while the payout was in status 3');
    await completes(t, silent, 'The merchant was killed and restarted while it did not know of the payout');
    await t.payoutBecomes(
      rejected,
      'The payout was rejected (status 6), and the merchant was killed and restarted',
      (payout) => isFailed(payout) && t.isReturned(payout),
    );
    await t.movePayout(open, 6);
    await t.payoutBecomes(
      open,
      'The merchant was killed and restarted while the payout was in status 3, and then the payout was rejected (status 6)',
      (payout) => isFailed(payout) && t.isReturned(payout),
    );
  },
});
