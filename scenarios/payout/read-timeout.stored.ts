import { check, type Verbs } from '../../suite/engine/index.ts';
import { beginTimeout } from '../steps/payouts.ts';

/** The first creation is lost on the way and may be repeated; the repeated one arrives, and has no answer either. */
async function unansweredTwice(t: Verbs): Promise<void> {
  const { made, sent } = await beginTimeout(t, false, true);
  for (let round = 0; round < 6; round++) {
    await t.polls();
    await t.lookAtPayout(made);
  }
  const view = await t.payoutView((await sent())[1]);
  if (view !== undefined) await t.payoutEnds({ ...made, view }, 5);
}

export default check('payout.read-timeout.stored', {
  title: 'After a read timeout the shop asks for the status and follows it.',
  must: ['errors.5', 'errors.5.exists', 'transport.5', 'limits.unique-payment', 'law.9', 'law.10'],
  rule: 'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status decides.',
  expectation:
    'The next call is withdraw/shop_payment_status with the same id, no second id appears, and the payout ends as the gateway says; until then it is neither failed nor paid. The same applies when a repeated creation ends in a read timeout as well.',
  fix: 'Store shop_payment_id before the call, turn off automatic retries of the HTTP client, and after a timeout call withdraw/shop_payment_status with this id. A timeout means an unknown outcome, not a failure.',
  story: async (t) => {
    const { made, id } = await beginTimeout(t, true);
    for (let round = 0; round < 3; round++) {
      await t.polls();
      await t.lookAtPayout(made);
    }
    const view = (await t.payoutView(id)) ?? t.inconclusive('The gateway does not have the payout.');
    await t.payoutEnds({ ...made, view }, 5);
    await unansweredTwice(t);
  },
});
