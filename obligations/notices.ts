import { NEVER } from '../history/places.ts';
import { notifiedStatus } from '../history/view/trust.ts';
import type { Delivery, OrderTrace, Sample, Told } from '../history/view/types.ts';
import { unfoundedCredit, words } from './credits.ts';
import { isConfirmed } from './exchanges.ts';
import { nameOf } from './names.ts';
import { isOpen, showsPaid, stateOf, storyOf, strayPaidBefore } from './orders.ts';
import { perWholeOrder } from './rules.ts';

/**
 * Law 6: a notification about one order changes only that one. Seen where an order of which the gateway said
 * nothing turns paid while a notification of status 4 about another order was delivered.
 */
export const noticeChangesOwnOrder = perWholeOrder('law.notice-changes-own-order', (view) => (order) => {
  const { samples, invoices, created } = order;
  const { deliveries } = view;
  if (samples.length === 0 || deliveries.length === 0) return undefined;
  const sample = unfoundedCredit(order, view);
  if (sample === undefined) return invoices.length > 0 ? 'right' : undefined;
  const before = samples[samples.indexOf(sample) - 1];
  const since = before?.askedSeq ?? created?.seq ?? NEVER;
  const own = new Set(invoices.flatMap((invoice) => invoice.deliveries));
  const between = deliveries.filter(({ attempt }) => attempt.seq > since && attempt.seq < sample.event.seq);
  const foreign = between.filter(({ attempt }) => attempt.about.shopOrderId !== undefined);
  if (foreign.length === 0 || between.some((delivery) => own.has(delivery))) return 'right';
  return {
    says: `Order ${nameOf(order)} became ${words(sample)} although the notifications were all about other orders.`,
    events: [before, foreign.slice(0, 4), sample],
  };
});

/**
 * Law 16: a forged notification, or a rightly signed one that contradicts the invoice, books nothing, at any
 * sample. `review` is as good as not paid.
 */
export const forgeryChangesNothing = perWholeOrder('law.forgery-changes-nothing', (view) => (order) => {
  const forged = hostile(order);
  const first = forged[0];
  if (first === undefined || order.samples.length === 0) return undefined;
  const credited = unfoundedCredit(order, view);
  const sample = credited ?? unfoundedHold(order) ?? unfoundedFailure(order, forged);
  if (sample === undefined || sample.event.seq < first.attempt.seq) return 'right';
  return {
    says: `Order ${nameOf(order)} became ${words(sample)} after ${labels(forged)}, and the gateway had given no status ${sample === credited ? 4 : stateOf(sample) === 'held' ? 8 : 6} for it.`,
    events: [
      storyOf(order, sample.event.seq),
      forged.filter(({ attempt }) => attempt.seq < sample.event.seq).slice(-3),
      sample,
    ],
  };
});

/** The first sample that shows an order as held while no right merchant could have known of a status 8. */
const unfoundedHold = (order: OrderTrace): Sample | undefined =>
  order.samples.find(
    (sample) =>
      stateOf(sample) === 'held' && order.invoices.every(({ heldSeq }) => heldSeq >= sample.event.seq),
  );

/** How soon after it was open, in gateway time, no deadline of the merchant's own ends an order. */
const SOON_MS = 60_000;

/**
 * The sample that shows an order as failed, right after a forged rejection of an order that was open, and while
 * nothing that anybody did or said could have ended it.
 */
function unfoundedFailure(order: OrderTrace, forged: readonly Delivery[]): Sample | undefined {
  const index = order.samples.findIndex((sample) => stateOf(sample) === 'failed');
  const [before, failed] = [order.samples[index - 1], order.samples[index]];
  if (before === undefined || failed === undefined || !isOpen(before)) return undefined;
  if (order.commands.length > 0) return undefined;
  const [since, until] = [before.askedSeq, failed.event.seq];
  if (Date.parse(failed.event.at) - Date.parse(before.event.at) > SOON_MS) return undefined;
  const isForged = forged.some(
    ({ attempt }) => attempt.seq > since && attempt.seq < until && notifiedStatus(attempt) === '6',
  );
  const isFounded = order.invoices.some(
    ({ creates, changes, told }) =>
      creates.some((exchange) => !isConfirmed(exchange)) ||
      changes.some(({ seq, to }) => seq < until && !GOING_ON.has(String(to))) ||
      told.some(({ seq, status, trust }) => seq < until && trust !== 'false' && !GOING_ON.has(status)),
  );
  return isForged && !isFounded ? failed : undefined;
}

/** The statuses by which no merchant may end an order. */
const GOING_ON: ReadonlySet<string> = new Set(['1', '2', '8']);

/**
 * Rule 49: what the specification leaves open is not enough to book a payment: a notification that may be taken or
 * not, or an answer to invoice/check over more than the invoice.
 */
export const doubtfulBooksNothing = perWholeOrder('law.doubtful-books-nothing', (view) => (order) => {
  const doubtful = order.invoices.flatMap(({ told }) => told.filter(isDoubtful));
  const [first] = doubtful;
  if (first === undefined || order.samples.length === 0) return undefined;
  const sample = order.samples.find(showsPaid);
  if (sample === undefined || sample.event.seq < first.seq) return 'right';
  const { seq } = sample.event;
  if (strayPaidBefore(order, view, seq) > 0) return 'right';
  const isSound = order.invoices.some(
    ({ changes, told }) =>
      changes.some((change) => change.seq < seq && String(change.to) === '4') ||
      told.some(
        (each) => each.seq < seq && each.status === '4' && !isDoubtful(each) && each.trust !== 'false',
      ),
  );
  if (isSound) return 'right';
  return {
    says: `Order ${nameOf(order)} became ${words(sample)}, and nothing but what may be disbelieved said so.`,
    events: [doubtful.filter((each) => each.seq < seq).slice(-3), sample],
  };
});

const isDoubtful = ({ event, status, trust }: Told): boolean =>
  status === '4' && trust === 'unknown' && (event.kind === 'answer' || event.verdict === 'either');

const hostile = (order: OrderTrace) =>
  order.invoices.flatMap((invoice) => invoice.deliveries.filter((delivery) => delivery.trust === 'false'));

function labels(forged: ReturnType<typeof hostile>): string {
  const names = [...new Set(forged.map(({ attempt }) => attempt.label ?? 'no label'))].slice(0, 3);
  return `a notification that must not be accepted (${names.join('; ')})`;
}
