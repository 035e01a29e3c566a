import type { Effect, InvoiceView, OperationId } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { otherAttempt } from './new-tries.ts';
import { refusing } from './refusing.ts';
import { isHeld, takesHolds } from './ways-in.ts';

export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

/** The order of the merchant after an answer that may not have named it. */
export async function foundOrder(t: Verbs, asked: Awaited<ReturnType<Verbs['ask']>>) {
  if (asked.answer.kind === 'ok') return asked.answer.value;
  const found = await t.driver.findOrders(asked.reference);
  return found.kind === 'ok' ? found.value[0] : undefined;
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
  await t.gateway.arm([{ where: { operation: [...CREATE] }, effect }]);
  const since = await t.now();
  const asked = await t.ask(mode === undefined ? {} : { mode });
  await t.gateway.clearFaults();
  const sent = (await t.calls({ operation: CREATE, after: since }))[0]?.request.fields?.shop_order_id;
  if (sent === undefined)
    return t.inconclusive('The merchant called neither invoice/create nor invoice/hold.');
  const shopOrderId = String(sent);
  t.stage.about.push(shopOrderId);
  const [invoice] = await t.gateway.invoices({ shopOrderId });
  if (invoice === undefined) return t.inconclusive(`The gateway does not have the invoice ${shopOrderId}.`);
  const { answer } = asked;
  const broken = mustAnswer && answer.kind === 'unknown';
  const order = broken ? undefined : await foundOrder(t, asked);
  if (order === undefined) {
    if (answer.kind === 'refused') return void (await whenRefused?.(invoice, asked.reference));
    const why = answer.kind === 'unknown' ? answer.reason : '';
    return t.fail(`${what}, and POST /orders had no usable answer: ${why}.`, {
      about: [asked.reference, shopOrderId],
    });
  }
  const { answer: _answer, ...wish } = asked;
  const { paymentId } = invoice;
  return { ...wish, orderId: order.order_id, shopOrderId, paymentId, order, invoice };
}

export async function mustBeHonoured(t: Verbs, payment: Payment, what: string): Promise<void> {
  const result = await t.honours(payment, () => t.report(payment, 4));
  if (result.ok) return;
  t.late(
    `${what}; its genuine notification of status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
    {
      about: t.aboutPayment(payment),
    },
  );
}

/**
 * A genuine status 4 is on record, whatever had become of its order. That a merchant refuses the notification of an order
 * that it has given up is blamed by no rule.
 */
export async function mustRecord(t: Verbs, payment: Payment, what: string): Promise<void> {
  const result = await t.recordsLatePayment(payment);
  if (result.ok) return;
  t.late(`${what}, and the merchant has no record of the money: ${t.describeRefusal(result)}.`, {
    about: t.aboutPayment(payment),
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
  if (result.ok) return;
  if ((await t.look(payment)).state === 'failed') givenUp();
  t.late(
    `${what}; its genuine notification of status 8 did not mark the order as held: ${t.describeRefusal(result)}.`,
    {
      about: t.aboutPayment(payment),
    },
  );
}

/** What the merchant made of a command on an order; undefined when it refuses by itself. */
export async function commanded(
  t: Verbs,
  name: string,
  answer: Awaited<ReturnType<Verbs['driver']['cancel']>>,
) {
  if (answer.kind === 'unknown') return t.inconclusive(`${name} had no usable answer: ${answer.reason}.`);
  return answer.kind === 'ok' ? answer.value : undefined;
}

interface Attempts {
  readonly first: Payment;
  readonly second: Payment;
  /** The first one was refused with code 5, which a shop may take for the end of it (not shown). */
  readonly doubtful: boolean;
}

/** An order with two attempts, neither of them final at the gateway, where the merchant makes such. */
export async function twoAttempts(t: Verbs): Promise<Attempts | undefined> {
  const stuck = await t.order();
  await t.report(stuck, 3);
  await t.settle();
  const refused = await createdBadly(t, refusing(5), 'invoice/create answered error code 5');
  for (const first of [stuck, refused]) {
    if (first === undefined) continue;
    const now = await commanded(t, 'POST /orders/{order_id}/retry', await t.driver.retry(first.orderId));
    const second = now && (await otherAttempt(t, first, now.shop_order_id));
    if (second !== undefined) return { first, second, doubtful: first === refused };
  }
  return undefined;
}

/** A hold whose charge was answered by this code although it takes place. */
export async function chargedBadly(t: Verbs, code: number): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.gateway.arm([{ where: { operation: 'invoice/charge' }, effect: refusing(code) }]);
  await t.driver.charge(payment.orderId);
  await t.settle();
  await t.gateway.clearFaults();
  const calls = await t.calls({
    operation: 'invoice/charge',
    fields: { invoice_id: payment.paymentId },
  });
  if (calls.length === 0) return;
  await mustBeHonoured(t, payment, `invoice/charge answered the code ${code}, and the charge took place`);
}
