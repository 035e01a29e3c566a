import type { CheckRow } from './row.ts';

/** Calls and notifications while something is lost, late or killed. */
export const interruptionChecks = [
  {
    id: 'invoice.status-call.fails',
    title: 'A failed invoice/check leaves the order open.',
    requirements: ['states.invoice.4', 'errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: the shop waits while the status of an invoice is not final. An invoice/check without a usable answer says nothing about the invoice.',
    expectation:
      'The invoice/check calls about six open orders end with HTTP 500, a proxy page, a connection reset, a body that is not valid JSON, a read timeout and an unknown error code: the jobs go on, and a genuine 4 still pays each of the orders. A shop that makes no such calls is not judged.',
    fix: 'Change the order only on a record from the gateway: when invoice/check fails, call it again later.',
  },
  {
    id: 'refund.before-answer',
    title: 'A refund notification that arrives before the answer to the creation is not lost.',
    requirements: ['states.refund.success', 'law.8', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'States and transitions, Refund statuses: SUCCESS is final, and nothing says that the answer to the creation comes first.',
    expectation:
      'A genuine SUCCESS that arrives while the refund creation is still unanswered counts the sum as refunded, if necessary with its next delivery, and the sum still counts after the answer arrives.',
    fix: 'Store the refund and its shop_refund_id before the call, and let the answer update the refund only while it is still open.',
  },
  {
    id: 'refund.killed-in-create',
    title: 'A kill while a refund is being created neither doubles nor loses it.',
    requirements: ['states.refund.success', 'law.7', 'law.8', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    means: ['restart'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'Errors 2 and 3: the shop waits for the result of a refund that the gateway created; each refund counts once.',
    expectation:
      'The shop is killed between the refund request and its answer, and restarted: the gateway has one refund, and its SUCCESS counts the sum as refunded, once.',
    fix: 'Store the refund before the call. After a restart call invoice/get-refunds for every refund without an answer, and repeat only what is not listed, under the same shop_refund_id.',
  },
  {
    id: 'payout.ids.unique',
    title: 'Every payout has its own shop_payment_id, also after a restart.',
    requirements: ['transport.5', 'fields.request.shop-payment-id'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Transport rule 5: shop_payment_id must be unique within one shop.',
    expectation:
      'Four identical payouts, two of them made after a kill and a restart where the shop can be restarted, have four different ids, and the gateway has all four.',
    fix: 'Take the number from the database or make it random; a counter in memory starts again with every restart.',
  },
  {
    id: 'refund.ids.unique',
    title: 'Every refund has its own shop_refund_id, also after a restart.',
    requirements: ['law.8'],
    level: 'should',
    whyShould:
      'The specification does not say that shop_refund_id is unique. A gateway that requires it refuses the second refund, and the shop sees that it did not take place.',
    capabilities: ['refund'],
    readings: ['refund.path', 'refund.sign-fields'],
    rule: 'Law 8: each shop_refund_id counts once, so a second refund under the same id would not count.',
    expectation:
      'The refunds of four orders, two of them requested after a kill and a restart where the shop can be restarted, have four different ids, and the gateway has all four.',
    fix: 'Take the number from the database or make it random; a counter in memory starts again with every restart.',
  },
] as const satisfies readonly CheckRow[];
