import type { CheckRow } from './row.ts';

const kept = 'Authentication 3: the secret key is never sent.' as const;

/** What must not get out: the secret, signed texts, cards and tokens. */
export const secretChecks = [
  {
    id: 'secret.kept',
    title: 'The secret of the shop appears in no answer, page, redirect or request.',
    requirements: ['auth.3', 'law.15'],
    level: 'must',
    capabilities: [],
    anyOf: ['invoice', 'hold', 'payout', 'lookups'],
    rule: kept,
    expectation:
      'Neither orders, payouts and lookups, nor replies to genuine and to forged notifications, nor the pages of an order, also of a refused one, nor any request with its headers hold the secret, plain or encoded.',
    fix: 'Use the secret on the server only, to calculate digests. Put it into no page, script, address, header or error message.',
  },
  {
    id: 'secret.reply-oracle',
    title: 'The reply to a wrong signature does not tell the right one.',
    requirements: ['auth.3', 'events.5.sign'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${kept} Whoever is told the expected digest can send it.`,
    expectation:
      'The reply to a forgery, also to one with type=refund or with half of its body, holds the right digest neither in its body nor in its headers.',
    fix: 'Reply with a short fixed text, and write the details to a log, without the secret.',
  },
  {
    id: 'secret.reply-details',
    title: 'Replies and pages hold nothing of the inside.',
    requirements: ['auth.3', 'events.5.sign'],
    level: 'should',
    whyShould:
      'The string to sign is known to whoever has the body, and a stack trace or a raw answer helps an attacker without giving him a signature; the digest itself is judged by secret.reply-oracle.',
    capabilities: ['invoice'],
    rule: `${kept} What is told beside it makes guessing easier.`,
    expectation:
      'The reply to a forgery, also to one with type=refund or with half of its body, holds neither the string to sign nor a stack trace; the pages of a failed order hold no raw answer of the gateway.',
    fix: 'Reply with a short fixed text, and write the details to a log, without the secret.',
  },
  {
    id: 'secret.logs',
    title: 'The secret of the shop is not logged.',
    requirements: ['auth.3', 'law.15'],
    level: 'should',
    whyShould:
      'Authentication 3 forbids to send the secret, and a log is not sent. Who may read it is for the operator to decide.',
    capabilities: ['invoice'],
    means: ['logs'],
    rule: kept,
    expectation:
      'After orders, refunds, charges and payouts, and after genuine and forged notifications, neither the log files nor the output of the process hold the secret.',
    fix: 'Log the string to sign without the secret, or not at all; mask the secret in dumps of configuration and environment.',
  },
  {
    id: 'secret.card-logs',
    title: 'Card numbers and payment tokens are not logged or shown.',
    requirements: ['fields.token.place'],
    level: 'should',
    whyShould: 'The specification does not say what a log may hold; the rules of the card schemes do.',
    capabilities: [],
    anyOf: ['recurrent', 'card'],
    means: ['logs'],
    rule: 'Resources, Payment token object, and invoice/hold, card: with a token or the data of a card a payer can be charged.',
    expectation:
      'After a notification with a payment token, and holds with card data, also such as are refused or end without a usable answer, no log and no page holds the token or the card number.',
    fix: 'Mask payment_token and card before you log a notification or a request, and never log bodies as they came.',
  },
] as const satisfies readonly CheckRow[];
