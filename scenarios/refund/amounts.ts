import { check, fewAtOnce, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { furtherRefund } from '../steps/refunds.ts';

/** A payment as dear as the merchant takes it, and the larger parts of it that can be refunded. */
async function paidDear(t: Verbs): Promise<readonly [Payment, readonly string[]]> {
  for (const [amount, parts] of [
    ['200000.00', ['1234.56', '131072.01']],
    ['2000.00', ['1234.56']],
  ] as const) {
    const payment = await t.paymentOf(await t.ask({ amount }));
    if (payment === undefined) continue;
    await t.pay(payment);
    return [payment, parts];
  }
  return [await t.paid(), []];
}

/** A payment in three equal parts, whose sum in binary arithmetic is less than it, or more. */
const THIRDS = [
  ['30.60', '10.20'],
  ['3.30', '1.10'],
] as const;

/** A payment goes back in three equal parts, and nothing of it is left. */
async function goesBackInThirds(t: Verbs, whole: string, third: string): Promise<void> {
  const payment = await t.paymentOf(await t.ask({ amount: whole }));
  if (payment === undefined) return;
  await t.pay(payment);
  const ended: string[] = [];
  for (let count = 0; count < 3; count++) {
    const made = await furtherRefund(t, payment, third);
    if (made === undefined) return;
    await t.moveRefund(made.view, 'SUCCESS');
    ended.push(third);
    await t.refunded(payment, t.sumOf(ended));
  }
}

export default check('refund.amounts', {
  title: 'The shop refunds every amount to the cent.',
  must: ['fields.request.amount', 'flow.refund.partial', 'law.8'],
  capabilities: ['refund.partial'],
  expectation:
    'Refunds of 8.20, 1.10, 19.99, 1234.56 and 131072.01 arrive with exactly these amounts, and the refunded sum is their total. Three refunds of 10.20 are all of a payment of 30.60, and three of 1.10 all of 3.30.',
  fix: 'Format refund amounts with the same code as invoice amounts: no binary floating point, no grouping.',
  story: async (t) => {
    const [payment, more] = await paidDear(t);
    const ended: string[] = [];
    for (const amount of ['8.20', '1.10', '19.99', ...more]) {
      const made = await furtherRefund(t, payment, amount);
      if (made === undefined) continue;
      await t.moveRefund(made.view, 'SUCCESS');
      ended.push(amount);
      await t.refunded(payment, t.sumOf(ended));
    }
    if ((await t.refundCalls(payment)).length === 0)
      t.inconclusive('The merchant requested none of the refunds, so no amount was seen.');
    await fewAtOnce(THIRDS, ([whole, third]) => goesBackInThirds(t, whole, third));
  },
});
