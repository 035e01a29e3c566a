import type { CallEvent } from '../history/events.ts';
import { amountOf, type Big } from '../history/money.ts';
import { fieldText, inputText } from '../history/view/statuses.ts';
import type { HistoryView, OrderTrace, PayoutTrace, Sample } from '../history/view/types.ts';
import { groupedBy } from './grouped.ts';
import { NEVER } from './orders.ts';

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
