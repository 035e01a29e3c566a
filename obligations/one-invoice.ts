import { inputText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { Exchange, HistoryView, Invoice, OrderTrace } from '../history/view/types.ts';
import { isConfirmed } from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { diedBetween } from './patience.ts';
import { rule } from './rules.ts';

/** The commands after which a further attempt is right. */
const NEW_ATTEMPT: ReadonlySet<string> = new Set(['retry', 'amend']);

/**
 * Law 38: one wish of a payer, however often it is submitted, has at most one invoice that can be paid (transport rule
 * 5). Judged for merchants that claim to know a repeated wish (capability `intents`).
 */
export const oneInvoicePerWish = rule('law.one-invoice-per-wish', (view, found) => {
  if (view.settings.capabilities?.has('intents') !== true) {
    found.note('Only a merchant that claims intents says that a repeated reference is the same wish.');
    return;
  }
  const wishes = groupedBy(view.orderCalls, ({ input }) => inputText(input, 'reference'));
  const orders = groupedBy(view.orders, ({ reference }) => reference);
  for (const [reference, calls] of wishes) {
    if (calls.length < 2) continue;
    const traces = orders.get(reference) ?? [];
    if (traces.some(({ commands }) => commands.some(({ name }) => NEW_ATTEMPT.has(name)))) continue;
    found.judge();
    const twice = openTwice(view, traces);
    if (twice === undefined) continue;
    const [one, two] = twice;
    found.violate(
      reference,
      `One order request, submitted ${calls.length} times, has two invoices that the payer can pay: ${one.shopOrderId} and ${two.shopOrderId}.`,
      [calls.slice(0, 3), created(one)?.request, created(two)],
    );
  }
});

const created = ({ creates }: Invoice): Exchange | undefined => creates.find(isConfirmed);

/** Two invoices that the merchant knew of and that were open at the same time. */
function openTwice(
  view: HistoryView,
  traces: readonly OrderTrace[],
): readonly [Invoice, Invoice] | undefined {
  const invoices = [...new Set(traces.flatMap((trace) => trace.invoices))]
    .filter((invoice) => created(invoice) !== undefined && invoice.changes.length > 0)
    .sort((a, b) => a.bornSeq - b.bornSeq);
  for (const [index, later] of invoices.entries()) {
    const earlier = invoices.slice(0, index).find((each) => wasOpen(view, each, later, traces));
    if (earlier !== undefined) return [earlier, later];
  }
  return undefined;
}

/** Whether an invoice was open, and the merchant knew of it or was just making it, when a later one was asked for. */
function wasOpen(
  view: HistoryView,
  earlier: Invoice,
  later: Invoice,
  traces: readonly OrderTrace[],
): boolean {
  const askedSeq = created(later)?.request.seq ?? NEVER;
  const ended = earlier.changes.some(({ to, seq }) => String(to) === '6' && seq < askedSeq);
  if (ended) return false;
  if (!diedBetween(view, created(earlier)?.request.seq ?? 0, askedSeq)) return true;
  // What was shown before a crash was stored.
  const shown = traces
    .flatMap(({ samples }) => samples)
    .find((sample) => sample.value.shop_order_id === earlier.shopOrderId);
  return shown !== undefined && shown.event.seq < askedSeq;
}
