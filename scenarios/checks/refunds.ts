import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Refund statuses' as const;

/** Refunds. */
export const refundChecks = [
  {
    id: 'refund.waiting',
    title: 'A refund counts on SUCCESS, not while it is WAITING.',
    requirements: [
      'states.refund.waiting',
      'states.refund.success',
      'fields.refund.status',
      'errors.3',
      'errors.2.wait',
      'events.1',
      'law.21',
    ],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: `${statuses}: WAITING is not final; the final status follows by notification.`,
    expectation:
      'While the refund is WAITING nothing counts as refunded, also after three days; after SUCCESS the sum counts as refunded.',
    fix: 'Keep a WAITING refund as pending. Count it when a verified notification with type=refund, or invoice/get-refunds, reports SUCCESS.',
  },
  {
    id: 'refund.waiting.not-repeated',
    title: 'A waiting refund is not created again.',
    requirements: ['states.refund.waiting', 'errors.2.wait'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer'],
    rule: `${statuses} and Errors 2: while a refund is WAITING the shop waits.`,
    expectation: 'While a refund is WAITING no second request for it reaches the gateway.',
    fix: 'Treat WAITING as an open refund, not as a failure. A job may call invoice/get-refunds, but must not create the refund again.',
  },
  {
    id: 'refund.failed',
    title: 'A failed refund does not count as refunded.',
    requirements: ['states.refund.failed', 'errors.2.refund', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: `${statuses}: FAILED is final, and nothing was refunded.`,
    expectation: 'After WAITING and then FAILED the order is paid as before, with nothing refunded.',
    fix: 'On FAILED set the refund to failed, make its amount available for another refund, and leave the order paid.',
  },
  {
    id: 'refund.partial',
    title: 'A partial refund leaves the rest of the order paid.',
    requirements: ['flow.refund.partial', 'flow.refund.currency', 'states.refund.success', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'What the service does: refund paid invoices, fully or partially, in the currency of the paid invoice.',
    expectation:
      'After a successful refund of 30 of 100 the order shows 30 refunded and is not fully refunded, also when it was paid in two steps.',
    fix: 'Send the partial amount as a string, and mark the order as refunded only when the successful refunds add up to the paid sum.',
  },
  {
    id: 'refund.sum',
    title: 'The refunds of an order never exceed the paid sum.',
    requirements: ['law.7'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: 'Follows from What the service does: only what was paid can be refunded.',
    expectation:
      'Of two refunds of 60 of 100, one after the other and at the same moment, the gateway accepts one, and the shop counts one.',
    fix: 'Subtract successful and waiting refunds from the paid sum under a lock before you request the next one; treat a refund that the gateway refused as failed.',
  },
  {
    id: 'refund.repeated-notification',
    title: 'A repeated refund notification counts once.',
    requirements: ['events.6.repeats', 'states.refund.success', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    readings: ['notification.refund-body', 'notification.refund-address'],
    rule: 'Events 6: the same notification can arrive several times.',
    expectation:
      'After the same SUCCESS notification of a refund of 30 arrives three times, 30 are refunded, also when the shop could call invoice/get-refunds before the notification arrived.',
    fix: 'Set the status of the refund row found by shop_refund_id, and calculate the sum from the rows, instead of adding on each notification.',
  },
  {
    id: 'refund.only-paid',
    title: 'The shop refunds only paid invoices.',
    requirements: ['flow.refund.paid-only', 'flow.refund.partial'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'What the service does: refund paid invoices.',
    expectation:
      'No refund reaches the gateway for an order that is unpaid, rejected or only held. Of an order that was paid at its second attempt, or at its first one while a second was open, the paid invoice is refunded.',
    fix: 'Offer and accept refunds only for paid orders, send the payment_id of the invoice that was paid, and release a hold instead of refunding it.',
  },
] as const satisfies readonly CheckRow[];
