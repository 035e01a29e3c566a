import { fieldText, inputText } from '../history/fields.ts';
import type { HistoryView, Invoice, OrderTrace, Sample } from '../history/view/types.ts';
import { finalTruth, keepsAttempt, knownEnd } from './liveness.ts';
import { nameOf } from './names.ts';
import { isOpen, stateOf } from './orders.ts';
import { perLastLook } from './rules.ts';

/** A third more than promised, so that a timer that was started a little late is not blamed. */
export const GRACE = 4 / 3;

/**
 * Law 58: the end of an invoice of which no notification arrived is found by invoice/check, within the time that the
 * merchant names for that (`tempo.recover`; Errors 3).
 */
export const lostEndFound = perLastLook('law.lost-end-found', (view, found) => {
  const { recoverMs } = view.settings;
  if (recoverMs === undefined) {
    found.note('The merchant does not say within which time it finds what it was not told.');
    return () => undefined;
  }
  const spoiltAt = lastSpoilt(view);
  return (invoice, last, order) => {
    if (!mustBeFound(view, order, invoice, last, recoverMs * GRACE, spoiltAt)) return undefined;
    if (!isOpen(last)) return 'right';
    const end = finalTruth(invoice);
    const known = knownEnd(view, invoice);
    const isKnown = known?.status === '6' && known.seq < last.askedSeq;
    // It has asked, and keeps the order open for another attempt.
    if (isKnown && !keepsAttempt(view, invoice, known, last)) return 'right';
    return {
      says: `Order ${nameOf(order)} is still "${stateOf(last)}" ${recoverMs / 60_000} minutes and more after invoice ${invoice.shopOrderId} ended with status ${end?.to}: no notification arrived, and invoice/check tells it.`,
      events: [invoice.creates[0]?.request, end, last],
    };
  };
});

/** Where a question about each invoice was last answered otherwise than plainly, by its shop_order_id. */
function lastSpoilt(view: HistoryView): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const { request, answer } of view.exchanges) {
    const isPlain = answer?.outcome === 'answered' && answer.fault === null;
    const id = fieldText(request.fields, 'shop_order_id');
    if (request.operation === 'invoice/check' && id !== undefined && !isPlain) asked.set(id, request.seq);
  }
  return asked;
}

/** Whether the merchant was not told of an end, nobody kept it from asking, and its time for that was over. */
function mustBeFound(
  view: HistoryView,
  order: OrderTrace,
  invoice: Invoice,
  last: Sample,
  withinMs: number,
  spoiltAt: ReadonlyMap<string, number>,
): boolean {
  const end = finalTruth(invoice);
  if (end === undefined || last.askedSeq < end.seq) return false;
  if (order.samples.some(({ value }) => value.state === 'cancelled' || value.state === 'review'))
    return false;
  if (String(end.to) === '6' && last.value.shop_order_id !== invoice.shopOrderId) return false;
  const later = invoice.deliveries.filter(
    ({ attempt }) => attempt.seq > end.seq && attempt.seq < last.askedSeq,
  );
  if (later.some(({ reply }) => reply?.outcome !== 'aborted' && reply?.outcome !== 'refused')) return false;
  const dueAt = Date.parse(end.at) + withinMs;
  // A question that was not plainly answered is no fault of who asked.
  if ((spoiltAt.get(invoice.shopOrderId) ?? 0) > end.seq) return false;
  return view.jobs.some(
    ({ call, outcome }) =>
      call.seq > end.seq &&
      outcome.seq < last.askedSeq &&
      Date.parse(inputText(call.input, 'at') ?? '') >= dueAt,
  );
}
