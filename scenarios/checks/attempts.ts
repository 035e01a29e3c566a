import type { CheckRow } from './row.ts';

const lostMoney =
  'Follows from States and transitions, Invoice statuses: 4 means that the payer has paid; what was paid is never forgotten.' as const;
const nonFatal =
  'Errors 2 and the trigger table of Events: on a non-fatal code for an invoice the shop waits, and the result is delivered by notification.' as const;

/** Orders that are given up, tried again or changed, and creates that end badly. */
export const attemptChecks = [
  {
    id: 'order.cancel.late-payment',
    title: 'A payment of an order that was given up is not forgotten.',
    requirements: ['states.invoice.4', 'law.1', 'law.19', 'events.6'],
    level: 'must',
    capabilities: ['invoice', 'order.cancel'],
    rule: lostMoney,
    expectation:
      'After an unpaid order was cancelled a genuine 4 is recorded: the order is credited once, refunded, or in review; told again it changes nothing, and in the end it is answered with OK.',
    fix: 'Handle 4 in every state. For a cancelled order record the money and let a person, or an automatic refund, decide.',
  },
  {
    id: 'order.retry.after-rejection',
    title: 'A rejected order that is tried again gets a new shop_order_id.',
    requirements: ['transport.5', 'limits.unique-order', 'states.invoice.6', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'order.retry'],
    rule: 'Transport rule 5: shop_order_id is unique within a shop, so that a new attempt needs a new one. 6 is final.',
    expectation:
      'After 6 and a new try invoice/create comes with another shop_order_id, and a genuine 4 of the new attempt pays the order once, also when it comes again, and when the 6 of the first one does. When the second attempt is rejected, too, the order is over, and a third one, after a kill and a start, has an id of its own again.',
    fix: 'Make a shop_order_id for each attempt (order number and attempt number), not for each order.',
  },
  {
    id: 'order.retry.late-first',
    title: 'A late payment of the first attempt is not lost when a second one is open.',
    requirements: ['states.invoice.4', 'law.1', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'order.retry'],
    rule: `${lostMoney} Finality belongs to an attempt, and an order can have several.`,
    expectation:
      'Where a new try makes a second attempt while the first is not final, a genuine 4 of the first credits the order once or puts it into review; a genuine 4 of the second never makes more than two credits, and a 6 of the second does not end the order that the first has paid. News of the first that are recorded are answered OK.',
    fix: 'Find the order by every shop_order_id that it ever had, and credit each attempt at most once.',
  },
  {
    id: 'order.amend.old-invoice',
    title: 'A payment counts for the invoice that was issued, not for what the order is now.',
    requirements: ['events.5.match', 'law.3'],
    level: 'must',
    capabilities: ['invoice', 'order.amend'],
    rule: 'Events 5: the values of the notification are compared with the stored invoice.',
    expectation:
      'An invoice of 10.50 is issued, the order is changed to 99.00, and a genuine 4 of the old invoice arrives: the order of 99.00 is not paid; nor is one that was changed while its 10.50 were held, by their charge. A 4 of the new invoice pays it.',
    fix: 'Store the amount with the attempt, compare with it, and book it. When the order changes, give the old attempt up and issue a new one.',
  },
  {
    id: 'order.double-submit',
    title: 'The same wish twice leads to one invoice.',
    requirements: ['transport.5', 'limits.unique-order'],
    level: 'must',
    capabilities: ['invoice', 'intents'],
    rule: 'Transport rule 5: invoices are protected against duplicates by shop_order_id, which only helps if one wish has one id.',
    expectation:
      'The same reference twice at once and once more, and again after a kill and a start where the shop can be restarted, leads to one shop_order_id at the gateway and to one order.',
    fix: 'Put a unique constraint on the wish (form token, reference) and give it one shop_order_id before the first call.',
  },
  {
    id: 'invoice.create.lost-answer',
    title: 'An invoice whose answer was lost is still paid by its notification.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Errors 3: what was created is reported by notification, also when the answer did not arrive.',
    expectation:
      'When invoice/create ends in a reset, a read timeout, HTTP 502, a cut or a garbled answer although the gateway has the invoice, the order is not paid, and a later genuine 4 pays it once; after a reset of invoice/hold a genuine 8 is taken up.',
    fix: 'Store shop_order_id before the call and keep the order open when the outcome is unknown.',
  },
  {
    id: 'invoice.create.killed',
    title: 'A kill while an invoice is created does not lose the order.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'intents'],
    means: ['restart'],
    rule: 'Errors 3: what was created is reported by notification; a kill does not undo it.',
    expectation:
      'The shop is killed between invoice/create and its answer and started again: a genuine 4 of the stored invoice pays the order of this reference once.',
    fix: 'Write the order and its shop_order_id to the database before the call.',
  },
  {
    id: 'invoice.status.unknown',
    title: 'An unknown invoice status leaves the order open.',
    requirements: ['states.invoice.4', 'errors.3.wait', 'versioning.4'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'States and transitions, Invoice statuses: 4 and 6 are final; values that no list explains are neither.',
    expectation:
      'A genuine notification with status 9 or 10 pays nothing, and a later genuine 4 pays the order once.',
    fix: 'Let the default branch of your status table mean "still open".',
  },
  {
    id: 'error.later-payment',
    title: 'A payment after an unknown error code is honoured.',
    requirements: ['errors.2.wait', 'versioning.4'],
    level: 'should',
    whyShould:
      'Whether a code beyond the table is fatal is not shown (Errors 2), and after a fatal one nothing more is owed. For codes that the profile calls non-fatal error.non-fatal-code is a must.',
    capabilities: ['invoice'],
    readings: ['error.data'],
    rule: `${nonFatal} Whether codes beyond the table are fatal is not shown.`,
    expectation:
      'After code 57 of invoice/create a genuine 4 of the invoice pays the order once, and so does a 4 after code 57 of invoice/charge.',
    fix: 'Let a payment win over an error: a failed order that is paid after all becomes paid.',
  },
  {
    id: 'error.non-fatal-code',
    title: 'A payment after a non-fatal code is honoured.',
    requirements: ['errors.2.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['error.non-fatal-codes', 'error.data'],
    rule: nonFatal,
    expectation:
      'After code 8 (operation is processing) of invoice/create a genuine 4 of the invoice pays the order once, also one that the shop had given up, and so it does after this code of invoice/charge. A shop that keeps no order after it is not judged, unless the operator calls the code non-fatal.',
    fix: 'Keep the order open on a non-fatal code and wait for its notification.',
  },
  {
    id: 'compat.odd-data',
    title: 'An order survives an answer whose data are null or empty.',
    requirements: ['fields.envelope.result', 'errors.3', 'versioning.4'],
    level: 'should',
    whyShould:
      'The gateway answers result true with an address to pay at. Without one nobody can pay the invoice, so no money is lost; an order closed by a lost answer is judged by invoice.create.lost-answer.',
    capabilities: ['invoice'],
    rule: 'Errors 3: result true means that the invoice was created; Versioning 4: clients take answers as they come.',
    expectation:
      'When invoice/create answers result true with data null, [] or {}, POST /orders has a usable answer and a later genuine 4 pays the order once; with result false and such data the answer is usable, too.',
    fix: 'Look whether data is an object before you read from it.',
  },
] as const satisfies readonly CheckRow[];
