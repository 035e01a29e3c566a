import type { StatusRow } from './invoice-states.ts';
import type { ReadingValues } from './readings.ts';

const row = (status: number, final: boolean, meaning: string): StatusRow => ({ status, final, meaning });

/** The payout statuses of the specification (States and transitions, Payout statuses). */
export const PAYOUT_STATUSES: readonly StatusRow[] = [
  row(1, false, 'created, awaits processing'),
  row(3, false, 'sent to the payment system'),
  row(4, false, 'payout error on the payment-system side'),
  row(5, true, 'successfully completed'),
  row(6, true, 'rejected by the payment system'),
  row(9, false, 'network error on the payment-system side'),
];

const ANY = [1, 3, 4, 5, 6, 9];

/** What may follow what. Nothing follows a final status. */
const FOLLOWERS: Readonly<
  Record<ReadingValues['payout.transitions'], Readonly<Record<number, readonly number[]>>>
> = {
  'any-until-final': { 1: ANY, 3: ANY, 4: ANY, 5: [], 6: [], 9: ANY },
  'forward-only': {
    1: [1, 3, 4, 5, 6, 9],
    3: [3, 4, 5, 6, 9],
    4: [3, 4, 5, 6, 9],
    5: [],
    6: [],
    9: [3, 4, 5, 6, 9],
  },
};

/** Whether a payout status is final: 5 and 6. */
export function isFinalPayout(status: number): boolean {
  return status === 5 || status === 6;
}

/** Whether a payout may go from one status to another. Unlisted values (2 and others) are not final. */
export function payoutMayMove(from: number, to: number, readings: ReadingValues): boolean {
  if (isFinalPayout(from)) return false;
  if (to === 2 && readings['payout.status-2'] === 'never-sent') return false;
  return (FOLLOWERS[readings['payout.transitions']][from] ?? ANY).includes(to) || !ANY.includes(to);
}
