import type { CheckRow } from './row.ts';

const match =
  'Events 5: the shop compares the values of a notification with the invoice that it stored.' as const;

/** Whether the shop compares a genuine notification with its invoice. */
export const contentChecks = [
  {
    id: 'notification.content.amount',
    title: 'A rightly signed notification with another amount pays nothing.',
    requirements: ['events.5.match', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'A signed notification with shop_amount 0.01, 10.49, 10.99, 1050 or 1 for an order of 10.50 does not pay it, nor one of 0.01 its second try; the order may go into review.',
    fix: 'Compare shop_amount with the amount of the stored invoice, as decimal values, before you book. Put a difference into review.',
  },
  {
    id: 'notification.content.currency',
    title: 'A rightly signed notification with another currency pays nothing.',
    requirements: ['events.5.match', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'A signed notification with shop_currency 980 for an order in another currency does not pay it, whether ps_currency agrees or not; nor does one in the usual currency of the shop for an order in its second one, which a genuine notification pays. The order may go into review.',
    fix: 'Compare shop_currency with the currency of the stored invoice beside the amount.',
  },
  {
    id: 'notification.content.shop',
    title: 'A rightly signed notification for another shop pays nothing.',
    requirements: ['events.5.match', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'A signed notification with the id of another shop does not pay the order; the order may go into review.',
    fix: 'Compare shop_id with the shop under which the invoice was issued.',
  },
  {
    id: 'notification.content.absent',
    title: 'A notification without an amount does not pass for one with the right amount.',
    requirements: ['events.5.match'],
    level: 'should',
    whyShould:
      'Which fields a notification has is not shown, so who compares those that are there keeps Events 5 to the letter. Only the gateway can sign such a notification, and its own name the amount.',
    capabilities: ['invoice'],
    rule: 'Events 5 asks for a comparison with the stored invoice; which fields a notification has is not shown.',
    expectation:
      'A signed notification without shop_amount, or with null for it, does not pay the order by itself; the shop asks invoice/check, waits, or puts it into review.',
    fix: 'Treat a missing amount as a difference. Ask invoice/check when a notification lacks what you need to compare.',
  },
  {
    id: 'notification.content.client-price',
    title: 'A fee that the payer pays on top does not stop the payment.',
    requirements: ['fields.invoice.client-price', 'events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Resources, Invoice record: client_price is the total that the payer paid, shop_amount the amount of the invoice.',
    expectation:
      'The invoice is asked for over the 10.50 of the order although the payer pays 10.92, and a genuine notification with client_price 10.92 and shop_amount 10.50 pays the order, with 10.50, by which the balance of its customer rises.',
    fix: 'Compare and book shop_amount. client_price contains fees of the payer and may be higher.',
  },
  {
    id: 'notification.content.types',
    title: 'The shop compares amounts as numbers and not as texts or types.',
    requirements: ['events.2', 'events.5.match'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 2 and 5; Resources: amounts are strings in requests and numbers in records, and form bodies have strings only.',
    expectation: 'A genuine notification with the number 10 pays the order of 10.00.',
    fix: 'Turn both sides into a decimal value (or whole cents) before comparing them: 10, 10.0 and "10.00" are the same amount, 643 and "643" the same currency.',
  },
  {
    id: 'notification.content.credits-invoice',
    title: 'The shop credits the amount of its invoice and not the notified one.',
    requirements: ['events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice', 'wallet'],
    rule: 'Events 5: the notification is compared with the stored invoice, which alone says what was bought.',
    expectation:
      'A signed notification with shop_amount 1050 for a top-up of 10.50 never raises the balance by 1050.',
    fix: 'Book the amount of your stored invoice, and nothing on a difference.',
  },
] as const satisfies readonly CheckRow[];
