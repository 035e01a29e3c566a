import type { HistoryView } from '../../history/view/types.ts';

/** What a law must see to be judged, beside the traffic itself. */
const NEEDS: Readonly<Record<string, Need>> = {
  'law.single-credit': 'driver',
  'law.credit-needs-final-4': 'driver',
  'law.credited-invoice-amount': 'driver',
  'law.held-not-fulfilled': 'driver',
  'law.final-stays-final': 'driver',
  'law.notice-changes-own-order': 'driver',
  'law.refunds-within-paid': 'refunds',
  'law.refund-counted-once': 'driver',
  'law.one-id-per-payout': 'driver',
  'law.status-after-read-timeout': 'payouts',
  'law.payout-debited-once': 'driver',
  'law.payout-conservation': 'driver',
  'law.one-charge-per-hold': 'holds',
  'law.one-order-per-id': 'invoices',
  'law.signed-and-secret': 'traffic',
  'law.forgery-changes-nothing': 'driver',
  'law.fatal-ends-operation': 'invoices',
  'law.renewal-charged-once': 'tokens',
  'law.final-invoice-known': 'driver',
  'law.payout-followed': 'driver',
  'law.refund-ends': 'driver',
  'law.hold-decided': 'holds',
  'law.notices-accepted': 'deliveries',
  'law.survives-hostile-input': 'deliveries',
  'law.payer-told': 'driver',
  'law.early-notice-kept': 'driver',
  'law.status-after-lost-connection': 'payouts',
  'law.payouts-within-balance': 'driver',
  'law.payout-ends-as-told': 'driver',
  'law.final-payout-known': 'driver',
  'law.one-payout-per-id': 'payouts',
  'law.polling-interval': 'payouts',
  'law.final-ends-polling': 'payouts',
  'law.request-fields': 'traffic',
  'law.current-now': 'traffic',
  'law.deadline-instant': 'traffic',
  'law.plain-refusals': 'deliveries',
  'law.refund-requests': 'refunds',
  'law.one-refund-per-wish': 'driver',
  'law.refund-failure-founded': 'driver',
  'law.refund-end-found': 'driver',
  'law.refund-wishes-served': 'driver',
  'law.own-refund-ids': 'refunds',
  'law.held-needs-8': 'driver',
  'law.doubtful-books-nothing': 'deliveries',
  'law.token-alive': 'tokens',
  'law.instrument-used': 'driver',
  'law.works-on': 'driver',
};

type Need = 'driver' | 'traffic' | 'invoices' | 'holds' | 'refunds' | 'payouts' | 'tokens' | 'deliveries';

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
