import { fieldText } from '../history/fields.ts';
import { amountOf, type Big, sumOf, ZERO } from '../history/money.ts';
import type { Invoice, Refund, Sample } from '../history/view/types.ts';
import { nameOf, nameOfInvoice } from './names.ts';
import { isWhole } from './orders.ts';
import { isForeign, refundedIn, refundsOf, storyOfRefunds } from './refund-facts.ts';
import { rule } from './rules.ts';

/** Law 7: what the gateway accepted to refund (SUCCESS and WAITING) never exceeds what was paid. */
export const refundsWithinPaid = rule('law.refunds-within-paid', (view, found) => {
  for (const invoice of view.invoices) {
    if (invoice.refunds.length === 0) continue;
    found.judge();
    const name = nameOfInvoice(invoice);
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
});

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
export const refundCountedOnce = rule('law.refund-counted-once', (view, found) => {
  const homeless = view.refunds.filter((refund) => refund.invoice === undefined);
  for (const order of view.orders) {
    const refunds = refundsOf(order);
    if (
      !isWhole(order, view) ||
      (refunds.length === 0 && !order.samples.some((each) => refundedOf(each).gt(0)))
    ) {
      continue;
    }
    if ([...refunds, ...homeless].some((refund) => refund.amount === undefined)) continue;
    if (refunds.some((refund) => isForeign(refund, order))) continue;
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
});

const refundedOf = (sample: Sample): Big => refundedIn(sample) ?? ZERO;
