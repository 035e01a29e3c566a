import { check } from '../../suite/engine/index.ts';
import { tail } from '../steps/long-texts.ts';

export default check('payout.long-references', {
  title: 'Two payouts whose long references differ only at the end get different ids.',
  must: ['limits.unique-payment', 'transport.5'],
  expectation:
    'References of 300 characters that differ only in the last one lead to two payouts with different ids.',
  fix: 'Do not truncate a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  story: async (t) => {
    const [one, two] = tail(t, 'long-payout');
    const first = await t.askPayout({ reference: one });
    if (first.answer.kind === 'refused') {
      t.notApplicable(`The merchant refuses a reference of 300 characters: ${first.answer.message}.`);
    }
    const made = await t.inHand(first);
    const second = await t.askPayout({ reference: two });
    const about = [one, two];
    const found = second.answer.kind === 'ok' ? second.answer.value : await t.findPayout(two);
    if (found === undefined) {
      if (made.view === undefined)
        t.inconclusive('The first of the two payouts does not exist at the gateway.');
      return t.fail(
        `Of two payouts whose references of 300 characters differ only in the last character, the second could not be created: ${JSON.stringify(second.answer)}.`,
        { about },
      );
    }
    const isOne = first.answer.kind === 'ok' && first.answer.value.payout_id === found.payout_id;
    if (isOne) {
      return t.fail(
        `Of two payouts whose references of 300 characters differ only in the last character the shop made one: both calls answered with payout ${found.payout_id}.`,
        { about },
      );
    }
    const view = await t.payoutView(found.shop_payment_id);
    if (view === undefined) t.inconclusive('Neither of the two payouts exists at the gateway.');
  },
});
