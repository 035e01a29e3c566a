import { firstAfter, NEVER } from '../places.ts';
import type { HistoryView, Invoice } from './types.ts';

/**
 * Counts paid invoices of which no sample said whose order they are: an order that was tried again between
 * two looks may own one of them. Sorted once, on first use.
 */
export function strayCounter(invoices: readonly Invoice[]): HistoryView['strayPaid'] {
  let index: Map<string, number[]> | undefined;
  const build = (): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const invoice of invoices) {
      if (invoice.order !== undefined || invoice.paidSeq === NEVER) continue;
      const key = `${invoice.amount?.toString() ?? '?'}|${invoice.currency ?? '?'}`;
      const seqs = found.get(key);
      if (seqs === undefined) found.set(key, [invoice.paidSeq]);
      else seqs.push(invoice.paidSeq);
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
