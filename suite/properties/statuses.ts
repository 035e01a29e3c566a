import fc from 'fast-check';
import { canTake, stepOf } from '../model/journeys.ts';
import type { Step } from '../model/model.ts';
import { travelled } from './journeys.ts';
import type { Property } from './property.ts';

const MOST = 6;

/** One object, and its statuses in any order. */
const following = (
  begin: string,
  names: readonly string[],
  given: Step['with'],
  capabilities: readonly string[],
): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(
      stepOf(begin),
      fc.array(
        fc.oneof(...names.filter((name) => canTake(name, capabilities)).map((name) => stepOf(name, given))),
        { minLength: 1, maxLength: MOST },
      ),
    )
    .map(([first, more]) => [first, ...more]);

/** The statuses of one payment, hold or payout, whatever they are and in whatever order they come. */
export const statuses: readonly Property[] = [
  travelled('property.statuses.payment', (capabilities) =>
    following('create-order', ['report-status', 'late-status'], { order: 0 }, capabilities),
  ),
  travelled('property.statuses.hold', (capabilities) =>
    following('create-two-step-order', ['hold-funds', 'charge-hold', 'unhold'], { order: 0 }, capabilities),
  ),
  travelled('property.statuses.payout', (capabilities) =>
    following('make-payout', ['move-payout'], { payout: 0 }, capabilities),
  ),
];
