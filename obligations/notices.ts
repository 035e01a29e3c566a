import type { HistoryView, OrderTrace } from '../history/view/types.ts';
import { unfoundedCredit, words } from './credits.ts';
import { isWhole, NEVER, nameOf, storyOf } from './orders.ts';
import { findings, type LawVerdict } from './verdict.ts';

/**
 * Law 6: a notification about one order changes only that one. Seen where an order of which the gateway said
 * nothing turns paid while a notification of status 4 about another order was delivered.
 */
export function noticeChangesOwnOrder(view: HistoryView): LawVerdict {
  const found = findings('law.notice-changes-own-order');
  const deliveries = view.deliveries;
  for (const order of view.orders) {
    if (order.samples.length === 0 || !isWhole(order, view)) continue;
    if (deliveries.length > 0 && order.invoices.length > 0) found.judge();
    const sample = unfoundedCredit(order, view);
    if (sample === undefined) continue;
    const before = order.samples[order.samples.indexOf(sample) - 1];
    const since = before?.askedSeq ?? order.created?.seq ?? NEVER;
    const own = new Set(order.invoices.flatMap((invoice) => invoice.deliveries));
    const between = deliveries.filter(({ attempt }) => attempt.seq > since && attempt.seq < sample.event.seq);
    const foreign = between.filter(
      (delivery) => !own.has(delivery) && delivery.attempt.about.shopOrderId !== undefined,
    );
    if (foreign.length === 0 || between.some((delivery) => own.has(delivery))) continue;
    found.violate(
      nameOf(order),
      `Order ${nameOf(order)} became ${words(sample)} although the notifications were all about other orders.`,
      [before?.event, ...foreign.slice(0, 4).flatMap(({ attempt, reply }) => [attempt, reply]), sample.event],
    );
  }
  return found.verdict();
}

/**
 * Law 16: a forged notification, or a rightly signed one that contradicts the invoice, books nothing, at any
 * sample. `review` is as good as not paid.
 */
export function forgeryChangesNothing(view: HistoryView): LawVerdict {
  const found = findings('law.forgery-changes-nothing');
  for (const order of view.orders) {
    const forged = hostile(order);
    const first = forged[0];
    if (first === undefined || order.samples.length === 0 || !isWhole(order, view)) continue;
    found.judge();
    const sample = unfoundedCredit(order, view);
    if (sample === undefined || sample.event.seq < first.attempt.seq) continue;
    found.violate(
      nameOf(order),
      `Order ${nameOf(order)} became ${words(sample)} after ${labels(forged)}, and the gateway had given no status 4 for it.`,
      [
        ...storyOf(order, sample.event.seq),
        ...forged
          .filter(({ attempt }) => attempt.seq < sample.event.seq)
          .slice(-3)
          .flatMap(({ attempt, reply }) => [attempt, reply]),
        sample.event,
      ],
    );
  }
  return found.verdict();
}

const hostile = (order: OrderTrace) =>
  order.invoices.flatMap((invoice) => invoice.deliveries.filter((delivery) => delivery.trust === 'false'));

function labels(forged: ReturnType<typeof hostile>): string {
  const names = [...new Set(forged.map(({ attempt }) => attempt.label ?? 'no label'))].slice(0, 3);
  return `a notification that must not be accepted (${names.join('; ')})`;
}
