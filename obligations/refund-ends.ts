import type { EventStamp } from '../history/events.ts';
import { amountOf, type Big, sumOf, ZERO } from '../history/money.ts';
import { fieldText } from '../history/view/statuses.ts';
import type { Exchange, HistoryView, OrderTrace, Refund } from '../history/view/types.ts';
import { FATAL_CODES, isConfirmed, isRefused, nonFatalCodes } from './exchanges.ts';
import { isWhole, nameOf, stateOf } from './orders.ts';
import { chancesAfter, diedBetween, patienceMs, pollingPatienceMs } from './patience.ts';
import { isForeign, refundedIn, refundLists, refundsOf, storyOfRefunds } from './refund-facts.ts';
import { type Findings, findings, type LawVerdict } from './verdict.ts';

/** A refund that is over at the gateway, and since when the merchant should have taken that in. */
interface End {
  readonly refund: Refund;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly dueAt: number;
  readonly dueSeq: number;
}

type EndOf = (view: HistoryView, refund: Refund, lists: readonly Exchange[]) => End | undefined;

/** Law 21: a refund ends at the merchant as the gateway told it, once the merchant has taken the news. */
export const refundEnds = (view: HistoryView): LawVerdict =>
  shownEnds(view, 'law.refund-ends', toldEnd, 'after the merchant had been told');

/**
 * Law 42: the end of a refund is found even where it is not owed: without any notification, and after an error code
 * that the specification does not explain. Who never hears of it, or has given it up, should still look.
 */
export const refundEndFound = (view: HistoryView): LawVerdict =>
  shownEnds(
    view,
    'law.refund-end-found',
    (...about) => endAfterRefusal(...about) ?? endUnheard(...about),
    'and the merchant had the time to find that out',
  );

function shownEnds(view: HistoryView, law: string, endOf: EndOf, why: string): LawVerdict {
  const found = findings(law);
  const lists = refundLists(view);
  for (const order of view.orders) {
    const refunds = refundsOf(order);
    if (refunds.length === 0 || !isWhole(order, view)) continue;
    if (refunds.some((refund) => refund.amount === undefined || isForeign(refund, order))) continue;
    const ends = refunds.flatMap(
      (refund) => endOf(view, refund, lists.get(refund.invoice?.paymentId ?? '') ?? []) ?? [],
    );
    if (ends.length === 0) continue;
    const judged = [
      judgeSum(view, order, ends, why, found),
      judgeList(view, order, refunds, ends, why, found),
    ];
    if (judged.includes(true)) found.judge();
  }
  return found.verdict();
}

interface Looked {
  readonly askedSeq: number;
  readonly askedRealAt: number;
}

/** The ends that a look must show. After a start a merchant has the same time again. */
function dueBy(view: HistoryView, ends: readonly End[], looked: Looked): End[] {
  const ready = view.merchant.findLast(({ action, seq }) => action === 'ready' && seq < looked.askedSeq);
  const since = ready === undefined ? 0 : Date.parse(ready.realAt) + patienceMs(view);
  return ends.filter(
    ({ dueAt, dueSeq }) => dueSeq < looked.askedSeq && Math.max(dueAt, since) <= looked.askedRealAt,
  );
}

const sumIn = (ends: readonly End[]): Big =>
  sumOf(ends.filter(({ status }) => status === 'SUCCESS').map(({ refund }) => refund.amount ?? ZERO));

function judgeSum(
  view: HistoryView,
  order: OrderTrace,
  ends: readonly End[],
  why: string,
  found: Findings,
): boolean {
  const last = order.samples.at(-1);
  const refunded = last && refundedIn(last);
  if (last === undefined || refunded === undefined) return false;
  const due = dueBy(view, ends, last);
  const done = sumIn(due);
  if (refunded.gte(done) && (done.eq(0) || stateOf(last) !== 'paid'))
    return due.length > 0 || isEarly(ends, last, refunded);
  found.violate(
    nameOf(order),
    `Order ${nameOf(order)} is "${stateOf(last)}" with ${refunded} refunded; refunds of ${done} had ended in SUCCESS, ${why}.`,
    [
      ...storyOfRefunds(
        due.map(({ refund }) => refund),
        last.event.seq,
      ),
      last.event,
    ],
  );
  return true;
}

/** Whether all that was told is counted before it had to be. */
const isEarly = (ends: readonly End[], { askedSeq }: Looked, refunded: Big): boolean =>
  ends.every(({ dueSeq }) => dueSeq < askedSeq) && refunded.gte(sumIn(ends));

/** Whether more refunds of one amount are shown as pending than can be: those that are over are not. */
function judgeList(
  view: HistoryView,
  order: OrderTrace,
  refunds: readonly Refund[],
  ends: readonly End[],
  why: string,
  found: Findings,
): boolean {
  const list = order.refundSamples.at(-1);
  if (list === undefined) return false;
  const due = dueBy(view, ends, list);
  if (due.length === 0) return false;
  for (const { refund } of due) {
    const isAlike = (amount: Big | undefined): boolean =>
      amount !== undefined && refund.amount?.eq(amount) === true;
    const entries = list.refunds.filter((entry) => isAlike(amountOf(fieldText(entry, 'amount'))));
    const over = due.filter((end) => isAlike(end.refund.amount));
    const open = refunds.filter(({ amount }) => isAlike(amount)).length - over.length;
    const pending = entries.filter((entry) => fieldText(entry, 'state') === 'pending').length;
    if (pending <= Math.max(entries.length - over.length, open)) continue;
    found.violate(
      nameOf(order),
      `${pending} refund(s) of ${refund.amount} of order ${nameOf(order)} are shown as pending; ${over.length} had ended in ${over.map(({ status }) => status).join(' and ')}, ${why}.`,
      [
        ...storyOfRefunds(
          over.map((end) => end.refund),
          list.event.seq,
        ),
        list.event,
      ],
    );
    return true;
  }
  return true;
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
function toldEnd(view: HistoryView, refund: Refund, lists: readonly Exchange[]): End | undefined {
  return fatalEnd(view, refund) ?? (wasGivenUp(view, refund) ? undefined : heardEnd(view, refund, lists));
}

const endAfterRefusal: EndOf = (view, refund, lists) =>
  wasGivenUp(view, refund) && fatalEnd(view, refund) === undefined
    ? heardEnd(view, refund, lists)
    : undefined;

/** Errors 2: after a fatal code the refund is not created, or is created as FAILED. */
function fatalEnd(view: HistoryView, refund: Refund): End | undefined {
  if (refund.changes.length > 0 || refund.creates.length !== 1) return undefined;
  const [create] = refund.creates;
  const answer = create?.answer;
  if (create === undefined || answer == null || !isRefused(create)) return undefined;
  if (!FATAL_CODES.has(answer.errorCode ?? 0)) return undefined;
  if (answer.ended === 'client-closed' || answer.ended === 'failed') return undefined;
  if (refund.told.length > 0 || diedBetween(view, create.request.seq, Number.POSITIVE_INFINITY))
    return undefined;
  return { refund, status: 'FAILED', ...from(answer, patienceMs(view)) };
}

const from = ({ seq, realAt }: EventStamp, ms: number) => ({ dueSeq: seq, dueAt: Date.parse(realAt) + ms });

function heardEnd(view: HistoryView, refund: Refund, lists: readonly Exchange[]): End | undefined {
  const truth = refund.changes.at(-1);
  if (truth !== undefined && truth.to === 'WAITING') return undefined;
  for (const { trust, status, how, event, delivery } of refund.told) {
    if (trust !== 'sound' || (status !== 'SUCCESS' && status !== 'FAILED')) continue;
    if (truth !== undefined && String(truth.to) !== status) continue;
    if (how === 'answer') {
      if (event.kind !== 'answer' || event.outcome !== 'answered') continue;
      // Killed before it had stored the answer to its creation, it knows nothing of it.
      const isCreation = event.operation === 'invoice/create-refund';
      if (isCreation && diedBetween(view, event.seq, Number.POSITIVE_INFINITY)) continue;
      return { refund, status, ...from(event, patienceMs(view)) };
    }
    const reply = delivery?.reply;
    if (reply?.accepted === true) return endAccepted(view, refund, status, reply, lists);
  }
  return undefined;
}

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
  lists: readonly Exchange[],
): End | undefined {
  const created = refund.creates.find(({ request }) => request.seq < reply.seq)?.answer;
  const since = created != null && created.seq > reply.seq ? created : reply;
  const asked = lists.filter(({ request }) => request.seq > since.seq);
  if (asked.length > 0 && !asked.some(isConfirmed)) return undefined;
  const run = view.jobs.find(({ call }) => call.seq > since.seq && isFull(call.input));
  const isHeard = run !== undefined || chancesAfter(view, since, 0).length > 0;
  const end = from(since, isHeard ? patienceMs(view) : pollingPatienceMs(view));
  return { refund, status, ...end, dueSeq: run?.outcome.seq ?? end.dueSeq };
}

/** Whether all of the jobs ran, due or not, and not what was due at an instant. */
const isFull = (input: unknown): boolean => fieldText(input, 'at') === undefined;

/** The end of a refund of which nobody told the merchant, once it should have found it by its own clock. */
const endUnheard: EndOf = (view, refund, lists) => {
  const { recoverMs } = view.settings;
  const truth = refund.changes.at(-1);
  if (recoverMs === undefined || truth === undefined || wasGivenUp(view, refund)) return undefined;
  if (truth.to !== 'SUCCESS' && truth.to !== 'FAILED') return undefined;
  if (heardEnd(view, refund, lists) !== undefined) return undefined;
  const asked = lists.filter(({ request }) => request.seq > truth.seq);
  if (asked.length > 0 && !asked.some(isConfirmed)) return undefined;
  const late = view.jobs.filter(
    ({ call }) => Date.parse(fieldText(call.input, 'at') ?? '') >= Date.parse(truth.at) + recoverMs,
  );
  const [, second] = late;
  if (second === undefined) return undefined;
  return { refund, status: truth.to, ...from(second.outcome, 0) };
};
