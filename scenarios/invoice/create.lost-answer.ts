import type { InvoiceView } from '../../simulator/index.ts';
import { type Asked, check, type Verbs } from '../../suite/engine/index.ts';
import { LOST, WAYS, type Way } from '../steps/effects.ts';
import { createdBadly, findOrder, heldBadly } from '../steps/order-creation.ts';

const WITHOUT_ANSWER: readonly Way[] = [WAYS.reset, WAYS.proxyPage, WAYS.cut, WAYS.notJson, WAYS.silence];

/** The merchant refused an order whose invoice stands at the gateway: a payment of it is on record all the same. */
async function refusedAndPaid(t: Verbs, what: string, invoice: InvoiceView, asked: Asked): Promise<void> {
  const { paymentId, shopOrderId } = invoice;
  const { reference } = asked;
  await t.gateway.setInvoiceStatus(paymentId, { status: 4, notify: 'deliver' });
  await t.settle();
  const order = await findOrder(t, asked, invoice);
  // What nobody can look at is not judged.
  if (order === 'unseen') return;
  if (order !== 'none' && (order.credits > 0 || ['review', 'refunded'].includes(order.state))) return;
  if ((await t.gateway.refunds({ paymentId })).length > 0) return;
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
    'invoice/create ends in a connection reset, a read timeout, HTTP 502, or a truncated or garbled answer although the gateway has the invoice: the order is not paid yet, and a later genuine 4 pays it once or puts it into review. After a reset of invoice/hold a genuine 8 makes the order held.',
  fix: 'Store shop_order_id before the call and keep the order open when the outcome is unknown.',
  story: async (t) => {
    for (const { says, effect } of WITHOUT_ANSWER) {
      const what = `invoice/create ended with ${says} although the gateway has the invoice`;
      const payment = await createdBadly(t, effect, what, {
        whenRefused: (invoice, asked) => refusedAndPaid(t, what, invoice, asked),
      });
      if (payment !== undefined) await t.mustRecord(payment);
    }
    const what = 'invoice/hold ended with a reset connection although the gateway has the invoice';
    await heldBadly(t, LOST, what);
  },
});
