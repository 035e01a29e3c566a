import { check, type Verbs } from '../../suite/engine/index.ts';
import { chargesOf, mustCharge, wrong } from '../steps/holds.ts';

/** A charge whose answer has the final status 4, of which a notification tells, too. */
async function paidAtOnce(t: Verbs): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.gateway.arm([
    { where: { operation: 'invoice/charge' }, effect: { kind: 'statuses', sequence: [4] } },
  ]);
  await t.driver.charge(payment.orderId);
  await t.gateway.clearFaults();
  // Its notification may still be on the way to a slow merchant.
  await t.gateway.flush();
  await t.honours(payment, () => t.report(payment, 4));
  const order = await t.settled(payment);
  if (order.credits <= 1) return;
  t.fail(
    `invoice/charge answered status 4, and its notification followed: the order is ${t.orderInWords(order)}.`,
    wrong(t, payment),
  );
}

export default check('hold.then-paid', {
  title: 'A held order is paid after its charge.',
  requirements: [
    'flow.two-step.decide',
    'flow.two-step.outcome',
    'states.invoice.4',
    'endpoint.invoice.charge.request',
    'fields.invoice.payment-id',
  ],
  level: 'must',
  capabilities: [],
  anyOf: ['hold', 'hold.auto'],
  readings: ['notification.hold-status', 'hold.id'],
  rule: 'What the service does, typical flows: after the charge a final notification reports the outcome.',
  expectation:
    'A genuine 8, the charge, and a genuine 4 pay the order exactly once. When the 4, a 2 and the 8 are repeated it stays paid, is credited once and is not charged again. A charge whose answer has status 4 is credited once as well.',
  fix: 'Recognise repeats by order and status, so that the notification about the hold does not suppress the final one.',
  story: async (t) => {
    const payment = await t.order({ mode: 'hold' });
    const early = await t.genuineBody(payment, 2);
    await t.hold(payment);
    await mustCharge(t, payment);
    const result = await t.honours(payment, () => t.report(payment, 4));
    const about = t.aboutPayment(payment);
    if (!result.ok) {
      t.late(
        `Status 8, the charge and then status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
        { about },
      );
    }
    const charges = (await chargesOf(t, payment)).length;
    // As after a reply that was lost.
    await t.repeatNews(payment, { status: 4 });
    await t.send(payment, {
      verdict: 'accept',
      label: 'a late delivery of status 2, after status 4',
      status: 2,
      set: early,
    });
    // What a job corrects by asking has been wrong all the same.
    for (const once of [await t.look(payment), await t.settled(payment)]) {
      if (t.isPaidOnce(once)) continue;
      t.fail(
        `The notification of the payment was repeated, and then an older one came: the order is ${t.orderInWords(once)}.`,
        wrong(t, payment),
      );
    }
    await t.repeatNews(payment, { status: 8 });
    await t.settle();
    const order = await t.look(payment);
    // What tells of a hold again contradicts a payment: a person may look, the money stays booked.
    if (!t.isPaidOnce(order) && !(order.state === 'review' && order.credits === 1)) {
      t.fail(
        `The notification of status 8 came again after the payment: the order is ${t.orderInWords(order)}.`,
        wrong(t, payment),
      );
    }
    if ((await chargesOf(t, payment)).length > charges)
      t.fail(
        'The notification of status 8 came again after the payment, and the hold was charged once more.',
        wrong(t, payment),
      );
    await paidAtOnce(t);
  },
});
