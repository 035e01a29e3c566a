import type { CheckRow } from './row.ts';

const lostMoney =
  'Follows from States and transitions, Invoice statuses: 4 means that the payer has paid, so the shop must record the payment in every state.' as const;
const nonFatal =
  'Errors 2 and the trigger table of Events: on a non-fatal code for an invoice the shop waits for the notification that delivers the result.' as const;

/** Orders that are cancelled, retried or changed, and creations that fail. */
export const attemptChecks = [
  {
    id: 'order.cancel.late-payment',
    title: 'A payment of a cancelled order is recorded.',
    requirements: ['states.invoice.4', 'law.1', 'law.19', 'events.6'],
    level: 'must',
    capabilities: ['invoice', 'order.cancel'],
    rule: lostMoney,
    expectation:
      'An unpaid order is cancelled, and then a genuine 4 arrives: the payment is recorded, so the order is credited once, refunded, or in review. A repeat of the notification changes nothing, and in the end the notification is answered with OK.',
    fix: 'Handle 4 in every state. For a cancelled order record the payment, and let a person or an automatic refund decide.',
  },
  {
    id: 'order.retry.after-rejection',
    title: 'A rejected order that is retried gets a new shop_order_id.',
    requirements: ['transport.5', 'limits.unique-order', 'states.invoice.6', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'order.retry'],
    rule: 'Transport rule 5: shop_order_id is unique within a shop, so a new attempt needs a new one. 6 is final.',
    expectation:
      'After 6 a retry calls invoice/create with another shop_order_id. A genuine 4 of the new attempt pays the order once, also when it is repeated and when the 6 of the first attempt is repeated. When the second attempt is rejected as well, the order is failed; a third attempt, after a kill and a restart, again has a new id.',
    fix: 'Create one shop_order_id for each attempt (order number and attempt number), not one for each order.',
  },
  {
    id: 'order.retry.late-first',
    title: 'A late payment of the first attempt is recorded while a second attempt is open.',
    requirements: ['states.invoice.4', 'law.1', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'order.retry'],
    rule: `${lostMoney} A status is final for one attempt, and an order can have several.`,
    expectation:
      'Where a retry opens a second attempt while the first is not final: a genuine 4 of the first credits the order once or puts it into review, and a genuine 4 of the second never leads to more than two credits. A 6 of the second does not fail the order that the first has paid. Notifications of the first attempt that are recorded are answered with OK.',
    fix: 'Look up the order by every shop_order_id that it ever had, and credit each attempt at most once.',
  },
  {
    id: 'order.amend.old-invoice',
    title: 'A payment counts for the amount of its invoice, not for the amount the order has now.',
    requirements: ['events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice', 'order.amend'],
    rule: 'Events 5: the values of the notification are compared with the stored invoice.',
    expectation:
      'An invoice over 10.50 is issued, the order is changed to 99.00, and a genuine 4 of the old invoice arrives: the order over 99.00 is not paid. When the order is changed while 10.50 are held, the charge of that hold does not pay it either. A 4 of the new invoice pays it.',
    fix: 'Store the amount with the attempt, compare with it, and book it. When the order changes, abandon the old attempt and issue a new invoice.',
  },
  {
    id: 'order.double-submit',
    title: 'Submitting the same order twice creates one invoice.',
    requirements: ['transport.5', 'limits.unique-order'],
    level: 'must',
    capabilities: ['invoice', 'intents'],
    rule: 'Transport rule 5: invoices are protected against duplicates by shop_order_id, which only helps if one submission of the payer has one id.',
    expectation:
      'The same reference is submitted twice at once, once more later and, where the shop can be restarted, again after a kill and a restart: the gateway sees one shop_order_id, and the shop has one order.',
    fix: 'Put a unique constraint on the submission (form token, reference) and give it one shop_order_id before the first call.',
  },
  {
    id: 'invoice.create.lost-answer',
    title: 'An invoice whose answer was lost is still paid by its notification.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Errors 3: the result of a created invoice follows by notification, also when the answer to the creation was lost.',
    expectation:
      'invoice/create ends in a connection reset, a read timeout, HTTP 502, or a truncated or garbled answer although the gateway has the invoice: the order is not paid yet, and a later genuine 4 pays it once. After a reset of invoice/hold a genuine 8 makes the order held.',
    fix: 'Store shop_order_id before the call and keep the order open when the outcome is unknown.',
  },
  {
    id: 'invoice.create.killed',
    title: 'An order survives a kill while its invoice is being created.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'intents'],
    means: ['restart'],
    rule: 'Errors 3: the result of a created invoice follows by notification; a kill of the shop does not undo the creation.',
    expectation:
      'The shop is killed between invoice/create and its answer, and restarted: a genuine 4 of the stored invoice pays the order with this reference once.',
    fix: 'Write the order and its shop_order_id to the database before the call.',
  },
  {
    id: 'invoice.status.unknown',
    title: 'An unknown invoice status leaves the order open.',
    requirements: ['states.invoice.4', 'errors.3.wait', 'versioning.4'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'States and transitions, Invoice statuses: only 4 and 6 are final; a status that the table does not list is not.',
    expectation:
      'A genuine notification with status 9 or 10 does not pay the order, and a later genuine 4 pays it once.',
    fix: 'Let the default branch of your status table mean "still open".',
  },
  {
    id: 'error.later-payment',
    title: 'A payment after an unknown error code pays the order.',
    requirements: ['errors.2.wait', 'versioning.4'],
    level: 'should',
    whyShould:
      'Whether a code beyond the table is fatal is not shown (Errors 2), and after a fatal one the shop need not wait. For codes that the profile calls non-fatal error.non-fatal-code is a must.',
    capabilities: ['invoice'],
    readings: ['error.data'],
    rule: `${nonFatal} Whether codes beyond the table are fatal is not shown.`,
    expectation:
      'After invoice/create is answered with code 57, a genuine 4 of the invoice pays the order once. So does a genuine 4 after invoice/charge is answered with code 57.',
    fix: 'Let a verified payment override an error: a failed order that is paid after all becomes paid.',
  },
  {
    id: 'error.non-fatal-code',
    title: 'A payment after a non-fatal code pays the order.',
    requirements: ['errors.2.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['error.non-fatal-codes', 'error.data'],
    rule: nonFatal,
    expectation:
      'After invoice/create is answered with code 8 (operation is processing), a genuine 4 of the invoice pays the order once, also an order that the shop had cancelled. So does a genuine 4 after invoice/charge is answered with this code. A shop that keeps no order after the code is not judged, unless the operator calls the code non-fatal.',
    fix: 'Keep the order open on a non-fatal code and wait for its notification.',
  },
  {
    id: 'compat.odd-data',
    title: 'An order survives an answer whose data is null or empty.',
    requirements: ['fields.envelope.result', 'errors.3', 'versioning.4'],
    level: 'should',
    whyShould:
      'The gateway answers result true with an address at which to pay. Without it nobody can pay the invoice, so no money is lost; an order closed by a lost answer is judged by invoice.create.lost-answer.',
    capabilities: ['invoice'],
    rule: 'Errors 3: result true means that the invoice was created; Versioning 4: clients tolerate answers that change.',
    expectation:
      'invoice/create answers result true with data null, [] or {}: POST /orders still gets a usable answer, and a later genuine 4 pays the order once. With result false and such data the answer is usable as well.',
    fix: 'Check that data is an object before you read from it.',
  },
] as const satisfies readonly CheckRow[];
