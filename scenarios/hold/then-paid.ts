import { isOver } from '../../suite/drivers/index.ts';
import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { statusAtOnce } from '../steps/effects.ts';
import { isHeld, mustCharge, releasesInTime } from '../steps/holds.ts';
import { arrivesLate, delayed } from '../steps/order.ts';

/** A charge whose answer has the final status 4, of which a notification tells, too. */
async function paidAtOnce(t: Verbs): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.nextCall('invoice/charge', statusAtOnce(4));
  await t.driver.charge(payment.orderId);
  await t.gateway.clearFaults();
  // Its notification may still be on the way to a slow merchant.
  await t.gateway.flush();
  await t.honours(payment);
  await t.settled(payment);
}

/**
 * An older status arrives late, after the funds are held. Whether the shop still knows that shows when it is to charge
 * them: one that goes by the last notification finds out by asking. One that gives the order up lets the funds go.
 *
 * @returns whether the order goes on
 */
async function comesAfterHold(
  t: Verbs,
  payment: Payment,
  early: Awaited<ReturnType<Verbs['genuineBody']>>,
  status: number,
): Promise<boolean> {
  await arrivesLate(t, payment, early, 'status 8', status);
  const { order } = await t.becomesInTime(payment, isHeld(t));
  if (!isOver(order)) return true;
  if ((await releasesInTime(t, payment)) || !t.claims('clock')) return false;
  return t.late(
    `The funds of the order were held (status 8), a late notification of status ${status} arrived after that, and the order is ${t.orderInWords(order)}: its funds are neither charged nor released within five days.`,
    { about: t.aboutPayment(payment) },
  );
}

export default check('hold.then-paid', {
  title: 'A held order is paid after its charge.',
  must: [
    'flow.two-step.decide',
    'flow.two-step.outcome',
    'states.invoice.4',
    'endpoint.invoice.charge.request',
    'fields.invoice.payment-id',
  ],
  anyOf: ['hold', 'hold.auto'],
  readings: ['notification.hold-status', 'hold.id'],
  rule: 'What the service does, typical flows: after the charge a final notification reports the outcome.',
  expectation:
    'A genuine 8, the charge, and a genuine 4 pay the order exactly once. It can be charged after a late 2 and a late 5, too. When the 4, a 2, a 5 and the 8 are repeated it stays paid, is credited once and is not charged again. A charge whose answer has status 4 is credited once as well.',
  fix: 'Recognise repeats by order and status, so that the notification about the hold does not suppress the final one.',
  story: async (t) => {
    const payment = await t.order({ mode: 'hold' });
    const trouble = await delayed(t, payment, 5);
    const pending = await delayed(t, payment);
    await t.hold(payment);
    for (const [early, status] of [[pending, 2] as const, [trouble, 5] as const])
      if (!(await comesAfterHold(t, payment, early, status)))
        return t.notSeen(`The merchant gives a held order up when a late status ${status} arrives.`);
    await mustCharge(t, payment);
    await t.honours(payment);
    // As after a reply that was lost.
    await t.repeatNews(payment, { status: 4 });
    await arrivesLate(t, payment, pending, 'status 4');
    await arrivesLate(t, payment, trouble, 'status 4', 5);
    // What a job corrects by asking has been wrong all the same.
    await t.look(payment);
    await t.settled(payment);
    await t.repeatNews(payment, { status: 8 });
    await t.settled(payment);
    await paidAtOnce(t);
  },
});
