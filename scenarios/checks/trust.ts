import type { CheckRow } from './row.ts';

/** What is true of payments holds of holds and refunds as well: notifications, codes and lost answers. */
export const trustChecks = [
  {
    id: 'notification.sign.forged-rejection',
    title: 'A forged rejection ends no order.',
    requirements: ['events.5.sign', 'states.invoice.6', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5: the shop verifies the signature of every notification, also of one that brings bad news.',
    expectation:
      'After a notification of status 6 with a wrong or a missing signature the order is open as before, and a held one is held.',
    fix: 'Verify the signature before you read the status, for every status alike.',
  },
  {
    id: 'hold.notification.forged',
    title: 'A forged notification about blocked funds holds nothing.',
    requirements: ['events.5.sign', 'law.16'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Events 5: the shop verifies the signature of every notification.',
    expectation:
      'After a notification of status 8 with a wrong or a missing signature the order is not held and not charged; after one of status 4 with a wrong signature a charged hold is not paid.',
    fix: 'Verify the signature before you read the status, for every status alike.',
  },
  {
    id: 'hold.notification.content',
    title: 'A notification about blocked funds of another amount holds nothing.',
    requirements: ['events.5.match'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Events 5: the shop compares the values of the notification with the stored invoice.',
    expectation:
      'After a rightly signed notification of status 8 over 0.01, in another currency or of another shop the order is not held and not charged; after such a one of status 4 a charged hold is not paid; review is fine.',
    fix: 'Compare shop_amount, shop_currency and shop_id with the stored invoice for every status, not only for 4.',
  },
  {
    id: 'hold.charge.lost-answer',
    title: 'A charge whose answer was lost is waited for.',
    requirements: ['states.hold.charge', 'law.13', 'law.19'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Follows from States and transitions: the final status of a charge arrives by notification, with or without an answer.',
    expectation:
      'The gateway takes the charge and does not answer: the hold is not released, and the final 4 pays the order once.',
    fix: 'Treat a charge without an answer as open: ask invoice/check, or wait for the notification.',
  },
  {
    id: 'refund.notification.forged',
    title: 'A forged notification ends no refund.',
    requirements: ['events.5.sign', 'auth.7', 'law.16'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Events 5 and Authentication 7: refund notifications are signed like the others, and verified like them.',
    expectation:
      'After notifications of SUCCESS and of FAILED with a wrong signature, and of SUCCESS with a missing, an empty or a partial one, with another secret or by another recipe, the refund waits as before.',
    fix: 'Verify the signature before you look at the type of the notification.',
  },
  {
    id: 'refund.notification.new-fields',
    title: 'The shop verifies news of refunds over all their fields, also new ones.',
    requirements: ['events.5', 'events.7', 'versioning.3.notification-fields', 'versioning.4', 'auth.7'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'Events 5 and 7, Versioning 3: refund notifications are signed and verified like the others, and new fields may appear in them.',
    expectation:
      'Genuine notifications of SUCCESS with signed new fields, with zeros, and with null and empty fields are answered OK.',
    fix: 'Verify refund notifications by the code that verifies the others: over the parsed body as it came, without null and empty values, zeros included.',
  },
  {
    id: 'refund.notification.content',
    title: 'A refund notification over another sum does not end the refund.',
    requirements: ['events.5.match', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Events 5: the shop compares the values of the notification with what it stored.',
    expectation:
      'After a rightly signed SUCCESS over 0.01 or 100.50 of 100.00, in another currency, of another invoice or of another shop nothing of the order counts as refunded.',
    fix: 'Compare amount, currency, invoice_id and shop_id of the notification with the refund that you asked for.',
  },
  {
    id: 'refund.fatal-codes',
    title: 'A refund that is refused with a fatal code has failed.',
    requirements: ['errors.2', 'errors.2.refund', 'law.17'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Errors 2: on a fatal code a refund is not created, or created as FAILED, and communication about it ends.',
    expectation: 'After codes 1, 2, 3 and 4 the refund is refused or failed, and is not asked for again.',
    fix: 'On a fatal code fail the refund, give its share back, and tell the person who asked for it.',
  },
  {
    id: 'refund.lost-answer',
    title: 'A refund whose answer was lost is not issued a second time.',
    requirements: ['law.8', 'states.refund.waiting'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: 'Follows from Refund statuses: what was created waits for its notification, also when the answer did not arrive.',
    expectation:
      'The gateway stores a refund of 30.00 of 100.00 and does not answer, answers no JSON, or result true without data: it stays the only one, counts not before it has succeeded, and then once.',
    fix: 'Keep the shop_refund_id of a refund whose outcome is unknown, ask invoice/get-refunds, and repeat under that id only.',
  },
  {
    id: 'refund.failed.again',
    title: 'What failed to be refunded can be refunded again.',
    requirements: ['states.refund.failed', 'law.8'],
    level: 'should',
    whyShould:
      "To pay back is the shop's decision, and a person can do it by other means. That a failed refund does not count is a must (refund.failed).",
    capabilities: ['refund'],
    rule: 'Refund statuses: FAILED is final and nothing was refunded, so that the whole sum is still the payer’s due.',
    expectation:
      'After a full refund that FAILED another full refund reaches the gateway, and counts when it succeeds. After one that was refused with the fatal code 4 the shop does not take another for more than is left.',
    fix: 'Count only refunds that are done or open against what may still be refunded.',
  },
  {
    id: 'payout.create.asks-first',
    title: 'After a lost connection the shop asks before it creates again.',
    requirements: ['errors.5', 'law.10'],
    level: 'should',
    whyShould:
      'Errors 5 obliges after a read timeout. A repeat under the same shop_payment_id cannot be paid twice; under another id it fails payout.create.one-id, which is a must.',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 5 says so of a read timeout; a connection that is lost says as little about the payout.',
    expectation:
      'withdraw/create is reset after the payout was stored: the next call about it asks for its status, and it is completed once.',
    fix: 'Switch off automatic repeats of the HTTP client for withdraw/create, and ask withdraw/shop_payment_status first.',
  },
  {
    id: 'hold.fatal-codes',
    title: 'A hold that is refused with a fatal code has failed.',
    requirements: ['errors.2', 'errors.2.invoice', 'errors.code.1', 'errors.code.4', 'law.17', 'law.25'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Errors 2: on a fatal code communication ends, and the payer is told that the payment was not created.',
    expectation:
      'After codes 1 to 4 of invoice/hold the order is failed or refused, and nothing is sent again.',
    fix: 'Treat the answer of invoice/hold as that of invoice/create: a fatal code fails the order at once.',
  },
  {
    id: 'error.misleading-message',
    title: 'The text of an error does not make it a success.',
    requirements: ['errors.1', 'fields.envelope.result', 'fields.envelope.error-code'],
    level: 'should',
    whyShould:
      'The gateway says Ok on success only (Resources, Response envelope): such an answer contradicts itself, and the specification does not say which of its parts counts.',
    capabilities: ['invoice'],
    rule: 'Resources, Response envelope: result and error_code say how a call went; message is a text for people.',
    expectation:
      'After result false with the fatal code 4 and the message "Ok" the order, the refund or the payout is failed or refused.',
    fix: 'Decide by result and error_code, and never by message.',
  },
  {
    id: 'compat.large-payout-ids',
    title: 'Identifiers of payouts beyond 32 bits are kept exactly.',
    requirements: ['fields.payout.id'],
    level: 'should',
    whyShould:
      'The specification gives integers no range. Where the ids of the gateway stay below 2^31, 32 bits lose nothing.',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Resources, Payout record: id is an integer without a limit.',
    expectation:
      'A payout whose id is 3000000000 is followed by exactly this id, or by the own one, and completed.',
    fix: 'Store payout ids as 64-bit integers or as text.',
  },
] as const satisfies readonly CheckRow[];
