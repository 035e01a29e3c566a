import type { EventStamp } from '../history/events.ts';
import { fieldText } from '../history/fields.ts';
import { type Big, sumOf, ZERO } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, OrderTrace, Refund } from '../history/view/types.ts';
import { isDeclined, PERSISTENT } from './acceptance.ts';
import { isConfirmed, isFatal, isRefused, nonFatalCodes, wasRead } from './exchanges.ts';
import { GRACE } from './lost-ends.ts';
import { nameOf } from './names.ts';
import { creditedOf, stateOf } from './orders.ts';
import { chancesAfter, diedBetween, isFull, patienceMs, pollingPatienceMs } from './patience.ts';
import {
  askedForSeq,
  countOf,
  entriesOver,
  isForeign,
  isSameAmount,
  refundedIn,
  refundsOf,
  refundWishes,
  storyOfRefunds,
  sumShown,
} from './refund-facts.ts';
import { type Law, perWholeOrder } from './rules.ts';
import type { Evidence, Judged } from './verdict.ts';

/** A refund that is over at the gateway, and since when the merchant could have taken that in. */
interface End {
  readonly refund: Refund;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly since: EventStamp;
  /** How long it may take from there, in real milliseconds, if none of its jobs have run. */
  readonly withinMs: number;
  /** Where jobs had ended that had to take it in: all of them, due or not, or those of two far instants. */
  readonly ranSeq: number;
  readonly ranFarSeq: number;
  /** Where it was shown as open by the merchant that knew, and its jobs had ended twice since. */
  readonly provenSeq: number;
}

type EndOf = (view: HistoryView, refund: Refund) => End | undefined;

/** Law 21: a refund ends at the merchant as the gateway told it, once the merchant has taken the news. */
export const refundEnds = shownEnds('law.refund-ends', toldEnd, 'after the merchant had been told');

/**
 * Law 42: the end of a refund is found even where it is not owed: without any notification, in the answer to its
 * creation, whose fields are not shown, and after an error code that the specification does not explain. A shop that
 * never hears of it, or has given it up, should still look.
 */
export const refundEndFound = shownEnds(
  'law.refund-end-found',
  (...about) => endAfterRefusal(...about) ?? endAnswered(...about) ?? endUnheard(...about),
  'and the merchant had the time to find that out',
);

function shownEnds(law: string, endOf: EndOf, why: string): Law {
  return perWholeOrder(law, (view) => (order) => {
    const refunds = refundsOf(order);
    if (refunds.some((refund) => refund.amount === undefined || isForeign(refund, order))) return undefined;
    const ends = refunds.flatMap((refund) => endOf(view, refund) ?? []);
    if (ends.length === 0) return undefined;
    const said = [judgeSum(view, order, ends, why), judgeList(view, order, refunds, ends, why)];
    return said.some((each) => each !== undefined) ? said : undefined;
  });
}

interface Looked {
  readonly askedSeq: number;
  readonly askedRealAt: number;
}

/**
 * The ends that a look must show. Where all jobs have ended meanwhile nothing is left to wait for but a state page that
 * lags behind. After a start a merchant has the same time again.
 */
function dueBy(view: HistoryView, ends: readonly End[], { askedSeq, askedRealAt }: Looked): End[] {
  const ready = view.merchant.findLast(({ action, seq }) => action === 'ready' && seq < askedSeq);
  const readyAt = ready === undefined ? 0 : Date.parse(ready.realAt);
  return ends.filter(({ since, withinMs, ranSeq, ranFarSeq, provenSeq }) => {
    if (since.seq > askedSeq) return false;
    const passed = askedRealAt - Math.max(readyAt, Date.parse(since.realAt));
    if (provenSeq < askedSeq || passed >= withinMs) return true;
    if (ranSeq < askedSeq) return passed >= 2 * view.settings.settleMs;
    return ranFarSeq < askedSeq && passed >= patienceMs(view);
  });
}

const sumIn = (ends: readonly End[]): Big =>
  sumOf(ends.filter(({ status }) => status === 'SUCCESS').map(({ refund }) => refund.amount ?? ZERO));

function judgeSum(view: HistoryView, order: OrderTrace, ends: readonly End[], why: string): Judged {
  const last = order.samples.at(-1);
  const refunded = last && refundedIn(last);
  if (last === undefined || refunded === undefined) return undefined;
  // What was paid twice and given back once leaves an order paid, and may be no refund of the order.
  if (order.invoices.filter(({ paidSeq }) => paidSeq < NEVER).length > 1) return undefined;
  const due = dueBy(view, ends, last);
  const done = sumIn(due);
  // A shop may have no state for an order of which a part was refunded.
  const isWhole = refunded.gt(0) && refunded.gte(creditedOf(last));
  const isBelied = stateOf(last) === 'paid' && isWhole && (done.gt(0) || isQuiet(view, order, last));
  if (refunded.gte(done) && !isBelied)
    return due.length > 0 || isEarly(ends, last, refunded) ? 'right' : undefined;
  return {
    says: `Order ${nameOf(order)} is "${stateOf(last)}" with ${refunded} refunded; refunds of ${done} had ended in SUCCESS, ${why}.`,
    events: [storyOfEnds(due, last.event.seq), last],
  };
}

const storyOfEnds = (ends: readonly End[], beforeSeq: number): Evidence[] =>
  storyOfRefunds(
    ends.map(({ refund }) => refund),
    beforeSeq,
  );

/** Whether all that was told is counted before it had to be. */
const isEarly = (ends: readonly End[], { askedSeq }: Looked, refunded: Big): boolean =>
  ends.every(({ since }) => since.seq < askedSeq) && refunded.gte(sumIn(ends));

/** Whether all jobs ended before a look, and after all that the merchant was told about the refunds of an order. */
function isQuiet(view: HistoryView, order: OrderTrace, { askedSeq }: Looked): boolean {
  const told = refundsOf(order).flatMap(({ deliveries }) =>
    deliveries.map(({ attempt, reply }) => (attempt.seq < askedSeq ? (reply?.seq ?? askedSeq) : 0)),
  );
  const lastTold = Math.max(0, ...told);
  return view.jobs.some((run) => isFull(run) && run.call.seq > lastTold && run.outcome.seq < askedSeq);
}

/** Whether more refunds of one amount are shown as pending than can be: those that are over are not. */
function judgeList(
  view: HistoryView,
  order: OrderTrace,
  refunds: readonly Refund[],
  ends: readonly End[],
  why: string,
): Judged {
  const list = order.refundSamples.at(-1);
  if (list === undefined) return undefined;
  const counted = countedAsOpen(view, order, list);
  if (counted !== undefined)
    return {
      says: `Order ${nameOf(order)} shows ${counted.refunded} as refunded, and refunds of only ${counted.done} as done, also after its jobs.`,
      events: [storyOfRefunds(refunds, list.event.seq), counted.event, list.event],
    };
  const due = dueBy(view, ends, list);
  for (const { amount } of due.map(({ refund }) => refund)) {
    const entries = entriesOver(list.refunds, amount);
    const over = due.filter(({ refund }) => isSameAmount(refund.amount, amount));
    const open = refunds.filter((refund) => isSameAmount(refund.amount, amount)).length - over.length;
    const pending = countOf(entries, 'pending');
    if (pending <= Math.max(entries.length - over.length, open)) continue;
    return {
      says: `${pending} refund(s) of ${amount} of order ${nameOf(order)} are shown as pending; ${over.length} had ended in ${over.map(({ status }) => status).join(' and ')}, ${why}.`,
      events: [storyOfEnds(over, list.event.seq), list.event],
    };
  }
  return due.length > 0 ? 'right' : undefined;
}

/** What an order counts as refunded although the refund itself is pending, with all jobs run between the two looks. */
function countedAsOpen(view: HistoryView, order: OrderTrace, list: OrderTrace['refundSamples'][number]) {
  const run = view.jobs.findLast((each) => isFull(each) && each.outcome.seq < list.askedSeq);
  const sample = run && order.samples.findLast(({ event }) => event.seq < run.call.seq);
  const refunded = sample && refundedIn(sample);
  const done = sumShown(list.refunds, 'done');
  if (sample === undefined || refunded === undefined || refunded.lte(done)) return undefined;
  if (done.plus(sumShown(list.refunds, 'pending')).lt(refunded)) return undefined;
  return { refunded, done, event: sample.event };
}

/** Whether the gateway refused a refund with a code that does not promise to tell more. */
function wasGivenUp(view: HistoryView, { creates }: Refund): boolean {
  const waits = nonFatalCodes(view);
  return (
    creates.some((each) => isRefused(each) && !waits.has(each.answer?.errorCode ?? -1)) &&
    !creates.some(isConfirmed)
  );
}

/** The end that the merchant was told of, or that a fatal code says; undefined while it is open or untold. */
function toldEnd(view: HistoryView, refund: Refund): End | undefined {
  if (wasGivenUp(view, refund)) return fatalEnd(view, refund);
  return fatalEnd(view, refund) ?? heardEnd(view, refund) ?? refusedEnd(view, refund);
}

const endAfterRefusal: EndOf = (view, refund) =>
  wasGivenUp(view, refund) && fatalEnd(view, refund) === undefined ? heardEnd(view, refund) : undefined;

/** Errors 2: after a fatal code the refund is not created, or is created as FAILED. */
function fatalEnd(view: HistoryView, refund: Refund): End | undefined {
  if (refund.changes.length > 0 || refund.creates.length !== 1) return undefined;
  const [create] = refund.creates;
  const answer = create?.answer;
  if (create === undefined || answer == null || !isFatal(create) || !wasRead(view, answer)) return undefined;
  if (refund.told.length > 0 || diedBetween(view, create.request.seq, lastLookSeq(refund))) return undefined;
  return { refund, status: 'FAILED', ...sinceAnswer(view, refund, answer) };
}

/** Where the order of a refund was last looked at: a merchant that was killed later shows nothing of that. */
const lastLookSeq = ({ invoice }: Refund): number =>
  Math.max(
    invoice?.order?.samples.at(-1)?.askedSeq ?? 0,
    invoice?.order?.refundSamples.at(-1)?.askedSeq ?? 0,
  );

type Since = Omit<End, 'refund' | 'status'>;

/** Since an answer of the gateway to the merchant itself. */
const sinceAnswer = (view: HistoryView, refund: Refund, answer: EventStamp): Since => ({
  since: answer,
  withinMs: patienceMs(view),
  ranSeq: NEVER,
  ranFarSeq: NEVER,
  provenSeq: shownOpen(view, refund, answer),
});

/**
 * Where the jobs had ended twice after the merchant had told whoever wished a refund that it is pending, although the
 * answer to its creation had said how it ended.
 */
function shownOpen(view: HistoryView, refund: Refund, { seq }: EventStamp): number {
  const { order } = refund.invoice ?? {};
  if (order === undefined || askedForSeq(refund) > seq) return NEVER;
  const outcome = refundWishes(order)
    .filter(({ call }) => call.seq < askedForSeq(refund))
    .map(({ call }) => view.outcomes.get(call.call))
    .findLast((each) => each !== undefined && each.seq > seq);
  if (outcome === undefined || fieldText(outcome.value, 'state') !== 'pending') return NEVER;
  const runs = view.jobs.filter(({ call }) => call.seq > outcome.seq);
  return runs[1]?.outcome.seq ?? NEVER;
}

function heardEnd(view: HistoryView, refund: Refund): End | undefined {
  const truth = refund.changes.at(-1);
  if (truth !== undefined && truth.to === 'WAITING') return undefined;
  for (const { trust, status, event, delivery } of refund.told) {
    if (trust !== 'sound' || (status !== 'SUCCESS' && status !== 'FAILED')) continue;
    if (truth !== undefined && String(truth.to) !== status) continue;
    if (event.kind === 'answer') {
      // What the answer to a creation says of the refund is not shown: nobody needs to read it.
      if (event.outcome !== 'answered' || event.operation === 'invoice/create-refund') continue;
      if (wasAskedForAnother(refund, event.seq)) continue;
      return { refund, status, ...sinceAnswer(view, refund, event) };
    }
    const reply = delivery?.reply;
    if (reply?.accepted === true) return endAccepted(view, refund, status, reply);
  }
  return undefined;
}

/** Whether a list may have been asked for another refund that was open: nothing says that all of it is to be read. */
const wasAskedForAnother = (refund: Refund, seq: number): boolean =>
  (refund.invoice?.refunds ?? []).some(
    (other) =>
      other !== refund &&
      other.creates.some(({ request }) => request.seq < seq) &&
      !other.told.some(
        ({ status, event }) => event.seq < seq && (status === 'SUCCESS' || status === 'FAILED'),
      ),
  );

/** The end that an answer says where nothing else does: to its creation, or in a list that was asked for another. */
const endAnswered: EndOf = (view, refund) => {
  const truth = refund.changes.at(-1);
  if (heardEnd(view, refund) !== undefined) return undefined;
  for (const { trust, status, event } of refund.told) {
    if (trust !== 'sound' || (status !== 'SUCCESS' && status !== 'FAILED')) continue;
    if (truth !== undefined && String(truth.to) !== status) continue;
    if (event.kind !== 'answer' || event.outcome !== 'answered') continue;
    // Killed before it had stored the answer, it knows nothing of it.
    if (diedBetween(view, event.seq, lastLookSeq(refund))) continue;
    return { refund, status, ...sinceAnswer(view, refund, event) };
  }
  return undefined;
};

/**
 * A merchant may answer OK to a notification and learn from invoice/get-refunds: until its jobs have run it asks when
 * its own interval says so, perhaps after the history ends. One that came before the answer to the creation counts
 * from that answer.
 */
function endAccepted(
  view: HistoryView,
  refund: Refund,
  status: End['status'],
  reply: EventStamp,
): End | undefined {
  const created = refund.creates.find(({ request }) => request.seq < reply.seq)?.answer;
  const since = created != null && created.seq > reply.seq ? created : reply;
  if (wasAskedInVain(refund, since.seq)) return undefined;
  const run = view.jobs.find((each) => each.call.seq > since.seq && isFull(each));
  return {
    refund,
    status,
    since,
    withinMs: pollingPatienceMs(view),
    ranSeq: run?.outcome.seq ?? NEVER,
    ranFarSeq: chancesAfter(view, since, 0)[1]?.outcome.seq ?? NEVER,
    provenSeq: NEVER,
  };
}

/**
 * A merchant may refuse the notification of a refund that it does not know yet, and find its end by itself: who declines
 * it again and again, and asks the gateway nothing about it, has been told all the same.
 */
function refusedEnd(view: HistoryView, refund: Refund): End | undefined {
  const { to } = refund.changes.at(-1) ?? {};
  if ((to !== 'SUCCESS' && to !== 'FAILED') || refund.creates.length === 0) return undefined;
  const madeSeq = Math.max(...refund.creates.map(({ answer }) => answer?.seq ?? NEVER));
  const declined = refund.deliveries.filter(
    (delivery) =>
      delivery.trust === 'sound' &&
      delivery.attempt.status === to &&
      delivery.attempt.seq > madeSeq &&
      isDeclined(delivery),
  );
  const [first, since] = [declined[0]?.attempt, declined[PERSISTENT - 1]?.reply];
  if (first === undefined || since === undefined || hasAsked(view, refund, first.seq)) return undefined;
  // What it did not store before it was killed it cannot know by that name.
  if (diedBetween(view, refund.creates[0]?.request.seq ?? 0, first.seq) && !isListed(refund))
    return undefined;
  const ranFarSeq = chancesAfter(view, since, 0)[1]?.outcome.seq ?? NEVER;
  return { refund, status: to, since, withinMs: NEVER, ranSeq: NEVER, ranFarSeq, provenSeq: NEVER };
}

const isListed = ({ invoice, amount }: Refund): boolean =>
  amount !== undefined && entriesOver(invoice?.order?.refundSamples.at(-1)?.refunds ?? [], amount).length > 0;

/** Whether the merchant asked the gateway about the invoice of a refund after a point. */
function hasAsked({ exchanges }: HistoryView, { invoice }: Refund, seq: number): boolean {
  if (invoice === undefined || invoice.refundLists.some(({ request }) => request.seq > seq)) return true;
  return exchanges.some(
    ({ request }) =>
      request.seq > seq &&
      request.operation === 'invoice/check' &&
      fieldText(request.fields, 'shop_order_id') === invoice.shopOrderId,
  );
}

/** Whether the merchant asked for the refunds of an invoice after a point, and had no usable answer. */
function wasAskedInVain({ invoice }: Refund, seq: number): boolean {
  const asked = invoice?.refundLists.filter(({ request }) => request.seq > seq) ?? [];
  return asked.length > 0 && !asked.some(isConfirmed);
}

/** The end of a refund of which nobody told the merchant, once it should have found it by its own clock. */
const endUnheard: EndOf = (view, refund) => {
  const { recoverMs } = view.settings;
  const truth = refund.changes.at(-1);
  if (recoverMs === undefined || truth === undefined) return undefined;
  if (truth.to === 'SUCCESS' && wasGivenUp(view, refund)) return undefined;
  if (truth.to !== 'SUCCESS' && truth.to !== 'FAILED') return undefined;
  if ((heardEnd(view, refund) ?? refusedEnd(view, refund)) !== undefined) return undefined;
  if (wasAskedInVain(refund, truth.seq)) return undefined;
  const late = view.jobs.find(
    ({ call }) => Date.parse(fieldText(call.input, 'at') ?? '') >= Date.parse(truth.at) + recoverMs * GRACE,
  );
  const ran = late?.outcome;
  if (ran === undefined) return undefined;
  const { seq } = ran;
  return { refund, status: truth.to, since: ran, withinMs: 0, ranSeq: seq, ranFarSeq: seq, provenSeq: seq };
};
