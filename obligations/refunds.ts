import type { EventStamp } from '../history/events.ts';
import { amountOf, type Big, sumOf, ZERO } from '../history/money.ts';
import { fieldText } from '../history/view/statuses.ts';
import type { HistoryView, Invoice, OrderTrace, Refund, Sample, Told } from '../history/view/types.ts';
import { isWhole, NEVER, nameOf } from './orders.ts';
import { chancesAfter, patienceMs, pollingPatienceMs } from './patience.ts';
import { findings, type LawVerdict } from './verdict.ts';

/** Law 7: what the gateway accepted to refund (SUCCESS and WAITING) never exceeds what was paid. */
export function refundsWithinPaid(view: HistoryView): LawVerdict {
  const found = findings('law.refunds-within-paid');
  for (const invoice of view.invoices) {
    if (invoice.refunds.length === 0) continue;
    found.judge();
    const name = invoice.order === undefined ? invoice.shopOrderId : nameOf(invoice.order);
    for (const refund of invoice.refunds) {
      const { currency } = refund;
      if (currency === undefined || invoice.currency === undefined || currency === invoice.currency) continue;
      if (!refund.changes.some((change) => change.to !== 'FAILED')) continue;
      found.violate(
        name,
        `Refund ${refund.shopRefundId} of invoice ${invoice.shopOrderId} is in currency ${currency}; the invoice was paid in ${invoice.currency}.`,
        [invoice.creates[0]?.request, refund.creates[0]?.request, ...refund.changes.slice(0, 2)],
      );
    }
    const over = mostAccepted(invoice);
    if (over === undefined || invoice.amount === undefined || over.sum.lte(invoice.amount)) continue;
    found.violate(
      name,
      `Refunds of ${over.sum} were accepted for invoice ${invoice.shopOrderId}, for which ${invoice.amount} was paid.`,
      [
        invoice.creates[0]?.request,
        ...over.refunds.flatMap((refund) => [refund.creates[0]?.request, refund.changes[0]]),
      ],
    );
  }
  return found.verdict();
}

/** The greatest sum that stood accepted at one moment, and of which refunds. */
function mostAccepted(invoice: Invoice): { sum: Big; refunds: Refund[] } | undefined {
  const steps = invoice.refunds
    .flatMap((refund) => {
      const known = refund.changes.map((change) => ({ seq: change.seq, status: String(change.to) }));
      return (known.length > 0 ? known : refund.told.filter((told) => told.trust === 'sound')).map(
        ({ seq, status }) => ({ seq, status, refund }),
      );
    })
    .sort((a, b) => a.seq - b.seq);
  const standing = new Set<Refund>();
  let most: { sum: Big; refunds: Refund[] } | undefined;
  for (const { status, refund } of steps) {
    if (status !== 'SUCCESS' && status !== 'WAITING') {
      standing.delete(refund);
      continue;
    }
    if (standing.has(refund)) continue;
    standing.add(refund);
    const sum = sumOf([...standing].map((each) => each.amount ?? ZERO));
    if (most === undefined || sum.gt(most.sum)) most = { sum, refunds: [...standing] };
  }
  return most;
}

/** Law 8: each refund counts once, and only when it is SUCCESS. */
export function refundCountedOnce(view: HistoryView): LawVerdict {
  const found = findings('law.refund-counted-once');
  const homeless = view.refunds.filter((refund) => refund.invoice === undefined);
  for (const order of view.orders) {
    const refunds = order.invoices.flatMap((invoice) => invoice.refunds);
    if (
      !isWhole(order, view) ||
      (refunds.length === 0 && !order.samples.some((each) => refundedOf(each).gt(0)))
    ) {
      continue;
    }
    if ([...refunds, ...homeless].some((refund) => refund.amount === undefined)) continue;
    if (refunds.some((refund) => foreignCurrency(refund, order))) continue;
    found.judge();
    const doneBefore = (seq: number): Big =>
      sumOf(
        [...refunds, ...homeless]
          .filter((refund) => refund.doneSeq < seq)
          .map((refund) => refund.amount ?? ZERO),
      );
    const sample = order.samples.find((each) => refundedOf(each).gt(doneBefore(each.event.seq)));
    if (sample !== undefined) {
      found.violate(
        nameOf(order),
        `Order ${nameOf(order)} shows ${refundedOf(sample)} as refunded; the gateway had completed refunds of ${doneBefore(sample.event.seq)}.`,
        [...storyOfRefunds(refunds, sample.event.seq), sample.event],
      );
      continue;
    }
    for (const { event, refunds: shown } of order.refundSamples) {
      const done = shown.filter((refund) => fieldText(refund, 'state') === 'done');
      const sum = sumOf(done.map((refund) => amountOf(fieldText(refund, 'amount')) ?? ZERO));
      if (sum.lte(doneBefore(event.seq))) continue;
      found.violate(
        nameOf(order),
        `Order ${nameOf(order)} lists done refunds of ${sum}; the gateway had completed refunds of ${doneBefore(event.seq)}.`,
        [...storyOfRefunds(refunds, event.seq), event],
      );
      break;
    }
  }
  return found.verdict();
}

const refundedOf = (sample: Sample): Big => amountOf(fieldText(sample.value, 'refunded')) ?? ZERO;

function foreignCurrency(refund: Refund, order: OrderTrace): boolean {
  const currency = fieldText(order.samples.at(-1)?.value, 'currency');
  return refund.currency !== undefined && currency !== undefined && refund.currency !== currency;
}

const storyOfRefunds = (refunds: readonly Refund[], beforeSeq: number) =>
  refunds.flatMap((refund) => [
    refund.creates[0]?.request,
    ...refund.changes.filter((change) => change.seq < beforeSeq),
    ...refund.deliveries
      .filter(({ attempt }) => attempt.seq < beforeSeq)
      .flatMap(({ attempt, reply }) => [attempt, reply]),
  ]);

/** Law 21: a refund ends at the merchant as the gateway told it, once the merchant has taken the news. */
export function refundEnds(view: HistoryView): LawVerdict {
  const found = findings('law.refund-ends');
  for (const order of view.orders) {
    const refunds = order.invoices.flatMap((invoice) => invoice.refunds);
    if (refunds.length === 0 || !isWhole(order, view)) continue;
    if (refunds.some((refund) => refund.amount === undefined || foreignCurrency(refund, order))) continue;
    const known = refunds.map(knownEnd).filter((end) => end !== undefined);
    // With a refund still open or its news not taken, no sum and no list can be demanded.
    if (known.length < refunds.length) continue;
    const last = order.samples.at(-1);
    const latest = Math.max(...known.map(({ event }) => Date.parse(event.realAt)));
    const latestSeq = Math.max(...known.map(({ event }) => event.seq));
    const isLate = (askedRealAt: number): boolean =>
      askedRealAt - latest >= Math.max(...known.map((end) => allowedMs(view, end)));
    if (last !== undefined && last.askedSeq > latestSeq) {
      const done = sumOf(
        refunds.filter((refund) => refund.doneSeq < NEVER).map((refund) => refund.amount ?? ZERO),
      );
      const missing = refundedOf(last).lt(done);
      const late = missing && isLate(last.askedRealAt);
      if (!missing || late) found.judge();
      if (late) {
        found.violate(
          nameOf(order),
          `Order ${nameOf(order)} shows ${refundedOf(last)} as refunded after the merchant had accepted the notifications of completed refunds of ${done}.`,
          [...storyOfRefunds(refunds, last.event.seq), last.event],
        );
      }
    }
    const list = order.refundSamples.at(-1);
    if (list === undefined || list.askedSeq < latestSeq || list.refunds.length > refunds.length) continue;
    const open = list.refunds.filter((refund) => fieldText(refund, 'state') === 'pending');
    if (open.length > 0 && !isLate(list.askedRealAt)) continue;
    found.judge();
    if (open.length === 0) continue;
    found.violate(
      nameOf(order),
      `${open.length} refund(s) of order ${nameOf(order)} are still pending after the merchant had accepted the notifications of their final status.`,
      [...storyOfRefunds(refunds, list.event.seq), list.event],
    );
  }
  return found.verdict();
}

/** The event by which the merchant knew of a refund's end, and how it was told. */
type KnownEnd = Pick<Told, 'how'> & { readonly event: EventStamp };

/** When the merchant had taken the news of a refund's end; undefined while it is open or untold. */
function knownEnd(refund: Refund): KnownEnd | undefined {
  const truth = refund.changes.at(-1);
  if (truth !== undefined && truth.to === 'WAITING') return undefined;
  for (const { trust, status, how, event, delivery } of refund.told) {
    if (trust !== 'sound' || (status !== 'SUCCESS' && status !== 'FAILED')) continue;
    if (truth !== undefined && String(truth.to) !== status) continue;
    if (how === 'answer') {
      if (event.kind === 'answer' && event.outcome !== 'answered') continue;
      return { how, event };
    }
    if (delivery?.reply?.accepted === true) return { how, event: delivery.reply };
  }
  return undefined;
}

/**
 * How long the merchant may take from there, in real milliseconds. It may answer OK to a notification and learn from
 * invoice/get-refunds: until its jobs have run it asks when its own interval says so, perhaps after the history ends.
 */
function allowedMs(view: HistoryView, { how, event }: KnownEnd): number {
  const isTold = how === 'answer' || chancesAfter(view, event, 0).length > 0;
  return isTold ? patienceMs(view) : pollingPatienceMs(view);
}
