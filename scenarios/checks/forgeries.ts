import type { CheckRow } from './row.ts';

const verify =
  'Events 5: all received parameters except `sign` are signed; what the digest does not fit is not from the gateway.' as const;
const recut =
  'Events 5: the signed string has neither keys nor borders between values, so that a signed text can be cut in another way; the values have to be compared with the stored invoice.' as const;
const match =
  'Events 5: the shop compares the values of a notification with the invoice that it stored.' as const;

/** Notifications that somebody changed, cut in another way, or made for another purpose. */
export const forgeryChecks = [
  {
    id: 'notification.sign.uncovered',
    title: 'A notification with values that its signature does not cover pays nothing.',
    requirements: ['events.5', 'events.5.sign', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'With a field added, renamed in capitals, changed after signing, also under a signature that was right before, or given in the address, the notification leaves the order unpaid; the genuine one pays it.',
    fix: 'Verify over every field of the body as it came, and act only on fields that you verified, under exactly their names: never on parameters of the address beside type. A signature that fits a part of the body is wrong.',
  },
  {
    id: 'notification.sign.other-recipe',
    title: 'A notification that is signed by another recipe pays nothing.',
    requirements: ['events.5', 'auth.2', 'auth.7'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5 and Authentication 2: SHA-256 over the values, zeros included and empty ones left out, with the secret appended without a separator.',
    expectation:
      'Signed with HMAC, MD5, SHA-1, a cut SHA-512, the secret in front or behind a colon, over the raw body, without zeros or with empty places, the notification leaves the order unpaid.',
    fix: 'Calculate one digest by the one recipe of the specification and compare it. Trying several recipes until one fits makes forging easier.',
  },
  {
    id: 'notification.sign.other-spelling',
    title: 'A digest in another spelling is not accepted.',
    requirements: ['events.5.sign'],
    level: 'should',
    whyShould:
      'Whoever can send the right digest in another spelling knows the secret already: no money moves that the gateway has not told of.',
    capabilities: ['invoice'],
    rule: 'Events 5: `sign` is compared with the SHA-256 hex digest.',
    expectation:
      'In base64, after 0x, between spaces, or padded with zeros, the right digest leaves the order unpaid.',
    fix: 'Compare the text of `sign` as it came with the 64 hexadecimal digits that you calculate; do not trim, decode or shorten it.',
  },
  {
    id: 'notification.sign.unicode-form',
    title: 'The shop verifies letters in the form in which they were sent.',
    requirements: ['events.5', 'transport.2'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5 and Authentication 2: the digest is taken over the UTF-8 bytes of the values as they were sent.',
    expectation:
      'Genuine notifications with composed and with decomposed accents pay their orders; one whose signature fits only after normalising pays nothing.',
    fix: 'Do not normalise Unicode (NFC, NFD) before the digest is calculated; normalise later, where you search or show texts.',
  },
  {
    id: 'notification.sign.key-order',
    title: 'The shop orders keys by their characters and not by a language.',
    requirements: ['events.5', 'versioning.3.notification-fields'],
    level: 'should',
    whyShould:
      'Events 5 says "alphabetically" and not where "_" stands. The gateway of today sends no two keys whose order depends on it.',
    capabilities: ['invoice'],
    rule: 'Events 5: keys are ordered alphabetically. How "_" compares with letters is not said; by the order of character codes it comes before them.',
    expectation:
      'Genuine notifications with the signed new fields pay_zone and psx_code, whose places depend on the collation, pay their orders.',
    fix: 'Sort keys by code units or bytes (sort() without a locale), not with a locale-aware or case-folding comparison.',
  },
  {
    id: 'notification.structure.status-forge',
    title: 'A pending notification cut in another way does not become a paid one.',
    requirements: ['events.5.match', 'law.2'],
    level: 'should',
    whyShould:
      "The digest is right by the very recipe of Events 5, which does not say where one value ends; the weakness is the specification's, and to use it one must have caught a notification on its way.",
    capabilities: ['invoice'],
    rule: recut,
    expectation:
      'The values of a genuine pending notification, cut so that status reads "04" under the same digest, do not pay the order.',
    fix: 'Accept a status only if it is exactly one of the listed values: 4, not "04" and nothing that converts to 4. Take a shop_refund that is no number for a contradiction.',
  },
  {
    id: 'notification.structure.renamed',
    title: 'A field under another name does not count as the amount.',
    requirements: ['events.5.match'],
    level: 'should',
    whyShould:
      'Which fields a notification has is not shown, and the digest is right by the very recipe of Events 5; to use it one must have caught a notification on its way.',
    capabilities: ['invoice'],
    rule: `${recut} Which fields a notification has is not shown.`,
    expectation:
      'With shop_amount renamed so that the digest stays the same, also to shop[amount], the order is not paid by the notification alone.',
    fix: 'Compare shop_amount, and nothing else that looks like it. Where it is missing ask invoice/check, or put the order into review.',
  },
  {
    id: 'notification.structure.duplicate-keys',
    title: 'A key that occurs twice does not mean one thing to the signature and another to the shop.',
    requirements: ['events.5', 'events.5.sign'],
    level: 'must',
    capabilities: ['invoice'],
    rule: verify,
    expectation:
      'With a second status or a second sign in the body, where the digest fits only one of them, the order stays unpaid.',
    fix: 'Parse the body once, verify the parsed values and act on the same parsed values; best refuse a body with a key that occurs twice.',
  },
  {
    id: 'notification.http.method',
    title: 'Only a POST with its data in the body is a notification.',
    requirements: ['events.address'],
    level: 'should',
    whyShould:
      'Only who knows the secret can sign such a request, and the gateway sends none: no money moves that it has not told of.',
    capabilities: ['invoice'],
    rule: 'Events: server notifications are HTTP POST requests; their data are in the body.',
    expectation:
      'A rightly signed "paid" by GET, by PUT, or with all its data in the address pays nothing; the POST does.',
    fix: 'Register the route for POST only, and read the body only, never the merged parameters of address and body: addresses end up in logs, and logs are replayed.',
  },
  {
    id: 'notification.type.refund',
    title: 'A payment notification that is called a refund pays nothing.',
    requirements: ['events.1', 'events.5.match'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 1: the query parameter `type` of the address tells payment and refund notifications apart.',
    expectation:
      'A signed "paid" sent with type=refund leaves the order unpaid; with type=invoice it pays it.',
    fix: 'Dispatch by `type` of the address. Handle type=refund by its shop_refund_id alone, and answer without acting when you do not know it.',
  },
  {
    id: 'notification.type.crossed',
    title: 'A payment notification ends no refund, and a refund notification changes no payment.',
    requirements: ['events.1', 'events.5.match', 'law.6', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'Events 1: the query parameter `type` of the address tells payment and refund notifications apart.',
    expectation:
      'The "paid" notification of the order sent with type=refund leaves its waiting refund waiting; the notification of the done refund sent with type=invoice leaves the order as it is.',
    fix: 'Find refunds by shop_refund_id and payments by shop_order_id, and keep the status words of both apart.',
  },
  {
    id: 'notification.content.order',
    title: 'A notification about an order that was never made pays no other order.',
    requirements: ['events.5.match', 'law.6'],
    level: 'must',
    capabilities: ['invoice'],
    rule: match,
    expectation:
      'Signed notifications whose shop_order_id is longer, shorter or unknown pay neither the order that it resembles nor any other: with another payment_id, and with that of an order of the shop.',
    fix: 'Look the invoice up by the whole shop_order_id, as a text, with an exact comparison. Never guess by amount, by session or by the beginning of the id, and never take the payment_id alone.',
  },
  {
    id: 'notification.content.payment-id',
    title: 'A payment of the test base, or of any other invoice, does not pay this one.',
    requirements: ['events.5.match'],
    level: 'should',
    whyShould:
      'A shop need not keep the payment_id: the answer to invoice/create is not shown, and shop_order_id is what names the order. The test base usually has another secret.',
    capabilities: ['invoice'],
    rule: `${match} Versioning 2: the test base has the same layout, and knows other invoices.`,
    expectation:
      'After a genuine notification with its payment_id, a signed "paid" with the same shop_order_id and another payment_id does not pay the order; it may go into review.',
    fix: 'Store the payment_id that the gateway names first, compare it with every later notification, and keep test and production orders apart.',
  },
  {
    id: 'notification.content.check-answer',
    title: 'An answer of invoice/check over less, or in another currency, pays nothing.',
    requirements: ['events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${match} Whoever acts on invoice/check instead has to compare the same values there.`,
    expectation:
      'When invoice/check says 4 with shop_amount 10.49 for an order of 10.50, or with another currency, the order is not paid; it may go into review.',
    fix: 'Send the answer of invoice/check through the same comparison of shop, amount and currency as a notification.',
  },
  {
    id: 'notification.content.check-answer.more',
    title: 'An answer of invoice/check over more, or of another shop, is not taken as it is.',
    requirements: ['events.5.match', 'law.3'],
    level: 'should',
    whyShould:
      'Events 5 speaks of notifications, and such an answer comes from the gateway over its own connection: the shop has its money, and nobody else loses any.',
    capabilities: ['invoice'],
    rule: `${match} Whoever acts on invoice/check instead has to compare the same values there.`,
    expectation:
      'When invoice/check says 4 with shop_amount 1050 for an order of 10.50, or with another shop, the order is not paid; it may go into review.',
    fix: 'Send the answer of invoice/check through the same comparison of shop, amount and currency as a notification.',
  },
] as const satisfies readonly CheckRow[];
