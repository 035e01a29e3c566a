import { check } from '../../suite/engine/index.ts';
import { LOST } from '../steps/effects.ts';
import { createdWith, OR_REVIEW } from '../steps/payouts.ts';

export default check('payout.create.asks-first', {
  title: 'After a lost connection the shop asks for the status before it creates the payout again.',
  should: ['errors.5', 'law.10'],
  whyShould:
    'Errors 5 covers only a read timeout. A repeat under the same shop_payment_id cannot be paid twice; under another id it fails payout.create.one-id, which is a must.',
  means: ['jobs'],
  rule: 'Errors 5 covers a read timeout; a lost connection says as little about the payout.',
  expectation:
    'The connection of withdraw/create is reset after the gateway stored the payout: the next call about it asks for its status, and the payout is completed once.',
  fix: 'Turn off automatic retries of the HTTP client for withdraw/create, and call withdraw/shop_payment_status first.',
  story: async (t) => {
    const { made } = await createdWith(t, LOST);
    await t.polls(3);
    await t.payoutEnds(made, 5, OR_REVIEW);
  },
});
