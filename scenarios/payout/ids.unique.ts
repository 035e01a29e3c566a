import { check } from '../../suite/engine/index.ts';
import { idsOfTheirOwn } from '../steps/ids.ts';
import { idsSent } from '../steps/payouts.ts';

export default check('payout.ids.unique', {
  title: 'Every payout has its own shop_payment_id, also after a restart.',
  must: ['transport.5', 'fields.request.shop-payment-id'],
  expectation:
    'Four identical payouts, two of them made after a kill and a restart where the shop can be restarted, have four different ids, and the gateway has all four.',
  fix: 'Take the number from the database or make it random; a counter in memory starts again with every restart.',
  story: (t) =>
    idsOfTheirOwn(t, 'payout', async () => {
      const since = await t.now();
      const { answer } = await t.askPayout({ description: 'The same again' });
      const [id] = await idsSent(t, since);
      return { id, said: answer.kind, stands: (await t.payoutView(id)) !== undefined };
    }),
});
