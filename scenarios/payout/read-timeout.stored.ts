import { check, type Verbs } from '../../suite/engine/index.ts';
import { isPaid } from '../steps/payout-steps.ts';
import { beginTimeout, creates } from '../steps/payouts.ts';

/** The first creation is lost on the way and may be repeated; the repeated one arrives, and has no answer either. */
async function unansweredTwice(t: Verbs): Promise<void> {
  const { since, answer } = await beginTimeout(t, false, true);
  const made = await t.inHand(answer);
  for (let round = 0; round < 6; round++) {
    await t.runJobsNow({ advancePolls: 1 });
    await t.lookAtPayout(made);
  }
  const [last] = (await creates(t, since)).slice(1);
  const view = last && (await t.payoutView(String(last.request.fields?.shop_payment_id)));
  if (view === undefined) return;
  await t.movePayout({ view }, 5);
  const what = 'withdraw/create had no answer, was repeated, and had no answer again';
  await t.payoutBecomes(made, `${what}; then the payout was completed (status 5)`, isPaid);
}

export default check('payout.read-timeout.stored', {
  title: 'After a read timeout the shop asks for the status and follows it.',
  must: ['errors.5', 'errors.5.exists', 'transport.5', 'limits.unique-payment', 'law.9', 'law.10'],
  capabilities: ['payout'],
  rule: 'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status decides.',
  expectation:
    'The next call is withdraw/shop_payment_status with the same id, no second id appears, and the payout ends as the gateway says; until then it is neither failed nor paid. The same applies when a repeated creation ends in a read timeout as well.',
  fix: 'Store shop_payment_id before the call, turn off automatic retries of the HTTP client, and after a timeout call withdraw/shop_payment_status with this id. A timeout means an unknown outcome, not a failure.',
  story: async (t) => {
    const { answer, id } = await beginTimeout(t, true);
    const made = await t.inHand(answer);
    for (let round = 0; round < 3; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      await t.lookAtPayout(made);
    }
    const view = (await t.payoutView(id)) ?? t.inconclusive('The gateway does not have the payout.');
    await t.movePayout({ view }, 5);
    await t.payoutBecomes(made, 'The payout whose answer was lost was completed (status 5)', isPaid);
    await unansweredTwice(t);
  },
});
