import { check, type Verbs } from '../../suite/engine/index.ts';
import { releasesInTime } from '../steps/holds.ts';

/** A held order that is given up in this way gives the payer's money back. */
async function givenUp(
  t: Verbs,
  giveUp: (orderId: string) => ReturnType<Verbs['driver']['unhold']>,
): Promise<void> {
  const payment = await t.held();
  const about = t.aboutPayment(payment);
  await giveUp(payment.orderId);
  if (!(await releasesInTime(t, payment))) {
    const what = 'The held order was cancelled, and invoice/unhold was not called';
    if (!t.claims('clock'))
      return t.warn(`${what} at once; whether it is within five days cannot be seen without the clock.`);
    t.late(`${what} within five days: the payer’s money stays blocked.`, { about });
  }
  await t.mustBecome(payment, 'The hold was released, which must end the order', (each) =>
    ['cancelled', 'failed'].includes(each.state),
  );
}

export default check('hold.release', {
  title: 'A cancelled hold is released.',
  must: [
    'states.hold',
    'limits.hold',
    'states.hold.unhold',
    'endpoint.invoice.unhold',
    'flow.two-step.decide',
    'law.22',
  ],
  capabilities: ['hold'],
  readings: ['hold.id', 'unhold.request', 'unhold.answer', 'unhold.status'],
  rule: 'States and transitions, Invoice statuses: the shop charges or unholds within 5 days; the service does nothing by itself.',
  expectation:
    'When a held order is cancelled or unheld the shop calls invoice/unhold within the five days, and the order ends as cancelled. A shop whose clock cannot be set and that does not call it at once is warned.',
  fix: 'Call invoice/unhold when a held order is cancelled, and set it to cancelled when the gateway has confirmed the release.',
  story: async (t) => {
    if (t.claims('order.cancel')) await givenUp(t, (orderId) => t.driver.cancel(orderId));
    if (t.claims('hold')) await givenUp(t, (orderId) => t.driver.unhold(orderId));
  },
});
