import { check } from '../../suite/engine/index.ts';
import { NOT_SENT, WAYS } from '../steps/effects.ts';
import { amountTypes, createdWith, createEnds, wisher } from '../steps/payouts.ts';

export default check('payout.create.one-id', {
  title: 'A creation without a usable answer is not repeated under another id.',
  must: ['transport.5', 'limits.unique-payment', 'law.9'],
  means: ['jobs'],
  rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if a repeated creation keeps it.',
  expectation:
    'withdraw/create ends in a reset or in HTTP 502 although the gateway has the payout: no second shop_payment_id appears for the same payout. When the gateway does not have it and the creation is repeated, amount, amount_type, currency, payway and account are the same.',
  fix: 'Store shop_payment_id with the payout before the first call, and use it for every status request and every repeat.',
  story: async (t) => {
    const who = await wisher(t);
    for (const { effect } of [WAYS.reset, WAYS.proxyPage]) {
      await createdWith(t, effect, who);
      await t.polls(2);
    }
    const [amountType] = amountTypes(t);
    await createEnds(t, NOT_SENT, who, { amountType });
    await t.polls(3);
  },
});
