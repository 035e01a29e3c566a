import { check } from '../../suite/engine/index.ts';

/** More than single precision has cents for. */
const DEAR = '131072.01';

const AMOUNTS = ['8.20', '1.10', '4.35', '19.99', '64.10', '582.42', '1234.56', DEAR];

export default check('payout.amounts', {
  title: 'The shop pays out every amount to the cent.',
  must: ['fields.request.amount', 'endpoint.withdraw.create.request', 'law.29'],
  expectation:
    'Payouts of 8.20, 1.10, 4.35, 19.99, 64.10, 582.42, 1234.56 and 131072.01 arrive with exactly these amounts, as far as the shop makes them. One by shop_amount in the second currency of the profile arrives with that shop_currency.',
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
    if (customer !== undefined) await t.balance(customer);
  },
});
