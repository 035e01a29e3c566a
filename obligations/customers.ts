import type { CallEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import { amountOf, type Big, sumOf } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type {
  CustomerTrace,
  HistoryView,
  Invoice,
  OrderTrace,
  PayoutTrace,
  Sample,
} from '../history/view/types.ts';
import { groupedBy } from './grouped.ts';
import { creditedOf } from './orders.ts';

/** What is known of one customer's money beside the balance. */
export interface CustomerBooks {
  readonly orders: readonly OrderTrace[];
  readonly payouts: readonly PayoutTrace[];
  /** The driver's wishes, to pay in and out. */
  readonly wishes: readonly CallEvent[];
}

/** Finds the books of a customer whom the driver named. */
export function customerBooks(view: HistoryView): (customer: string) => CustomerBooks {
  const customerIn = (input: unknown): string | undefined => inputText(input, 'customer');
  const orders = groupedBy(view.everyOrder, ({ created }) => customerIn(created?.input));
  const payouts = groupedBy(view.everyPayoutTrace, ({ created }) => customerIn(created?.input));
  const wishes = groupedBy([...view.orderCalls, ...view.payoutCalls], ({ input }) => customerIn(input));
  return (customer) => ({
    orders: orders.get(customer) ?? [],
    payouts: payouts.get(customer) ?? [],
    wishes: wishes.get(customer) ?? [],
  });
}

/** A customer's balance as a sample shows it. */
export const balanceOf = (sample: Sample): Big | undefined => amountOf(fieldText(sample.value, 'balance'));

/** When an order or a payout from before the recording first may have moved money that nobody can assign. */
export function firstUnseen(view: HistoryView): number {
  if (view.everyPayoutTrace.some((payout) => payout.created === undefined)) return 0;
  if (view.payouts.some((payout) => payout.bornSeq === NEVER)) return 0;
  return view.invoices
    .filter((invoice) => invoice.order?.created === undefined)
    .reduce((least, invoice) => Math.min(least, invoice.paidSeq), NEVER);
}

/** A customer's balance before the first wish to pay out, and the invoices whose money is in it. */
export interface Opening {
  readonly event: Sample['event'];
  readonly balance: Big;
  readonly counted: ReadonlySet<Invoice>;
}

/**
 * The last look at a balance before anything was to be paid out, the first where nothing was. Of what had been paid in by then it holds what the
 * orders showed as credited, if it is at least that much; other payments count on top of it, in the merchant's favour.
 */
export function openingOf(
  { samples }: CustomerTrace,
  { orders, wishes }: CustomerBooks,
): Opening | undefined {
  const firstOut = wishes.find(({ name }) => name === 'createPayout')?.seq ?? NEVER;
  const firstIn = wishes.find(({ name }) => name !== 'createPayout')?.seq ?? NEVER;
  const before =
    samples.findLast(({ event }) => event.seq < Math.min(firstIn, firstOut)) ??
    (firstOut === NEVER ? samples[0] : samples.findLast(({ event }) => event.seq < firstOut));
  const balance = before && balanceOf(before);
  if (before === undefined || balance === undefined) return undefined;
  const credited = orders.flatMap(({ samples: shown, invoices: [invoice, ...others] }) => {
    const sample = shown.findLast(({ event }) => event.seq < before.askedSeq);
    if (sample === undefined || invoice?.amount === undefined || others.length > 0) return [];
    return creditedOf(sample).eq(invoice.amount) ? [invoice] : [];
  });
  const isIn = balance.gte(sumOf(credited.flatMap(({ amount }) => amount ?? [])));
  return { event: before.event, balance, counted: new Set(isIn ? credited : []) };
}

/**
 * Whether a wish led to an order or a payout that the merchant never showed: it may have moved money unseen. One that
 * was refused moved none, and one that was sent again is the same wish only for a merchant that claims to know it.
 */
export function hidesWish(
  { settings, outcomes }: HistoryView,
  shown: readonly (OrderTrace | PayoutTrace)[],
  wishes: readonly CallEvent[],
): boolean {
  const references = new Set(shown.map(({ reference }) => reference));
  const standing = wishes.filter(({ call }) => outcomes.get(call)?.status !== 'refused');
  if (settings.capabilities?.has('intents') !== true && standing.length > shown.length) return true;
  return standing.some(({ input }) => !references.has(inputText(input, 'reference')));
}
