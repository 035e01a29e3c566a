import type { CallEvent } from '../events.ts';
import { amountOf, type Big } from '../money.ts';
import { fieldText, inputText } from '../view/statuses.ts';
import type { HistoryView, Sample } from '../view/types.ts';
import { NEVER } from './orders.ts';

/** Orders or payouts by the customer whom the driver named when it wished for them. */
export function byCustomer<T>(traces: readonly T[], input: (trace: T) => unknown): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const trace of traces) {
    const customer = inputText(input(trace), 'customer');
    if (customer === undefined) continue;
    const group = groups.get(customer);
    if (group === undefined) groups.set(customer, [trace]);
    else group.push(trace);
  }
  return groups;
}

/** The driver's wishes, to pay in and out, by the customer whom it named. */
export function wishesByCustomer(view: HistoryView): Map<string, CallEvent[]> {
  const groups = new Map<string, CallEvent[]>();
  for (const call of [...view.orderCalls, ...view.payoutCalls]) {
    const customer = inputText(call.input, 'customer');
    if (customer === undefined) continue;
    const group = groups.get(customer);
    if (group === undefined) groups.set(customer, [call]);
    else group.push(call);
  }
  return groups;
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
