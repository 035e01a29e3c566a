import { check, type Verbs } from '../../suite/engine/index.ts';

/** More than single precision has cents for. */
const DEAR = '131072.01';

const AMOUNTS = ['8.20', '1.10', '4.35', '19.99', '64.10', '582.42', '1234.56', DEAR];

/** The recipient is paid in another currency at a rate: 100.00 is written off, and 1.23 arrives. */
async function exchanged(t: Verbs): Promise<void> {
  if (t.claims('payout.ps_amount') && !t.claims('payout.shop_amount')) return;
  const [own = 643] = t.slot.config.profile.currencies;
  const payway = { currency: own === 840 ? 978 : 840, rates: { [own]: '0.0123' } };
  const customer = await t.funded('100.00');
  await t.withPayoutPayway(payway, async () => {
    const { answer, ...asked } = await t.askPayout({ amount: '100.00', amountType: 'shop_amount', customer });
    // A shop may pay out in its own currencies alone.
    if (answer.kind !== 'ok') return;
    const made = await t.inHand({ answer, ...asked });
    if (made.view !== undefined) await t.payoutEnds({ ...made, view: made.view }, 5);
  });
}

export default check('payout.amounts', {
  title: 'The shop pays out every amount to the cent.',
  must: ['fields.request.amount', 'endpoint.withdraw.create.request', 'law.29', 'law.34'],
  expectation:
    'Payouts of 8.20, 1.10, 4.35, 19.99, 64.10, 582.42, 1234.56 and 131072.01 arrive with exactly these amounts, as far as the shop makes them. One by shop_amount in the second currency of the profile arrives with that shop_currency. One whose recipient is paid in another currency, at a rate of 0.0123, is paid when it ends, and takes what was asked for.',
  fix: 'Format payout amounts with the same code as invoice amounts: no binary floating point, no grouping.',
  story: async (t) => {
    const customer = await t.funded();
    for (const amount of customer === undefined ? [] : ['3000.00', DEAR]) {
      const dear = await t.paymentOf(await t.ask({ amount, customer }));
      if (dear !== undefined) await t.pay(dear);
    }
    const [, currency] = t.slot.config.profile.currencies;
    if (currency !== undefined) await t.askPayout({ currency, amount: '500' });
    const since = await t.now();
    // An amount outside the merchant's own limits is refused without a call, and rightly so.
    for (const amount of AMOUNTS) await t.askPayout({ amount, customer });
    const seen = await t.calls({ operation: 'withdraw/create', after: since });
    if (seen.length === 0) t.inconclusive('The merchant created none of the payouts, so no amount was seen.');
    await t.settle();
    await t.balance(customer);
    await exchanged(t);
  },
});
