import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';

/** An order in two steps whose charge is under way. */
async function charged(t: Verbs): Promise<Payment> {
  const payment = await t.held();
  await t.charge(payment);
  return payment;
}

export default check('notification.repeat.parallel', {
  title: 'Twenty simultaneous deliveries are credited once.',
  must: ['events.6.repeats', 'law.1'],
  expectation:
    'The same genuine notification on twenty connections at once leads to one credit, for a single-step and for a two-step order.',
  fix: 'Let the database decide: a unique constraint on the credited attempt, or an update with a condition on the old state, in the transaction that credits. To read first and write afterwards is not enough.',
  story: async (t) => {
    for (let round = 0; round < 3; round++) {
      const payment = round === 1 && t.claims('hold') ? await charged(t) : await t.order();
      await t.setTruth(payment, 4);
      const craft = { label: 'genuine, one of twenty at once', genuine: true } as const;
      await t.sendTogether(Array.from({ length: 20 }, () => ({ payment, craft })));
      await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }), t.isPaid);
      await t.settled(payment);
    }
  },
});
