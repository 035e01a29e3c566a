import type { InvoiceView } from '../../simulator/index.ts';
import { check, type Verbs } from '../../suite/engine/index.ts';
import { LOST, WAYS, type Way } from '../steps/effects.ts';
import { createdBadly, heldBadly } from '../steps/order-creation.ts';

const WITHOUT_ANSWER: readonly Way[] = [WAYS.reset, WAYS.proxyPage, WAYS.cut, WAYS.notJson, WAYS.silence];

/** The merchant refused an order whose invoice stands at the gateway: a payment of it is on record all the same. */
async function refusedAndPaid(
  t: Verbs,
  what: string,
  { paymentId, shopOrderId }: InvoiceView,
  reference: string,
): Promise<void> {
  await t.gateway.setInvoiceStatus(paymentId, { status: 4, notify: 'deliver' });
  await t.settle();
  const found = await t.driver.findOrders(reference);
  const [order] = found.kind === 'ok' ? found.value : [];
  if (order !== undefined && t.isPaid(order)) return;
  t.late(
    `${what}; the merchant refused the order, its invoice was paid (status 4), and the merchant has no record of the money.`,
    { about: [reference, shopOrderId, paymentId] },
  );
}

export default check('invoice.create.lost-answer', {
  title: 'An invoice whose answer was lost is still paid by its notification.',
  must: ['errors.3.wait', 'law.19'],
  rule: 'Errors 3: the result of a created invoice follows by notification, also when the answer to the creation was lost.',
  expectation:
    'invoice/create ends in a connection reset, a read timeout, HTTP 502, or a truncated or garbled answer although the gateway has the invoice: the order is not paid yet, and a later genuine 4 pays it once. After a reset of invoice/hold a genuine 8 makes the order held.',
  fix: 'Store shop_order_id before the call and keep the order open when the outcome is unknown.',
  story: async (t) => {
    for (const { says, effect } of WITHOUT_ANSWER) {
      const what = `invoice/create ended with ${says} although the gateway has the invoice`;
      const payment = await createdBadly(t, effect, what, {
        whenRefused: (invoice, reference) => refusedAndPaid(t, what, invoice, reference),
      });
      if (payment !== undefined) await t.stillHonours([payment]);
    }
    const what = 'invoice/hold ended with a reset connection although the gateway has the invoice';
    await heldBadly(t, LOST, what);
  },
});
