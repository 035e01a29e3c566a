import type { CheckRow } from './row.ts';

/** The rules for notifications, codes and lost answers, applied to holds and refunds as well. */
export const trustChecks = [
  {
    id: 'notification.sign.forged-rejection',
    title: 'A forged rejection does not fail an order.',
    requirements: ['events.5.sign', 'states.invoice.6', 'law.16'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 5: the shop verifies the signature of every notification, also of a rejection.',
    expectation:
      'After a notification of status 6 with a wrong or a missing signature the order is open as before, and a held one is still held.',
    fix: 'Verify the signature before you read the status, for every status.',
  },
  {
    id: 'hold.notification.forged',
    title: 'A forged notification about blocked funds does not make the order held.',
    requirements: ['events.5.sign', 'law.16'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Events 5: the shop verifies the signature of every notification.',
    expectation:
      'After a notification of status 8 with a wrong or a missing signature the order is not held and not charged. After a notification of status 4 with a wrong signature a charged hold is not paid.',
    fix: 'Verify the signature before you read the status, for every status.',
  },
  {
    id: 'hold.notification.content',
    title: 'A notification about blocked funds over another amount does not make the order held.',
    requirements: ['events.5.match'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Events 5: the shop compares the values of the notification with the stored invoice.',
    expectation:
      'After a validly signed notification of status 8 over 0.01, in another currency or of another shop the order is not held and not charged. After such a notification of status 4 a charged hold is not paid. The order may go into review.',
    fix: 'Compare shop_amount, shop_currency and shop_id with the stored invoice for every status, not only for 4.',
  },
  {
    id: 'hold.charge.lost-answer',
    title: 'A charge whose answer was lost stays open until its final status arrives.',
    requirements: ['states.hold.charge', 'law.13', 'law.19'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Follows from States and transitions: the final status of a charge arrives by notification, with or without an answer.',
    expectation:
      'The gateway executes the charge and does not answer: the hold is not released, and the final 4 pays the order once.',
    fix: 'Treat a charge without an answer as open: call invoice/check, or wait for the notification.',
  },
  {
    id: 'refund.notification.forged',
    title: 'A forged notification completes no refund.',
    requirements: ['events.5.sign', 'auth.7', 'law.16'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Events 5 and Authentication 7: refund notifications are signed like the others, and the shop verifies them in the same way.',
    expectation:
      'Notifications of SUCCESS and of FAILED with a wrong signature, and of SUCCESS with a missing, empty or partial one, with another secret or with another algorithm, leave the refund waiting.',
    fix: 'Verify the signature before you read the type of the notification.',
  },
  {
    id: 'refund.notification.new-fields',
    title: 'The shop verifies refund notifications over all their fields, including new ones.',
    requirements: ['events.5', 'events.7', 'versioning.3.notification-fields', 'versioning.4', 'auth.7'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'Events 5 and 7, Versioning 3: refund notifications are signed and verified like the others, and new fields may appear in them.',
    expectation:
      'Genuine notifications of SUCCESS with signed new fields, with zeros, and with null and empty fields are answered with OK.',
    fix: 'Verify refund notifications with the code that verifies the others: over the parsed body as it arrived, without null and empty values, zeros included.',
  },
  {
    id: 'refund.notification.content',
    title: 'A refund notification over another amount does not complete the refund.',
    requirements: ['events.5.match', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Events 5: the shop compares the values of the notification with what it stored.',
    expectation:
      'After a validly signed SUCCESS over 0.01 or 100.50 of 100.00, in another currency, of another invoice or of another shop, nothing of the order counts as refunded.',
    fix: 'Compare amount, currency, invoice_id and shop_id of the notification with the refund that you requested.',
  },
  {
    id: 'refund.fatal-codes',
    title: 'A refund that is refused with a fatal code is failed.',
    requirements: ['errors.2', 'errors.2.refund', 'law.17'],
    level: 'must',
    capabilities: ['refund'],
    rule: 'Errors 2: on a fatal code a refund is not created, or created as FAILED, and communication about it ends.',
    expectation: 'After codes 1, 2, 3 and 4 the refund is refused or failed, and is not requested again.',
    fix: 'On a fatal code fail the refund, make its amount available for another refund, and inform the person who requested it.',
  },
  {
    id: 'refund.lost-answer',
    title: 'A refund whose answer was lost is not created a second time.',
    requirements: ['law.8', 'states.refund.waiting'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: 'Follows from Refund statuses: a created refund waits for its notification, also when the answer to its creation was lost.',
    expectation:
      'The gateway stores a refund of 30.00 of 100.00 and does not answer, answers with a body that is not valid JSON, or answers result true without data: it stays the only refund, and it counts once, after it has succeeded.',
    fix: 'Keep the shop_refund_id of a refund whose outcome is unknown, call invoice/get-refunds, and repeat the creation only under that id.',
  },
  {
    id: 'refund.failed.again',
    title: 'A sum whose refund failed can be refunded again.',
    requirements: ['states.refund.failed', 'law.8'],
    level: 'should',
    whyShould:
      "Whether to refund is the shop's decision, and a person can do it by other means. That a failed refund does not count is a must (refund.failed).",
    capabilities: ['refund'],
    rule: 'Refund statuses: FAILED is final and nothing was refunded, so the whole sum can still be refunded.',
    expectation:
      'After a full refund that FAILED another full refund reaches the gateway, and counts when it succeeds. After one that was refused with the fatal code 4 the shop does not reject another one for exceeding the paid sum.',
    fix: 'Count only successful and open refunds against what may still be refunded.',
  },
  {
    id: 'payout.create.asks-first',
    title: 'After a lost connection the shop asks for the status before it creates the payout again.',
    requirements: ['errors.5', 'law.10'],
    level: 'should',
    whyShould:
      'Errors 5 covers only a read timeout. A repeat under the same shop_payment_id cannot be paid twice; under another id it fails payout.create.one-id, which is a must.',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 5 covers a read timeout; a lost connection says as little about the payout.',
    expectation:
      'The connection of withdraw/create is reset after the gateway stored the payout: the next call about it asks for its status, and the payout is completed once.',
    fix: 'Turn off automatic retries of the HTTP client for withdraw/create, and call withdraw/shop_payment_status first.',
  },
  {
    id: 'hold.fatal-codes',
    title: 'A hold that is refused with a fatal code is failed.',
    requirements: ['errors.2', 'errors.2.invoice', 'errors.code.1', 'errors.code.4', 'law.17', 'law.25'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Errors 2: on a fatal code communication ends, and the shop tells the payer that the payment was not created.',
    expectation:
      'After invoice/hold is answered with codes 1 to 4 the order is failed or refused, and no further call about it is made.',
    fix: 'Treat the answer of invoice/hold like that of invoice/create: a fatal code fails the order at once.',
  },
  {
    id: 'error.misleading-message',
    title: 'The message of an error does not make it a success.',
    requirements: ['errors.1', 'fields.envelope.result', 'fields.envelope.error-code'],
    level: 'should',
    whyShould:
      'The gateway says Ok only on success (Resources, Response envelope): such an answer contradicts itself, and the specification does not say which part counts.',
    capabilities: ['invoice'],
    rule: 'Resources, Response envelope: result and error_code say whether a call succeeded; message is text for people.',
    expectation:
      'After result false with the fatal code 4 and the message "Ok" the order, the refund or the payout is failed or refused.',
    fix: 'Decide by result and error_code, never by message.',
  },
  {
    id: 'compat.large-payout-ids',
    title: 'Payout identifiers beyond 32 bits are preserved exactly.',
    requirements: ['fields.payout.id'],
    level: 'should',
    whyShould:
      'The specification gives integers no range. While the ids of the gateway stay below 2^31, 32 bits lose nothing.',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Resources, Payout record: id is an integer without a limit.',
    expectation:
      'A payout whose id is 3000000000 is polled by exactly this id, or by its shop_payment_id, and completed.',
    fix: 'Store payout ids as 64-bit integers or as text.',
  },
] as const satisfies readonly CheckRow[];
