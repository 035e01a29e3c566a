import type { Requirement } from '../types.ts';

const rules = 'What the service does, transport rules';
const flows = 'What the service does, typical flows';
const service = 'What the service does';

/** Transport rules and typical flows. */
export const serviceRequirements = [
  {
    id: 'transport.1',
    level: 'must',
    party: 'both',
    section: rules,
    text: 'Every operation is called with HTTP POST at its path below the base address, which ends in /gateway/v1.',
  },
  {
    id: 'transport.2',
    level: 'must',
    party: 'both',
    section: rules,
    text: 'Requests and answers are JSON in UTF-8; a request says so with Content-Type: application/json.',
  },
  { id: 'transport.3', level: 'must', party: 'both', section: rules, text: 'Every request is signed.' },
  {
    id: 'transport.4',
    level: 'must',
    party: 'both',
    section: rules,
    text: 'Dates and times follow ISO 8601; one without a time zone means UTC+03:00.',
  },
  {
    id: 'transport.5',
    level: 'must',
    party: 'both',
    section: rules,
    text: 'shop_order_id is unique among the invoices of a shop and shop_payment_id among its payouts; a repeated one is not created again.',
  },
  {
    id: 'flow.recurrent.token',
    level: 'must',
    party: 'both',
    section: service,
    text: 'A repeated payment is charged with the payment token that an earlier payment of the same payer brought.',
  },
  {
    id: 'flow.recurrent.approval',
    level: 'must',
    party: 'gateway',
    section: service,
    text: 'Recurrent invoices are available only to shops that the operator approved for them.',
  },
  {
    id: 'flow.refund.currency',
    level: 'must',
    party: 'both',
    section: service,
    text: 'A refund is in the currency of the paid invoice.',
  },
  {
    id: 'flow.refund.partial',
    level: 'must',
    party: 'both',
    section: service,
    text: 'A paid invoice can be refunded in full or in part.',
  },
  {
    id: 'flow.refund.paid-only',
    level: 'must',
    party: 'both',
    section: service,
    text: 'Only paid invoices are refunded.',
  },
  {
    id: 'flow.single.try',
    level: 'must',
    party: 'gateway',
    section: flows,
    text: 'invoice/try may be called before a payment, to calculate it and to learn the extra fields of the payway.',
  },
  {
    id: 'flow.single.add-ons',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'When invoice/try answers result true with add_ons_config, the invoice request carries the parameters that it describes.',
  },
  {
    id: 'flow.single.create',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'A single-step payment is started with invoice/create.',
  },
  {
    id: 'flow.single.redirect',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'The answer of invoice/create carries what is needed to send the payer on to pay.',
    unchecked:
      'Not checked in this version: following the payer needs a browser on the checkout pages of the merchant (capability checkout).',
  },
  {
    id: 'flow.single.complete',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'A notification reports the result; the payment is complete only after the charge is received, not when the invoice is created or the payer returns.',
  },
  {
    id: 'flow.two-step.hold',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'A two-step payment is started with invoice/hold, after an optional invoice/try, on payways for which the operator agreed it.',
  },
  {
    id: 'flow.two-step.notice',
    level: 'must',
    party: 'gateway',
    section: flows,
    text: 'A notification reports that the funds are blocked.',
  },
  {
    id: 'flow.two-step.decide',
    level: 'must',
    party: 'merchant',
    section: flows,
    text: 'After the notification about blocked funds the shop calls invoice/charge to withdraw them or invoice/unhold to return them.',
  },
  {
    id: 'flow.two-step.outcome',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'A final notification reports the outcome of the withdrawal.',
  },
  {
    id: 'flow.payout.try',
    level: 'must',
    party: 'gateway',
    section: flows,
    text: 'withdraw/try and check_account may be called before a payout; neither is needed.',
  },
  {
    id: 'flow.payout.create',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'A payout is started with withdraw/create.',
  },
  {
    id: 'flow.payout.poll',
    level: 'must',
    party: 'both',
    section: flows,
    text: 'A payout is followed with withdraw/status or withdraw/shop_payment_status until its status is final.',
  },
] as const satisfies readonly Requirement[];
