import { renewal, retry } from './attempts.ts';
import { hold } from './holds.ts';
import { single } from './orders.ts';
import { payout } from './payouts.ts';
import { refund } from './refunds.ts';

export { combine, MOST_OF_MONEY } from './cohort.ts';

/** Every kind of object whose events are combined. */
export const kinds = { single, hold, retry, renewal, refund, payout } as const;
