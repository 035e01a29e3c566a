import { check } from '../../suite/engine/index.ts';
import { LOST } from '../steps/effects.ts';
import { createdWith, OR_REVIEW } from '../steps/payouts.ts';

export default check('payout.polling.ends', {
  title: 'The shop stops polling after a final status.',
  must: ['errors.3.end'],
  means: ['jobs', 'clock'],
  expectation:
    'After a status request is answered with 5 or 6 no further status request for the payout follows, except one that was already on its way, also when its creation had no answer.',
  fix: 'Remove a payout from the list of open ones in the transaction that stores its final status.',
  story: async (t) => {
    await t.payoutEnds(await t.payout(), 5);
    await t.payoutEnds(await t.payout(), 6);
    await t.payoutEnds((await createdWith(t, LOST)).made, 5, OR_REVIEW);
    await t.advance(600_000, 60_000);
  },
});
