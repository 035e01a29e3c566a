import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/orders.ts';

const NO_DIGITS = new Set([392, 410, 152, 704, 600, 548, 950, 952, 953, 174, 262, 324, 108, 646, 800]);

const THREE_DIGITS = new Set([48, 368, 400, 414, 434, 512, 788]);

export default check('money.minor-units', {
  title: 'Amounts have the fractional digits of their currency.',
  requirements: ['fields.request.amount'],
  level: 'must',
  capabilities: ['invoice'],
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
    const unpaid: string[] = [];
    for (const [currency, amount] of asked) {
      await t.withPayway({ currency, minAmount: '0.001' }, async () => {
        const since = await t.now();
        const asked = await t.ask({ currency, amount });
        const sent = t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) });
        for (const { request } of await sent) {
          seen += 1;
          if (t.sameAmount(String(request.fields?.amount), amount)) continue;
          t.fail(
            `An order over ${amount} in currency ${currency} was sent as ${JSON.stringify(request.fields?.amount)}.`,
            {
              about: [request.exchange],
            },
          );
        }
        const payment = await t.paymentOf(asked);
        if (payment === undefined) return;
        const result = await t.honours(payment, () => t.report(payment, 4));
        if (!result.ok) unpaid.push(`${amount} in currency ${currency}: ${t.describeRefusal(result)}`);
        if (!result.ok || !t.claims('refund')) return;
        await t.askRefund(payment, amount);
        for (const { request } of await t.refundCalls(payment)) {
          if (t.sameAmount(String(request.fields?.amount), amount)) continue;
          t.fail(
            `A refund of ${amount} in currency ${currency} was sent as ${JSON.stringify(request.fields?.amount)}.`,
            { about: [request.exchange] },
          );
        }
      });
    }
    for (const [currency, amount] of t.claims('payout') ? asked : []) {
      const since = await t.now();
      const { answer } = await t.askPayout({ currency, amount });
      const sent = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(answer) });
      for (const { request } of await sent) {
        if (String(request.fields?.shop_currency) !== String(currency)) continue;
        if (t.sameAmount(String(request.fields?.amount), amount)) continue;
        t.fail(
          `A payout of ${amount} in currency ${currency} was sent as ${JSON.stringify(request.fields?.amount)}.`,
          { about: [request.exchange] },
        );
      }
    }
    if (seen === 0) t.notApplicable('The merchant accepts no orders in these currencies.');
    if (unpaid.length === 0) return;
    await t.pay(await t.order());
    t.late(`A genuine payment did not mark its order as paid over ${unpaid.join('; or over ')}.`);
  },
});
