import type { CheckRow } from './row.ts';

/** Stored instruments beyond the plain charge. */
export const renewalChecks = [
  {
    id: 'token.expired',
    title: 'An expired token is not charged.',
    requirements: ['fields.token.place', 'law.18'],
    level: 'should',
    whyShould:
      'The gateway refuses a token that has expired: nobody is charged, and the payer is asked anew a little later.',
    capabilities: ['recurrent'],
    rule: 'Resources, Payment token object: a token has expires_at.',
    expectation:
      'A token whose expires_at has passed, without a zone in UTC+03:00, is sent in no request; the payer is asked to pay anew.',
    fix: 'Store expires_at with the token, and ask the payer to pay anew when it has passed.',
  },
  {
    id: 'token.notification',
    title: 'News of a charge with a token are verified and compared like all others.',
    requirements: ['events.5.sign', 'events.5.match', 'auth.7', 'law.16'],
    level: 'must',
    capabilities: ['recurrent'],
    rule: 'Events 5: the shop verifies the signature of every notification and compares it with the stored invoice; the result of a charge with payment_token arrives by notification.',
    expectation:
      'After a "paid" notification with a wrong signature, over 0.01 or in another currency a charge with a token is not paid; review is fine, and a genuine one pays it.',
    fix: 'Send notifications of renewals through the code that takes those of other orders, and take none of them for news of your own.',
  },
  {
    id: 'token.of-payer',
    title: 'Each payer is charged with the token of his own payment.',
    requirements: ['flow.recurrent.token', 'law.18'],
    level: 'must',
    capabilities: ['recurrent'],
    rule: 'Resources, Payment token object and typical flows: a token belongs to the instrument of the payer whose payment brought it.',
    expectation:
      'Two payers save their instruments, and the notifications come in the other order: each renewal carries the token of its payer. An order of one payer with the instrument of another carries no token.',
    fix: 'Store the token with the payer and the order that brought it, and check that both belong together before you charge.',
  },
  {
    id: 'token.renewal-once',
    title: 'The same renewal twice is charged once.',
    requirements: ['transport.5', 'limits.unique-order', 'law.18'],
    level: 'must',
    capabilities: ['recurrent', 'intents'],
    rule: 'Transport rule 5: invoices are protected against duplicates by shop_order_id, which only helps if one renewal has one id. Nobody stands between a charge by token and the money.',
    expectation:
      'The same renewal twice at once and once more, and again after a read timeout of its create, leads to one shop_order_id; a genuine 4 of the charge whose answer was lost is recorded.',
    fix: 'Give each renewal period one order and one shop_order_id in the database before the first call, and look for the outcome of a lost call instead of starting anew.',
  },
] as const satisfies readonly CheckRow[];
