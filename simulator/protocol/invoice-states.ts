import type { ReadingValues } from './readings.ts';

/** An invoice status (States and transitions, Invoice statuses). */
export interface StatusRow {
  readonly status: number;
  readonly meaning: string;
  readonly final: boolean;
}

const row = (status: number, final: boolean, meaning: string): StatusRow => ({ status, final, meaning });

/** The invoice statuses of the specification. */
export const INVOICE_STATUSES: readonly StatusRow[] = [
  row(1, false, 'payment request created'),
  row(2, false, 'awaiting user action'),
  row(3, false, 'payment system failed to create the payment'),
  row(4, true, 'payment successful'),
  row(5, false, 'payment system failed to deliver a payment notice'),
  row(6, true, 'rejected by the service'),
  row(8, false, 'funds held by the payment system'),
];

const ANY = [1, 2, 3, 4, 5, 6, 8];

/** What may follow what. Nothing follows a final status. */
const FOLLOWERS: Readonly<
  Record<ReadingValues['invoice.transitions'], Readonly<Record<number, readonly number[]>>>
> = {
  'any-until-final': { 1: ANY, 2: ANY, 3: ANY, 4: [], 5: ANY, 6: [], 8: ANY },
  'forward-only': {
    1: [2, 3, 4, 5, 6, 8],
    2: [2, 3, 4, 5, 6, 8],
    3: [3, 4, 5, 6, 8],
    4: [],
    5: [4, 5, 6, 8],
    6: [],
    8: [2, 4, 5, 6, 8],
  },
};

const finals = new Set(INVOICE_STATUSES.filter((each) => each.final).map((each) => each.status));

/** Whether a status is final. So is 7 where it is what follows a refund, and no value of a tester's own. */
export function isFinalInvoice(status: number, afterRefund: ReadingValues['invoice.after-refund']): boolean {
  return finals.has(status) || (status === 7 && afterRefund === '7');
}

/**
 * Whether an invoice may go from one status to another. Status 8 exists only for a two-step invoice.
 * Values that no list names are treated as not final.
 */
export function invoiceMayMove(
  from: number,
  to: number,
  mode: 'single' | 'hold',
  readings: Pick<ReadingValues, 'invoice.transitions' | 'invoice.after-refund'>,
): boolean {
  if (to === 8 && mode !== 'hold') return false;
  if (isFinalInvoice(from, readings['invoice.after-refund'])) return false;
  return (FOLLOWERS[readings['invoice.transitions']][from] ?? ANY).includes(to) || !ANY.includes(to);
}
