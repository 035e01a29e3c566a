import { check } from '../../suite/engine/index.ts';
import { WAYS } from '../steps/effects.ts';
import { ASKING } from '../steps/operations.ts';
import { createdWith, OR_REVIEW, wisher } from '../steps/payouts.ts';

export default check('payout.create.unknown-outcome', {
  title: 'A creation without a usable answer is neither a failure nor a success.',
  must: ['errors.5.exists', 'errors.3.wait', 'law.11'],
  means: ['jobs'],
  rule: 'Follows from Errors 5: what applies to a read timeout applies to every result that leaves the outcome unknown.',
  expectation:
    'withdraw/create ends in a reset, a proxy page, JSON from a proxy, or a truncated or garbled answer, and the gateway has the payout: it stays pending, the shop asks for its status, and 5 completes it. A shop may also leave it to a person.',
  fix: 'Treat a reset, HTTP 5xx and a body that is not a response envelope like a read timeout: call withdraw/shop_payment_status.',
  story: async (t) => {
    const who = await wisher(t);
    // A read timeout has checks of its own.
    for (const { says, effect } of [WAYS.reset, WAYS.proxyPage, WAYS.cut, WAYS.notJson, WAYS.proxyJson]) {
      const { since, made } = await createdWith(t, effect, who);
      await t.lookAtPayout(made);
      await t.polls();
      await t.lookAtPayout(made);
      const calls = await t.calls({ operation: ['withdraw/create', ...ASKING], after: since });
      // A job may have asked for an earlier payout meanwhile.
      const first = calls.findIndex(({ request }) => request.operation === 'withdraw/create');
      if (calls[first + 1]?.request.operation === 'withdraw/create') {
        t.warn(`After ${says} withdraw/create was repeated before the merchant asked for the status.`);
      }
      await t.payoutEnds(made, 5, OR_REVIEW);
    }
  },
});
