import { check, HOUR_MS, type Verbs } from '../../suite/engine/index.ts';
import { LOST, refusing, WAYS } from '../steps/effects.ts';
import { ASKING } from '../steps/operations.ts';
import {
  askBeside,
  lost,
  payoutBeside,
  questions,
  questionsEnd,
  type Standing,
  wisher,
} from '../steps/payouts.ts';

/** A question that fails may be put again at once, so often. */
const TRIES = 3;

/** Payouts about which there is reason to be impatient; of one of them every question fails. */
async function openInEveryWay(t: Verbs): Promise<{ mute: Standing }> {
  const who = await wisher(t);
  await t.movePayout(await payoutBeside(t, who), 3);
  const troubled = await payoutBeside(t, who);
  await t.gateway.setPayoutStatus(troubled.view.payoutId, { status: 9, errorCode: 2000 });
  const mute = await payoutBeside(t, who);
  await questionsEnd(t, mute, WAYS.http500.effect);
  await t.nextCall('withdraw/create', LOST);
  const since = await t.now();
  await lost(t, await askBeside(t, who), since);
  await t.nextCall('withdraw/create', refusing(57));
  const then = await t.now();
  const refused = await askBeside(t, who);
  if (refused.answer.kind === 'ok') await lost(t, refused, then);
  return { mute };
}

export default check('payout.polling.interval', {
  title: 'The shop polls at intervals of about 30 seconds.',
  should: ['limits.polling-interval', 'events.polling-interval'],
  whyShould: 'The specification recommends 30 seconds. Polling more often costs calls, not money.',
  means: ['jobs', 'clock'],
  expectation:
    'During ten minutes of clock time a payout is not polled at a steady interval far below 30 seconds, in status 3 or 9, or when its creation had no answer or an unknown error code. A payout whose status requests fail may be asked about three times in a row. After an hour without a job run the missed polls are not made up for.',
  fix: 'Store when each payout was last polled, and poll it again after 30 seconds or later.',
  story: async (t) => {
    const { mute } = await openInEveryWay(t);
    await t.runJobsNow();
    const since = await t.now();
    const minutes = 10;
    await t.advance(minutes * 60_000, 5_000);
    if ((await t.calls({ operation: ASKING, after: since })).length === 0)
      t.inconclusive('The merchant never asked for the status.');
    const polls = await questions(t, mute, since);
    if (polls.length > (minutes * 2 + 2) * TRIES) {
      t.fail(
        `In ${minutes} minutes the merchant asked ${polls.length} times about one payout whose status questions fail; one call in 30 seconds is recommended.`,
        { about: [mute.reference] },
      );
    }
    await t.runJobsNow({ advancePolls: Math.ceil(HOUR_MS / t.slot.config.tempo.pollMs) });
  },
});
