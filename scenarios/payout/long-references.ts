import { check } from '../../suite/engine/index.ts';
import { longTwins, needsShortReference } from '../steps/payouts.ts';

export default check('payout.long-references', {
  title: 'Two payouts whose long references differ only at the end get different ids.',
  must: ['limits.unique-payment', 'transport.5'],
  expectation:
    'References of 300 characters that differ only in the last one lead to two payouts with different ids. A shop that refuses the second or takes it for the first is reported by payout.long-references.apart.',
  fix: 'Do not truncate a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  story: async (t) => {
    const { one, two, answer, about } = await longTwins(t);
    if (answer.kind === 'refused' || one.payoutId === two?.payout_id)
      return t.notSeen('The shop takes the two references for one.');
    if (two === undefined) {
      await needsShortReference(t);
      return t.fail(
        `Of two payouts whose references of 300 characters differ only in the last character the second could not be created, and one with a short reference was: ${JSON.stringify(answer)}.`,
        { about },
      );
    }
    if (two.shop_payment_id === one.shopPaymentId)
      t.fail(`Two payouts have the shop_payment_id ${one.shopPaymentId}.`, { about });
    if ((await t.payoutView(two.shop_payment_id)) === undefined)
      t.inconclusive('The second of the two payouts does not exist at the gateway.');
  },
});
