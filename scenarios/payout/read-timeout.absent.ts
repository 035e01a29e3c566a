import { check } from '../../suite/engine/index.ts';
import { fundsAreBack, idsSent, isFailed, isPaid } from '../steps/payout-steps.ts';
import { asksFirst, beginTimeout } from '../steps/payouts.ts';

export default check('payout.read-timeout.absent', {
  title:
    'After a read timeout a payout is created again only when the gateway answers that it does not exist.',
  requirements: ['errors.5', 'errors.5.absent', 'law.9', 'law.10'],
  level: 'must',
  capabilities: ['payout'],
  readings: ['error.absent-payout'],
  rule: 'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status decides.',
  expectation:
    'The payout is never shown as paid; the creation is repeated only after the answer that no such payout exists.',
  fix: 'Call withdraw/shop_payment_status first. Repeat the creation, preferably under the same id, or fail the payout, only after the code for an absent payout.',
  story: async (t) => {
    const { since, answer, id, before } = await beginTimeout(t, false);
    const made = await t.inHand(answer);
    for (let round = 0; round < 4; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      await asksFirst(t, since, id);
      const seen = await t.lookAtPayout(made);
      if (isPaid(seen)) {
        t.fail(
          'withdraw/create had no answer and the gateway has no completed payout, and the merchant shows it as paid.',
          {
            about: [id, made.reference],
            underAnyReading: true,
          },
        );
      }
    }
    const sent = await idsSent(t, since);
    const stored = await Promise.all(sent.map((each) => t.payoutView(each)));
    const live = stored.filter((view) => view !== undefined);
    if (live.length > 1) {
      t.fail(`One payout exists ${live.length} times at the gateway.`, {
        about: live.map((view) => view.shopPaymentId),
        underAnyReading: true,
      });
    }
    const [view] = live;
    if (view !== undefined) {
      await t.movePayout({ view }, 5);
      await t.payoutBecomes(made, 'The repeated payout was completed (status 5)', isPaid);
      return;
    }
    const seen = await t.lookAtPayout(made);
    if (isFailed(seen)) await fundsAreBack(t, made, before);
  },
});
