import type { Effect, InvoiceView } from '../../simulator/index.ts';
import type { Asked, Payment, Verbs } from '../../suite/engine/index.ts';
import { chargesOf, isHeld, releasesInTime, takesHolds } from './holds.ts';
import { CREATE } from './operations.ts';

/** The invoice that came of asking for an order; the check cannot go on where none did. */
async function invoiceSince(t: Verbs, since: number): Promise<InvoiceView> {
  const [create] = await t.calls({ operation: CREATE, after: since });
  const shopOrderId = create?.request.fields?.shop_order_id;
  if (shopOrderId === undefined)
    return t.inconclusive('The merchant called neither invoice/create nor invoice/hold.');
  t.stage.about.push(String(shopOrderId));
  const [invoice] = await t.gateway.invoices({ shopOrderId: String(shopOrderId) });
  return invoice ?? t.inconclusive(`The gateway does not have the invoice ${shopOrderId}.`);
}

/** An order as it is found by its reference; `unseen` where the merchant offers no way to find it. */
type FoundOrder = Payment['order'] | 'none' | 'unseen';

/**
 * The order with this reference: it can be searched for, or the same wish is put again, which is the same order at a
 * merchant that knows wishes by their reference.
 */
export async function findOrder(
  t: Verbs,
  { answer: _, ...wish }: Asked,
  { shopOrderId, mode }: Pick<InvoiceView, 'shopOrderId' | 'mode'>,
): Promise<FoundOrder> {
  const found = await t.driver.findOrders(wish.reference);
  if (found.kind === 'ok') return found.value[0] ?? 'none';
  if (!t.claims('intents')) return 'unseen';
  const { answer } = await t.ask({ ...wish, mode });
  if (answer.kind !== 'ok') return 'unseen';
  return answer.value.shop_order_id === shopOrderId ? answer.value : 'none';
}

/** An order whose invoice was created since, found by its reference where the answer did not name it. */
export async function createdSince(
  t: Verbs,
  asked: Asked,
  since: number,
): Promise<{ invoice: InvoiceView; payment: Payment | 'none' | 'unseen' }> {
  const invoice = await invoiceSince(t, since);
  const { answer, ...wish } = asked;
  const order = answer.kind === 'ok' ? answer.value : await findOrder(t, asked, invoice);
  if (typeof order === 'string') return { invoice, payment: order };
  const { shopOrderId, paymentId } = invoice;
  const { reference } = asked;
  await t.mustBeNew({ object: 'invoice', reference, id: shopOrderId, gatewayId: paymentId });
  return { invoice, payment: { ...wish, orderId: order.order_id, shopOrderId, paymentId, order, invoice } };
}

interface BadlyOptions {
  readonly mustAnswer?: boolean;
  readonly mode?: 'hold';
  /** What is owed of an order that was refused; whether it may be is not judged, nor what nobody can look at. */
  readonly whenRefused?: (invoice: InvoiceView, asked: Asked) => Promise<void>;
}

/** An order whose create ends like this although the gateway has the invoice. */
export async function createdBadly(
  t: Verbs,
  effect: Effect,
  what: string,
  { mustAnswer = false, mode, whenRefused }: BadlyOptions = {},
): Promise<Payment | undefined> {
  await t.gateway.clearFaults();
  await t.nextCall(CREATE, effect);
  const since = await t.now();
  const asked = await t.ask({ mode });
  await t.gateway.clearFaults();
  const { invoice, payment } = await createdSince(t, asked, since);
  const { answer, reference } = asked;
  if (typeof payment !== 'string' && !(mustAnswer && answer.kind === 'unknown')) return payment;
  if (answer.kind === 'refused') return void (await whenRefused?.(invoice, asked));
  const why = answer.kind === 'unknown' ? answer.reason : '';
  // A busy machine may have been too slow for one answer.
  return t.late(`${what}, and POST /orders had no usable answer: ${why}.`, {
    about: [reference, invoice.shopOrderId],
  });
}

/** As {@link createdBadly} with an order in two steps, whose hold must be taken up all the same. */
export async function heldBadly(
  t: Verbs,
  effect: Effect,
  what: string,
  givenUp: () => void = () => undefined,
): Promise<void> {
  if (!takesHolds(t) || !t.claims('invoice')) return;
  const payment = await createdBadly(t, effect, what, { mode: 'hold' });
  if (payment === undefined) return;
  // A merchant that gave it up lets what is held go.
  const isKnown = (order: Payment['order']): boolean =>
    isHeld(t)(order) || ['cancelled', 'review'].includes(order.state);
  const result = await t.honours(payment, () => t.report(payment, 8), isKnown);
  if (result.ok || (await releasesInTime(t, payment))) return;
  if (result.order.state === 'failed') givenUp();
  if (!t.claims('clock')) return;
  t.late(
    `${what}; its funds were held (status 8), and the merchant neither shows that nor releases them within five days: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

/** A hold whose charge ends like this although it takes place: its payment is to be recorded in this way. */
export async function chargedBadly(
  t: Verbs,
  effect: Effect,
  records: (payment: Payment) => Promise<unknown>,
): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.nextCall('invoice/charge', effect);
  await t.charge(payment);
  await t.gateway.clearFaults();
  if ((await chargesOf(t, payment)).length > 0) await records(payment);
}
