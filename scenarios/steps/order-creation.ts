import type { Effect, InvoiceView } from '../../simulator/index.ts';
import type { Asked, Payment, Verbs } from '../../suite/engine/index.ts';
import { refusing } from './effects.ts';
import { chargesOf, isHeld, takesHolds } from './holds.ts';
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

/** An order whose invoice was created since, found by its reference where the answer did not name it. */
export async function createdSince(
  t: Verbs,
  asked: Asked,
  since: number,
): Promise<{ invoice: InvoiceView; payment: Payment | undefined }> {
  const invoice = await invoiceSince(t, since);
  const { answer, ...wish } = asked;
  const found = answer.kind === 'ok' ? undefined : await t.driver.findOrders(asked.reference);
  const order = answer.kind === 'ok' ? answer.value : found?.kind === 'ok' ? found.value[0] : undefined;
  if (order === undefined) return { invoice, payment: undefined };
  const { shopOrderId, paymentId } = invoice;
  return { invoice, payment: { ...wish, orderId: order.order_id, shopOrderId, paymentId, order, invoice } };
}

interface BadlyOptions {
  readonly mustAnswer?: boolean;
  readonly mode?: 'hold';
  /** What is owed of an order that was refused; whether it may be is not judged, nor what nobody can look at. */
  readonly whenRefused?: (invoice: InvoiceView, reference: string) => Promise<void>;
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
  if (payment !== undefined && !(mustAnswer && answer.kind === 'unknown')) return payment;
  if (answer.kind === 'refused') return void (await whenRefused?.(invoice, reference));
  const why = answer.kind === 'unknown' ? answer.reason : '';
  return t.fail(`${what}, and POST /orders had no usable answer: ${why}.`, {
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
  if (!result.ok && result.order.state === 'failed') givenUp();
}

/** A hold whose charge was answered by this code although it takes place. */
export async function chargedBadly(t: Verbs, code: number): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.nextCall('invoice/charge', refusing(code));
  await t.driver.charge(payment.orderId);
  await t.settle();
  await t.gateway.clearFaults();
  if ((await chargesOf(t, payment)).length > 0) await t.stillHonours([payment]);
}
