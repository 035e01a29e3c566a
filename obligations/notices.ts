import { fieldText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import { notifiedStatus } from '../history/view/trust.ts';
import type { Delivery, HistoryView, OrderTrace, Sample, Told } from '../history/view/types.ts';
import { unfoundedCredit, words } from './credits.ts';
import { exchangesBetween, isConfirmed } from './exchanges.ts';
import { nameOf } from './names.ts';
import { isOpen, showsPaid, stateOf, storyOf, strayHeldBefore, strayPaidBefore } from './orders.ts';
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
 * Law 16: a forged notification, or a correctly signed one that contradicts the invoice, books nothing, at any
 * sample. `review` is as good as not paid. Only a notification that reports what the order shows is blamed for it.
 */
export const forgeryChangesNothing = perWholeOrder('law.forgery-changes-nothing', (view) => (order) => {
  const forged = hostile(order);
  if (forged.length === 0 || order.samples.length === 0) return undefined;
  const believed = unfounded(order, view, forged);
  const causes = forged.filter(
    (delivery) => believed !== undefined && mayHaveCaused(view, delivery, believed),
  );
  if (believed === undefined || causes.length === 0) return 'right';
  const { sample, status } = believed;
  return {
    says: `Order ${nameOf(order)} became ${words(sample)} after ${labels(causes)}, and the gateway had given no status ${status} for it.`,
    events: [storyOf(order, sample.event.seq), causes.slice(-3), sample],
  };
});

/** A state that an order shows, and the status that would explain it. */
interface Believed {
  readonly sample: Sample;
  readonly status: '4' | '6' | '8';
}

/** What an order shows although the gateway had given no status for it. */
function unfounded(order: OrderTrace, view: HistoryView, forged: readonly Delivery[]): Believed | undefined {
  const credit = unfoundedCredit(order, view);
  if (credit !== undefined) return { sample: credit, status: '4' };
  const hold = unfoundedHold(order, view);
  if (hold !== undefined) return { sample: hold, status: '8' };
  const failure = unfoundedFailure(view, order, forged);
  return failure && { sample: failure, status: '6' };
}

/**
 * Whether a notification may have made the order what it shows: it came before and reports that status. One that was
 * refused has not where an answer of the gateway said so after it, about whatever invoice the merchant took for this one.
 */
function mayHaveCaused(
  view: HistoryView,
  { attempt, reply }: Delivery,
  { sample, status }: Believed,
): boolean {
  const until = sample.event.seq;
  if (attempt.seq > until) return false;
  if (notifiedStatus(attempt) !== status && String(attempt.status) !== status) return false;
  if (!isRefusal(reply)) return true;
  return !view.invoices.some(({ told }) =>
    told.some(
      ({ event, seq, status: said }) =>
        event.kind === 'answer' && said === status && seq > attempt.seq && seq < until,
    ),
  );
}

const isRefusal = (reply: Delivery['reply']): boolean =>
  reply?.outcome === 'reset' || (reply?.outcome === 'replied' && (reply.status ?? 0) >= 400);

/** The first sample that shows an order as held while no merchant could have known of a status 8. */
const unfoundedHold = (order: OrderTrace, view: HistoryView): Sample | undefined =>
  order.samples.find(
    (sample) =>
      stateOf(sample) === 'held' &&
      order.invoices.every(({ heldSeq }) => heldSeq >= sample.event.seq) &&
      strayHeldBefore(order, view, sample.event.seq) === 0,
  );

/** How soon after it was open, in gateway time, no deadline of the merchant's own ends an order. */
const SOON_MS = 60_000;

/**
 * The sample that shows an order as failed, right after a forged rejection of an order that was open, and while
 * nothing that anybody did or said could have ended it.
 */
function unfoundedFailure(
  view: HistoryView,
  order: OrderTrace,
  forged: readonly Delivery[],
): Sample | undefined {
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
  if (!isForged || isFounded || wasAskedInVain(view, order, since, until)) return undefined;
  return failed;
}

/** Whether the merchant asked the gateway about the order between two points, and was not told that it stands. */
function wasAskedInVain(
  view: HistoryView,
  { shopOrderIds }: OrderTrace,
  fromSeq: number,
  toSeq: number,
): boolean {
  for (const exchange of exchangesBetween(view, fromSeq, toSeq)) {
    const { operation, fields } = exchange.request;
    const isAbout = shopOrderIds.has(fieldText(fields, 'shop_order_id') ?? '');
    if (operation === 'invoice/check' && isAbout && !isConfirmed(exchange)) return true;
  }
  return false;
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
