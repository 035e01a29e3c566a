import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { DEAR, end, judgeAmount } from '../steps/later-news.ts';
import { furtherRefund } from '../steps/refund-steps.ts';

/** A payment as dear as the merchant takes it, and the larger parts of it that can be refunded. */
async function paidDear(t: Verbs): Promise<readonly [Payment, readonly string[]]> {
  for (const [amount, parts] of [
    ['200000.00', ['1234.56', DEAR]],
    ['2000.00', ['1234.56']],
  ] as const) {
    const payment = await t.paymentOf(await t.ask({ amount }));
    if (payment === undefined) continue;
    await t.pay(payment);
    return [payment, parts];
  }
  return [await t.paid('100.00'), []];
}

export default check('refund.amounts', {
  title: 'The shop refunds every amount to the cent.',
  must: ['fields.request.amount', 'flow.refund.partial', 'law.8'],
  capabilities: ['refund.partial'],
  expectation:
    'Refunds of 8.20, 19.99, 1234.56 and 131072.01 arrive with exactly these amounts, and the refunded sum is their total.',
  fix: 'Format refund amounts with the same code as invoice amounts: no binary floating point, no grouping.',
  story: async (t) => {
    const [payment, more] = await paidDear(t);
    let judged = 0;
    const ended: string[] = [];
    for (const amount of ['8.20', '19.99', ...more]) {
      const since = await t.now();
      const made = await furtherRefund(t, payment, amount);
      if (await judgeAmount(t, amount, t.calls({ operation: 'invoice/create-refund', after: since })))
        judged += 1;
      if (made === undefined) continue;
      await end(t, made, 'SUCCESS');
      ended.push(amount);
      await t.mustBecome(payment, `Refunds of ${ended.join(' and ')} ended in SUCCESS`, (order) =>
        t.sameAmount(order.refunded, t.sumOf(ended)),
      );
    }
    if (judged === 0) t.inconclusive('The merchant requested none of the refunds, so no amount was seen.');
  },
});
