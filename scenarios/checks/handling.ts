import type { CheckRow } from './row.ts';

const repeats =
  'Events 6: a notification is sent again until it is answered with OK, so the same one can arrive several times.' as const;

/** Repeats, order, replies and unknown types of notifications. */
export const handlingChecks = [
  {
    id: 'notification.repeat.credits-once',
    title: 'A repeated notification is credited once.',
    requirements: ['events.6.repeats', 'law.1', 'law.12'],
    level: 'must',
    capabilities: ['invoice'],
    rule: repeats,
    expectation:
      'The same genuine notification is sent five times, once more after the payment of another order, and once more a day later: there is one credit of the amount of the order, and the balance of its customer rises once.',
    fix: 'Mark the attempt as credited in the transaction that credits it, keep the mark forever, and check it on every delivery.',
  },
  {
    id: 'notification.repeat.reply',
    title: 'A repeated notification is answered with OK.',
    requirements: ['events.6', 'law.23'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 6: HTTP 200 with body OK ends the repeats; a repeat was received just as the first delivery was.',
    expectation:
      'Every repeat of a credited notification is answered with HTTP 200 and OK, also when the payment has been refunded since. The same holds for the repeats of a rejection and of a hold, and for a delivery that arrives five hours after the first attempt.',
    fix: 'Answer OK when the notification was handled before; an error only makes the gateway send it again, up to 25 times.',
  },
  {
    id: 'notification.repeat.parallel',
    title: 'Twenty simultaneous deliveries are credited once.',
    requirements: ['events.6.repeats', 'law.1'],
    level: 'must',
    capabilities: ['invoice'],
    rule: repeats,
    expectation:
      'The same genuine notification on twenty connections at once leads to one credit, for a single-step and for a two-step order.',
    fix: 'Let the database decide: a unique constraint on the credited attempt, or an update with a condition on the old state, in the transaction that credits. To read first and write afterwards is not enough.',
  },
  {
    id: 'notification.repeat.after-restart',
    title: 'A kill around the reply neither loses nor doubles a credit.',
    requirements: ['events.6', 'events.6.repeats', 'law.1', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['restart'],
    rule: repeats,
    expectation:
      'After a kill before, during or after the reply, and another delivery, the order is credited exactly once.',
    fix: 'Commit the credit and its mark together and durably before you reply, and never keep handled notifications only in memory.',
  },
  {
    id: 'notification.order.late-status',
    title: 'A late notification of an older status does not reopen a paid order.',
    requirements: ['states.invoice.4', 'law.5'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'States and transitions, Invoice statuses: 4 is final.',
    expectation:
      'After 4, genuine notifications with 1, 2, 3, 5 and 8 leave the order paid and credited once; one of 3, 5 or 8 may put it into review. After 6 a late 2 does not reopen the order. A 2 and a 4 that arrive together leave it paid.',
    fix: 'Update the status only if the stored one is not final. Answer OK to the late notification and change nothing.',
  },
  {
    id: 'notification.order.pending-then-paid',
    title: 'A non-final notification does not suppress the final one.',
    requirements: ['states.invoice.2', 'states.single.paid', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'States and transitions, Invoice statuses: 2 is not final, and 4 may follow it.',
    expectation: 'A genuine 2 and then a genuine 4 pay the order.',
    fix: 'Recognise repeats by order and status, or by the effect that was booked, not by the order alone.',
  },
  {
    id: 'notification.order.before-response',
    title: 'A notification that arrives before the answer to invoice/create is not lost.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events 6 and Errors 3: nothing says that the answer comes first; a notification that is not answered with OK is sent again.',
    expectation:
      'A genuine 4 arrives before the answer to invoice/create, and again later unless it was answered with OK: the order is paid in the end. In the same way an 8 before the answer to invoice/hold makes the order held, and a 4 before the answer to the charge of a stored instrument pays its order.',
    fix: 'Store the order with its shop_order_id before the call. Do not answer OK to a notification about an order that you do not know yet, and never let the code that handles the answer overwrite a newer state.',
  },
  {
    id: 'notification.reply.exact',
    title: 'The shop answers a notification with HTTP 200 and the body OK as text/plain.',
    requirements: ['events.6', 'events.address', 'events.1'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['notification.media-type-strict', 'notification.reply-body-strict'],
    rule: 'Events 6: HTTP 200 with body OK (text/plain).',
    expectation:
      'Genuine notifications of a payment and of a rejection are answered with status 200 and exactly OK. A trailing line break or another media type is a warning.',
    fix: 'Reply with status 200, Content-Type: text/plain and the two letters OK: no JSON, no quotes, no HTML around them, no 201, 202 or 204, and no redirect, login or CSRF check on this route.',
  },
  {
    id: 'notification.type.unknown',
    title: 'A notification of an unknown type changes nothing and causes no server error.',
    requirements: ['events.1', 'events.7', 'versioning.3', 'versioning.3.notification-types'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['notification.unknown-type-reply'],
    rule: 'Events 7 and Versioning 3: receivers tolerate new types of notifications.',
    expectation:
      'A validly signed notification with type=chargeback changes no order and is not answered with a server error.',
    fix: 'Look at the query parameter `type` first: handle invoice and refund, and answer OK to every other type without acting on it.',
  },
] as const satisfies readonly CheckRow[];
