import { single } from './orders.ts';
import { payout } from './payouts.ts';

export { combine } from './cohort.ts';

/** Every kind of object whose events are combined. */
export const kinds = { single, payout } as const;
