import type { Payment, Verbs } from '../../fixtures/engine/index.ts';

/** A way in which a payer's money comes, with the first news of it that matters. */
export interface WayIn {
  readonly mode: 'single' | 'hold';
  readonly operation: 'invoice/create' | 'invoice/hold';
  readonly status: 4 | 8;
  readonly wanted: (order: Payment['order']) => boolean;
}

/** The ways in which this merchant takes payments. */
export function waysIn(t: Verbs): readonly WayIn[] {
  const isHeld = ({ state }: Payment['order']): boolean =>
    state === 'held' || (state === 'pending' && t.claims('hold.auto'));
  const ways: readonly WayIn[] = [
    { mode: 'single', operation: 'invoice/create', status: 4, wanted: t.isPaidOnce },
    { mode: 'hold', operation: 'invoice/hold', status: 8, wanted: isHeld },
  ];
  const holds = t.claims('hold') || t.claims('hold.auto');
  return ways.filter(({ mode }) => (mode === 'hold' ? holds : t.claims('invoice')));
}
