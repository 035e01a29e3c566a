import { check, type Verbs } from '../../suite/engine/index.ts';
import { remarkWhenHealed, type Telling } from '../steps/forgery.ts';

/** Sums for which not every shop sells. */
const FAR_SUMS = new Set(['0.10', '1000000.00']);

/** The plain notification of a payment over this amount. */
const over =
  (t: Verbs, amount: string): Telling =>
  async () => {
    const payment = await t.order({ amount });
    return { payment, send: () => t.report(payment, 4) };
  };

export default check('notification.sign.numbers', {
  title: 'The shop verifies numbers exactly as they were sent.',
  must: ['events.5', 'auth.7'],
  expectation: 'Genuine notifications with the numbers 23.15, 10.5, 10, 0.1 and 1000000 pay their orders.',
  fix: 'Use the literal of the number in the body. Do not format it to two digits or with a locale; a parser that keeps number literals avoids every doubt.',
  story: async (t) => {
    for (const amount of ['23.15', '10.50', '10.00', '0.10', '1000000.00']) {
      const asked = await t.ask({ amount });
      const failed = asked.answer.kind === 'ok' && asked.answer.value.state === 'failed';
      if ((asked.answer.kind === 'refused' || failed) && FAR_SUMS.has(amount)) continue;
      const payment =
        (await t.paymentOf(asked)) ??
        t.inconclusive(`An order over ${amount} could not be created: ${JSON.stringify(asked.answer)}.`);
      const result = await t.honours(payment, () => t.report(payment, 4));
      if (result.byJobs) await remarkWhenHealed(t, `over ${amount}`, over(t, '100.00'), over(t, amount));
      if (result.ok) continue;
      // Whole sums, sums in halves and sums in cents: one of them survives every careless spelling of numbers.
      for (const plainAmount of ['100.00', '20.00', '12.34']) {
        if (plainAmount === amount) continue;
        const control = await t.order({ amount: plainAmount });
        if ((await t.honours(control, () => t.report(control, 4))).ok) {
          t.late(
            `A genuine notification over ${amount} did not mark the order as paid, one over ${plainAmount} did: ${t.describeRefusal(result)}.`,
            { about: t.aboutPayment(payment) },
          );
        }
      }
      t.inconclusive(
        `No plain notification marked its order as paid, whatever its amount: ${t.describeRefusal(result)}.`,
      );
    }
  },
});
