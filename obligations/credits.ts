import { fieldText } from '../history/fields.ts';
import { amountOf, type Big, sumOf } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, OrderTrace, Sample } from '../history/view/types.ts';
import { knownEnd } from './liveness.ts';
import { nameOf } from './names.ts';
import {
  creditedOf,
  creditsOf,
  isWhole,
  paidBefore,
  showsPaid,
  stateOf,
  storyOf,
  strayPaidBefore,
} from './orders.ts';
import { patienceMs } from './patience.ts';
import { perOrder, perWholeOrder } from './rules.ts';

/** Law 1: an order is credited at most once for each of its attempts that was paid. */
export const singleCredit = perOrder('law.single-credit', (view) => (order) => {
  const first = order.samples[0];
  if (first === undefined) return undefined;
  // What an order from before the recording had by then cannot be explained, nor blamed.
  const before = isWhole(order, view) ? 0 : creditsOf(first);
  const worst = order.samples.find((sample) => {
    const credits = creditsOf(sample) - before;
    const { seq } = sample.event;
    const paid = paidBefore(order, seq).length;
    return credits > Math.max(1, paid) && credits > paid + strayPaidBefore(order, view, seq);
  });
  if (worst === undefined)
    return order.samples.some(showsPaid) || order.invoices.some(({ paidSeq }) => paidSeq < NEVER)
      ? 'right'
      : undefined;
  return {
    says: `Order ${nameOf(order)} was credited ${creditsOf(worst)} times, ${creditedOf(worst)} in total; of its attempts ${paidBefore(order, worst.event.seq).length} had been paid.`,
    events: [storyOf(order, worst.event.seq), worst],
  };
});

/** The first sample that shows an order as paid while no right merchant could have known of a status 4. */
export function unfoundedCredit(order: OrderTrace, view: HistoryView): Sample | undefined {
  const sample = order.samples.find((each) => showsPaid(each));
  if (sample === undefined) return undefined;
  const { seq } = sample.event;
  if (paidBefore(order, seq).length > 0) return undefined;
  return strayPaidBefore(order, view, seq) > 0 ? undefined : sample;
}

/** Law 2: nothing is credited without a status 4 that the merchant could know of. */
export const creditNeedsFinal4 = perWholeOrder('law.credit-needs-final-4', (view, found) => (order) => {
  if (order.invoices.length === 0 && !order.samples.some(showsPaid)) return undefined;
  const sample = unfoundedCredit(order, view);
  if (sample !== undefined)
    return {
      says: `Order ${nameOf(order)} is ${words(sample)}, and the gateway had given no status 4 for it.`,
      events: [storyOf(order, sample.event.seq), sample],
    };
  if (onlyUnknown(order) && view.settings.secrets.length === 0)
    found.doubt(
      `Order ${nameOf(order)} was credited after a crafted notification whose signature cannot be verified without the shop's secret.`,
    );
  return 'right';
});

function onlyUnknown(order: OrderTrace): boolean {
  const paid = order.invoices.filter((invoice) => invoice.paidSeq < NEVER);
  return (
    order.samples.some(showsPaid) && paid.length > 0 && paid.every((invoice) => invoice.paidOnlyByUnknown)
  );
}

/** An order's sample in the words of the test interface. */
export function words(sample: Sample): string {
  return `"${stateOf(sample)}" with credited ${creditedOf(sample)} in ${creditsOf(sample)} credit(s)`;
}

/** Law 3: what is credited is the amount of the stored invoice. Judged under the default reading of shop_amount. */
export const creditedInvoiceAmount = perWholeOrder('law.credited-invoice-amount', (view, found) => {
  if (view.settings.readings['invoice.shop-amount'] === 'after-fee') {
    found.note(
      'Under the reading invoice.shop-amount = after-fee the specification does not settle what is credited.',
    );
    return () => undefined;
  }
  return (order) => {
    const last = order.samples.at(-1);
    for (const sample of order.samples) {
      const isLast = sample === last;
      const wrong =
        wrongAmount(order, sample, isLast) ?? (isLast ? nothingBooked(view, order, sample) : undefined);
      const events = [storyOf(order, sample.event.seq), sample];
      if (wrong !== undefined && wrong !== 'right')
        return {
          says: `Order ${nameOf(order)} has credited ${creditedOf(sample)} in ${creditsOf(sample)} credit(s); its paid invoices are over ${wrong}.`,
          events,
        };
      if (wrong === undefined || !isLast) continue;
      const paid = paidInPart(order, sample);
      if (paid === undefined) return 'right';
      return {
        says: `Order ${nameOf(order)} over ${fieldText(sample.value, 'amount')} is "paid", and ${paid} was paid for it.`,
        events,
      };
    }
    return undefined;
  };
});

/**
 * Undefined where nothing can be said. Too much is wrong in any sample; too little only in the last one,
 * because a sample may have been taken in the middle of booking.
 */
function wrongAmount(order: OrderTrace, sample: Sample, isLast: boolean): string | undefined {
  const credits = creditsOf(sample);
  const credited = creditedOf(sample);
  if (credits < 1 && credited.eq(0)) return undefined;
  if (amountOf(fieldText(sample.value, 'credited')) === undefined) return undefined;
  const paid = paidBefore(order, sample.event.seq);
  const amounts: Big[] = [];
  for (const invoice of paid) {
    const currency = fieldText(sample.value, 'currency');
    if (invoice.amount === undefined) return undefined;
    if (currency !== undefined && invoice.currency !== undefined && currency !== invoice.currency)
      return undefined;
    amounts.push(invoice.amount);
  }
  // How often it may be credited, and whether at all, is for the laws before this one.
  if (amounts.length === 0 || credits > amounts.length) return undefined;
  const sorted = amounts.toSorted((a, b) => b.cmp(a));
  const count = Math.max(1, credits);
  const most = sumOf(sorted.slice(0, count));
  const least = sumOf(sorted.slice(-count));
  const said = amounts.map(String).join(' and ');
  if (credited.gt(most)) return said;
  if (!isLast || credits < 1) return 'right';
  if (credited.lt(least)) return said;
  return count === 1 && !amounts.some((amount) => amount.eq(credited)) ? said : 'right';
}

/** An order that is shown as paid, with nothing booked for it although the merchant has long known of the payment. */
function nothingBooked(view: HistoryView, order: OrderTrace, sample: Sample): string | undefined {
  if (stateOf(sample) !== 'paid' || amountOf(fieldText(sample.value, 'credited')) === undefined)
    return undefined;
  if (creditsOf(sample) > 0 || creditedOf(sample).gt(0)) return undefined;
  const known = order.invoices.flatMap((invoice) => knownEnd(view, invoice) ?? []);
  const paid = known.find(
    ({ status, seq, realAt }) =>
      status === '4' && seq < sample.askedSeq && sample.askedRealAt - realAt >= patienceMs(view),
  );
  return paid === undefined ? undefined : order.invoices.map(({ amount }) => String(amount)).join(' and ');
}

/** What was paid for an order that counts as paid in full, where it is less than the order is over by now. */
function paidInPart(order: OrderTrace, sample: Sample): Big | undefined {
  const amount = amountOf(fieldText(sample.value, 'amount'));
  if (stateOf(sample) !== 'paid' || amount === undefined) return undefined;
  const paid = paidBefore(order, sample.event.seq).map((invoice) => invoice.amount);
  const sum = sumOf(paid.filter((each) => each !== undefined));
  return paid.every((each) => each !== undefined) && sum.lt(amount) ? sum : undefined;
}

/** Law 4: a held order is not fulfilled before a final 4. */
export const heldNotFulfilled = perWholeOrder('law.held-not-fulfilled', (view) => (order) => {
  const held = order.invoices.filter((invoice) => invoice.heldSeq < NEVER);
  if (held.length === 0) return undefined;
  const sample = unfoundedCredit(order, view);
  if (sample === undefined || !held.some(({ heldSeq }) => heldSeq < sample.event.seq)) return 'right';
  return {
    says: `Order ${nameOf(order)} is ${words(sample)} while its funds were only held (status 8).`,
    events: [storyOf(order, sample.event.seq), sample],
  };
});
