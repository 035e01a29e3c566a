import type { HistoryView, OrderTrace, Sample } from '../history/view/types.ts';
import { nameOf } from './names.ts';
import { stateOf, storyOf, strayHeldBefore } from './orders.ts';
import { perWholeOrder } from './rules.ts';

/**
 * An order is held only after a status 8 of its own invoice, by a notification that the merchant may believe
 * or by its own question.
 */
export const heldNeeds8 = perWholeOrder('law.held-needs-8', (view) => (order) => {
  const held = order.samples.find((sample) => stateOf(sample) === 'held');
  if (held === undefined) return undefined;
  if (isFounded(order, held, view)) return 'right';
  return {
    says: `Order ${nameOf(order)} is "held", and the gateway had given no status 8 for it.`,
    events: [
      storyOf(order, held.event.seq),
      order.invoices.map(({ deliveries }) => deliveries.slice(-2)),
      held,
    ],
  };
});

/** An attempt that no look at the order has shown may be the one that is held. */
const isFounded = (order: OrderTrace, { event: { seq } }: Sample, view: HistoryView): boolean =>
  order.invoices.length === 0 ||
  order.invoices.some(({ heldSeq }) => heldSeq < seq) ||
  strayHeldBefore(order, view, seq) > 0;
