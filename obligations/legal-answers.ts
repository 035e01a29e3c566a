import type { AnswerEvent } from '../history/events.ts';
import { inputText, isRecord, jsonOf, subjectOf } from '../history/fields.ts';
import type { Exchange, HistoryView, Invoice } from '../history/view/types.ts';
import { type Call, callsOf } from './calls.ts';
import { exchangesBetween, isConfirmed, isRefused, isUnanswered, wasRead } from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { nameOf } from './names.ts';
import { stateOf } from './orders.ts';
import { diedBetween } from './patience.ts';
import { rule } from './rules.ts';
import { tokenOf } from './tokens.ts';
import type { findings } from './verdict.ts';

/**
 * Law 56: no answer of the gateway breaks the shop: what it was asked meanwhile gets a usable answer, and an order that
 * the gateway accepted is not failed, nor one that a stored instrument may have paid although nobody answered (Errors 2
 * and 3; Versioning 3 and 4).
 */
export const takesAnyAnswer = rule('law.takes-any-answer', (view, found) => {
  breaks(view, found, (answer) => !isOdd(answer));
  for (const order of view.orders) {
    const first = order.samples.find(({ name }) => name === 'createOrder');
    const invoice = order.invoices.find(({ shopOrderId }) => shopOrderId === first?.value.shop_order_id);
    const create = invoice?.creates.length === 1 ? invoice.creates[0] : undefined;
    const answer = create?.answer;
    if (first === undefined || invoice === undefined || create === undefined || answer === undefined)
      continue;
    const standing = whyStanding(view, invoice, create, answer);
    if (standing === undefined) continue;
    found.judge();
    if (stateOf(first) !== 'failed' || invoice.told.some(({ seq }) => seq < first.event.seq)) continue;
    found.violate(nameOf(order), `${standing(nameOf(order))}, and at once it is "failed".`, [
      order.created,
      answer,
      first.event,
    ]);
  }
});

/** Law 57: the same for answers whose data is empty, where the specification shows an object. */
export const takesEmptyData = rule('law.takes-empty-data', (view, found) => {
  breaks(view, found, isOdd);
});

/** In words that an invoice stands after its creation was answered, or not; undefined where that is open to a right shop. */
function whyStanding(
  view: HistoryView,
  { changes }: Invoice,
  create: Exchange,
  answer: AnswerEvent,
): ((order: string) => string) | undefined {
  if (isConfirmed(create)) {
    return isPlain(view, answer) ? (order) => `The gateway accepted order ${order} (result true)` : undefined;
  }
  // Whoever was not sent to a page cannot pay there; a stored instrument is charged without its payer.
  if (!isUnanswered(create) || tokenOf(create) === undefined || changes.length === 0) return undefined;
  return (order) =>
    `The charge of a stored instrument for order ${order} was not answered, and the gateway carries it out`;
}

/** An answer that was taken in good time, and says what it must. */
const isPlain = (view: HistoryView, answer: AnswerEvent): boolean =>
  answer.ended === 'sent' && wasRead(view, answer) && !isOdd(answer);

/** Whether the data of an answer is empty although it says that something was made. */
function isOdd({ body, result, operation }: AnswerEvent): boolean {
  const answer = jsonOf(body);
  if (!isRecord(answer)) return false;
  const { data } = answer;
  const isEmpty =
    data === null || (Array.isArray(data) ? data.length === 0 : isRecord(data) && !('id' in data));
  return result !== false && isEmpty && MAKING.has(operation ?? '');
}

const MAKING: ReadonlySet<string> = new Set(['invoice/create', 'invoice/hold', 'withdraw/create']);

/** Calls that only ask show what others did. */
const CALLS: ReadonlySet<string> = new Set([
  'createOrder',
  'retry',
  'amend',
  'charge',
  'unhold',
  'cancel',
  'createRefund',
  'createPayout',
  'retryPayout',
]);

/** An exception of the shop; what proxies and busy servers say is left out. */
const BROKE = /answered HTTP 500\b/;

/** Names every kind of call that broke on an unusual answer, and never without one. */
function breaks(
  view: HistoryView,
  found: ReturnType<typeof findings>,
  isMine: (answer: AnswerEvent) => boolean,
): void {
  const byName = groupedBy(callsOf(view), ({ call: { name } }) => (CALLS.has(name) ? name : undefined));
  for (const [name, calls] of byName) {
    for (const each of calls) {
      const { call, outcome } = each;
      const met = unusualIn(view, each);
      // A call that breaks by itself says nothing about the answers that others meet.
      if (met === undefined && isBroken(view, each)) break;
      if (met?.answer === undefined || !isMine(met.answer)) continue;
      found.judge();
      if (!isBroken(view, each) || !each.isAlone) continue;
      found.violate(
        inputText(call.input, 'reference') ?? subjectOf(call.input, 'order_id') ?? name,
        `${name} broke (HTTP 500) when ${met.request.operation} was ${wordsOf(met.answer)}.`,
        [call, met, outcome],
      );
      break;
    }
  }
}

const isBroken = (view: HistoryView, { call, outcome }: Call): boolean =>
  outcome.status === 'unknown' &&
  BROKE.test(String(outcome.error)) &&
  !diedBetween(view, call.seq, outcome.seq);

const wordsOf = ({ outcome }: AnswerEvent): string =>
  outcome === 'answered' ? 'answered in an unusual way' : `not answered (${outcome})`;

/** The last exchange during a call that was lost, or answered in an unusual way; none where one was refused. */
function unusualIn(view: HistoryView, { call, outcome }: Call): Exchange | undefined {
  let found: Exchange | undefined;
  for (const exchange of exchangesBetween(view, call.seq, outcome.seq)) {
    const { answer } = exchange;
    if (answer === undefined || answer.seq > outcome.seq) continue;
    // Refusals are for the rule about what goes on after them.
    if (isRefused(exchange)) return undefined;
    if (answer.fault !== null || answer.outcome !== 'answered') found = exchange;
  }
  return found;
}
