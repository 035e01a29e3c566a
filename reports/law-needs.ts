/** What a law must see to be judged, beside the traffic itself. */
export const NEEDS: Readonly<Record<string, Need>> = {
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

export type Need =
  | 'driver'
  | 'traffic'
  | 'invoices'
  | 'holds'
  | 'refunds'
  | 'payouts'
  | 'tokens'
  | 'deliveries';

/** Whether a law says something only where the merchant was asked what it shows. */
export const needsDriver = (law: string): boolean => (NEEDS[law] ?? 'driver') === 'driver';
