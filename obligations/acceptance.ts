import { LATER } from '../history/later.ts';
import { NEVER } from '../history/places.ts';
import { bodyOf, contradicts } from '../history/view/trust.ts';
import type { Delivery, Exchange, HistoryView, Invoice, Sample } from '../history/view/types.ts';
import { withoutSpace } from '../simulator/protocol/notifications.ts';
import { isTaken } from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { isOpen, PAID_STATES, showsPaid, stateOf } from './orders.ts';
import { diedBetween, patienceMs } from './patience.ts';
import { rule } from './rules.ts';

/** The number of attempts that a notification has (Events 6). */
const ATTEMPTS = 25;

/** From how many refusals in a row on a merchant that is well does not mean to accept a notification. */
export const PERSISTENT = 4;

/**
 * Law 23: every genuine notification is answered OK before its attempts are used up, and so are its repeats. A
 * merchant that is well, and refuses it several times while nothing else keeps it busy, is not waited for longer.
 */
export const noticesAccepted = rule('law.notices-accepted', (view, found) => {
  const alone = lazily(() => aloneAmong(view.deliveries));
  const stored = lazily(() => storedObjects(view));
  for (const [, deliveries] of groupedBy(view.deliveries.filter(mustBeAccepted), messageOf)) {
    const [first] = deliveries;
    const isAlone = (delivery: Delivery): boolean => alone().has(delivery);
    const accepted = deliveries.findLast(({ reply }) => isOk(reply));
    if (accepted !== undefined) {
      found.judge();
      const refused = refusedAfter(accepted, deliveries, isAlone);
      if (refused.length < 3) continue;
      found.violate(
        first.attempt.notification,
        `The merchant accepted a notification and refused its repeats, ${refused.length} times.`,
        [accepted.reply, ...refused],
      );
      continue;
    }
    const object = stored().get(objectOf(first));
    if (object === undefined) continue;
    const refused = deliveries.filter((delivery) => isRefusal(delivery) && isAlone(delivery));
    if (!areUsedUp(deliveries, refused) && !areMeant(view, object, refused)) continue;
    if (refused.some(({ attempt }) => isContradicted(view, object.invoice, attempt))) continue;
    found.judge();
    found.violate(
      first.attempt.notification,
      `A genuine notification about ${object.invoice.shopOrderId} was sent ${deliveries.length} times and never answered with HTTP 200 and OK.`,
      refused.slice(-3),
    );
  }
});

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The gateway's own notifications, and crafted ones that a merchant must take like them. */
function mustBeAccepted({ attempt }: Delivery): boolean {
  const { genuine, verdict, type } = attempt;
  return (verdict === undefined ? genuine : verdict === 'accept') && ['invoice', 'refund'].includes(type);
}

/** What a notification tells: deliveries that are alike in this are repeats, whatever else they say. */
const messageOf = (delivery: Delivery): string => `${objectOf(delivery)} ${delivery.attempt.status}`;

const objectOf = ({ attempt: { about } }: Delivery): string =>
  `${about.paymentId ?? ''} ${about.shopRefundId ?? ''}`;

/** Whether white space around OK ends the deliveries is a reading: nobody is blamed for it. */
const isOk = (reply: Delivery['reply']): boolean =>
  reply !== undefined && (reply.accepted || (reply.status === 200 && withoutSpace(reply.body) === 'OK'));

const isRefusal = ({ reply }: Delivery): boolean => reply?.outcome === 'replied' && !isOk(reply);

/** How long after another delivery, in real time, nobody has to be as busy as to refuse the next one. */
const CALM_MS = 60_000;

const TOO_MANY: ReadonlySet<number | null> = new Set([429, 503]);
const SERVER_ERROR = 500;

/** Whether a merchant says that it does not take a notification, and not that it cannot do so at the moment. */
export const isDeclined = (delivery: Delivery): boolean => {
  const status = delivery.reply?.status ?? null;
  return isRefusal(delivery) && !LATER.has(status) && (status ?? SERVER_ERROR) < SERVER_ERROR;
};

/**
 * The deliveries during which nothing else was delivered, nor just before one that was refused as too many: virtual
 * time brings attempts together that would be hours apart, and a merchant may say that it is busy with another one.
 */
function aloneAmong(deliveries: readonly Delivery[]): ReadonlySet<Delivery> {
  const alone = new Set<Delivery>();
  let busyUntil = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const [index, delivery] of deliveries.entries()) {
    const begun = delivery.attempt.seq;
    const ended = delivery.reply?.seq ?? begun;
    const next = deliveries[index + 1]?.attempt.seq ?? ended;
    const at = Date.parse(delivery.attempt.realAt);
    const isHurried = TOO_MANY.has(delivery.reply?.status ?? null) && at - lastAt < CALM_MS;
    if (busyUntil <= begun && next >= ended && !isHurried) alone.add(delivery);
    busyUntil = Math.max(busyUntil, ended);
    lastAt = at;
  }
  return alone;
}

/** Refusals of what was sent after the last OK: a copy at the same moment may well find the order locked. */
function refusedAfter(
  accepted: Delivery,
  deliveries: readonly Delivery[],
  isAlone: (delivery: Delivery) => boolean,
): readonly Delivery[] {
  const since = accepted.reply?.seq ?? NEVER;
  const refused = deliveries.filter((delivery) => delivery.attempt.seq > since && isRefusal(delivery));
  return refused.length < 3 ? [] : refused.filter(isAlone);
}

/** Whether all attempts of a notification reached a merchant that was alive and answered otherwise. */
const areUsedUp = (deliveries: readonly Delivery[], refused: readonly Delivery[]): boolean =>
  deliveries.length >= ATTEMPTS && refused.length >= 3;

/** What a notification can be about, once the merchant knows it. */
interface Stored {
  readonly invoice: Invoice;
  /** Where it asked for it. */
  readonly askedSeq: number;
  /** From where on it certainly knew it. */
  readonly knownSeq: number;
}

function storedObjects(view: HistoryView): ReadonlyMap<string, Stored> {
  const stored = new Map<string, Stored>();
  for (const invoice of view.invoices) {
    if (invoice.paymentId === undefined) continue;
    const seqs = takenAmong(view, invoice.creates) ?? shownAsBooked(invoice);
    if (seqs === undefined) continue;
    stored.set(`${invoice.paymentId} `, { invoice, ...seqs });
    for (const refund of invoice.refunds) {
      const asked = takenAmong(view, refund.creates);
      if (asked !== undefined)
        stored.set(`${invoice.paymentId} ${refund.shopRefundId}`, { invoice, ...asked });
    }
  }
  return stored;
}

type Known = Omit<Stored, 'invoice'>;

function takenAmong(view: HistoryView, creates: readonly Exchange[]): Known | undefined {
  const taken = creates.find((exchange) => isTaken(view, exchange));
  return taken && { askedSeq: taken.request.seq, knownSeq: taken.answer?.seq ?? NEVER };
}

/** Whoever missed the answer to its request and still shows the money of the invoice has learnt of it by then. */
function shownAsBooked(invoice: Invoice): Known | undefined {
  const [create] = invoice.creates;
  const knownSeq = bookedSeqOf(invoice);
  return create && knownSeq !== NEVER ? { askedSeq: create.request.seq, knownSeq } : undefined;
}

const isContradicted = (view: HistoryView, invoice: Invoice, attempt: Delivery['attempt']): boolean => {
  if (attempt.type !== 'invoice') return false;
  const body = bodyOf(attempt);
  return body === undefined || contradicts(body, invoice, view.settings);
};

/**
 * Whether a merchant that knows what the notification is about, and was well, refused it again and again: not at
 * once, not because it is busy, not for an order that it had given up, and not with a state lost in a kill.
 */
function areMeant(
  view: HistoryView,
  { invoice, askedSeq, knownSeq }: Stored,
  refused: readonly Delivery[],
): boolean {
  const samples = invoice.order?.samples ?? [];
  const bookedSeq = bookedSeqOf(invoice);
  // Who shows a payment as booked is neither told of it too early nor still at work on it.
  const isOver = ({ attempt: { status, seq }, reply }: Delivery): boolean =>
    String(status) === '4' && seq > bookedSeq && !TOO_MANY.has(reply?.status ?? null);
  const meant = refused.filter(
    (delivery) =>
      delivery.attempt.seq > knownSeq && (!LATER.has(delivery.reply?.status ?? null) || isOver(delivery)),
  );
  const [first, last] = [meant[0]?.attempt, meant.at(-1)?.attempt];
  if (first === undefined || last === undefined || meant.length < PERSISTENT) return false;
  const begunAt = Date.parse(first.realAt);
  if (Date.parse(last.realAt) - begunAt < view.settings.settleMs / 2) return false;
  if (view.settings.readings['invoice.shop-amount'] === 'after-fee') return false;
  const before = samples.findLast(({ event }) => event.seq < first.seq);
  const isBooked = samples.some(
    (sample) => sample.askedSeq > first.seq && isBookedFor(invoice, sample, last.seq),
  );
  if (before !== undefined && !isBooked) {
    if (before.value.shop_order_id !== invoice.shopOrderId) return false;
    if (!isOpen(before) && !PAID_STATES.has(stateOf(before))) return false;
  }
  const died = view.merchant.findLast(
    ({ action, seq }) => (action === 'kill' || action === 'exit') && seq < last.seq,
  );
  const knew = died === undefined || died.seq < askedSeq;
  if (!knew && !samples.some((sample) => sample.askedSeq > died.seq && sample.event.seq < last.seq))
    return false;
  if (diedBetween(view, first.seq, last.seq)) return false;
  return wasWell(view, begunAt - patienceMs(view), last.seq);
}

/** Where an order shows the money of this invoice for the first time. */
const bookedSeqOf = (invoice: Invoice): number =>
  invoice.order?.samples.find((sample) => isBookedFor(invoice, sample, NEVER))?.event.seq ?? NEVER;

/** Whether an order shows the money of this invoice, and of no other, before a point: then it knows what it refuses. */
function isBookedFor(invoice: Invoice, sample: Sample, beforeSeq: number): boolean {
  const { seq } = sample.event;
  const others = invoice.order?.invoices.filter((each) => each !== invoice) ?? [];
  return (
    seq < beforeSeq &&
    invoice.paidSeq < seq &&
    showsPaid(sample) &&
    others.every(({ paidSeq }) => paidSeq > seq)
  );
}

/** Whether the merchant did anything else that it was asked to, from an instant in real time up to a point. */
const wasWell = (view: HistoryView, sinceMs: number, untilSeq: number): boolean => {
  const isMeanwhile = ({ seq, realAt }: { readonly seq: number; readonly realAt: string }): boolean =>
    seq < untilSeq && Date.parse(realAt) >= sinceMs;
  if (view.deliveries.some(({ reply }) => reply?.accepted === true && isMeanwhile(reply))) return true;
  for (const outcome of view.outcomes.values())
    if (outcome.status === 'ok' && isMeanwhile(outcome)) return true;
  return false;
};
