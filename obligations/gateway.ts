import { inputText } from '../history/fields.ts';
import type { HistoryView } from '../history/view/types.ts';
import type { GatewayBreach, Subject } from './gateway-breach.ts';
import { exists, refusedStays } from './gateway-existence.ts';
import { notificationsAsListed } from './gateway-notifications.ts';
import { declaredIn, finalStays, statusIsTrue } from './gateway-statements.ts';
import { answersAsListed, valuesStay } from './gateway-values.ts';

export type { GatewayBreach } from './gateway-breach.ts';

const RULES = [
  finalStays,
  statusIsTrue,
  exists,
  refusedStays,
  valuesStay,
  answersAsListed,
  notificationsAsListed,
];

/**
 * Judges the gateway's side of a history: what a gateway that follows the specification may say, given what it said
 * before to this merchant. What is delayed, lost, repeated or reordered is allowed; what contradicts is not.
 */
export function judgeGateway(view: HistoryView): readonly GatewayBreach[] {
  const declared = declaredIn(view);
  return RULES.flatMap((rule) => [...rule(view, declared)]);
}

/**
 * The same history without the objects about which the gateway contradicted itself: the merchant may keep either side
 * of the contradiction, or put it to review, so nothing that depends on the truth is judged of them.
 */
export function withoutDisputed(view: HistoryView, breaches: readonly GatewayBreach[]): HistoryView {
  const disputed = new Set<Subject>();
  for (const { disputes } of breaches) {
    if (disputes === undefined) continue;
    disputed.add(disputes);
    if ('shopRefundId' in disputes && disputes.invoice !== undefined) disputed.add(disputes.invoice);
  }
  if (disputed.size === 0) return view;
  const isCertain = (subject: Subject): boolean => !disputed.has(subject);
  const orders = view.everyOrder.filter(({ invoices }) => !invoices.every(isCertain));
  const traces = view.everyPayoutTrace.filter(({ payouts }) => !payouts.every(isCertain));
  const customers = new Set(
    [...orders, ...traces].map(({ created }) => inputText(created?.input, 'customer')),
  );
  const isSure = <T>(left: readonly T[]) => {
    const out = new Set(left);
    return (each: T): boolean => !out.has(each);
  };
  return {
    ...view,
    orders: view.orders.filter(isSure(orders)),
    invoices: view.invoices.filter(isCertain),
    refunds: view.refunds.filter(
      (refund) => isCertain(refund) && (refund.invoice === undefined || isCertain(refund.invoice)),
    ),
    payouts: view.payouts.filter(isCertain),
    payoutTraces: view.payoutTraces.filter(isSure(traces)),
    customers: view.customers.filter(({ customer }) => !customers.has(customer)),
  };
}
