import type { CheckRow } from './row.ts';

/** Stored instruments in less usual cases. */
export const renewalChecks = [
  {
    id: 'token.expired',
    title: 'An expired token is not charged.',
    requirements: ['fields.token.place', 'law.18'],
    level: 'should',
    whyShould:
      'The gateway refuses an expired token: nobody is charged, and the payer is asked to pay again a little later.',
    capabilities: ['recurrent'],
    rule: 'Resources, Payment token object: a token has expires_at.',
    expectation:
      'A token whose expires_at has passed (without a zone: in UTC+03:00) is sent in no request; the payer is asked to pay again.',
    fix: 'Store expires_at with the token, and ask the payer to pay again when it has passed.',
  },
  {
    id: 'token.notification',
    title: 'Notifications about a token charge are verified and compared like all others.',
    requirements: ['events.5.sign', 'events.5.match', 'auth.7', 'law.16'],
    level: 'must',
    capabilities: ['recurrent'],
    rule: 'Events 5: the shop verifies the signature of every notification and compares it with the stored invoice; the result of a charge with payment_token arrives by notification.',
    expectation:
      'After a "paid" notification with a wrong signature, over 0.01 or in another currency an order charged with a token is not paid; it may go into review. A genuine notification pays it.',
    fix: 'Handle notifications about renewals with the code that handles those of other orders, and do not trust them because you started the charge yourself.',
  },
  {
    id: 'token.of-payer',
    title: "Each payer is charged with the token of that payer's own payment.",
    requirements: ['flow.recurrent.token', 'law.18'],
    level: 'must',
    capabilities: ['recurrent'],
    rule: 'Resources, Payment token object and typical flows: a token belongs to the instrument of the payer whose payment it came with.',
    expectation:
      'Two payers store their instruments, and the notifications arrive in the opposite order: each renewal carries the token of its payer. An order of one payer that names the instrument of another carries no token.',
    fix: 'Store the token with the payer and the order that it came from, and check that both belong together before you charge.',
  },
  {
    id: 'token.renewal-once',
    title: 'A renewal that is submitted twice is charged once.',
    requirements: ['transport.5', 'limits.unique-order', 'law.18'],
    level: 'must',
    capabilities: ['recurrent', 'intents'],
    rule: 'Transport rule 5: invoices are protected against duplicates by shop_order_id, which only helps if one renewal has one id. No payer confirms a charge by token.',
    expectation:
      'The same renewal, submitted twice at the same moment, once more later, and again after a read timeout of invoice/create, leads to one shop_order_id. A genuine 4 of the charge whose answer was lost is recorded.',
    fix: 'Give each renewal period one order and one shop_order_id in the database before the first call, and ask for the outcome of a lost call instead of starting again.',
  },
] as const satisfies readonly CheckRow[];
