import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Refund statuses';
const reply =
  'Events 6: the expected reply is HTTP 200 with body OK; otherwise the notification is repeated, in up to 25 attempts.';
const amount =
  'Resources, Common parameter conventions: amount is a decimal number as a string, equal to the requested sum.';

/** Notifications that arrive late, final answers, partial refunds, and unusual amounts. */
export const laterNewsChecks = [
  {
    id: 'notification.reply.not-final',
    title: 'A notification of a status that is not final is answered with OK.',
    requirements: ['events.6'],
    level: 'must',
    capabilities: ['invoice'],
    rule: reply,
    expectation:
      'Genuine notifications of status 2, 3 and 5, of 8 where the shop takes holds, and of a 2 that arrives after the payment are answered with HTTP 200 and OK, at least when they are repeated.',
    fix: 'Answer OK to every notification that you have understood, also when there is nothing to do.',
  },
  {
    id: 'refund.reply',
    title: 'A notification about a refund is answered with OK.',
    requirements: ['events.6', 'law.23'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['notification.refund-body', 'notification.refund-address'],
    rule: reply,
    expectation:
      'Genuine notifications of SUCCESS and of FAILED are answered with HTTP 200 and OK, at least when they are repeated, and so are later repeats.',
    fix: 'Answer notifications with type=refund like those with type=invoice: status 200, body OK, text/plain.',
  },
  {
    id: 'refund.final-at-once',
    title: 'A final status in the answer to a refund creation is final.',
    requirements: ['states.refund.success', 'states.refund.failed', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: `${statuses}: the answer to invoice/create-refund may be SUCCESS or FAILED, and both are final.`,
    expectation:
      'When the answer says FAILED, nothing is refunded. When it says SUCCESS, the order is refunded once, also when the notification reports SUCCESS as well.',
    fix: 'Handle the status in the answer of invoice/create-refund with the same code as the status in a notification.',
  },
  {
    id: 'refund.failed-at-once',
    title: 'A refund that fails immediately does not stay open.',
    requirements: ['states.refund.failed', 'errors.2.refund'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'refund.failed-at-once'],
    rule: `${statuses}: a refund that fails at once is FAILED, which is final, and no notification follows.`,
    expectation:
      'When the answer says that the refund failed, the shop stops waiting for it. invoice/get-refunds reports the failure as well.',
    fix: 'Read the status in the answer of invoice/create-refund, or call invoice/get-refunds for refunds that stay open.',
  },
  {
    id: 'refund.partial.interleaved',
    title: 'Each of two open refunds is completed by its own notification.',
    requirements: ['flow.refund.partial', 'states.refund.failed', 'states.refund.success', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: `${statuses}: every refund has its own status, and shop_refund_id identifies it.`,
    expectation:
      'Two partial refunds of one payment are open. One becomes FAILED: nothing is refunded, and the other stays open. The other becomes SUCCESS: its amount is refunded, also after a third one becomes FAILED, and a refund of another order over the same amount does not change. Not judged when the shop makes only one refund at a time.',
    fix: 'Look up a refund by shop_refund_id, never by its order, and calculate the refunded sum from the successful refunds.',
  },
  {
    id: 'refund.amounts',
    title: 'The shop refunds every amount to the cent.',
    requirements: ['fields.request.amount', 'flow.refund.partial', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: amount,
    expectation:
      'Refunds of 8.20, 19.99, 1234.56 and 131072.01 arrive with exactly these amounts, and the refunded sum is their total.',
    fix: 'Format refund amounts with the same code as invoice amounts: no binary floating point, no grouping.',
  },
  {
    id: 'payout.amounts',
    title: 'The shop pays out every amount to the cent.',
    requirements: ['fields.request.amount', 'endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: amount,
    expectation:
      'Payouts of 8.20, 19.99, 582.42, 1234.56 and 131072.01 arrive with exactly these amounts, as far as the shop makes them. One by shop_amount in the second currency of the profile arrives with that shop_currency.',
    fix: 'Format payout amounts with the same code as invoice amounts: no binary floating point, no grouping.',
  },
  {
    id: 'payout.polling.days',
    title: 'The shop does not abandon an open payout after days.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: while the status is not final, poll. No time limit is given.',
    expectation:
      'A payout that stays at 3 for three days is not failed. When it becomes 5 it is paid, or a person is asked to decide. When another one becomes 6 after that time it is failed, and what was debited is returned.',
    fix: 'End a payout only on a final status. Poll less often as it gets older, or ask a person to look at it, but do not return the funds to the customer.',
  },
  {
    id: 'invoice.late-payment',
    title: 'A payment that arrives a day after the order is recorded.',
    requirements: ['states.invoice.4', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs', 'clock'],
    rule: 'States and transitions, Invoice statuses: 4 is final, the payer has paid. No time limit is given.',
    expectation:
      'A genuine 4 that arrives 25 hours after the invoice was created is recorded: the order is credited once, refunded, or in review. So is a payment in the last minute before expires_at that is notified later.',
    fix: 'You may stop waiting for an order, but record the payment when it arrives: credit it, refund it, or put it into review.',
  },
  {
    id: 'hold.release.lost',
    title: 'A hold whose release failed is not treated as released.',
    requirements: ['states.hold.unhold', 'limits.hold', 'states.hold', 'law.22'],
    level: 'must',
    capabilities: ['hold'],
    means: ['jobs', 'clock'],
    readings: ['hold.id'],
    rule: 'States and transitions, Invoice statuses: the shop charges or unholds within 5 days; the service does nothing by itself.',
    expectation:
      'invoice/unhold ends with HTTP 502, with a body that is not valid JSON, or with an unknown code and the message "Ok", and the funds are still blocked: the shop calls it again within the five days, or does not show the order as cancelled.',
    fix: 'Show the order as cancelled only when the gateway has confirmed the release, and repeat invoice/unhold until it has.',
  },
  {
    id: 'order.add-ons.names',
    title: 'The shop sends every extra field, whatever its name.',
    requirements: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['create.addons-place', 'create.addons-prefix'],
    rule: 'What the service does, typical flows 1: the shop asks the payer for the fields of add_ons_config and sends them with the invoice.',
    expectation:
      'When the payway asks for `phone`, `payer_document`, `postcode` and `payer_name`, the invoice request carries all four values unchanged, including leading zeros and Cyrillic letters. Not judged when the shop calls neither invoice/try nor the list of payways, or takes no orders with such a payway.',
    fix: 'Read the field names from add_ons_config; do not hard-code the ones that you have seen.',
  },
] as const satisfies readonly CheckRow[];
