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

/** For so long the merchant is left to itself, while its clock runs on. */
const BY_ITSELF_MS = 3_200;
/** In that time one question may be due. */
const DUE = 1;

/** What the merchant asks by itself, where nobody runs its jobs: stories that run them do not show its own timer. */
async function leftToItself(t: Verbs, payout: Standing): Promise<void> {
  const since = await t.now();
  await t.pause(BY_ITSELF_MS);
  const asked = await questions(t, payout, since);
  if (asked.length <= DUE + Math.floor(BY_ITSELF_MS / t.slot.config.tempo.pollMs)) return;
  const [first] = asked;
  t.fail(
    `In ${BY_ITSELF_MS / 1000} seconds, in which nobody ran its jobs, the merchant asked ${asked.length} times about one payout; one call in 30 seconds is recommended.`,
    { about: first === undefined ? [] : [first.request.exchange] },
  );
}

/** Payouts about which there is reason to be impatient, and one of them of which every question fails. */
async function openInEveryWay(t: Verbs): Promise<{ plain: Standing; mute: Standing }> {
  const who = await wisher(t);
  const plain = await payoutBeside(t, who);
  await t.movePayout(plain, 3);
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
  return { plain, mute };
}

export default check('payout.polling.interval', {
  title: 'The shop polls at intervals of about 30 seconds.',
  should: ['limits.polling-interval', 'events.polling-interval'],
  whyShould: 'The specification recommends 30 seconds. Polling more often costs calls, not money.',
  means: ['jobs', 'clock'],
  expectation:
    'During ten minutes of clock time a payout is not polled at a steady interval far below 30 seconds, in status 3 or 9, or when its creation had no answer or an unknown error code. A payout whose status requests fail may be asked about three times in a row. After an hour without a job run the missed polls are not made up for. Left to itself for three seconds after that, the merchant asks about a payout once at most.',
  fix: 'Store when each payout was last polled, and poll it again after 30 seconds or later.',
  story: async (t) => {
    const { plain, mute } = await openInEveryWay(t);
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
    await leftToItself(t, plain);
  },
});
