import { check } from '../../suite/engine/index.ts';

const NO_DIGITS = new Set([392, 410, 152, 704, 600, 548, 950, 952, 953, 174, 262, 324, 108, 646, 800]);

const THREE_DIGITS = new Set([48, 368, 400, 414, 434, 512, 788]);

export default check('money.minor-units', {
  title: 'Amounts have the fractional digits of their currency.',
  must: ['fields.request.amount', 'law.19', 'law.29', 'law.39'],
  rule: 'Resources, Common parameter conventions: amount is a decimal number equal to the requested sum, whatever number of digits the currency has.',
  expectation:
    'Orders of 500 yen and of 1.005 dinar, refunds of them, and payouts arrive with exactly these amounts, and genuine payments pay their orders. Applies to currencies of the profile with no or with three fractional digits.',
  fix: 'Take the number of fractional digits from the currency (0 for 392, 3 for 414), and never assume a factor of 100.',
  story: async (t) => {
    const asked = t.slot.config.profile.currencies.flatMap((currency): [number, string][] => {
      if (NO_DIGITS.has(currency)) return [[currency, '500']];
      return THREE_DIGITS.has(currency) ? [[currency, '1.005']] : [];
    });
    if (asked.length === 0) {
      t.notApplicable('The profile has only currencies with two fractional digits (profile.currencies).');
    }
    let seen = 0;
    for (const [currency, amount] of asked) {
      await t.withPayway({ currency, minAmount: '0.001' }, async () => {
        const payment = await t.paymentOf(await t.ask({ currency, amount }));
        if (payment === undefined) return;
        seen += 1;
        const result = await t.honours(payment);
        if (result.ok && t.claims('refund')) await t.askRefund(payment, amount);
      });
    }
    for (const [currency, amount] of t.claims('payout') ? asked : []) await t.askPayout({ currency, amount });
    if (seen === 0) t.notSeen('The merchant accepts no orders in these currencies.');
  },
});
