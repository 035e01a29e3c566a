import type { CallEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import { amountOf, type Big, sumOf, ZERO } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, OrderTrace, Refund, Sample } from '../history/view/types.ts';
import { isConfirmed, isRefused, nonFatalCodes } from './exchanges.ts';
import type { Evidence } from './verdict.ts';

/** A wish for a refund of an order, as the driver passed it on to the merchant. */
export interface RefundWish {
  readonly call: CallEvent;
  /** As a decimal text; undefined where it is none. */
  readonly amount: Big | undefined;
  /** Whether no amount was named, or nothing. */
  readonly isBlank: boolean;
}

/** The wishes for refunds of an order, in order. */
export function refundWishes({ commands }: OrderTrace): RefundWish[] {
  return commands
    .filter(({ name }) => name === 'createRefund')
    .map(({ event }): RefundWish => {
      const input: unknown = Array.isArray(event.input) ? event.input[1] : event.input;
      const text = inputText(input, 'amount') ?? '';
      const amount = amountOf(text);
      return { call: event, amount, isBlank: text.trim() === '' || amount?.eq(0) === true };
    });
}

/** The refunds of an order that the gateway has, or was asked for. */
export const refundsOf = ({ invoices }: OrderTrace): Refund[] => invoices.flatMap(({ refunds }) => refunds);

/** The sequence number at which a refund was first asked for; Infinity for one from before the recording. */
export const askedForSeq = ({ creates }: Refund): number => creates[0]?.request.seq ?? NEVER;

/**
 * From when on a refund is known not to take place: it was refused, it FAILED, or it was not on the list of its
 * invoice after its creation. A refusal with a code that is called non-fatal does not end it (Errors 2); codes that the
 * specification does not explain are taken in the merchant's favour.
 */
export function releasedRefundSeq(refund: Refund, view: HistoryView): number {
  const seqs: number[] = [NEVER];
  const waits = nonFatalCodes(view);
  for (const exchange of refund.creates) {
    const { answer } = exchange;
    if (isRefused(exchange) && answer != null && !waits.has(answer.errorCode ?? -1)) seqs.push(answer.seq);
  }
  for (const { seq, status, trust } of refund.told) {
    if (trust !== 'false' && status !== 'WAITING' && status !== 'SUCCESS') seqs.push(seq);
  }
  for (const { seq, to } of refund.changes) if (to === 'FAILED') seqs.push(seq);
  const asked = refund.creates.at(-1)?.request.seq ?? 0;
  for (const exchange of refund.invoice?.refundLists ?? []) {
    const { request, answer } = exchange;
    if (request.seq < asked || !isConfirmed(exchange) || answer == null) continue;
    if (!refund.told.some(({ event }) => event === answer)) seqs.push(answer.seq);
  }
  return Math.min(...seqs);
}

/** What an order shows as refunded; undefined where it shows no sum. */
export const refundedIn = ({ value }: Sample): Big | undefined => amountOf(fieldText(value, 'refunded'));

/** Whether a refund is in another currency than its order, so that its sum cannot be compared. */
export function isForeign(refund: Refund, order: OrderTrace): boolean {
  const currency = fieldText(order.samples.at(-1)?.value, 'currency');
  return refund.currency !== undefined && currency !== undefined && refund.currency !== currency;
}

/** The events that tell the story of refunds before a point. */
export const storyOfRefunds = (refunds: readonly Refund[], beforeSeq: number): Evidence[] =>
  refunds.map(({ creates, changes, deliveries }) => [
    creates[0]?.request,
    changes.filter(({ seq }) => seq < beforeSeq),
    deliveries.filter(({ attempt }) => attempt.seq < beforeSeq),
  ]);

/** Whether two amounts are known, and the same. */
export const isSameAmount = (one: Big | undefined, other: Big | undefined): boolean =>
  one !== undefined && other !== undefined && one.eq(other);

/** The entries of a merchant's list of refunds that are over an amount. */
export const entriesOver = (entries: readonly unknown[], amount: Big | undefined): readonly unknown[] =>
  entries.filter((entry) => isSameAmount(amountOf(fieldText(entry, 'amount')), amount));

/** How many entries show a state. */
export const countOf = (entries: readonly unknown[], state: string): number =>
  entries.filter((entry) => fieldText(entry, 'state') === state).length;

/** The sum of the entries that show a state. */
export const sumShown = (entries: readonly unknown[], state: string): Big =>
  sumOf(
    entries
      .filter((entry) => fieldText(entry, 'state') === state)
      .map((entry) => amountOf(fieldText(entry, 'amount')) ?? ZERO),
  );
