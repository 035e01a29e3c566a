import { check, fewAtOnce, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { AWKWARD, ordersOver } from '../steps/amounts.ts';

/** An amount of each kind: times a hundred less than its cents, more than them, and in single precision without any. */
const TOLD_OTHERWISE = ['8.20', '1.10', '1001.10'];

/** Ways to write the amount that a merchant need not take, but must not misread. */
const SPELLINGS = ['genuine.number-as-text.shop_amount', 'genuine.amount-spelling.trailing-zero'];

async function isPaid(t: Verbs, payment: Payment): Promise<void> {
  const result = await t.honours(payment, () => t.report(payment, 4));
  if (result.ok) return;
  t.late(
    `A notification over ${payment.amount} did not mark its order as paid, one over 23.15 did: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

/** Whatever the merchant makes of these, the rules know what it may book. */
async function isNotMisread(t: Verbs): Promise<void> {
  for (const row of SPELLINGS) {
    const payments = await ordersOver(t, TOLD_OTHERWISE);
    for (const payment of payments) {
      await t.setTruth(payment, 4);
      await t.send(payment, { rows: [row] });
    }
    await t.settle();
    for (const payment of payments) await t.look(payment);
  }
}

export default check('notification.content.types', {
  title: 'The shop compares amounts by value, not by their text or type.',
  must: ['events.2', 'events.5.match'],
  rule: 'Events 2 and 5; Resources: amounts are strings in requests and numbers in records, and form bodies have strings only.',
  expectation: `A genuine notification with the number 10 pays the order of 10.00, and those over ${AWKWARD.join(', ')} pay theirs. One whose amount is a text, or is written with a zero more, is credited to the cent or not at all.`,
  fix: 'Convert both sides into a decimal value (or whole cents) before comparing them, and never by way of a binary number: 10, 10.0 and "10.00" are the same amount, 643 and "643" the same currency.',
  story: async (t) => {
    await t.pay(await t.order({ amount: '23.15' }));
    const payments = [await t.order({ amount: '10.00' }), ...(await ordersOver(t, AWKWARD))];
    await fewAtOnce(payments, (payment) => isPaid(t, payment));
    await isNotMisread(t);
  },
});
