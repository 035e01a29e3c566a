import { check } from '../../suite/engine/index.ts';
import { isFailed, isPaid, lost } from '../steps/payout-steps.ts';

export default check('payout.polling.ends', {
  title: 'The shop stops polling after a final status.',
  must: ['errors.3.end'],
  capabilities: ['payout'],
  means: ['jobs', 'clock'],
  expectation:
    'After a status request is answered with 5 or 6 no further status request for the payout follows, except one that was already on its way, also when its creation had no answer.',
  fix: 'Remove a payout from the list of open ones in the transaction that stores its final status.',
  story: async (t) => {
    const made = await t.payout();
    await t.movePayout(made, 5);
    await t.payoutBecomes(made, 'The payout was completed (status 5)', isPaid);
    const rejected = await t.payout();
    await t.movePayout(rejected, 6);
    await t.payoutBecomes(rejected, 'The payout was rejected (status 6)', isFailed);
    await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
    ]);
    const begun = await t.now();
    const silent = await lost(t, await t.askPayout(), begun);
    await t.movePayout(silent, 5);
    const unheard = 'of a payout whose creation had no answer';
    await t.payoutBecomes(silent, `The payout was completed (status 5), ${unheard}`, isPaid);
    await t.advance(600_000, 60_000);
  },
});
