import type {
  AnswerEvent,
  AttemptEvent,
  EventStamp,
  MerchantEvent,
  ReplyEvent,
  RequestEvent,
  StateEvent,
} from '../history/events.ts';
import { fieldText, isRecord } from '../history/fields.ts';
import { amountOf } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import { bodyOf, contradicts } from '../history/view/trust.ts';
import type { Delivery, HistoryView, Invoice, OrderTrace, Sample, Told } from '../history/view/types.ts';
import { isConfirmed, isFatal, takenUp, wasRead } from './exchanges.ts';
import { nameOf } from './names.ts';
import { isOpen, isWhole, PAID_STATES, showsPaid, stateOf } from './orders.ts';
import { partsOf } from './parts.ts';
import { diedBetween, mayStillRecover, patienceMs } from './patience.ts';
import { doubtsWithoutCause } from './plain-story.ts';
import { judgeEach, perLastLook, rule } from './rules.ts';
import type { Findings } from './verdict.ts';

/** Law 19: an invoice whose end the merchant has accepted, or was answered, is final at the merchant. */
export const finalInvoiceKnown = perLastLook('law.final-invoice-known', (view) => {
  const isDoubtedWithoutCause = doubtsWithoutCause(view);
  return (invoice, last, order) => {
    const known = knownEnd(view, invoice);
    if (known === undefined || last.askedSeq < known.seq) return undefined;
    if (known.status === '6' && !keepsAttempt(view, invoice, known, last)) return undefined;
    if (known.status === '4' && isBookedElsewhere(order, invoice, last)) return 'right';
    if (!isOpen(last) && !isDoubtedWithoutCause(order, invoice, last)) return 'right';
    if (last.askedRealAt - known.realAt < patienceMs(view) || mayStillRecover(view, known, last))
      return undefined;
    return {
      says: `Order ${nameOf(order)} is still "${stateOf(last)}" although the merchant had learnt that invoice ${invoice.shopOrderId} ended with status ${known.status}.`,
      events: [...invoice.changes.slice(-1), known.told, last.event],
    };
  };
});

/**
 * Whether a merchant that shows an order as open goes on with a rejected attempt: it shows where to pay it, or asks
 * about it by itself. After a final status the exchange about the attempt ends (Errors 3); what becomes of the order is
 * not shown.
 */
export function keepsAttempt(
  view: HistoryView,
  invoice: Invoice,
  known: Pick<KnownEnd, 'realAt'>,
  last: Sample,
): boolean {
  if (last.value.shop_order_id !== invoice.shopOrderId) return false;
  if (!isOpen(last) || (last.value.redirect ?? null) !== null) return true;
  return view.exchanges.some(
    ({ request }) =>
      request.operation === 'invoice/check' &&
      fieldText(request.fields, 'shop_order_id') === invoice.shopOrderId &&
      request.seq < last.askedSeq &&
      Date.parse(request.realAt) - known.realAt >= view.settings.settleMs &&
      !isProvoked(view, invoice, request),
  );
}

/** Whether a notification about the invoice, or a payer who came back, had just given the merchant cause to ask. */
function isProvoked(
  { deliveries, events, settings }: HistoryView,
  invoice: Invoice,
  asked: RequestEvent,
): boolean {
  const isJustBefore = ({ seq, realAt }: EventStamp): boolean =>
    seq < asked.seq && Date.parse(asked.realAt) - Date.parse(realAt) < settings.settleMs;
  const isAbout = ({ attempt: { about } }: Delivery): boolean => about.shopOrderId === invoice.shopOrderId;
  return (
    deliveries.some((delivery) => isAbout(delivery) && isJustBefore(delivery.attempt)) ||
    events.some((event) => event.kind === 'call' && event.name === 'page' && isJustBefore(event))
  );
}

/** Whether an open order waits for more than this payment, which is on record or on its way back. */
function isBookedElsewhere(order: OrderTrace, invoice: Invoice, last: Sample): boolean {
  if (order.invoices.some(({ refunds }) => refunds.length > 0)) return true;
  const amount = amountOf(fieldText(last.value, 'amount'));
  const isPart = amount !== undefined && invoice.amount !== undefined && !amount.eq(invoice.amount);
  return isPart && showsPaid(last);
}

interface KnownEnd {
  readonly seq: number;
  readonly realAt: number;
  readonly status: string;
  readonly told: Told;
}

/** The change by which an invoice came to the end (4 or 6) in which it still is. */
export function finalTruth({ changes }: Invoice): StateEvent | undefined {
  const last = changes.at(-1);
  return last !== undefined && ['4', '6'].includes(String(last.to)) ? last : undefined;
}

/**
 * When the merchant had taken the news of an invoice's end: it accepted a genuine notification that matches,
 * after the answer that created the invoice, or it was answered by its own check.
 */
export function knownEnd(view: HistoryView, invoice: Invoice): KnownEnd | undefined {
  const truth = finalTruth(invoice);
  if (truth === undefined) return undefined;
  const created = invoice.creates.find(isConfirmed)?.answer;
  if (created == null || !wasRead(view, created)) return undefined;
  for (const told of invoice.told) {
    if (told.trust !== 'sound' || told.status !== String(truth.to) || told.seq < truth.seq) continue;
    const { event, status } = told;
    const taken = takenUp(view, told);
    if (taken === undefined) continue;
    // One that overtook the answer of its create may be healed later, by the merchant's own check: law 26.
    const isMeant =
      event.kind === 'answer'
        ? event.operation === 'invoice/check' && event.fault === null
        : told.seq >= created.seq && matches(view, invoice, event);
    if (isMeant) return { seq: taken.seq, realAt: Date.parse(taken.realAt), status, told };
  }
  return undefined;
}

/** Whether the values of a notification are those of the invoice. */
export function matches(view: HistoryView, invoice: Invoice, attempt: AttemptEvent): boolean {
  const body = bodyOf(attempt);
  return body !== undefined && !contradicts(body, invoice, view.settings);
}

/** How long after a connection broke, in real time, the end of the process may be seen that broke it. */
const NOTICED_MS = 1_000;

/** The end of a merchant's process, which nobody else had ended, that broke the connection of a delivery. */
const endedOver = (view: HistoryView, attempt: AttemptEvent, reply: ReplyEvent): MerchantEvent | undefined =>
  view.merchant.find(
    ({ seq, realAt, action }, index) =>
      action === 'exit' &&
      seq > attempt.seq &&
      Date.parse(realAt) <= Date.parse(reply.realAt) + NOTICED_MS &&
      view.merchant[index - 1]?.action !== 'kill',
  );

/** Law 24: the receiver that outlived hostile input still answers genuine notifications. */
export const survivesHostileInput = rule('law.survives-hostile-input', (view, found) => {
  if (endsOverHostile(view, found)) return;
  for (const { has } of partsOf(view)) {
    const deliveries = view.deliveries.filter(({ attempt }) => has(attempt));
    if (fallsSilent(view, deliveries, found)) break;
  }
});

const isHostile = ({ attempt, trust }: Delivery): boolean => !attempt.genuine && trust !== 'sound';

function endsOverHostile(view: HistoryView, found: Findings): boolean {
  for (const delivery of view.deliveries) {
    const { attempt, reply } = delivery;
    if (!isHostile(delivery) || reply?.outcome !== 'reset') continue;
    const ended = endedOver(view, attempt, reply);
    if (ended === undefined) continue;
    found.judge();
    found.violate(
      attempt.url,
      `The merchant's process ended by itself (${ended.detail}) over a notification that the gateway never sends.`,
      [attempt, ended, reply],
    );
    return true;
  }
  return false;
}

function fallsSilent(view: HistoryView, deliveries: readonly Delivery[], found: Findings): boolean {
  const answered = deliveries.findIndex(({ reply }) => reply?.outcome === 'replied');
  if (answered < 0) return false;
  const first = deliveries.slice(answered + 1).find(isHostile);
  const later = deliveries
    .slice(deliveries.findLastIndex(isHostile) + 1)
    .filter(({ attempt, reply }) => attempt.genuine && reply !== undefined);
  const end = later.at(-1);
  if (first === undefined || end === undefined) return false;
  const isAnswered = later.some(({ reply }) => reply?.outcome === 'replied');
  // A merchant that somebody else stopped answers nothing either.
  if (!isAnswered && (later.length < 3 || diedBetween(view, first.attempt.seq, end.attempt.seq)))
    return false;
  found.judge();
  if (isAnswered) return false;
  found.violate(
    first.attempt.url,
    `After hostile input the notification endpoint answered none of ${later.length} genuine notifications.`,
    [deliveries[answered]?.reply, ...[first, ...later.slice(0, 3)]],
  );
  return true;
}

/**
 * Law 25: a fatal failure shows at the order, and the order is not "paid" too early. What the payer's
 * browser shows is in no history; the state that the merchant shows stands for it.
 */
export const payerTold = rule('law.payer-told', (view, found) => {
  found.note(
    'A history does not show what the payer sees in the browser; only the states of orders are judged.',
  );
  const whole = view.orders.filter((order) => isWhole(order, view));
  judgeEach(found, whole, nameOf, (order) => {
    const last = order.samples.at(-1);
    const invoice = order.invoices.find((each) => each.shopOrderId === last?.value.shop_order_id);
    const fatal = invoice?.creates.find((exchange) => isFatal(exchange) && exchange.answer?.status === 200);
    const said = fatal?.answer;
    if (last === undefined || invoice === undefined || said == null) return undefined;
    if (invoice.changes.length > 0 || invoice.paidSeq < NEVER || last.askedSeq < said.seq) return undefined;
    if (!wasRead(view, said) || diedBetween(view, said.seq, last.event.seq)) return undefined;
    if (shown(last)) return 'right';
    // What made the order was answered after the refusal: no more than what replicas need to catch up is left.
    if (last.askedRealAt - answeredAt(view, order, said) < view.settings.settleMs) return undefined;
    return {
      says: `Order ${nameOf(order)} is still "${stateOf(last)}" after its invoice was refused with the fatal code ${said.errorCode}.`,
      events: [fatal, last],
    };
  });
});

/** When the call in which the gateway refused was answered, in real time; later by all patience where that was not seen. */
function answeredAt(view: HistoryView, order: OrderTrace, said: AnswerEvent): number {
  const call = order.samples.find(
    ({ event, name }) => event.seq > said.seq && (name === 'createOrder' || name === 'retry'),
  );
  const wasOpen = call !== undefined && call.askedSeq < said.seq;
  return wasOpen ? Date.parse(call.event.realAt) : Date.parse(said.realAt) + patienceMs(view);
}

/**
 * Whether a sample shows that the payment was not created: by the order's end, or by an error of an order that waits for
 * another attempt. One that is pending waits for an outcome, whatever else it says.
 */
const shown = (sample: Sample): boolean =>
  !PAID_STATES.has(stateOf(sample)) && (!isOpen(sample) || (stateOf(sample) === 'new' && hasError(sample)));

function hasError({ value }: Sample): boolean {
  const { error } = value;
  if (!isRecord(error)) return false;
  const [code, message] = [fieldText(error, 'code'), fieldText(error, 'message')];
  return (code !== undefined && code !== '0') || (message !== undefined && message !== '');
}
