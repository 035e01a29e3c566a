import type { CheckRow } from './row.ts';

const verify =
  'Events 5: all received parameters except `sign` are signed; a notification whose digest differs is not from the gateway.' as const;
const recut =
  'Events 5: the signed string contains neither keys nor boundaries between values, so the same text can be split in another way; the values have to be compared with the stored invoice.' as const;
const match =
  'Events 5: the shop compares the values of a notification with the invoice that it stored.' as const;

/** Notifications that were changed, split in another way, or made for another purpose. */
export const forgeryChecks = [
  {
    id: 'notification.sign.uncovered',
    title: 'A notification with values that its signature does not cover does not pay the order.',
    requirements: ['events.5', 'events.5.sign', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'A notification with a field that is added, renamed in capitals, changed after signing (also while a valid signature stands beside it), or passed in the query leaves the order unpaid. The genuine one pays it.',
    fix: 'Verify over every field of the body as it arrived, and act only on fields that you verified, under exactly their names, never on query parameters other than type. Refuse a signature that fits only a part of the body.',
  },
  {
    id: 'notification.sign.other-recipe',
    title: 'A notification signed with another algorithm does not pay the order.',
    requirements: ['events.5', 'auth.2', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5 and Authentication 2: SHA-256 over the values, zeros included and empty ones left out, with the secret appended without a separator.',
    expectation:
      'Signed with HMAC, MD5, SHA-1, a truncated SHA-512, with the secret in front or after a colon, over the raw body, without zeros or with empty slots, the notification leaves the order unpaid.',
    fix: 'Calculate one digest with the algorithm of the specification and compare it. Trying several algorithms until one fits makes forging easier.',
  },
  {
    id: 'notification.sign.other-spelling',
    title: 'A digest in another encoding is not accepted.',
    requirements: ['events.5.sign'],
    level: 'should',
    whyShould:
      'Whoever can send the right digest in another encoding already knows the secret: no money moves that the gateway did not report.',
    capabilities: ['invoice'],
    rule: 'Events 5: `sign` is compared with the SHA-256 hex digest.',
    expectation:
      'In base64, with a 0x prefix, surrounded by spaces, or padded with zeros, the right digest leaves the order unpaid.',
    fix: 'Compare `sign` exactly as it arrived with the 64 hexadecimal digits that you calculate; do not trim, decode or shorten it.',
  },
  {
    id: 'notification.sign.unicode-form',
    title: 'The shop verifies text in the Unicode form in which it was sent.',
    requirements: ['events.5', 'transport.2'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5 and Authentication 2: the digest is calculated over the UTF-8 bytes of the values as they were sent.',
    expectation:
      'Genuine notifications with composed and with decomposed accents pay their orders; one whose signature is valid only after normalisation does not.',
    fix: 'Do not normalise Unicode (NFC, NFD) before the digest is calculated; normalise later, where you search or show texts.',
  },
  {
    id: 'notification.sign.key-order',
    title: 'The shop sorts keys by character codes, not by the rules of a language.',
    requirements: ['events.5', 'versioning.3.notification-fields'],
    level: 'should',
    whyShould:
      'Events 5 says "alphabetically" and does not say where "_" sorts. The gateway sends no two keys today whose order depends on it.',
    capabilities: ['invoice'],
    rule: 'Events 5: keys are ordered alphabetically. It does not say how "_" compares with letters; by character codes "_" comes before the lower-case letters.',
    expectation:
      'Genuine notifications with the signed new fields pay_zone and psx_code, whose order depends on the collation, pay their orders.',
    fix: 'Sort keys by code units or bytes (sort() without a locale), not with a locale-aware or case-folding comparison.',
  },
  {
    id: 'notification.structure.status-forge',
    title: 'A pending notification whose signed text is split differently does not become a paid one.',
    requirements: ['events.5.match', 'law.2'],
    level: 'should',
    whyShould:
      "The digest is valid by the algorithm of Events 5 itself, which does not say where one value ends. The weakness is the specification's, and to use it an attacker must have intercepted a notification.",
    capabilities: ['invoice'],
    rule: recut,
    expectation:
      'The values of a genuine pending notification, split so that status reads "04" under the same digest, do not pay the order.',
    fix: 'Accept a status only if it is exactly one of the listed values: 4, not "04" and nothing that converts to 4. Treat a shop_refund that is not a number as a contradiction.',
  },
  {
    id: 'notification.structure.renamed',
    title: 'A field under another name does not count as the amount.',
    requirements: ['events.5.match'],
    level: 'should',
    whyShould:
      'Which fields a notification has is not shown, and the digest is valid by the algorithm of Events 5 itself; to use it an attacker must have intercepted a notification.',
    capabilities: ['invoice'],
    rule: `${recut} Which fields a notification has is not shown.`,
    expectation:
      'With shop_amount renamed so that the digest stays the same, also to shop[amount], the notification alone does not pay the order.',
    fix: 'Compare shop_amount, and no field with a similar name. Where it is missing call invoice/check, or put the order into review.',
  },
  {
    id: 'notification.structure.duplicate-keys',
    title: 'The shop verifies and uses the same value of a duplicate key.',
    requirements: ['events.5', 'events.5.sign'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'With a second status or a second sign in the body, where the digest is valid for only one of them, the order stays unpaid.',
    fix: 'Parse the body once, verify the parsed values and act on the same parsed values. Best refuse a body with a duplicate key.',
  },
  {
    id: 'notification.http.method',
    title: 'Only a POST with its data in the body counts as a notification.',
    requirements: ['events.address'],
    level: 'should',
    whyShould:
      'Only somebody who knows the secret can sign such a request, and the gateway sends none: no money moves that it did not report.',
    capabilities: ['invoice'],
    rule: 'Events: server notifications are HTTP POST requests; their data is in the body.',
    expectation:
      'A validly signed "paid" sent by GET, by PUT, or with all its data in the query does not pay the order; the POST does.',
    fix: 'Register the route for POST only, and read only the body, never the merged parameters of query and body: addresses end up in logs, and log entries can be replayed.',
  },
  {
    id: 'notification.type.refund',
    title: 'A payment notification sent with type=refund does not pay the order.',
    requirements: ['events.1', 'events.5.match'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 1: the query parameter `type` distinguishes payment and refund notifications.',
    expectation:
      'A validly signed "paid" sent with type=refund leaves the order unpaid; sent with type=invoice it pays it.',
    fix: 'Dispatch by the query parameter `type`. Handle type=refund by its shop_refund_id alone, and answer without acting when you do not know it.',
  },
  {
    id: 'notification.type.crossed',
    title: 'A payment notification completes no refund, and a refund notification changes no payment.',
    requirements: ['events.1', 'events.5.match', 'law.6', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'Events 1: the query parameter `type` distinguishes payment and refund notifications.',
    expectation:
      'The "paid" notification of the order, sent with type=refund, leaves its waiting refund waiting. The notification of the successful refund, sent with type=invoice, leaves the order unchanged.',
    fix: 'Look up refunds by shop_refund_id and payments by shop_order_id, and keep their status values apart.',
  },
  {
    id: 'notification.content.order',
    title: 'A notification about an order that does not exist pays no other order.',
    requirements: ['events.5.match', 'law.6'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'Validly signed notifications whose shop_order_id is longer or shorter than that of an order, or unknown, pay neither the order that it resembles nor any other, whether their payment_id is a new one or that of an order of the shop.',
    fix: 'Look up the invoice by the whole shop_order_id, as a string, with an exact comparison. Never guess by amount, by session or by a prefix of the id, and never use the payment_id alone.',
  },
  {
    id: 'notification.content.payment-id',
    title: 'A payment of the test base, or of another invoice, does not pay this order.',
    requirements: ['events.5.match'],
    level: 'should',
    whyShould:
      'A shop need not keep the payment_id: the answer to invoice/create is not shown, and shop_order_id identifies the order. The test base usually has another secret.',
    capabilities: ['invoice'],
    rule: `${match} Versioning 2: the test base has the same layout but other invoices.`,
    expectation:
      'After a genuine notification with its payment_id, a validly signed "paid" with the same shop_order_id and another payment_id does not pay the order. It may go into review.',
    fix: 'Store the payment_id that the gateway reports first, compare it with every later notification, and keep test and production orders apart.',
  },
  {
    id: 'notification.content.check-answer',
    title: 'An answer of invoice/check over a lower amount, or in another currency, does not pay the order.',
    requirements: ['events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${match} A shop that acts on invoice/check instead has to compare the same values there.`,
    expectation:
      'When invoice/check answers status 4 with shop_amount 10.49 for an order of 10.50, or with another currency, the order is not paid. It may go into review.',
    fix: 'Put the answer of invoice/check through the same comparison of shop, amount and currency as a notification.',
  },
  {
    id: 'notification.content.check-answer.more',
    title: 'An answer of invoice/check over a higher amount, or for another shop, does not pay the order.',
    requirements: ['events.5.match', 'law.3'],
    level: 'should',
    whyShould:
      "Events 5 speaks of notifications, and such an answer comes from the gateway over the shop's own connection: the shop has its money, and nobody else loses any.",
    capabilities: ['invoice'],
    rule: `${match} A shop that acts on invoice/check instead has to compare the same values there.`,
    expectation:
      'When invoice/check answers status 4 with shop_amount 1050 for an order of 10.50, or with another shop, the order is not paid. It may go into review.',
    fix: 'Put the answer of invoice/check through the same comparison of shop, amount and currency as a notification.',
  },
] as const satisfies readonly CheckRow[];
