import type { CheckRow } from './row.ts';

/** What was asked for or told while something was lost, late or killed. */
export const interruptionChecks = [
  {
    id: 'invoice.status-call.fails',
    title: 'A question about an order that fails leaves the order open.',
    requirements: ['states.invoice.4', 'errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: an invoice that is not final is waited for. That invoice/check had no usable answer says nothing about the invoice.',
    expectation:
      'Questions about six open orders end with HTTP 500, with a page of a proxy, with a reset connection, with no JSON, with a read timeout and with an unknown error code; the jobs go on, and a genuine 4 pays each of them all the same. A merchant that asks no such questions is not judged.',
    fix: 'Change the order only by a record of the gateway: when invoice/check fails, ask again later.',
  },
  {
    id: 'refund.before-answer',
    title: 'A notification that overtakes the answer to a refund is not lost.',
    requirements: ['states.refund.success', 'law.8', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'States and transitions, Refund statuses: SUCCESS is final, and nothing says that the answer to the creation comes first.',
    expectation:
      'A genuine SUCCESS that arrives while the creation of the refund is open counts the sum as refunded, if need be with its next delivery, and it stays so when the answer comes.',
    fix: 'Store the refund and its shop_refund_id before the call, and let the answer to it write only what is still open.',
  },
  {
    id: 'refund.killed-in-create',
    title: 'A kill while a refund is asked for neither doubles nor loses it.',
    requirements: ['states.refund.success', 'law.7', 'law.8', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    means: ['restart'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'Errors 2 and 3: what the gateway has created is waited for; each refund counts once.',
    expectation:
      'The shop is killed between the request of a refund and its answer and started again: the gateway has one refund, and its SUCCESS counts the sum as refunded, once.',
    fix: 'Write the refund down before the call. After a start ask invoice/get-refunds about every one without an answer, and repeat only what is not listed, under the same shop_refund_id.',
  },
  {
    id: 'payout.ids.unique',
    title: 'Every payout has a shop_payment_id of its own, also after a restart.',
    requirements: ['transport.5', 'fields.request.shop-payment-id'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Transport rule 5: shop_payment_id must be unique within one shop.',
    expectation:
      'Four payouts alike, two of them made after a kill and a start where the shop can be restarted, have four ids and stand at the gateway.',
    fix: 'Take the number from the database or make it random; a counter in memory begins anew with every start.',
  },
  {
    id: 'refund.ids.unique',
    title: 'Every refund has a shop_refund_id of its own, also after a restart.',
    requirements: ['law.8'],
    level: 'should',
    whyShould:
      'The specification does not say that shop_refund_id is unique. A gateway that insists on it refuses the second refund, and the shop sees that it did not take place.',
    capabilities: ['refund'],
    readings: ['refund.path', 'refund.sign-fields'],
    rule: 'Law 8: each shop_refund_id counts once, so that a second refund under the same id is none.',
    expectation:
      'The refunds of four orders, two of them asked for after a kill and a start where the shop can be restarted, have four ids and stand at the gateway.',
    fix: 'Take the number from the database or make it random; a counter in memory begins anew with every start.',
  },
] as const satisfies readonly CheckRow[];
