import type { EventStamp } from '../history/events.ts';
import type { HistoryView, Invoice, Sample, Told } from '../history/view/types.ts';
import { isConfirmed } from './exchanges.ts';
import { finalTruth, keepsAttempt, knownEnd, matches } from './liveness.ts';
import { nameOf } from './names.ts';
import { isOpen, stateOf } from './orders.ts';
import { chancesAfter } from './patience.ts';
import { perLastLook } from './rules.ts';

/**
 * Law 26: news of an invoice's end that came before the answer to its create, and was answered OK, is not
 * lost. A merchant may forget it and heal by its own check: it is judged once its jobs had the time for that.
 */
export const earlyNoticeKept = perLastLook('law.early-notice-kept', (view) => (invoice, last, order) => {
  const early = earlyEnd(view, invoice);
  if (early === undefined) return undefined;
  const { status } = early.told;
  const known = { realAt: Date.parse(early.since.realAt) };
  if (status === '6' && !keepsAttempt(view, invoice, known, last)) return undefined;
  if (!isOpen(last)) return 'right';
  if (!couldHeal(view, early, last)) return undefined;
  const [create] = invoice.creates;
  return {
    says: `Order ${nameOf(order)} is still "${stateOf(last)}" although the merchant had answered OK to the notification that invoice ${invoice.shopOrderId} ended with status ${status}, which came before the answer to its create.`,
    events: [create?.request, early.told, invoice.creates.find(isConfirmed)?.answer, last],
  };
});

interface EarlyEnd {
  readonly told: Told;
  /** When both had happened: the reply to the news and the answer to the create. */
  readonly since: EventStamp;
  /** For how long the invoice had been open by then, in milliseconds of gateway time. */
  readonly openMs: number;
}

/** The news that overtook the answer; undefined where there is none, or where it was taken later as well. */
function earlyEnd(view: HistoryView, invoice: Invoice): EarlyEnd | undefined {
  const truth = finalTruth(invoice);
  const create = invoice.creates.find(isConfirmed);
  const created = create?.answer;
  if (truth === undefined || create === undefined || created == null) return undefined;
  if (knownEnd(view, invoice) !== undefined) return undefined;
  for (const told of invoice.told) {
    if (told.event.kind !== 'attempt' || told.trust !== 'sound') continue;
    if (told.status !== String(truth.to) || told.seq < truth.seq || told.seq > created.seq) continue;
    const reply = told.delivery?.reply;
    if (reply?.accepted !== true || !matches(view, invoice, told.event)) continue;
    const since = reply.seq > created.seq ? reply : created;
    return { told, since, openMs: Date.parse(since.at) - Date.parse(create.request.at) };
  }
  return undefined;
}

/** Whether the merchant's jobs have run so far that it had asked by itself, before it was looked at. */
function couldHeal(view: HistoryView, { since, openMs }: EarlyEnd, last: Sample): boolean {
  const runs = chancesAfter(view, since, openMs).filter(({ outcome }) => outcome.seq < last.askedSeq);
  return runs.length >= 2;
}
