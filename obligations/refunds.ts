import { type Big, sumOf, ZERO } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { Invoice, OrderTrace, Refund, Sample } from '../history/view/types.ts';
import { nameOf } from './names.ts';
import { stateOf } from './orders.ts';
import { askedForSeq, isForeign, refundedIn, refundsOf, storyOfRefunds, sumShown } from './refund-facts.ts';
import { perInvoice, perWholeOrder } from './rules.ts';
import type { Breach } from './verdict.ts';

/** Law 7: what the gateway accepted to refund (SUCCESS and WAITING) never exceeds what was paid. */
export const refundsWithinPaid = perInvoice('law.refunds-within-paid', () => (invoice) => {
  const { refunds, shopOrderId, creates, amount } = invoice;
  const wrong = refunds
    .filter((refund) => isAcceptedInOther(refund, invoice))
    .map(
      (refund): Breach => ({
        says: `Refund ${refund.shopRefundId} of invoice ${shopOrderId} is in currency ${refund.currency}; the invoice was paid in ${invoice.currency}.`,
        events: [creates[0]?.request, refund.creates[0]?.request, refund.changes.slice(0, 2)],
      }),
    );
  const over = mostAccepted(invoice);
  if (over !== undefined && amount !== undefined && over.sum.gt(amount))
    wrong.push({
      says: `Refunds of ${over.sum} were accepted for invoice ${shopOrderId}, for which ${amount} was paid.`,
      events: [
        creates[0]?.request,
        over.refunds.map((refund) => [refund.creates[0]?.request, refund.changes[0]]),
      ],
    });
  return refunds.length > 0 ? wrong : undefined;
});

/** Whether the gateway took a refund in another currency than that of its invoice. */
const isAcceptedInOther = ({ currency, changes }: Refund, invoice: Invoice): boolean =>
  currency !== undefined &&
  invoice.currency !== undefined &&
  currency !== invoice.currency &&
  changes.some(({ to }) => to !== 'FAILED');

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

/** Law 8: each refund counts once, only when it is SUCCESS, and for no more than its amount. */
export const refundCountedOnce = perWholeOrder('law.refund-counted-once', (view) => {
  const homeless = view.refunds.filter((refund) => refund.invoice === undefined);
  return (order) => {
    const refunds = refundsOf(order);
    const all = [...refunds, ...homeless];
    if (refunds.length === 0 && !order.samples.some((each) => refundedOf(each).gt(0))) return undefined;
    if (all.some(({ amount }) => amount === undefined)) return undefined;
    if (refunds.some((refund) => isForeign(refund, order))) return undefined;
    const doneBefore = ({ seq }: Sample['event']): Big =>
      sumOf(all.filter(({ doneSeq }) => doneSeq < seq).map(({ amount }) => amount ?? ZERO));
    const counted = order.samples.find((each) => refundedOf(each).gt(doneBefore(each.event)));
    const listed = order.refundSamples.find((each) =>
      sumShown(each.refunds, 'done').gt(doneBefore(each.event)),
    );
    const event = counted?.event ?? listed?.event;
    if (event === undefined) return partForTheWhole(order, all) ?? 'right';
    const shows =
      counted === undefined
        ? `lists done refunds of ${sumShown(listed?.refunds ?? [], 'done')}`
        : `shows ${refundedOf(counted)} as refunded`;
    return {
      says: `Order ${nameOf(order)} ${shows}; the gateway had completed refunds of ${doneBefore(event)}.`,
      events: [storyOfRefunds(refunds, event.seq), event],
    };
  };
});

/** An order that is shown as refunded, while all that was ever to be refunded is less than was paid. */
function partForTheWhole(order: OrderTrace, refunds: readonly Refund[]): Breach | undefined {
  const paid = order.invoices.flatMap(({ amount, paidSeq }) => (paidSeq < NEVER && amount ? [amount] : []));
  if (paid.length === 0) return undefined;
  const least = paid.reduce((one, other) => (other.lt(one) ? other : one));
  const begunBefore = ({ seq }: Sample['event']): Big =>
    sumOf(refunds.filter((refund) => begunSeq(refund) < seq).map(({ amount }) => amount ?? ZERO));
  const wrong = order.samples.find(
    (sample) => stateOf(sample) === 'refunded' && begunBefore(sample.event).lt(least),
  );
  if (wrong === undefined) return undefined;
  return {
    says: `Order ${nameOf(order)} is shown as refunded; ${begunBefore(wrong.event)} of the ${least} that was paid was to be refunded.`,
    events: [storyOfRefunds(refunds, wrong.event.seq), wrong],
  };
}

/** The sequence number at which a refund is first seen, whoever asked for it. */
const begunSeq = (refund: Refund): number =>
  Math.min(askedForSeq(refund), refund.changes[0]?.seq ?? NEVER, refund.told[0]?.seq ?? NEVER);

const refundedOf = (sample: Sample): Big => refundedIn(sample) ?? ZERO;
