import { bodyOf, contradicts } from '../history/view/trust.ts';
import type { HistoryView, Invoice, OrderTrace, Sample, Told } from '../history/view/types.ts';
import { duplicateCode, isConfirmed, isRefused, nonFatalCodes, takenUp } from './exchanges.ts';
import { nameOf } from './names.ts';
import { isOpen, showsPaid, stateOf } from './orders.ts';
import { mayStillRecover, patienceMs } from './patience.ts';
import { recordIn } from './records.ts';
import { type Law, perLastLook } from './rules.ts';

/**
 * Law 53: money that the gateway took is on record at the shop that knows of it, whatever had become of the order
 * before: given up, replaced by another attempt, its create lost (States and transitions; Errors 3). Held money is left
 * to its five days (law.hold-decided).
 */
export const paymentRecorded = judgeRecords('law.payment-recorded', false);

/**
 * Law 54: the same after a code that is neither fatal nor non-fatal by the specification: to take it for the end is no
 * mistake by itself, and the payer's money is lost by it.
 */
export const refusedPaymentRecorded = judgeRecords('law.refused-payment-recorded', true);

function judgeRecords(law: string, ofRefused: boolean): Law {
  return perLastLook(law, (view) => (invoice, last, order) => {
    const known = isRefusedOpenly(view, invoice) === ofRefused ? knownMoney(view, invoice, last) : undefined;
    if (known === undefined || !hadTime(view, known, invoice, last)) return undefined;
    if (mayStillRecover(view, known, last)) return undefined;
    if (isOnRecord(order, last)) return 'right';
    const { creates, changes, shopOrderId } = invoice;
    return {
      says: `Order ${nameOf(order)} is "${stateOf(last)}" and nothing is booked, although the merchant had learnt that invoice ${shopOrderId} has status 4.`,
      events: [creates[0], changes.slice(-1), known.told, last],
    };
  });
}

/** Whether the invoice, or its charge, was refused by a code of which nobody has to know that it is not the end. */
function isRefusedOpenly(view: HistoryView, { creates, charges }: Invoice): boolean {
  const known = new Set([...nonFatalCodes(view), duplicateCode(view)]);
  return [...creates, ...charges].some(
    (exchange) => isRefused(exchange) && !known.has(exchange.answer?.errorCode ?? 0),
  );
}

interface KnownMoney {
  readonly told: Told;
  /** When the merchant had taken it up. */
  readonly seq: number;
  readonly realAt: number;
}

/** When the merchant had accepted, or was answered, that money was paid (4). */
function knownMoney(view: HistoryView, invoice: Invoice, last: Sample): KnownMoney | undefined {
  const changes = invoice.changes.filter(({ seq }) => seq < last.askedSeq);
  const truth = changes.at(-1);
  if (truth === undefined || String(truth.to) !== '4') return undefined;
  // Nobody has to untangle what was final twice.
  if (changes.some(({ to }) => String(to) === '6')) return undefined;
  // What came before the answer to the create may be forgotten, and found by the merchant's own check: law 26.
  const createdSeq = isOpen(last) ? (invoice.creates.find(isConfirmed)?.answer?.seq ?? 0) : 0;
  for (const told of invoice.told) {
    if (told.seq < createdSeq) continue;
    if (told.trust !== 'sound' || told.status !== '4' || told.seq < truth.seq) continue;
    if (!isWhatWasStored(view, invoice, told)) continue;
    const taken = takenUp(view, told);
    if (taken !== undefined) return { told, seq: taken.seq, realAt: Date.parse(taken.realAt) };
  }
  return undefined;
}

/** What a record must hold so that nobody has to doubt whose it is, and over how much. */
const NAMING = ['shop_order_id', 'payment_id', 'shop_amount', 'shop_currency'] as const;

/** Whether the values that came with a status are there, and those of the invoice. */
function isWhatWasStored(view: HistoryView, invoice: Invoice, { event }: Told): boolean {
  const values =
    event.kind === 'attempt'
      ? bodyOf(event)
      : event.operation === 'invoice/check'
        ? recordIn(event.body)
        : undefined;
  if (values === undefined || NAMING.some((name) => values[name] === undefined || values[name] === null))
    return false;
  return !contradicts(values, invoice, view.settings);
}

/**
 * Whether the merchant had the time to record it. Whose create was lost may not have known the invoice when it answered
 * OK, and finds it by a job.
 */
function hadTime(view: HistoryView, known: KnownMoney, invoice: Invoice, last: Sample): boolean {
  if (last.askedSeq < known.seq) return false;
  const waitedMs = last.askedRealAt - known.realAt;
  const worked = view.jobs.some(
    ({ call, outcome }) =>
      call.seq > known.seq && outcome.seq < last.askedSeq && JSON.stringify(call.input) === '{}',
  );
  if (worked) return waitedMs >= 2 * view.settings.settleMs;
  return invoice.creates.some(isConfirmed) && waitedMs >= patienceMs(view);
}

/** Whether the money of an order shows: booked, for a person to decide, or on its way back. */
export const isOnRecord = (order: OrderTrace, last: Sample): boolean =>
  showsPaid(last) || stateOf(last) === 'review' || order.invoices.some(({ refunds }) => refunds.length > 0);
