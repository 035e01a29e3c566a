import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';

/** A hold that was charged and paid. */
async function chargedHold(t: Verbs): Promise<Payment> {
  const payment = await t.order({ mode: 'hold', amount: '100.00' });
  await t.hold(payment);
  await t.charge(payment);
  const result = await t.honours(payment);
  return result.ok
    ? payment
    : t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
}

async function partComesBack(t: Verbs, payment: Payment): Promise<void> {
  const made = await t.refund(payment, '30.00');
  await t.endRefund(made, 'SUCCESS');
  await t.mustBecome(
    payment,
    'A refund of 30.00 of 100.00 ended in SUCCESS',
    (each) => ['partially_refunded', 'refunded'].includes(each.state) || t.sameAmount(each.refunded, '30.00'),
  );
}

export default check('refund.partial', {
  title: 'A partial refund leaves the rest of the order paid.',
  must: ['flow.refund.partial', 'flow.refund.currency', 'states.refund.success', 'law.8'],
  capabilities: ['refund.partial'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'What the service does: refund paid invoices, fully or partially, in the currency of the paid invoice.',
  expectation:
    'After a successful refund of 30 of 100 the order shows 30 refunded and is not fully refunded, also when it was paid in two steps.',
  fix: 'Send the partial amount as a string, and mark the order as refunded only when the successful refunds add up to the paid sum.',
  story: async (t) => {
    await partComesBack(t, await t.paid());
    if (takesHolds(t) && t.claims('invoice')) await partComesBack(t, await chargedHold(t));
  },
});
