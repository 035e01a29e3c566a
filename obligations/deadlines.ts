import { fieldText, isRecord, jsonOf } from '../history/fields.ts';
import { bodyOf } from '../history/view/trust.ts';
import type { Exchange, Invoice, OrderTrace, Told } from '../history/view/types.ts';
import { parseDateTime } from '../simulator/protocol/time.ts';
import { textOf } from '../simulator/protocol/wire.ts';
import { clocksOf, MOST_OFF_MS } from './clocks.ts';
import { nameOf } from './names.ts';
import { rule } from './rules.ts';
import type { Evidence } from './verdict.ts';

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
/** The farthest that two zones are apart from UTC. */
const FARTHEST_ZONE_MS = 14 * 60 * MINUTE_MS;

/**
 * Rule 31: a deadline (`expires_at`) is an instant, in whichever zone it is written; without one it means UTC+03:00
 * (transport rule 4). What the merchant sends has not passed when it sends it; what it shows is what it was told.
 */
export const deadlineInstant = rule('law.deadline-instant', (view, found) => {
  const timesOf = clocksOf(view);
  const first = new Set(view.invoices.flatMap(({ creates }) => creates.slice(0, 1)));
  for (const exchange of view.exchanges) {
    if (!first.has(exchange)) continue;
    const sent = sentIn(exchange);
    if (sent === undefined) continue;
    found.judge();
    const { present, past } = timesOf(exchange.request);
    if (sent.instant >= Math.min(...present, ...past) - MOST_OFF_MS) continue;
    found.violate(
      fieldText(exchange.request.fields, 'shop_order_id') ?? exchange.request.path,
      `${exchange.request.operation} was sent with expires_at ${JSON.stringify(sent.text)}, which had passed: it was ${exchange.request.at}.`,
      [exchange],
    );
  }
  const seen: Seen[] = [];
  for (const order of view.orders) {
    const last = order.samples.at(-1);
    const text = last && fieldText(last.value, 'expires_at');
    const shown = text === undefined ? undefined : parseDateTime(text);
    const invoice = order.invoices.find(({ shopOrderId }) => shopOrderId === last?.value.shop_order_id);
    if (last === undefined || shown === undefined || invoice === undefined) continue;
    const told = invoice.told.findLast((each) => each.seq < last.askedSeq && deadlineIn(each) !== undefined);
    const deadline = told && deadlineIn(told);
    if (told === undefined || deadline === undefined || !isItsOwn(invoice, deadline.instant)) continue;
    found.judge();
    const offMs = shown.instant - deadline.instant;
    if (offMs % HALF_HOUR_MS !== 0 || Math.abs(offMs) > FARTHEST_ZONE_MS) continue;
    seen.push({ order, text: String(text), deadline, offMs, events: [told, last.event] });
  }
  // A shop may ask its payers to pay some time before the gateway's deadline: always as long before it.
  const isUneven = new Set(seen.map(({ offMs }) => offMs)).size > 1;
  for (const { order, text, deadline, offMs, events } of seen) {
    if (offMs === 0 || !(isUneven || isMisread(deadline, offMs))) continue;
    found.violate(
      nameOf(order),
      `Order ${nameOf(order)} shows expires_at ${JSON.stringify(text)}; the gateway had said ${JSON.stringify(deadline.text)}, which is ${Math.abs(offMs) / MINUTE_MS} minutes ${offMs < 0 ? 'later' : 'earlier'}.`,
      events,
    );
  }
});

interface Deadline {
  readonly text: string;
  readonly instant: number;
}

/** A deadline that an order shows, and how far it is from the gateway's. */
interface Seen {
  readonly order: OrderTrace;
  readonly text: string;
  readonly deadline: Deadline;
  readonly offMs: number;
  readonly events: readonly Evidence[];
}

/** The zones in which a text may be read that ignores the one that it has. */
const READ_AS = ['Z', '+03:00'];

/** Whether a deadline is shown later by just what comes of reading its text in another zone; no margin makes it later. */
function isMisread({ text, instant }: Deadline, offMs: number): boolean {
  const local = text.replace(/(?:Z|[+-]\d{2}:?\d{2})$/i, '');
  return offMs > 0 && READ_AS.some((zone) => parseDateTime(local + zone)?.instant === instant + offMs);
}

function deadlineOf(text: string | undefined): Deadline | undefined {
  const said = text === undefined ? undefined : parseDateTime(text);
  return text === undefined || said === undefined ? undefined : { text, instant: said.instant };
}

const sentIn = ({ request }: Exchange): Deadline | undefined =>
  deadlineOf(fieldText(request.fields, 'expires_at'));

function deadlineIn({ event, trust }: Told): Deadline | undefined {
  if (trust !== 'sound') return undefined;
  if (event.kind === 'attempt') return deadlineOf(textOf(bodyOf(event)?.expires_at));
  const body = jsonOf(event.body);
  return isRecord(body) ? deadlineOf(fieldText(body.data, 'expires_at')) : undefined;
}

/**
 * Whether nothing else ends so many half hours from the deadline: a shop's own session lasts whole minutes from the
 * creation of the invoice, as the gateway's time to pay often does.
 */
function isItsOwn({ creates }: Invoice, instant: number): boolean {
  const created = creates[0]?.request;
  if (created === undefined || creates.some((each) => sentIn(each)?.instant === instant)) return false;
  const beyond = (instant - Date.parse(created.at)) % MINUTE_MS;
  return beyond > 3_000 && beyond < MINUTE_MS - 3_000;
}
