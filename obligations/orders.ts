import { fieldText } from '../history/fields.ts';
import { amountOf, type Big, ZERO } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, Invoice, OrderTrace, Sample } from '../history/view/types.ts';
import type { Evidence } from './verdict.ts';

export const PAID_STATES: ReadonlySet<string> = new Set(['paid', 'partially_refunded', 'refunded']);

/** The state that a sample shows. */
export const stateOf = (sample: Sample): string => fieldText(sample.value, 'state') ?? '';

const OPEN = new Set(['new', 'pending', 'held']);

/** Whether a sample shows an order whose end is still awaited. */
export const isOpen = (sample: Sample): boolean => OPEN.has(stateOf(sample));

/** How often the order was credited, as a sample shows it; 0 where it shows nothing. */
export function creditsOf(sample: Sample): number {
  const count = Number(fieldText(sample.value, 'credits') ?? 0);
  return Number.isFinite(count) ? count : 0;
}

export const creditedOf = (sample: Sample): Big => amountOf(fieldText(sample.value, 'credited')) ?? ZERO;

/** Whether a sample shows the order as paid, or shows that anything was booked for it. */
export function showsPaid(sample: Sample): boolean {
  return PAID_STATES.has(stateOf(sample)) || creditsOf(sample) > 0 || creditedOf(sample).gt(0);
}

/**
 * Whether the history holds all of the order: the call that made it, and the creation of every invoice that
 * it is known to have. Of other orders only changes can be judged.
 */
export function isWhole(order: OrderTrace, view: HistoryView): boolean {
  const { created } = order;
  if (created === undefined || !view.seesGateway) return false;
  for (const id of order.shopOrderIds) {
    const invoices = view.invoicesOf(id);
    // An id without an invoice is one that the merchant made up and did not use, or used unseen: see below.
    for (const invoice of invoices)
      if (!(invoice.bornSeq > created.seq && invoice.bornSeq < NEVER)) return false;
  }
  return true;
}

/** The invoices of an order that a right merchant may have taken for paid before this point. */
export function paidBefore(order: OrderTrace, seq: number): Invoice[] {
  return order.invoices.filter((invoice) => invoice.paidSeq < seq);
}

/** How many invoices that nobody named, alike in amount and currency, were paid by then: one of them may be the order's. */
export const strayPaidBefore = (order: OrderTrace, view: HistoryView, seq: number): number =>
  strayBefore(order, view.strayPaid, seq);

/** The same of invoices whose funds were held. */
export const strayHeldBefore = (order: OrderTrace, view: HistoryView, seq: number): number =>
  strayBefore(order, view.strayHeld, seq);

function strayBefore(order: OrderTrace, strays: HistoryView['strayPaid'], seq: number): number {
  const sample = order.samples[0];
  const amounts = new Map<string, [Big | undefined, string | undefined]>();
  const add = (amount: Big | undefined, currency: string | undefined) =>
    amounts.set(`${amount?.toString()}|${currency}`, [amount, currency]);
  if (sample !== undefined)
    add(amountOf(fieldText(sample.value, 'amount')), fieldText(sample.value, 'currency'));
  for (const invoice of order.invoices) add(invoice.amount, invoice.currency);
  let count = 0;
  for (const [amount, currency] of amounts.values()) count += strays(amount, currency, seq);
  return count;
}

/** The events that tell the story of an order's invoices before a point: truth, notifications, answers. */
export function storyOf(order: OrderTrace, beforeSeq: number): Evidence[] {
  return order.invoices.flatMap((invoice) => [
    ...invoice.creates.slice(0, 1).map((exchange) => exchange.request),
    ...invoice.changes.filter((event) => event.seq < beforeSeq).slice(-2),
    ...invoice.told
      .filter((told) => told.seq < beforeSeq)
      .slice(-3)
      .flatMap((told) => [told]),
  ]);
}
