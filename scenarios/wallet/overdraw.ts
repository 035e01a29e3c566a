import { check, type Verbs } from '../../suite/engine/index.ts';
import { amountTypes, idsSent, wisher } from '../steps/payouts.ts';

/** What came back of a rejected payout is spent otherwise before the payout is tried again. */
async function triedAgainLater(t: Verbs): Promise<void> {
  const { customer = '' } = await wisher(t);
  const wish = { customer, amount: '80.00' };
  const rejected = await t.payout(wish);
  await t.payoutEnds(rejected, 6);
  const other = await t.payout(wish);
  await t.payoutEnds(other, 5);
  await t.driver.retryPayout(rejected.payoutId);
  await t.polls();
  await t.balance(customer);
}

export default check('wallet.overdraw', {
  title: "Simultaneous payouts do not exceed the customer's balance.",
  should: ['law.12'],
  whyShould:
    'The specification knows the balance of the shop at the gateway, and none of its customers. That no payout exceeds it is what a merchant promises by claiming wallet.',
  capabilities: ['invoice', 'payout', 'wallet'],
  rule: 'Promised by the capability wallet: a payout lowers the balance of its customer, and none exceeds it.',
  expectation:
    'With a balance of 100.00 a payout of 100.60 does not reach the gateway, whichever amount_type it uses. Of two simultaneous payouts of 80.00 and a third one later, the gateway accepts at most one. When one is rejected, its money is spent by another payout and the first is retried, the accepted payouts stay within the balance.',
  fix: 'Reserve the funds in one statement with a condition (update … where balance >= amount) before you call the gateway.',
  story: async (t) => {
    const { customer = '' } = await wisher(t);
    const wish = { customer, amount: '80.00' };
    const since = await t.now();
    for (const amountType of amountTypes(t)) await t.askPayout({ customer, amount: '100.60', amountType });
    await t.balance(customer);
    await Promise.all([t.askPayout(wish), t.askPayout(wish)]);
    await t.askPayout(wish);
    const views = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
    const accepted = views.filter((view) => view !== undefined);
    if (accepted.length === 0) t.inconclusive('The gateway accepted no payout of 80.00 at all.');
    // Where one wish became several payouts, the rule cannot tell whose money it was.
    if (accepted.length > 1) {
      t.fail(`With a balance of 100.00 the gateway accepted ${accepted.length} payouts of 80.00 and more.`, {
        about: accepted.map(({ payoutId }) => payoutId),
      });
    }
    await t.balance(customer);
    if (t.claims('payout.retry')) await triedAgainLater(t);
  },
});
