import { check, type Verbs } from '../../suite/engine/index.ts';
import { ASKING, askBeside, lost, payoutBeside, type Standing, wisher } from '../steps/payout-steps.ts';
import { asked, HOUR_MS } from '../steps/payouts.ts';
import { refusing } from '../steps/refusing.ts';

/** More than what is due twice, by a timer and by the run that was asked for. */
const MOST_AT_ONCE = 4;

interface Followed {
  readonly made: Standing;
  readonly says: string;
  /** How many calls a question may be: one that fails may be put again at once. */
  readonly tries: number;
}

/** Payouts about which there is reason to be impatient. */
async function openInEveryWay(t: Verbs): Promise<readonly Followed[]> {
  const who = await wisher(t);
  const plain = await payoutBeside(t, who);
  await t.movePayout(plain, 3);
  const troubled = await payoutBeside(t, who);
  await t.gateway.setPayoutStatus(troubled.view.payoutId, { status: 9, errorCode: 2000 });
  const mute = await payoutBeside(t, who);
  const { payoutId, shopPaymentId } = mute.view;
  const effect = { kind: 'http-status', status: 500, committed: true } as const;
  await t.gateway.arm([
    { where: { operation: [...ASKING], payoutId }, times: null, effect },
    { where: { operation: [...ASKING], shopPaymentId }, times: null, effect },
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
  ]);
  const since = await t.now();
  const silent = await lost(t, await askBeside(t, who), since);
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect: refusing(57) }]);
  const then = await t.now();
  const refused = await askBeside(t, who);
  const coded = refused.answer.kind === 'ok' ? [await lost(t, refused, then)] : [];
  return [
    { made: plain, says: 'in status 3', tries: 1 },
    { made: troubled, says: 'in status 9', tries: 1 },
    { made: mute, says: 'whose status questions fail', tries: 3 },
    { made: silent, says: 'whose creation had no answer', tries: 1 },
    ...coded.map((made) => ({ made, says: 'whose creation answered the unknown code 57', tries: 1 })),
  ];
}

export default check('payout.polling.interval', {
  title: 'The shop polls at intervals of about 30 seconds.',
  requirements: ['limits.polling-interval', 'events.polling-interval'],
  level: 'should',
  whyShould: 'The specification recommends 30 seconds. Polling more often costs calls, not money.',
  capabilities: ['payout'],
  means: ['jobs', 'clock'],
  rule: 'Limits: payout status polling is recommended every 30 seconds.',
  expectation:
    'During ten minutes of clock time a payout is not polled at a steady interval far below 30 seconds, in status 3 or 9, or when its creation had no answer or an unknown error code. A payout whose status requests fail may be asked about three times in a row. After an hour without a job run the missed polls are not made up for.',
  fix: 'Store when each payout was last polled, and poll it again after 30 seconds or later.',
  story: async (t) => {
    const followed = await openInEveryWay(t);
    await t.runJobsNow();
    const since = await t.now();
    const minutes = 10;
    await t.advance(minutes * 60_000, 5_000);
    let seen = 0;
    for (const { made, says, tries } of followed) {
      const polls = await asked(t, made, since);
      seen += polls.length;
      const most = (minutes * 2 + 2) * tries;
      if (polls.length <= most) continue;
      t.fail(
        `In ${minutes} minutes the merchant asked ${polls.length} times about one payout ${says}; one call in 30 seconds is recommended.`,
        { about: [made.reference] },
      );
    }
    if (seen === 0) t.inconclusive('The merchant never asked for the status.');
    const later = await t.now();
    await t.runJobsNow({ advancePolls: Math.ceil(HOUR_MS / t.slot.config.tempo.pollMs) });
    for (const { made, says, tries } of followed) {
      const polls = await asked(t, made, later);
      if (polls.length <= MOST_AT_ONCE * tries) continue;
      t.fail(
        `After an hour in which none of its jobs ran the merchant asked ${polls.length} times at once about one payout ${says}; missed polls must not be made up for.`,
        { about: [made.reference] },
      );
    }
  },
});
