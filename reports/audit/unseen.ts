import type { HistoryView } from '../../history/view/types.ts';
import { NEEDS, type Need } from '../law-needs.ts';

const MISSING: Readonly<Record<Need, string>> = {
  driver:
    'Only the traffic was recorded: what the shop showed of its orders, payouts and balances is not in this history.',
  traffic: 'No call to the gateway was recorded.',
  invoices: 'No invoice was created in this history.',
  holds: 'There is no hold in this history.',
  refunds: 'There is no refund in this history.',
  payouts: 'There is no payout in this history.',
  tokens: 'No payment by a stored instrument is in this history.',
  deliveries: 'No notification is in this history.',
};

/** Why a law could not be judged over a history: what it needs and the history does not have; undefined if nothing lacks. */
export function whyUnseen(law: string, view: HistoryView): string | undefined {
  const need = NEEDS[law];
  return need !== undefined && lacks(need, view) ? MISSING[need] : undefined;
}

function lacks(need: Need, view: HistoryView): boolean {
  switch (need) {
    case 'driver':
      return view.everyOrder.length + view.everyPayoutTrace.length + view.customers.length === 0;
    case 'traffic':
      return view.exchanges.length === 0;
    case 'invoices':
      return !view.invoices.some((invoice) => invoice.creates.length > 0);
    case 'holds':
      return !view.invoices.some((invoice) => invoice.mode === 'hold');
    case 'refunds':
      return view.refunds.length === 0;
    case 'payouts':
      return view.payouts.length === 0;
    case 'tokens':
      return view.tokens.length === 0;
    case 'deliveries':
      return view.deliveries.length === 0;
  }
}
