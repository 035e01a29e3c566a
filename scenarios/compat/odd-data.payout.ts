import { check } from '../../suite/engine/index.ts';
import { ODD, refusing } from '../steps/effects.ts';
import { askBeside, createdWith, OR_REVIEW, wisher } from '../steps/payouts.ts';

export default check('compat.odd-data.payout', {
  title: 'A payout survives an answer whose data is null or empty.',
  must: ['fields.envelope.result', 'errors.3', 'versioning.4', 'law.33'],
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'Errors 3: result true means that the payout was created; Versioning 4: clients tolerate answers that change.',
  expectation:
    'When withdraw/create answers result true with data null, [] or {}, the payout is pending and 5 completes it, or it is left to a person. With result false and such data the payout request gets a usable answer.',
  fix: 'Check that data is an object before you read from it. Without an id call withdraw/shop_payment_status.',
  story: async (t) => {
    const who = await wisher(t);
    for (const data of ODD) {
      const { made } = await createdWith(t, { kind: 'answer', set: { data }, breaksSpec: true }, who);
      await t.lookAtPayout(made);
      await t.payoutEnds(made, 5, OR_REVIEW);
      await t.nextCall('withdraw/create', refusing(57, data));
      await askBeside(t, who);
    }
  },
});
