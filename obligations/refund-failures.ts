import { fieldText, isRecord } from '../history/fields.ts';
import { amountOf, type Big } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, OrderTrace, Refund } from '../history/view/types.ts';
import { isConfirmed, wasRead } from './exchanges.ts';
import { nameOf } from './names.ts';
import { isWhole } from './orders.ts';
import { diedBetween } from './patience.ts';
import {
  type RefundWish,
  refundLists,
  refundsOf,
  refundWishes,
  releasedRefundSeq,
  storyOfRefunds,
} from './refund-facts.ts';
import { rule } from './rules.ts';

/**
 * Law 41: a refund that the merchant was told is WAITING or SUCCESS is not shown as failed. Refunds are told apart by
 * their amounts: the merchant's list does not say which shop_refund_id is whose.
 */
export const refundFailureFounded = rule('law.refund-failure-founded', (view, found) => {
  const lists = refundLists(view);
  for (const order of view.orders) {
    if (order.refundSamples.length === 0 || !isWhole(order, view)) continue;
    const refunds = refundsOf(order).map((refund) => ({
      refund,
      released: releasedRefundSeq(refund, view, lists.get(refund.invoice?.paymentId ?? '') ?? []),
    }));
    if (refunds.length === 0) continue;
    found.judge();
    const shown = failedInList(view, order, refunds);
    if (shown === undefined) continue;
    found.violate(
      nameOf(order),
      `A refund of ${shown.refund.amount} of order ${nameOf(order)} is shown as failed; the merchant had been told that it is ${shown.status}.`,
      [...storyOfRefunds([shown.refund], shown.event.seq), shown.told, shown.event],
    );
  }
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
      const told = toldStanding(view, refund, askedSeq);
      return told === undefined ? [] : [{ refund, told }];
    });
    for (const { refund, told } of known) {
      const isAlike = (amount: Big | undefined): boolean =>
        amount !== undefined && refund.amount?.eq(amount) === true;
      const entries = refunds.filter((entry) => isAlike(amountOf(fieldText(entry, 'amount'))));
      const open = entries.filter((entry) => fieldText(entry, 'state') !== 'failed').length;
      const alike = known.filter((each) => isAlike(each.refund.amount)).length;
      // A list that leaves refunds out says nothing of those.
      const wished = wishes.filter((wish) => isAlike(wish.amount) && wasTaken(view, wish, askedSeq)).length;
      if (entries.length < Math.max(alike, wished) || open >= alike) continue;
      return { refund, status: told.status, told: told.event, event };
    }
  }
  return undefined;
}

const wasTaken = (view: HistoryView, { call }: RefundWish, beforeSeq: number): boolean =>
  call.seq < beforeSeq && view.outcomes.get(call.call)?.status !== 'refused';

/** By what the merchant knew before a point that a refund stands. */
function toldStanding(view: HistoryView, refund: Refund, beforeSeq: number) {
  return refund.told.find(({ seq, status, trust, how, event, delivery }) => {
    if (seq > beforeSeq || trust !== 'sound' || (status !== 'WAITING' && status !== 'SUCCESS')) return false;
    if (how === 'notification')
      return (delivery?.reply?.seq ?? NEVER) < beforeSeq && delivery?.reply?.accepted === true;
    if (event.kind !== 'answer' || event.outcome !== 'answered' || event.result !== true) return false;
    if (!wasRead(view, event)) return false;
    return !diedBetween(view, seq, beforeSeq);
  });
}

/** Text of a refusal of the merchant itself: not with these values (422). */
const REFUSED_VALUES = /^refused with 422\b/;

/**
 * Law 43: a wish for a refund is measured by what it says and by what is left. A blank one is not a full refund, and
 * after refunds that failed the whole sum can be refunded again.
 */
export const refundWishesServed = rule('law.refund-wishes-served', (view, found) => {
  for (const order of view.orders) {
    const wishes = refundWishes(order);
    if (wishes.length === 0 || !isWhole(order, view)) continue;
    found.judge();
    const wrong = blankServed(view, order, wishes) ?? failedStillCounts(view, order, wishes);
    if (wrong === undefined) continue;
    const outcome = view.outcomes.get(wrong.wish.call.call);
    found.violate(nameOf(order), wrong.says, [
      ...storyOfRefunds(refundsOf(order), outcome?.seq ?? NEVER),
      wrong.wish.call,
      outcome,
    ]);
  }
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
export const ownRefundIds = rule('law.own-refund-ids', (view, found) => {
  for (const refund of view.refunds) {
    if (refund.creates.length === 0) continue;
    found.judge();
    const kept = refund.creates.filter(isConfirmed);
    const [first] = kept;
    const payment = fieldText(first?.request.fields, 'invoice_id');
    const other = refund.creates.find(
      ({ request }) =>
        request.seq > (first?.request.seq ?? NEVER) && fieldText(request.fields, 'invoice_id') !== payment,
    );
    if (first === undefined || other === undefined) continue;
    found.violate(
      refund.shopRefundId,
      `The shop_refund_id ${refund.shopRefundId} was used for a refund of payment ${payment} and for one of payment ${fieldText(other.request.fields, 'invoice_id')}.`,
      [first, other],
    );
  }
});
