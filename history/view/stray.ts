import { firstAfter, NEVER } from '../places.ts';
import type { HistoryView, Invoice } from './types.ts';

/**
 * Counts invoices of which no sample said whose order they are, and which have come to something by then: an order that
 * was tried again between two looks may own one of them. Sorted once, on first use.
 *
 * @param since where in the history an invoice came to it; {@link NEVER} while it has not
 */
export function strayCounter(
  invoices: readonly Invoice[],
  since: (invoice: Invoice) => number,
): HistoryView['strayPaid'] {
  let index: Map<string, number[]> | undefined;
  const build = (): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const invoice of invoices) {
      if (invoice.order !== undefined || since(invoice) === NEVER) continue;
      const key = `${invoice.amount?.toString() ?? '?'}|${invoice.currency ?? '?'}`;
      const seqs = found.get(key);
      if (seqs === undefined) found.set(key, [since(invoice)]);
      else seqs.push(since(invoice));
    }
    for (const seqs of found.values()) seqs.sort((a, b) => a - b);
    return found;
  };
  return (amount, currency, beforeSeq) => {
    index ??= build();
    const seqs = index.get(`${amount?.toString() ?? '?'}|${currency ?? '?'}`) ?? [];
    return firstAfter(seqs, (seq) => seq, beforeSeq);
  };
}
