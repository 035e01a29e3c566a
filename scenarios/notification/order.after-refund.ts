import { check, type Verbs } from '../../suite/engine/index.ts';
import { arrivesLate, delayed } from '../steps/order.ts';

/** The old notification of a payment comes again when this much of it has been refunded. */
async function toldAfterRefund(t: Verbs, amount: string): Promise<void> {
  const payment = await t.order({ amount: '100.00' });
  const early = await delayed(t, payment);
  await t.pay(payment);
  const made = await t.refund(payment, amount);
  await t.endRefund(made, 'SUCCESS');
  if (!(await t.becomesInTime(payment, ({ refunded }) => t.sameAmount(refunded, amount))).met)
    t.inconclusive('The merchant did not record a plain refund.');
  await t.repeatNews(payment);
  await t.send(payment, {
    label: 'the notification of the payment, repeated after the refund',
    set: { note: 'again' },
    genuine: true,
  });
  await arrivesLate(t, payment, early, 'the refund');
  // What a job corrects by asking has been wrong all the same.
  await t.look(payment);
  await t.settled(payment);
}

export default check('notification.order.after-refund', {
  title: 'A repeated payment notification does not make a refunded order paid again.',
  must: ['events.6.repeats', 'states.invoice.4', 'law.1', 'law.8'],
  capabilities: ['invoice', 'refund'],
  rule: 'Events 6: the same notification can arrive several times. The payment was credited before it was refunded.',
  expectation:
    'After a full refund, a repeated notification with status 4 leaves the order refunded, with one credit; after a partial refund the order stays partially refunded.',
  fix: 'Recognise the repeat by the booked credit, not by the state of the order: a refund changes the state and removes no credit.',
  story: async (t) => {
    await toldAfterRefund(t, '100.00');
    if (t.claims('refund.partial')) await toldAfterRefund(t, '30.00');
  },
});
