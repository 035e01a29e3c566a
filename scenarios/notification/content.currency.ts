import { check, type Verbs } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

/** An order in one currency of the merchant is paid in that one, and not by as much of its usual one. */
async function paidInItsOwn(t: Verbs, usual: number, currency: number): Promise<void> {
  // Not every shop sells over this amount in every currency.
  const payment = await t.paymentOf(await t.ask({ currency, amount: '100' }));
  if (payment === undefined) return;
  const label = `over 100 in currency ${usual} for an order over 100 in currency ${currency}`;
  await t.send(payment, { label, set: { shop_currency: t.number(usual), ps_currency: t.number(usual) } });
  await t.settled(payment);
  const plain = await t.paymentOf(await t.ask({ currency, amount: '100' }));
  if (plain !== undefined) await t.stillHonours([plain]);
}

export default check('notification.content.currency', {
  title: 'A validly signed notification with another currency does not pay the order.',
  must: ['events.5.match', 'law.16'],
  expectation:
    'A validly signed notification with shop_currency 980 does not pay an order in another currency, whether or not ps_currency agrees. One in the first currency of the shop does not pay an order in another of its currencies; a genuine one does. The order may go into review.',
  fix: 'Compare shop_currency with the currency of the stored invoice, together with the amount.',
  story: async (t) => {
    await allRefused(t, 'content.currency.980', 'content.currency.0', 'content.alone.shop_currency');
    const [usual = 0, ...others] = t.slot.config.profile.currencies;
    for (const other of others) await t.withPayway({ currency: other }, () => paidInItsOwn(t, usual, other));
  },
});
