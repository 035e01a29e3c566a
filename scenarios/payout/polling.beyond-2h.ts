import { check, HOUR_MS, type Verbs } from '../../suite/engine/index.ts';
import { SILENCE } from '../steps/effects.ts';
import { createdWith, type Standing } from '../steps/payouts.ts';

/** Payouts in trouble, and one whose creation was not answered. */
async function openAllTheSame(t: Verbs): Promise<readonly Standing[]> {
  const open: Standing[] = [];
  for (const status of [4, 9]) {
    const made = await t.payout();
    await t.gateway.setPayoutStatus(made.view.payoutId, { status, errorCode: 2000 });
    open.push(made);
  }
  const { made } = await createdWith(t, SILENCE);
  await t.movePayout(made, 3);
  open.push(made);
  return open;
}

export default check('payout.polling.beyond-2h', {
  title: 'The shop does not abandon an open payout after two hours.',
  must: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
  means: ['jobs', 'clock'],
  rule: 'Errors 3: while the status is not final, poll. The two hours of Errors 2 apply only after a non-fatal error.',
  expectation:
    'A payout that stays at 3, 4 or 9 for hours is still pending, is still polled, and is paid when it becomes 5, also after a read timeout of its creation. A shop may also ask a person to decide.',
  fix: 'Stop polling only on a final status. Poll less often after two hours if you like, but do not fail the payout.',
  story: async (t) => {
    const plain = await t.payout();
    await t.movePayout(plain, 3);
    // Often enough that whoever counts questions instead of hours has counted far.
    await t.advance(3 * HOUR_MS, 150_000);
    const open = [plain, ...(await openAllTheSame(t))];
    await t.advance(3 * HOUR_MS, HOUR_MS / 2);
    for (const made of open) await t.lookAtPayout(made);
    for (const made of open) await t.moveUnlessLeft(made, 5);
    const arePaid = async () => {
      for (const made of open)
        if (!['paid', 'review'].includes((await t.lookAtPayout(made)).state)) return false;
      return true;
    };
    for (let hour = 0; hour < 6; hour++) {
      await t.advance(600_000, 300_000);
      if (await arePaid()) return;
    }
    // Beyond two hours no interval is recommended: once a day is enough.
    for (let step = 0; step < 5 && !(await arePaid()); step++) await t.advance(6 * HOUR_MS, 3 * HOUR_MS);
  },
});
