import type { CheckRow } from './row.ts';

const match =
  'Events 5: the shop compares the values of a notification with the invoice that it stored.' as const;

/** Whether the shop compares a genuine notification with its invoice. */
export const contentChecks = [
  {
    id: 'notification.content.amount',
    title: 'A validly signed notification with another amount does not pay the order.',
    requirements: ['events.5.match', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'A validly signed notification with shop_amount 0.01, 10.49, 10.99, 1050 or 1 does not pay an order of 10.50, and one with 0.01 does not pay its second attempt. The order may go into review.',
    fix: 'Compare shop_amount with the amount of the stored invoice, as decimal values, before you book. Put an order with a difference into review.',
  },
  {
    id: 'notification.content.currency',
    title: 'A validly signed notification with another currency does not pay the order.',
    requirements: ['events.5.match', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'A validly signed notification with shop_currency 980 does not pay an order in another currency, whether or not ps_currency agrees. One in the first currency of the shop does not pay an order in its second currency; a genuine one does. The order may go into review.',
    fix: 'Compare shop_currency with the currency of the stored invoice, together with the amount.',
  },
  {
    id: 'notification.content.shop',
    title: 'A validly signed notification for another shop does not pay the order.',
    requirements: ['events.5.match', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'A validly signed notification with the id of another shop does not pay the order. The order may go into review.',
    fix: 'Compare shop_id with the shop for which the invoice was issued.',
  },
  {
    id: 'notification.content.absent',
    title: 'A notification without an amount is not treated as one with the right amount.',
    requirements: ['events.5.match'],
    level: 'should',
    whyShould:
      'Which fields a notification has is not shown, so a shop that compares those that are present follows Events 5 to the letter. Only the gateway can sign such a notification, and its own ones carry the amount.',
    capabilities: ['invoice'],
    rule: 'Events 5 asks for a comparison with the stored invoice; which fields a notification has is not shown.',
    expectation:
      'A validly signed notification whose shop_amount is missing or null does not pay the order by itself. The shop calls invoice/check, waits, or puts the order into review.',
    fix: 'Treat a missing amount as a difference. Call invoice/check when a notification lacks what you have to compare.',
  },
  {
    id: 'notification.content.client-price',
    title: "A payer's fee on top of the amount does not block the payment.",
    requirements: ['fields.invoice.client-price', 'events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Resources, Invoice record: client_price is the total that the payer paid, shop_amount the amount of the invoice.',
    expectation:
      'The invoice is issued over the 10.50 of the order although the payer pays 10.92. A genuine notification with client_price 10.92 and shop_amount 10.50 pays the order with 10.50, and the balance of its customer rises by 10.50.',
    fix: 'Compare and book shop_amount. client_price includes fees of the payer and may be higher.',
  },
  {
    id: 'notification.content.types',
    title: 'The shop compares amounts by value, not by their text or type.',
    requirements: ['events.2', 'events.5.match'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 2 and 5; Resources: amounts are strings in requests and numbers in records, and form bodies have strings only.',
    expectation: 'A genuine notification with the number 10 pays the order of 10.00.',
    fix: 'Convert both sides into a decimal value (or whole cents) before comparing them: 10, 10.0 and "10.00" are the same amount, 643 and "643" the same currency.',
  },
  {
    id: 'notification.content.credits-invoice',
    title: 'The shop credits the amount of its invoice, not the notified one.',
    requirements: ['events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice', 'wallet'],
    rule: 'Events 5: the notification is compared with the stored invoice; only the invoice says what was bought.',
    expectation:
      'A validly signed notification with shop_amount 1050 for a top-up of 10.50 never raises the balance by 1050.',
    fix: 'Book the amount of your stored invoice, and book nothing when the notified amount differs.',
  },
] as const satisfies readonly CheckRow[];
