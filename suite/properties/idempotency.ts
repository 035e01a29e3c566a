import fc from 'fast-check';
import { canTake, stepOf } from '../model/journeys.ts';
import type { Step } from '../model/model.ts';
import { travelled } from './journeys.ts';
import type { Property } from './property.ts';

const MOST = 5;

/** A beginning, and then any number of these that the merchant can take. */
function then(
  begins: readonly fc.Arbitrary<Step>[],
  names: readonly string[],
  capabilities: readonly string[],
): fc.Arbitrary<readonly Step[]> {
  const possible = names.filter((name) => canTake(name, capabilities)).map((name) => stepOf(name));
  return fc
    .tuple(fc.tuple(...begins), fc.array(fc.oneof(...possible), { minLength: 1, maxLength: MOST }))
    .map(([first, more]) => [...first, ...more]);
}

const first = { order: 0 };

/** What is repeated counts once. */
export const idempotency: readonly Property[] = [
  travelled('property.idempotency.payment', (capabilities) =>
    fc.oneof(
      then([stepOf('pay-order')], ['repeat-notification', 'run-jobs', 'late-status'], capabilities),
      then(
        [stepOf('create-order'), stepOf('parallel-delivery', first)],
        ['repeat-notification', 'run-jobs'],
        capabilities,
      ),
    ),
  ),
  travelled('property.idempotency.refund', (capabilities) =>
    then(
      [stepOf('pay-order'), stepOf('make-refund', { ...first, clicks: 2 })],
      ['end-refund', 'make-refund', 'run-jobs'],
      capabilities,
    ),
  ),
  travelled('property.idempotency.payout', (capabilities) =>
    then([stepOf('make-payout')], ['retry-payout', 'move-payout', 'run-jobs'], capabilities),
  ),
];
