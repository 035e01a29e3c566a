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
  await isKnownInTheEnd(t, payment, what, way);
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
  await isKnownInTheEnd(t, payment, what, { wanted: t.isPaidOnce });
}

/** The answer of invoice/check says 2, as it was when the shop asked, and a payment overtakes it. */
async function checkedLate(t: Verbs): Promise<void> {
  const payment = await t.order();
  const { shopOrderId } = payment;
  const unless = 'the merchant asks nothing about an open order';
  const fault = await t.nextCall('invoice/check', { kind: 'wait' }, { shopOrderId, unless });
  const nudged = t.report(payment, 2);
  const asking = t.claims('jobs') ? nudged.then(() => t.driver.runJobs({})) : nudged;
  const asked = await seenBefore(t, asking, async () =>
    (await t.calls({ operation: 'invoice/check', fields: { shop_order_id: shopOrderId } })).at(0),
  );
  if (asked === undefined) return void (await t.gateway.clearFaults());
  const told = t.report(payment, 4);
  // What has been booked by now is not to be undone, not even until a job finds the payment once more.
  await Promise.race([told, t.pause(t.slot.config.tempo.readTimeoutMs / 4)]);
  await t.look(payment);
  await releaseAfter(t, fault, told);
  await Promise.all([asking, told]);
  await tellUntil(t, payment, t.isPaidOnce);
  await t.settle();
  const what = 'A genuine notification of status 4 overtook an answer of invoice/check that said 2';
  await isKnownInTheEnd(t, payment, what, { wanted: t.isPaidOnce });
}

export default check('notification.order.stale-answer', {
  title: 'A late answer of the gateway does not undo a payment.',
  must: ['states.invoice.4', 'law.5'],
  rule: 'States and transitions, Invoice statuses: 4 is final; nothing says that the answer to the creation comes first.',
  expectation:
    'A genuine 4 that arrives while invoice/create or invoice/charge is unanswered pays the order, if necessary with its next delivery, and the order stays paid when the answer arrives. In the same way a two-step order becomes held, and an order charged to a stored instrument becomes paid. A genuine 4 that overtakes an answer of invoice/check with status 2 pays the order, and it stays paid.',
  fix: 'Let the code that handles the answer write with a condition (… where state = new), and never save an order that was read before the call.',
  story: async (t) => {
    for (const way of await waysIn(t)) await answeredLate(t, way);
    if (t.claims('hold')) await chargedLate(t);
    await checkedLate(t);
  },
});
