import type { CallEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import { sameAmount } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { Exchange, HistoryView, Invoice, OrderTrace } from '../history/view/types.ts';
import { clocksOf, MOST_OFF_MS } from './clocks.ts';
import { groupedBy } from './grouped.ts';
import { PAID_STATES, stateOf } from './orders.ts';
import { isFull } from './patience.ts';
import { rule } from './rules.ts';
import { type TokenSource, tokenSources } from './token-sources.ts';

/** The token with which a request pays. */
export const tokenOf = ({ request }: Exchange): string | undefined => {
  const token = fieldText(request.fields, 'payment_token');
  return token === undefined || token === '' ? undefined : token;
};

/**
 * A token is charged only until its `expires_at`, and only when it came with a success (Resources, Payment
 * token object). Of a token that the history shows nowhere else nothing is said.
 */
export const tokenAlive = rule('law.token-alive', (view, found) => {
  const sources = tokenSources(view);
  const issued = new Set(view.tokens.map((event) => fieldText(event.entity, 'token') ?? event.id));
  const timesOf = clocksOf(view);
  for (const exchange of view.exchanges) {
    const token = tokenOf(exchange);
    const { request, answer } = exchange;
    if (token === undefined) continue;
    const told = (sources.get(token) ?? []).filter(
      ({ event, trust }) => event.seq < request.seq && trust !== 'false',
    );
    if (told.length === 0) continue;
    found.judge();
    const name = fieldText(request.fields, 'shop_order_id') ?? request.path;
    const events = [...told.slice(-2).map(({ event }) => event), request, answer];
    const { present, past } = timesOf(request);
    if (endOf(told) < Math.min(...present, ...past) - MOST_OFF_MS) {
      found.violate(name, `Invoice ${name} was charged with a token that had expired.`, events);
    } else if (!issued.has(token) && told.every(({ status }) => status === '6')) {
      found.violate(name, `Invoice ${name} was charged with the token of a payment that had failed.`, events);
    }
  }
});

/** When a token ends, by the latest of all that was told; never where somebody told no end. */
const endOf = (told: readonly TokenSource[]): number =>
  Math.max(...told.map(({ expiresMs }) => expiresMs ?? NEVER));

/**
 * An order that a stored instrument is to pay is sent with its token. Judged where the token came with a
 * notification that was accepted, and the jobs have run since: a shop may take it from its own question.
 */
export const instrumentUsed = rule('law.instrument-used', (view, found) => {
  if (view.settings.capabilities?.has('recurrent') !== true) return;
  const wishes = groupedBy(view.orderCalls, ({ input }) => inputText(input, 'instrument_of'));
  if (wishes.size === 0) return;
  const instruments = instrumentsIn(view);
  const orders = new Map(view.everyOrder.map((order) => [order.orderId, order]));
  const ofCustomer = groupedBy(view.everyOrder, customerOf);
  for (const [orderId, calls] of wishes) {
    const instrument = instruments.get(orderId);
    if (instrument === undefined) continue;
    for (const [index, call] of calls.entries()) {
      if (!isStored(view, instrument, call)) continue;
      const outcome = view.outcomes.get(call.call);
      const first = firstCreate(orders.get(fieldText(outcome?.value, 'order_id') ?? ''));
      const isRefused =
        outcome?.status === 'refused' &&
        index === 0 &&
        isSelling(view, call) &&
        isFree(ofCustomer, call) &&
        isForSameAmount(instrument.order, call);
      if (first === undefined && !isRefused) continue;
      found.judge();
      if (first !== undefined && tokenOf(first) !== undefined) continue;
      found.violate(
        inputText(call.input, 'reference') ?? orderId,
        `The instrument of ${instrument.order.reference ?? orderId} is stored, and the order that it is to pay was ${first === undefined ? 'refused' : 'sent without its token'}.`,
        [instrument.source.event, call, outcome, first],
      );
    }
  }
});

/** A payer's instrument: the order with which it was stored, and how its token came. */
interface Instrument {
  readonly order: OrderTrace;
  readonly source: TokenSource;
}

/** By the id of the order with which each was stored. */
function instrumentsIn(view: HistoryView): ReadonlyMap<string, Instrument> {
  const byPaymentId = new Map<string, Invoice>();
  for (const invoice of view.invoices) {
    if (invoice.paymentId !== undefined) byPaymentId.set(invoice.paymentId, invoice);
  }
  const sources = tokenSources(view);
  const instruments = new Map<string, Instrument>();
  for (const event of view.tokens) {
    const order = byPaymentId.get(fieldText(event.entity, 'paymentId') ?? '')?.order;
    const source = sources
      .get(fieldText(event.entity, 'token') ?? event.id)
      ?.find(
        ({ event, trust, status, accepted }) =>
          event.kind === 'attempt' && trust === 'sound' && status === '4' && accepted,
      );
    if (order !== undefined && source !== undefined) instruments.set(order.orderId, { order, source });
  }
  return instruments;
}

/** Whether the merchant had the token when it was to use it, and this customer's. */
function isStored(view: HistoryView, { order, source }: Instrument, call: CallEvent): boolean {
  const customer = inputText(call.input, 'customer');
  if (customer === undefined || customer !== customerOf(order)) return false;
  if (inputText(order.created?.input, 'save_instrument') !== 'true') return false;
  if (inputText(call.input, 'mode') === 'hold') return false;
  if (!((source.expiresMs ?? NEVER) > Date.parse(call.at) + 24 * 3_600_000)) return false;
  const shown = order.samples.findLast(({ event }) => event.seq < call.seq);
  if (shown === undefined || stateOf(shown) !== 'paid') return false;
  return view.jobs.some((run) => isFull(run) && run.call.seq > source.seq && run.outcome.seq < call.seq);
}

/** A shop may renew only what was paid first, and refuse another amount. */
const isForSameAmount = ({ created }: OrderTrace, { input }: CallEvent): boolean =>
  sameAmount(inputText(created?.input, 'amount'), inputText(input, 'amount'));

const customerOf = ({ created }: OrderTrace): string | undefined => inputText(created?.input, 'customer');

/** Whether nothing else of the customer is open: a shop may have one unpaid order for each. */
const isFree = (ofCustomer: ReadonlyMap<string, readonly OrderTrace[]>, { input, seq }: CallEvent): boolean =>
  (ofCustomer.get(inputText(input, 'customer') ?? '') ?? []).every(({ samples }) => {
    const shown = samples.findLast(({ event }) => event.seq < seq);
    return shown === undefined || PAID_STATES.has(stateOf(shown));
  });

/**
 * Whether it has sold anything since the gateway last refused an invoice, or did not answer: a shop may close a payway
 * then, or stop for a while.
 */
function isSelling(view: HistoryView, { seq }: CallEvent): boolean {
  const refused = view.exchanges.findLast(
    ({ request, answer }) =>
      request.operation?.startsWith('invoice/') && answer?.result !== true && (answer ?? request).seq < seq,
  );
  const since = (refused?.answer ?? refused?.request)?.seq;
  if (since === undefined) return true;
  return view.orderCalls.some((call) => {
    const outcome = view.outcomes.get(call.call);
    return call.seq > since && outcome?.status === 'ok' && outcome.seq < seq;
  });
}

/** The request that made the first invoice of an order. */
const firstCreate = (order: OrderTrace | undefined): Exchange | undefined =>
  order?.invoices.flatMap((invoice) => invoice.creates).sort((a, b) => a.request.seq - b.request.seq)[0];
