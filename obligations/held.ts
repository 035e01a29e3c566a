import type { HistoryView, OrderTrace, Sample } from '../history/view/types.ts';
import { isWhole, nameOf, stateOf, storyOf } from './orders.ts';
import { findings, type LawVerdict } from './verdict.ts';

/**
 * An order is held only after a status 8 of its own invoice, by a notification that the merchant may believe
 * or by its own question.
 */
export function heldNeeds8(view: HistoryView): LawVerdict {
  const found = findings('law.held-needs-8');
  for (const order of view.orders) {
    const held = order.samples.find((sample) => stateOf(sample) === 'held');
    if (held === undefined || !isWhole(order, view)) continue;
    found.judge();
    if (isFounded(order, held)) continue;
    found.violate(
      nameOf(order),
      `Order ${nameOf(order)} is "held", and the gateway had given no status 8 for it.`,
      [
        ...storyOf(order, held.event.seq),
        ...order.invoices.flatMap(({ deliveries }) =>
          deliveries.slice(-2).flatMap(({ attempt, reply }) => [attempt, reply]),
        ),
        held.event,
      ],
    );
  }
  return found.verdict();
}

/** An attempt that no look at the order has shown may be the one that is held. */
const isFounded = (order: OrderTrace, held: Sample): boolean =>
  order.invoices.length === 0 || order.invoices.some(({ heldSeq }) => heldSeq < held.event.seq);
