import type { CheckRow } from './row.ts';

const verify =
  'Events 5: the shop verifies the signature of every notification before it acts on it.' as const;
const recipe =
  'Events 5: all non-null, non-empty parameters except `sign` are signed, zeros included, by alphabetical key, joined by colons, with the secret appended.' as const;

/** Whether the shop acts on genuine notifications only, and on all of them. */
export const authenticityChecks = [
  {
    id: 'notification.sign.forged',
    title: 'A notification with a wrong digest does not pay the order.',
    requirements: ['events.5.sign', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'A "paid" notification with a random digest, or with the first or last digit of the right one changed, leaves the order unpaid. So it does in the other body format, as plain text, without a type, with the type in capitals, after a genuine status 2 or 6, and for a second attempt or a cancelled order. The same notification with the right digest pays the order.',
    fix: 'Calculate the digest over the received values with your secret and compare it with `sign` before you look at the status. Refuse the notification when they differ.',
  },
  {
    id: 'notification.sign.malformed',
    title:
      'A notification whose signature is missing, empty, of another type or only partly right does not pay the order.',
    requirements: ['events.5.sign', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'With `sign` missing, "", null, true, 0, an array, the first 8 digits, the digest with a suffix, or any other text, the order stays unpaid.',
    fix: 'Require `sign` to be a string of 64 hexadecimal digits, and compare all of it, strictly and in constant time. A missing signature is a wrong one.',
  },
  {
    id: 'notification.sign.empty-secret',
    title: 'A notification signed with an empty or placeholder secret does not pay the order.',
    requirements: ['events.5.sign', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'A notification signed with "", "undefined", "null", "None", the shop id or the placeholder of the manual instead of the secret leaves the order unpaid.',
    fix: 'Refuse to start, or to verify, without a configured secret. Do not select the secret by a value of the notification with an empty one as the fallback.',
  },
  {
    id: 'notification.sign.sender-address',
    title: "A header with the gateway's address does not replace the signature.",
    requirements: ['events.5.sign'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 3 and 5: the sender addresses are an addition to the signature, not a replacement; anybody can set headers such as X-Forwarded-For.',
    expectation:
      'A notification with a wrong signature, or without one, leaves the order unpaid although X-Forwarded-For, X-Real-IP, Client-IP, Forwarded and the like name a sender address of the gateway.',
    fix: 'Always verify the signature. If you check the sender as well, use the address of the connection, or of a proxy that you trust, and require both.',
  },
  {
    id: 'notification.sign.other-shop',
    title: "A notification signed with another shop's secret does not pay the order.",
    requirements: ['events.5.sign', 'events.5.match'],
    level: 'must',
    capabilities: ['invoice'],
    rule: "Events 5: the signature is made with the shop's own secret key, and the values belong to its invoice.",
    expectation:
      'A notification signed with the secret of another shop, also one that is a suffix or an extension of the right secret, leaves the order unpaid.',
    fix: 'Verify with the secret of the shop that issued the stored invoice, and with no other. Do not try several secrets until one fits.',
  },
  {
    id: 'notification.sign.never-early',
    title: 'A notification with an invalid signature is never credited, not even for a moment.',
    requirements: ['events.5.sign', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'With a signature that is an object, a megabyte long, or not valid UTF-8, the order is unpaid each time its state is sampled.',
    fix: 'Verify first and book afterwards, and let an exception during the verification refuse the notification instead of accepting it.',
  },
  {
    id: 'notification.sign.zeros',
    title: 'The shop includes zeros in the signed string.',
    requirements: ['events.5', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: recipe,
    expectation:
      'A genuine notification with shop_refund 0, error_code 0 and the new fields "0" and "0.00" pays the order.',
    fix: 'Skip only null and the empty string. 0 and "0" are part of the signed string; a test for truthiness drops them.',
  },
  {
    id: 'notification.sign.empties',
    title: 'The shop leaves null and empty values out of the signed string.',
    requirements: ['events.5', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: recipe,
    expectation:
      'A genuine notification with an empty description, a null settlement_rate and new fields that hold a single space, the word null, [] and {} pays the order.',
    fix: 'Drop parameters that are null or the empty string before joining; do not leave an empty slot between two colons.',
  },
  {
    id: 'notification.sign.new-fields',
    title: 'The shop verifies the signature over all received fields, including new ones.',
    requirements: [
      'events.5',
      'events.7',
      'versioning.3',
      'versioning.3.notification-fields',
      'versioning.4',
    ],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5 and 7, Versioning 3: new fields may appear in notifications, and they are signed.',
    expectation:
      'A genuine notification with the signed new fields new_field and design_id pays the order and is answered with OK. So does one with a signed body field named type: only the query parameter says what the notification is about.',
    fix: 'Build the signed string from the parsed body as it arrived, not from a fixed list of fields or a typed object. Leave out the key `sign` and no other.',
  },
  {
    id: 'notification.sign.text',
    title: 'The shop verifies text values exactly as they were sent.',
    requirements: ['events.5', 'fields.invoice.ps-data'],
    level: 'must',
    capabilities: ['invoice'],
    rule: recipe,
    expectation:
      'Genuine notifications pay their orders although their texts have quotes, HTML, a backslash, spaces, line breaks, emoji or escapes, look like a number or a time, or hold 5000 characters of JSON. So does one whose JSON is written with escapes and white space.',
    fix: 'Verify the values of the parsed body before any escaping, trimming or sanitising; sanitise later, where they are shown or stored.',
  },
  {
    id: 'notification.sign.numbers',
    title: 'The shop verifies numbers exactly as they were sent.',
    requirements: ['events.5', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: recipe,
    expectation: 'Genuine notifications with the numbers 23.15, 10.5, 10, 0.1 and 1000000 pay their orders.',
    fix: 'Use the literal of the number in the body. Do not format it to two digits or with a locale; a parser that keeps number literals avoids every doubt.',
  },
] as const satisfies readonly CheckRow[];
