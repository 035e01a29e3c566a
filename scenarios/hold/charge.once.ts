import { check, type Verbs } from '../../suite/engine/index.ts';
import { chargesOf, wrong } from '../steps/holds.ts';

/** A hold is charged or given back: who asks for both at once, or for one after the other, gets one of them. */
async function oneDecision(t: Verbs, how: 'at once' | 'one after the other'): Promise<void> {
  const { orderId, paymentId } = await t.held();
  const { driver } = t;
  if (how === 'at once') await Promise.all([driver.charge(orderId), driver.unhold(orderId)]);
  else {
    await driver.charge(orderId);
    await driver.unhold(orderId);
  }
  const fields = { invoice_id: paymentId };
  const charges = await t.calls({ operation: 'invoice/charge', fields });
  const releases = await t.calls({ operation: 'invoice/unhold', fields });
  // What had no answer may be decided again after invoice/check.
  const isDone = [...charges, ...releases].some(({ answer }) => answer?.result === true);
  if (charges.length === 0 || releases.length === 0 || !isDone) return;
  t.fail(
    `A hold was to be charged and to be released ${how}: both invoice/charge and invoice/unhold were called.`,
    { about: [paymentId], underAnyReading: true },
  );
}

export default check('hold.charge.once', {
  title: 'A double click charges a hold once.',
  requirements: ['law.13'],
  level: 'must',
  capabilities: ['hold'],
  readings: ['hold.id'],
  rule: 'Follows from Endpoints, invoice/charge: a hold is charged once.',
  expectation:
    'Two charge requests at the same moment, and a third when the order is paid, lead to one invoice/charge. A charge and a release, at the same moment or one after the other, lead to only one of the two calls.',
  fix: 'Leave the state "held" in the transaction that starts the charge, so that a second request finds the order no longer held.',
  story: async (t) => {
    const payment = await t.held();
    await Promise.all([t.driver.charge(payment.orderId), t.driver.charge(payment.orderId)]);
    await t.settle();
    const charges = await chargesOf(t, payment);
    if (charges.length === 0) t.inconclusive('The merchant did not call invoice/charge at all.');
    if (charges.length > 1) {
      t.fail(
        `Two charge requests at once led to ${charges.length} calls of invoice/charge.`,
        wrong(t, payment),
      );
    }
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (!result.ok)
      t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
    await t.driver.charge(payment.orderId);
    await t.settle();
    if ((await chargesOf(t, payment)).length > charges.length) {
      t.fail('The hold was charged and paid, and invoice/charge was called for it again.', wrong(t, payment));
    }
    await oneDecision(t, 'at once');
    await oneDecision(t, 'one after the other');
  },
});
