import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { isKnownInTheEnd, tellUntil, type WayIn, waysIn } from '../steps/holds.ts';
import { beginCreate, releaseAfter, seenBefore } from '../steps/races.ts';

/** The payer is quicker than the answer to the create. */
async function answeredLate(t: Verbs, way: WayIn): Promise<void> {
  const { mode, operation, status, wanted } = way;
  const { fault, asking, invoice } = await beginCreate(t, { mode, ...way.wish });
  if (invoice === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return t.inconclusive('No invoice reached the gateway while the order was being created.');
  }
  const { paymentId, shopOrderId } = invoice;
  t.stage.about.push(paymentId, shopOrderId);
  const told = t.gateway.setInvoiceStatus(paymentId, { status, notify: 'deliver' });
  await releaseAfter(t, fault, told);
  const { answer, ...wish } = await asking;
  await told;
  if (answer.kind !== 'ok') return t.inconclusive('The order whose create was answered late cannot be read.');
  const payment: Payment = {
    ...wish,
    orderId: answer.value.order_id,
    shopOrderId,
    paymentId,
    order: answer.value,
    invoice,
  };
  await tellUntil(t, payment, wanted);
  await t.settle();
  const what = `A genuine notification of status ${status} arrived before the answer of ${operation}`;
  await isKnownInTheEnd(t, payment, what, wanted);
}

/** The outcome of a charge is quicker than the answer to it. */
async function chargedLate(t: Verbs): Promise<void> {
  const payment = await t.held();
  const { paymentId } = payment;
  const fault = await t.nextCall('invoice/charge', { kind: 'wait' }, { paymentId });
  const asking = t.driver.charge(payment.orderId);
  const call = await seenBefore(t, asking, async () =>
    (await t.calls({ operation: 'invoice/charge', fields: { invoice_id: paymentId } })).at(0),
  );
  if (call === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return;
  }
  const told = t.report(payment, 4);
  await releaseAfter(t, fault, told);
  await asking;
  await told;
  await tellUntil(t, payment, t.isPaidOnce);
  await t.settle();
  const what = 'A genuine notification of status 4 arrived before the answer of invoice/charge';
  await isKnownInTheEnd(t, payment, what, t.isPaidOnce);
}

/** An answer of invoice/check that says 6 is overtaken by a payment. */
async function answeredOtherwise(t: Verbs): Promise<void> {
  const payment = await t.order();
  const { shopOrderId } = payment;
  const rejected = { kind: 'answer', set: { 'data.status': 6 } } as const;
  await t.gateway.arm(
    [{ where: { operation: 'invoice/check', shopOrderId }, times: null, effect: rejected }],
    {
      unless: 'the merchant asks nothing about an open order',
    },
  );
  await t.report(payment, 2);
  await t.settle();
  await t.gateway.clearFaults();
  await t.mustRecord(payment);
}

export default check('notification.order.stale-answer', {
  title: 'A late answer of invoice/create does not undo a payment.',
  must: ['states.invoice.4', 'law.5', 'law.53'],
  rule: 'States and transitions, Invoice statuses: 4 is final; nothing says that the answer to the creation comes first.',
  expectation:
    'A genuine 4 that arrives while invoice/create or invoice/charge is unanswered pays the order, if necessary with its next delivery, and the order stays paid when the answer arrives. In the same way a two-step order becomes held, and an order charged to a stored instrument becomes paid. A genuine 4 after an answer of invoice/check that said 6 is on record.',
  fix: 'Let the code that handles the answer write with a condition (… where state = new), and never save an order that was read before the call.',
  story: async (t) => {
    for (const way of await waysIn(t)) await answeredLate(t, way);
    if (t.claims('hold')) await chargedLate(t);
    await answeredOtherwise(t);
  },
});
