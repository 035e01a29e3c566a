import { check, type Verbs } from '../../suite/engine/index.ts';

/** A held order that is given up in this way gives the payer's money back. */
async function givenUp(
  t: Verbs,
  giveUp: (orderId: string) => ReturnType<Verbs['driver']['unhold']>,
): Promise<void> {
  const payment = await t.held();
  const about = t.aboutPayment(payment);
  await giveUp(payment.orderId);
  await t.settle();
  const unholds = await t.calls({ operation: 'invoice/unhold', fields: { invoice_id: payment.paymentId } });
  if (unholds.length === 0) {
    t.late(
      'The held order was cancelled, and invoice/unhold was never called: the payer’s money stays blocked.',
      { about },
    );
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
    'When a held order is cancelled or unheld the shop calls invoice/unhold, and the order ends as cancelled.',
  fix: 'Call invoice/unhold when a held order is cancelled, and set it to cancelled when the gateway has confirmed the release.',
  story: async (t) => {
    if (t.claims('order.cancel')) await givenUp(t, (orderId) => t.driver.cancel(orderId));
    if (t.claims('hold')) await givenUp(t, (orderId) => t.driver.unhold(orderId));
  },
});
