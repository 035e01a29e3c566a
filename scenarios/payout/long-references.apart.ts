import { check } from '../../suite/engine/index.ts';
import { longTwins, needsShortReference } from '../steps/payouts.ts';

export default check('payout.long-references.apart', {
  title: 'Two long references that differ only at the end are two payouts.',
  should: ['transport.5'],
  whyShould:
    'The specification knows shop_payment_id and no references. How a shop tells its own payouts apart is its own decision, but a payout that is taken for another one is never made.',
  expectation:
    'References of 300 characters that differ only in the last one lead to two payouts of the shop. Not judged when the shop refuses such references.',
  fix: 'Compare references whole: store them in a column that is long enough, or compare a digest.',
  story: async (t) => {
    const { one, two, answer, about } = await longTwins(t);
    const what = 'Of two payouts whose references of 300 characters differ only in the last character';
    if (answer.kind === 'refused') {
      await needsShortReference(t);
      t.fail(`${what} the second was refused: ${answer.message}.`, { about });
    }
    if (two !== undefined && one.payoutId === two.payout_id)
      t.fail(`${what} the shop made one: both calls answered with payout ${two.payout_id}.`, { about });
  },
});
