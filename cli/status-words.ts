import { INVOICE_STATUSES } from '../simulator/protocol/invoice-states.ts';
import { PAYOUT_STATUSES } from '../simulator/protocol/payout-states.ts';

/** `4 (payment successful)`; a status without a meaning, or in words as those of refunds, as it is. */
export function statusWords(status: number | string | null, of: string): string {
  const rows = of === 'payout' ? PAYOUT_STATUSES : INVOICE_STATUSES;
  const meaning = rows.find((row) => row.status === status)?.meaning;
  return meaning === undefined ? String(status) : `${status} (${meaning})`;
}
