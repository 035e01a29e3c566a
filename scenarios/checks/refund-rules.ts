import type { CheckRow } from './row.ts';

/** Refunds beyond the plain one. */
export const refundRuleChecks = [
  {
    id: 'refund.partial.twice',
    title: 'Two partial refunds add up, and a third one completes them.',
    requirements: ['flow.refund.partial', 'states.refund.success', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: 'What the service does: a paid invoice is refunded fully or partially. Each refund has its own id and status.',
    expectation:
      'After refunds of 30.00 and 20.00 of 100.00 the refunded sum is 50.00; after 50.00 more it is 100.00. When the notifications of two partial refunds arrive at the same moment, both count.',
    fix: 'Count each refund by its own shop_refund_id, and derive "refunded" and "partially refunded" from the sum.',
  },
  {
    id: 'refund.currency',
    title: 'A refund is requested in the currency of its invoice.',
    requirements: ['flow.refund.currency'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'What the service does: paid invoices are refunded in the currency of the paid invoice.',
    expectation:
      'When a refund in another currency is requested, the shop refuses it or sends the currency of the invoice; it never sends the other one. An order in the second currency of the profile is refunded in that currency.',
    fix: 'Take the currency from the stored invoice and refuse any other.',
  },
  {
    id: 'refund.blank',
    title: 'A refund request without an amount is not treated as a full refund.',
    requirements: ['flow.refund.partial'],
    level: 'should',
    whyShould:
      'The specification has no refund without an amount; the shop decides what an empty field of its own form means, and the money returns to the payer who paid it.',
    capabilities: ['refund'],
    rule: 'What the service does: a refund is full or partial; an empty field says neither.',
    expectation:
      'When a refund of "" or "0" is requested, the shop refuses it, and no refund reaches the gateway.',
    fix: 'Require a positive amount, and offer the full refund as a separate choice.',
  },
  {
    id: 'refund.after-full',
    title: 'After a full refund nothing more is refunded.',
    requirements: ['states.refund.success', 'law.7', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Follows from What the service does: a payment is refunded once.',
    expectation:
      'After a full refund another refund request leaves the refunded sum unchanged, and no refund is shown as successful that the gateway did not accept.',
    fix: 'Refuse a refund that exceeds what is left of the paid sum, and count a refund only when the gateway reports SUCCESS.',
  },
  {
    id: 'refund.status-call.answers',
    title: 'An open refund changes only to the status that the gateway reports for it.',
    requirements: ['states.refund.waiting', 'states.refund.failed', 'law.8', 'errors.3.wait'],
    level: 'must',
    capabilities: ['refund'],
    means: ['jobs'],
    rule: 'Refund statuses: WAITING is not final, SUCCESS and FAILED are; a status request without a usable answer says nothing about the refund. A refund that is wrongly treated as failed is paid a second time, one that is wrongly treated as successful is never paid.',
    expectation:
      'A refund stays open when invoice/get-refunds is refused with an unknown code, or ends with HTTP 500, with a body that is not valid JSON or with data null, and the jobs go on. When refunds of one payment end differently and no notification arrives, none is shown with the status of another. A shop that does not call invoice/get-refunds passes.',
    fix: 'Change a refund only by the record with its own shop_refund_id: when invoice/get-refunds has no usable answer, ask again later.',
  },
  {
    id: 'refund.lost-notification',
    title: 'The final status of a refund is found even if its notification is lost.',
    requirements: ['states.refund.waiting', 'law.21', 'law.8'],
    level: 'should',
    whyShould:
      'The specification promises the final status by notification, in up to 25 attempts, and does not oblige the shop to ask. A refund without a notification stays open, and a person can look it up.',
    capabilities: ['refund'],
    means: ['jobs'],
    rule: 'Refund statuses: the final status of a WAITING refund follows by notification; invoice/get-refunds reports it as well.',
    expectation:
      'One WAITING refund becomes SUCCESS and another FAILED, and so do two partial refunds of one payment; every notification about them is lost. After the jobs of the shop have run, each has the status that the gateway reports, although invoice/get-refunds fails for yet another refund.',
    fix: 'Call invoice/get-refunds for every refund that has been open for a while. Identify each by its shop_refund_id: a payment can have several.',
  },
] as const satisfies readonly CheckRow[];
