import type { CheckRow } from './row.ts';

/** Refunds beyond the plain one. */
export const refundRuleChecks = [
  {
    id: 'refund.partial.twice',
    title: 'Two partial refunds add up, and a third one completes them.',
    requirements: ['flow.refund.partial', 'states.refund.success', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: 'What the service does: a paid invoice is refunded fully or partially. Each refund has an id and a status of its own.',
    expectation:
      'After refunds of 30.00 and 20.00 of 100.00 the refunded sum is 50.00; after 50.00 more it is 100.00. When the news of two parts come at once, both count.',
    fix: 'Count each refund by its own shop_refund_id, and derive "refunded" and "partially refunded" from the sum.',
  },
  {
    id: 'refund.currency',
    title: 'A refund is asked for in the currency of its invoice.',
    requirements: ['flow.refund.currency'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'What the service does: paid invoices are refunded in the currency of the paid invoice.',
    expectation:
      'Asked to refund in another currency, the shop refuses, or sends the currency of the invoice; it never sends the other one. An order in the second currency of the profile is refunded in that one.',
    fix: 'Take the currency from the stored invoice and refuse any other.',
  },
  {
    id: 'refund.blank',
    title: 'A refund without an amount is not taken for a full one.',
    requirements: ['flow.refund.partial'],
    level: 'should',
    whyShould:
      "The specification knows no refund without an amount; what an empty field of the shop's own form means is the shop's to say, and the money goes to the payer whose it was.",
    capabilities: ['refund'],
    rule: 'What the service does: full and partial refunds are two wishes; an empty field is neither.',
    expectation: 'Asked to refund "" or "0" the shop refuses, and no refund reaches the gateway.',
    fix: 'Demand a positive amount, and offer the full refund as a choice of its own.',
  },
  {
    id: 'refund.after-full',
    title: 'After a full refund nothing more is refunded.',
    requirements: ['states.refund.success', 'law.7', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Follows from What the service does: what was paid is refunded once.',
    expectation:
      'After a full refund another wish leaves the refunded sum as it is, and no refund is shown as done that the gateway did not accept.',
    fix: 'Refuse a refund that exceeds what is left of the paid sum, and count a refund only when the gateway says SUCCESS.',
  },
  {
    id: 'refund.status-call.answers',
    title: 'A question about a refund ends it only as the gateway says.',
    requirements: ['states.refund.waiting', 'states.refund.failed', 'law.8', 'errors.3.wait'],
    level: 'must',
    capabilities: ['refund'],
    means: ['jobs'],
    rule: 'Refund statuses: WAITING is not final, SUCCESS and FAILED are; a question without a usable answer says nothing about the refund. A refund that is taken for failed is paid a second time, one that is taken for done never.',
    expectation:
      'A refund stays open whose question is refused with an unknown code, or ends with HTTP 500, without JSON or with data null, and the jobs go on. When refunds of one payment end unlike and no notification tells, none is shown with the end of another. A shop that asks no such questions passes.',
    fix: 'Change a refund only by the record with its own shop_refund_id: when invoice/get-refunds has no usable answer, ask again later.',
  },
  {
    id: 'refund.lost-notification',
    title: 'The end of a refund is found although its notification was lost.',
    requirements: ['states.refund.waiting', 'law.21', 'law.8'],
    level: 'should',
    whyShould:
      'The specification promises the end of a refund by notification, 25 times if need be, and does not oblige the shop to ask. A refund that nothing was heard of stays open, and a person can ask.',
    capabilities: ['refund'],
    means: ['jobs'],
    rule: 'Refund statuses: the final status of a WAITING refund follows by notification; invoice/get-refunds tells it, too.',
    expectation:
      'One WAITING refund becomes SUCCESS and another one FAILED, in the same way two parts of one payment, every notification about them is lost, and after the jobs of the shop each has ended as the gateway says, although the question about another one fails.',
    fix: 'Ask invoice/get-refunds about every refund that has been open for a while. Find each by its shop_refund_id: a payment can have several.',
  },
] as const satisfies readonly CheckRow[];
