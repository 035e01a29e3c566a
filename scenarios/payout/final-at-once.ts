import { check } from '../../suite/engine/index.ts';
import { statusAtOnce } from '../steps/effects.ts';
import { idsSent, questions } from '../steps/payouts.ts';

export default check('payout.final-at-once', {
  title: 'A final status in the answer of withdraw/create is final.',
  must: ['endpoint.withdraw.create.status-at-once', 'states.payout.5', 'states.payout.6', 'errors.3.end'],
  expectation:
    'When the answer says 5 the payout is paid, and when it says 6 it is failed, without any status request.',
  fix: 'Handle data.status of the creation with the same code as the status of a poll.',
  story: async (t) => {
    for (const [status, wanted] of [
      [5, 'paid'],
      [6, 'failed'],
    ] as const) {
      const customer = await t.funded();
      await t.balance(customer);
      await t.nextCall('withdraw/create', statusAtOnce(status));
      const since = await t.now();
      const made = await t.payout({ customer });
      const about = t.aboutPayout(made);
      // The answer of withdraw/create is final, so the merchant knows without any background job.
      let seen = await t.lookAtPayout(made);
      for (let wait = 0; wait < 5 && seen.state !== wanted; wait++) {
        await t.pause(t.stage.settleMs / 5);
        seen = await t.lookAtPayout(made);
      }
      const [sent = null] = await idsSent(t, since);
      if (status === 6 && seen.shop_payment_id !== sent) {
        // The merchant tries a rejected payout again by itself: that attempt is judged by its own end.
        seen = await t.payoutShows({ ...made, shopPaymentId: sent }, 6);
      }
      if (seen.state !== wanted) {
        t.late(
          `withdraw/create answered the final status ${status}, and the payout is ${t.describePayout(seen)}.`,
          { about },
        );
      }
      await t.polls(2);
      const polls = await questions(t, made, since);
      if (polls.length > 1)
        t.warn(
          `A payout that withdraw/create ended with ${status} was asked about ${polls.length} times; "a final status means no status polling is needed".`,
        );
      await t.lookAtPayout(made);
      await t.balance(customer);
    }
  },
});
