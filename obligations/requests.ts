import type { CallEvent, HistoryEvent, RequestEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import { amountOf } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import { isSlim } from '../history/slim.ts';
import type { Exchange, GatewayPayout, HistoryView, Invoice, OrderTrace } from '../history/view/types.ts';
import { OTHER_INTERPRETATION } from '../simulator/protocol/signing.ts';
import { duplicateCode, isFatal, isRefused, takenUp, wasRead } from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { nameOf, nameOfInvoice } from './names.ts';
import { diedBetween } from './patience.ts';
import { forcedIn } from './polling.ts';
import { judgeEach, rule } from './rules.ts';
import type { Breach } from './verdict.ts';

/** Law 14: one shop_order_id is never used for another amount, currency, payer or order, nor again after its end. */
export const oneOrderPerId = rule('law.one-order-per-id', (view, found) => {
  for (const [id, orders] of ordersById(view)) {
    const [one, two] = orders;
    if (one?.reference === undefined || two?.reference === undefined) continue;
    if (one.reference === two.reference) continue;
    found.violate(
      nameOf(two),
      `Two orders, ${nameOf(one)} and ${nameOf(two)}, have the shop_order_id ${id}.`,
      [one.created, showing(one, id), two.created, showing(two, id)],
    );
  }
  judgeEach(found, view.invoices, nameOfInvoice, (invoice) =>
    invoice.creates.length === 0
      ? undefined
      : [createdAfterEnd(view, invoice), usedOtherwise(invoice), usedBefore(view, invoice)],
  );
});

/**
 * The first create of an order that was made in this history was refused as a duplicate: an order from before it has
 * the id. A repetition of the merchant's own would have come after another create.
 */
function usedBefore(view: HistoryView, { creates, order, shopOrderId }: Invoice): Breach | undefined {
  const [first] = creates;
  const made = order?.created;
  if (first === undefined || made === undefined || first.request.seq < made.seq) return undefined;
  if (!isRefused(first) || first.answer?.errorCode !== duplicateCode(view) || first.answer.fault !== null)
    return undefined;
  return {
    says: `The new order ${order?.reference ?? ''} was sent with the shop_order_id ${shopOrderId}, which the gateway refused as a duplicate: an earlier order has it.`,
    events: [made, first],
  };
}

function usedOtherwise({ creates, shopOrderId }: Invoice): Breach | undefined {
  // A create that was refused made nothing: under the same id another may follow.
  const standing: Exchange[] = [];
  for (const exchange of creates) {
    const other = standing.find((earlier) => differ(earlier, exchange));
    if (other !== undefined)
      return {
        says: `The shop_order_id ${shopOrderId} was used for ${what(other)} and then for ${what(exchange)}.`,
        events: [other, exchange],
      };
    if (!isRefused(exchange)) standing.push(exchange);
    // More would only repeat what the first ones say.
    if (standing.length > 8) break;
  }
  return undefined;
}

/** The orders by each shop_order_id that they showed as theirs; of those only that were made in this history. */
function ordersById(view: HistoryView): ReadonlyMap<string, readonly OrderTrace[]> {
  const pairs = view.orders
    .filter(({ created }) => created !== undefined)
    .flatMap((order) => [...order.shopOrderIds].map((id) => ({ id, order })));
  const byId = groupedBy(pairs, ({ id }) => id);
  return new Map([...byId].map(([id, list]) => [id, list.map(({ order }) => order)]));
}

const showing = (order: OrderTrace, id: string): HistoryEvent | undefined =>
  order.samples.find(({ value }) => value.shop_order_id === id)?.event;

/** A create under an id of which the merchant had accepted, or was answered, that it had ended. */
function createdAfterEnd(view: HistoryView, invoice: Invoice): Breach | undefined {
  if (invoice.creates.length < 2) return undefined;
  const end = invoice.told.find(
    (told) => ENDS.has(told.status) && told.trust === 'sound' && takenUp(view, told) !== undefined,
  );
  if (end === undefined) return undefined;
  const known = end.delivery?.reply ?? end.event;
  const index = invoice.creates.findIndex(({ request }) => request.seq > known.seq);
  const [exchange, former] = [invoice.creates[index], invoice.creates[index - 1]];
  if (exchange === undefined) return undefined;
  // Whoever repeats a create that was not answered may have begun to before the end was known.
  const wasUnderWay =
    former?.answer === undefined ||
    former.answer.seq > known.seq ||
    Date.parse(exchange.request.realAt) - Date.parse(known.realAt) <= view.settings.settleMs;
  if (wasUnderWay && !wasRead(view, former?.answer)) return undefined;
  return {
    says: `The attempt ${invoice.shopOrderId} had ended with status ${end.status}, as the merchant knew, and ${exchange.request.operation} was called under the same shop_order_id.`,
    events: [end, exchange],
  };
}

const ENDS: ReadonlySet<string> = new Set(['4', '6']);

function differ(a: Exchange, b: Exchange): boolean {
  if (a.request.base !== b.request.base) return false;
  const [one, two] = [a.request.fields, b.request.fields];
  const amounts = [amountOf(fieldText(one, 'amount')), amountOf(fieldText(two, 'amount'))] as const;
  if (amounts[0] !== undefined && amounts[1] !== undefined && !amounts[0].eq(amounts[1])) return true;
  return ['currency', 'payer_id'].some((name) => {
    const [first, second] = [fieldText(one, name), fieldText(two, name)];
    return first !== undefined && second !== undefined && first !== second;
  });
}

const what = ({ request: { fields } }: Exchange): string =>
  `${fieldText(fields, 'amount')} in currency ${fieldText(fields, 'currency')}${fieldText(fields, 'payer_id') === undefined ? '' : ` of payer ${fieldText(fields, 'payer_id')}`}`;

/** What masking puts in the place of a secret. */
const MASKED_SECRET = '<SECRET>';

/** Whether a signature is right, if only under an interpretation that the gateway of the history was not set to. */
const isSigned = ({ ok, recipe }: NonNullable<RequestEvent['sign']>): boolean =>
  ok || recipe?.id === OTHER_INTERPRETATION;

/**
 * Law 15: every request carries a right signature over what it sends, and neither a request nor a reply holds the
 * secret. Histories are masked: the mark of a masked secret is as good as the secret.
 */
export const signedAndSecret = rule('law.signed-and-secret', (view, found) => {
  const marks = [MASKED_SECRET, ...view.settings.secretMarks.filter((mark) => mark.length >= 4)];
  const leak = (...texts: string[]): boolean =>
    texts.some((text) => marks.some((mark) => text.includes(mark)));
  for (const { request } of view.exchanges) {
    if (request.sign !== null) {
      found.judge();
      if (!isSigned(request.sign)) {
        const cause =
          request.sign.recipe === null
            ? ', and no known mistake makes it: the secret or the signed values are others'
            : `: ${request.sign.recipe.says}`;
        found.violate(
          fieldText(request.fields, 'shop_order_id') ??
            fieldText(request.fields, 'shop_payment_id') ??
            request.path,
          `The signature of ${request.operation ?? request.path} is wrong${cause}.`,
          [request],
        );
      }
    }
    // Of one that was compacted it is known that it holds no mark of masking.
    if (isSlim(request) && marks.length === 1) continue;
    const headers = JSON.stringify(request.headers);
    if (leak(request.path, request.query ?? '', headers, request.body)) {
      found.violate(request.path, `A request to ${request.path} contains the shop's secret.`, [request]);
    }
  }
  for (const { attempt, reply } of view.deliveries) {
    // A crafted notification may hold such a mark by itself, and a receiver may quote what it got.
    if (reply === undefined || !leak(reply.body, JSON.stringify(reply.headers))) continue;
    if (!leak(attempt.body)) {
      found.violate(reply.notification, "A reply to a notification contains the shop's secret.", [
        attempt,
        reply,
      ]);
    }
  }
});

const WISH = ['payway', 'amount', 'currency'] as const;

const isOtherWish = (first: RequestEvent | undefined, second: RequestEvent): boolean =>
  first?.operation !== second.operation ||
  WISH.some((name) => fieldText(first?.fields ?? null, name) !== fieldText(second.fields, name));

const NEW_COMMANDS = new Set(['retry', 'amend', 'retryPayout']);

/** A question may have been on its way. */
const ON_ITS_WAY = 1;

/** Questions about a payout that was refused for good, until it is created again, or forgotten in a crash. */
const askedAfter = (
  view: HistoryView,
  { asks, creates }: GatewayPayout,
  seq: number,
  isForced: (seq: number) => boolean,
): readonly Exchange[] => {
  const again = creates.find(({ request }) => request.seq > seq)?.request.seq ?? NEVER;
  return asks.filter(
    ({ request }) =>
      request.seq > seq &&
      request.seq < again &&
      !isForced(request.seq) &&
      !diedBetween(view, seq, request.seq),
  );
};

/**
 * Law 17: after a fatal code (1 to 4) nothing is created again under that id, unless a person asks for it, and nobody
 * asks what became of the payout.
 */
export const fatalEndsOperation = rule('law.fatal-ends-operation', (view, found) => {
  const isForced = forcedIn(view);
  const wishes = groupedBy([...view.orderCalls, ...view.payoutCalls], ({ input }) =>
    inputText(input, 'reference'),
  );
  const objects: (Invoice | GatewayPayout)[] = [...view.invoices, ...view.payouts];
  for (const object of objects) {
    const fatal = object.creates.find(isFatal);
    const said = fatal?.answer;
    if (said == null) continue;
    found.judge();
    const asked = 'asks' in object ? askedAfter(view, object, said.seq, isForced) : [];
    if (asked.length > ON_ITS_WAY && 'asks' in object) {
      found.violate(
        object.trace?.reference ?? object.shopPaymentId,
        `The merchant asked ${asked.length} times about payout ${object.shopPaymentId} after the fatal code ${said.errorCode} of its creation.`,
        [fatal?.request, said, ...asked.slice(0, 3).map(({ request }) => request)],
      );
      continue;
    }
    const again = object.creates.find(({ request }) => request.seq > said.seq);
    // The refused id is free: another wish may go under it, as when a payer has chosen another payway.
    if (again === undefined || isOtherWish(fatal?.request, again.request)) continue;
    const trace = 'order' in object ? object.order : object.trace;
    const isAsked =
      trace?.commands.some(
        ({ name, event }) => NEW_COMMANDS.has(name) && event.seq > said.seq && event.seq < again.request.seq,
      ) || wishedAgain(view, wishes.get(trace?.reference ?? '') ?? [], said.seq, again.request.seq);
    // A merchant that was killed may not have read the answer.
    if (isAsked === true || diedBetween(view, said.seq, again.request.seq)) continue;
    if (!wasRead(view, said)) continue;
    const id = 'shopOrderId' in object ? object.shopOrderId : object.shopPaymentId;
    found.violate(
      trace?.reference ?? id,
      `${again.request.operation} of ${id} was called again after the fatal code ${said.errorCode}.`,
      [fatal?.request, said, again],
    );
  }
});

/** Whether the wish itself was sent again, as by a second click, and was open between two points. */
export const wishedAgain = (
  view: HistoryView,
  wishes: readonly CallEvent[],
  fromSeq: number,
  toSeq: number,
): boolean =>
  wishes.slice(1).some(({ call, seq }) => seq < toSeq && (view.outcomes.get(call)?.seq ?? NEVER) > fromSeq);
