import { check } from '../../suite/engine/index.ts';
import { payoutIfAllowed, type Standing, wisher } from '../steps/payouts.ts';

/** More open payouts than a small page of them holds. */
const MANY = 10;

export default check('payout.tracked', {
  title: 'The shop polls a payout until its status is final.',
  must: ['flow.payout.poll', 'errors.3.wait', 'fields.payout.id', 'law.20'],
  means: ['jobs'],
  expectation:
    'The status requests name the id of this payout, and the payout is paid when the gateway answers 5. This holds also while ten older payouts of the same customer are open, or as many as the shop allows, which stay open until their own final status.',
  fix: 'Store the `id` of the answer (for withdraw/status) or your shop_payment_id (for withdraw/shop_payment_status), and poll every open payout in a job.',
  story: async (t) => {
    const who = await wisher(t, '300.00');
    const olders: Standing[] = [];
    for (let n = 0; n < (t.claims('jobs') ? MANY + 1 : 2); n++) {
      const one = await payoutIfAllowed(t, who);
      if (one === undefined) break;
      await t.movePayout(one, 3);
      olders.push(one);
    }
    const made = olders.pop() ?? t.inconclusive('The merchant created no payout.');
    await t.polls(3);
    await t.hearsOf(made, 3);
    await t.payoutEnds(made, 5);
    for (const older of olders) await t.lookAtPayout(older);
    for (const older of olders) await t.movePayout(older, 5);
    for (const older of olders) await t.payoutShows(older, 5);
  },
});
