import type { CheckRow } from './row.ts';

const kept = 'Authentication 3: the secret key is never sent.' as const;

/** What must not be disclosed: the secret, signed texts, cards and tokens. */
export const secretChecks = [
  {
    id: 'secret.kept',
    title: 'The secret key of the shop appears in no answer, page, redirect or request.',
    requirements: ['auth.3', 'law.15'],
    level: 'must',
    capabilities: [],
    anyOf: ['invoice', 'hold', 'payout', 'lookups'],
    rule: kept,
    expectation:
      'The secret key appears, plain or encoded, in no answer about orders, payouts and lookups, no reply to genuine and forged notifications, no page of an order (also of a failed one), and no request or request header.',
    fix: 'Use the secret only on the server, to calculate digests. Never put it into a page, script, address, header or error message.',
  },
  {
    id: 'secret.reply-oracle',
    title: 'The reply to a wrong signature does not contain the right one.',
    requirements: ['auth.3', 'events.5.sign'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${kept} Anybody who learns the expected digest can send it.`,
    expectation:
      'The reply to a forged notification, also to one with type=refund or with a truncated body, contains the right digest neither in its body nor in its headers.',
    fix: 'Reply with a short fixed text, and write the details to a log, without the secret.',
  },
  {
    id: 'secret.reply-details',
    title: 'Replies and pages contain no internal details.',
    requirements: ['auth.3', 'events.5.sign'],
    level: 'should',
    whyShould:
      'Anybody who has the body can build the string to sign, and a stack trace or a raw answer helps an attacker without giving away a signature; the digest itself is judged by secret.reply-oracle.',
    capabilities: ['invoice'],
    rule: `${kept} Details in addition to it make guessing easier.`,
    expectation:
      'The reply to a forged notification, also to one with type=refund or with a truncated body, contains neither the string to sign nor a stack trace; the pages of a failed order contain no raw answer of the gateway.',
    fix: 'Reply with a short fixed text, and write the details to a log, without the secret.',
  },
  {
    id: 'secret.logs',
    title: 'The secret key of the shop is not logged.',
    requirements: ['auth.3', 'law.15'],
    level: 'should',
    whyShould:
      "Authentication 3 forbids sending the secret, and a log is not sent. Who may read it is for the shop's operator to decide.",
    capabilities: ['invoice'],
    means: ['logs'],
    rule: kept,
    expectation:
      'After orders, refunds, charges and payouts, and after genuine and forged notifications, neither the log files nor the output of the process contain the secret.',
    fix: 'Log the string to sign without the secret, or not at all; mask the secret in dumps of configuration and environment.',
  },
  {
    id: 'secret.card-logs',
    title: 'Card numbers and payment tokens are not logged or shown.',
    requirements: ['fields.token.place'],
    level: 'should',
    whyShould: 'The specification does not say what a log may contain; the rules of the card schemes do.',
    capabilities: [],
    anyOf: ['recurrent', 'card'],
    means: ['logs'],
    rule: 'Resources, Payment token object, and invoice/hold, card: a payer can be charged with a token or card data.',
    expectation:
      'After a notification with a payment token, and after holds with card data, also holds that are refused or get no usable answer, no log and no page contains the token or the card number.',
    fix: 'Mask payment_token and card before you log a notification or a request, and never log raw bodies.',
  },
] as const satisfies readonly CheckRow[];
