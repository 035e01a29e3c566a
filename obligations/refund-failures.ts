import type { HistoryEvent } from '../history/events.ts';
import { fieldText, isRecord } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { Exchange, HistoryView, OrderTrace, Refund } from '../history/view/types.ts';
import { isConfirmed, isUnanswered, takenUp } from './exchanges.ts';
import { nameOf } from './names.ts';
import { diedBetween } from './patience.ts';
import {
  countOf,
  entriesOver,
  isSameAmount,
  type RefundWish,
  refundsOf,
  refundWishes,
  releasedRefundSeq,
  storyOfRefunds,
} from './refund-facts.ts';
import { perRefund, perWholeOrder } from './rules.ts';

/**
 * Law 41: a refund that the merchant was told is WAITING or SUCCESS is not shown as failed, nor is one that the gateway
 * has and whose creation ran into a read timeout or a closed connection (Errors 3). Refunds are told apart by their
 * amounts: the merchant's list does not say which shop_refund_id is whose.
 */
export const refundFailureFounded = perWholeOrder('law.refund-failure-founded', (view) => (order) => {
  const refunds = refundsOf(order).map((refund) => ({ refund, released: releasedRefundSeq(refund, view) }));
  if (refunds.length === 0 || order.refundSamples.length === 0) return undefined;
  const shown = failedInList(view, order, refunds);
  if (shown === undefined) return 'right';
  return {
    says: `A refund of ${shown.refund.amount} of order ${nameOf(order)} is shown as failed; ${shown.why}.`,
    events: [storyOfRefunds([shown.refund], shown.event.seq), shown.by, shown.event],
  };
});

function failedInList(
  view: HistoryView,
  order: OrderTrace,
  all: readonly { readonly refund: Refund; readonly released: number }[],
) {
  const wishes = refundWishes(order);
  for (const { event, askedSeq, refunds } of order.refundSamples) {
    const known = all.flatMap(({ refund, released }) => {
      if (released < event.seq) return [];
      const standing = toldStanding(view, refund, askedSeq) ?? unanswered(refund, askedSeq);
      return standing === undefined ? [] : [{ refund, ...standing }];
    });
    for (const { refund, why, by } of known) {
      const { amount } = refund;
      const entries = entriesOver(refunds, amount);
      const open = entries.length - countOf(entries, 'failed');
      const alike = known.filter((each) => isSameAmount(each.refund.amount, amount)).length;
      // A list that leaves refunds out says nothing of those.
      const wished = wishes.filter(
        (wish) => isSameAmount(wish.amount, amount) && wasTaken(view, wish, askedSeq),
      ).length;
      if (entries.length < Math.max(alike, wished) || open >= alike) continue;
      return { refund, why, by, event };
    }
  }
  return undefined;
}

const wasTaken = (view: HistoryView, { call }: RefundWish, beforeSeq: number): boolean =>
  call.seq < beforeSeq && view.outcomes.get(call.call)?.status !== 'refused';

/** Why a refund is not to be shown as failed, and the event that says so. */
interface Standing {
  readonly why: string;
  readonly by: HistoryEvent;
}

/** By what the merchant knew before a point that a refund stands. */
function toldStanding(view: HistoryView, refund: Refund, beforeSeq: number): Standing | undefined {
  const known = refund.told.find((told) => {
    const { seq, status, trust, event } = told;
    if (seq > beforeSeq || trust !== 'sound' || (status !== 'WAITING' && status !== 'SUCCESS')) return false;
    const taken = takenUp(view, told);
    if (taken === undefined || taken.seq > beforeSeq) return false;
    return event.kind === 'attempt' || (event.result === true && !diedBetween(view, seq, beforeSeq));
  });
  return known && { why: `the merchant had been told that it is ${known.status}`, by: known.event };
}

/** A refund that the gateway made before a point, and nobody answered: what became of it is unknown, not failed. */
function unanswered({ creates, changes }: Refund, beforeSeq: number): Standing | undefined {
  const made = changes.some(({ seq }) => seq < beforeSeq);
  const lost = creates.find(isUnanswered)?.answer;
  if (!made || lost === undefined || lost.seq > beforeSeq) return undefined;
  return { why: 'its creation was not answered, and the gateway has it', by: lost };
}

/** Text of a refusal of the merchant itself: not with these values (422). */
const REFUSED_VALUES = /^refused with 422\b/;

/**
 * Law 43: a wish for a refund is measured by what it says and by what is left. A blank one is not a full refund, and
 * after refunds that failed the whole sum can be refunded again.
 */
export const refundWishesServed = perWholeOrder('law.refund-wishes-served', (view) => (order) => {
  const wishes = refundWishes(order);
  if (wishes.length === 0) return undefined;
  const wrong = blankServed(view, order, wishes) ?? failedStillCounts(view, order, wishes);
  if (wrong === undefined) return 'right';
  const { call } = wrong.wish;
  const outcome = view.outcomes.get(call.call);
  return {
    says: wrong.says,
    events: [storyOfRefunds(refundsOf(order), outcome?.seq ?? NEVER), call, outcome],
  };
});

interface WrongService {
  readonly wish: RefundWish;
  readonly says: string;
}

function blankServed(
  view: HistoryView,
  order: OrderTrace,
  wishes: readonly RefundWish[],
): WrongService | undefined {
  const [wish] = wishes;
  if (wish === undefined || !wish.isBlank) return undefined;
  const named = wishes.find(({ isBlank }) => !isBlank)?.call.seq ?? NEVER;
  // What was requested before the wish had an outcome was requested for it.
  const until = Math.min(named, view.outcomes.get(wish.call.call)?.seq ?? NEVER);
  const made = refundsOf(order).find(({ creates }) =>
    creates.some(({ request: { seq } }) => seq > wish.call.seq && seq < until),
  );
  if (made === undefined) return undefined;
  return {
    wish,
    says: `A refund of order ${nameOf(order)} was wished without an amount, and ${made.amount} was requested.`,
  };
}

/** A wish that is refused because of refunds that the merchant itself shows as failed. */
function failedStillCounts(
  view: HistoryView,
  order: OrderTrace,
  wishes: readonly RefundWish[],
): WrongService | undefined {
  const states = new Map<string, string>();
  const note = (refund: unknown): void => {
    const id = fieldText(refund, 'refund_id');
    if (id !== undefined) states.set(id, fieldText(refund, 'state') ?? '');
  };
  const looks = order.refundSamples.map(({ event, refunds }) => ({ seq: event.seq, refunds }));
  const ends = wishes.flatMap((wish) => {
    const outcome = view.outcomes.get(wish.call.call);
    return outcome === undefined ? [] : [{ seq: outcome.seq, wish, outcome }];
  });
  const taken: RefundWish[] = [];
  for (const step of [...looks, ...ends].sort((a, b) => a.seq - b.seq)) {
    if ('refunds' in step) {
      step.refunds.forEach(note);
      continue;
    }
    const { wish, outcome } = step;
    if (outcome.status === 'ok' && isRecord(outcome.value)) {
      taken.push(wish);
      note(outcome.value);
      continue;
    }
    if (outcome.status !== 'refused' || !REFUSED_VALUES.test(String(outcome.error))) continue;
    const before = taken.find(({ amount }) => amount !== undefined && wish.amount?.eq(amount) === true);
    const allFailed =
      states.size >= taken.length && [...states.values()].every((state) => state === 'failed');
    if (before === undefined || !allFailed || isOpenBeside(wish, ends)) continue;
    return {
      wish,
      says: `A refund of ${wish.amount} of order ${nameOf(order)} is refused as more than is left, and all of its earlier refunds have failed.`,
    };
  }
  return undefined;
}

/** Whether another wish was under way at the same time. */
const isOpenBeside = (
  wish: RefundWish,
  ends: readonly { readonly seq: number; readonly wish: RefundWish }[],
): boolean => ends.some((other) => other.wish.call.seq < wish.call.seq && other.seq > wish.call.seq);

/** Law 44: a shop_refund_id is that of one refund: not of those of two payments. */
export const ownRefundIds = perRefund('law.own-refund-ids', () => ({ shopRefundId, creates }) => {
  if (creates.length === 0) return undefined;
  const paymentOf = ({ request }: Exchange): string | undefined => fieldText(request.fields, 'invoice_id');
  const first = creates.find(isConfirmed);
  const other =
    first &&
    creates.find((each) => each.request.seq > first.request.seq && paymentOf(each) !== paymentOf(first));
  if (first === undefined || other === undefined) return 'right';
  return {
    says: `The shop_refund_id ${shopRefundId} was used for a refund of payment ${paymentOf(first)} and for one of payment ${paymentOf(other)}.`,
    events: [first, other],
  };
});
