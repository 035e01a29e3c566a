import { check, DAY_MS, HOUR_MS } from '../../suite/engine/index.ts';
import { payoutBeside, wisher } from '../steps/payouts.ts';

export default check('payout.polling.days', {
  title: 'The shop does not abandon an open payout after days.',
  must: ['flow.payout.poll', 'errors.3.wait', 'law.11', 'law.20'],
  means: ['jobs', 'clock'],
  rule: 'Errors 3: while the status is not final, poll. No time limit is given.',
  expectation:
    'A payout that stays at 3 for three days is not failed. When it becomes 5 it is paid, or a person is asked to decide. When another one becomes 6 after that time it is failed, and what was debited is returned.',
  fix: 'End a payout only on a final status. Poll less often as it gets older, or ask a person to look at it, but do not return the funds to the customer.',
  story: async (t) => {
    const who = await wisher(t);
    const ending = [
      { made: await payoutBeside(t, who), status: 5, wanted: 'paid', ends: 'completed' },
      { made: await payoutBeside(t, who), status: 6, wanted: 'failed', ends: 'rejected' },
    ] as const;
    for (const { made } of ending) await t.movePayout(made, 3);
    await t.advance(3 * DAY_MS, 6 * HOUR_MS);
    for (const { made } of ending) await t.lookAtPayout(made);
    for (const { made, status } of ending) await t.moveUnlessLeft(made, status);
    await t.advance(6 * HOUR_MS, 3 * HOUR_MS);
    const left = async () => {
      for (const each of ending) {
        const seen = await t.lookAtPayout(each.made);
        if (each.status === 6) await t.rejectFurther(each.made, seen);
        if (seen.state !== each.wanted && seen.state !== 'review') return each;
      }
      return undefined;
    };
    for (let step = 0; step < 11 && (await left()) !== undefined; step++) {
      await t.advance(6 * HOUR_MS, 3 * HOUR_MS);
    }
    const open = await left();
    if (open !== undefined) {
      t.late(
        `The payout was ${open.ends} after three days; three days later the merchant shows it as ${t.describePayout(await t.lookAtPayout(open.made))}.`,
        { about: t.aboutPayout(open.made) },
      );
    }
    for (const { made } of ending) await t.lookAtPayout(made);
  },
});
