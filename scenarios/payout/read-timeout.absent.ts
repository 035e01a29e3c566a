import { check } from '../../suite/engine/index.ts';
import { beginTimeout, idsSent } from '../steps/payouts.ts';

export default check('payout.read-timeout.absent', {
  title:
    'After a read timeout a payout is created again only when the gateway answers that it does not exist.',
  must: ['errors.5', 'errors.5.absent', 'law.9', 'law.10', 'law.11'],
  readings: ['error.absent-payout'],
  rule: 'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status decides.',
  expectation:
    'The payout is never shown as paid; the creation is repeated only after the answer that no such payout exists.',
  fix: 'Call withdraw/shop_payment_status first. Repeat the creation, preferably under the same id, or fail the payout, only after the code for an absent payout.',
  story: async (t) => {
    const { since, made } = await beginTimeout(t, false);
    for (let round = 0; round < 4; round++) {
      await t.polls();
      await t.lookAtPayout(made);
    }
    const stored = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
    const view = stored.find((each) => each !== undefined);
    if (view !== undefined) return void (await t.payoutEnds({ ...made, view }, 5));
    await t.lookAtPayout(made);
  },
});
