import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Refund statuses';
const reply =
  'Events 6: the expected reply is HTTP 200 with body OK; otherwise the notification is sent again, 25 times in all.';
const amount =
  'Resources, Common parameter conventions: amount is a decimal number as a string, equal to the sum that is asked for.';

/** What comes later than usual, at once, in parts, or in another size. */
export const laterNewsChecks = [
  {
    id: 'notification.reply.not-final',
    title: 'A notification of a status that is not final is answered with OK.',
    requirements: ['events.6'],
    level: 'must',
    capabilities: ['invoice'],
    rule: reply,
    expectation:
      'Genuine notifications of status 2, 3 and 5, and of 8 where the shop takes holds, and one of 2 that comes after the payment, are answered with HTTP 200 and OK, at least when they are sent again.',
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
      'Genuine notifications of SUCCESS and of FAILED are answered with HTTP 200 and OK, at least when they are sent again, and so are their repeats.',
    fix: 'Answer notifications with type=refund like those with type=invoice: status 200, body OK, text/plain.',
  },
  {
    id: 'refund.final-at-once',
    title: 'A refund that is final in the answer is final.',
    requirements: ['states.refund.success', 'states.refund.failed', 'law.8'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: `${statuses}: the answer to invoice/create-refund may be SUCCESS or FAILED, and both are final.`,
    expectation:
      'When the answer says FAILED nothing is refunded; when it says SUCCESS the order is refunded, once, also when the notification says so again.',
    fix: 'Handle the status in the answer of invoice/create-refund by the same code as the one in a notification.',
  },
  {
    id: 'refund.failed-at-once',
    title: 'A refund that failed at once does not stay open.',
    requirements: ['states.refund.failed', 'errors.2.refund'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['refund.answer', 'refund.failed-at-once'],
    rule: `${statuses}: when a refund fails at once it is FAILED, which is final, and no notification follows.`,
    expectation:
      'When the answer says that the refund failed the merchant does not go on waiting for it; invoice/get-refunds tells it, too.',
    fix: 'Read the status in the answer of invoice/create-refund, or ask invoice/get-refunds about refunds that stay open.',
  },
  {
    id: 'refund.partial.interleaved',
    title: 'Of two open refunds each ends by its own news.',
    requirements: ['flow.refund.partial', 'states.refund.failed', 'states.refund.success', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: `${statuses}: every refund has a status of its own; a refund is named by its shop_refund_id.`,
    expectation:
      'Two parts of one payment are open. One FAILED: nothing is refunded, and the other is still open. The other ends in SUCCESS: its part is refunded, and stays so when a third part FAILED. A refund of another order over the same sum stays as it is. Not judged when the shop asks for one refund at a time.',
    fix: 'Find a refund by shop_refund_id, never by its order, and calculate what is refunded from the refunds that are done.',
  },
  {
    id: 'refund.amounts',
    title: 'The shop refunds every amount to the cent.',
    requirements: ['fields.request.amount', 'flow.refund.partial', 'law.8'],
    level: 'must',
    capabilities: ['refund.partial'],
    rule: amount,
    expectation:
      'Refunds of 8.20, 19.99, 1234.56 and 131072.01 arrive with exactly these values, and what is refunded is their sum.',
    fix: 'Format the amounts of refunds by the same code as those of invoices: no binary floating point, no grouping.',
  },
  {
    id: 'payout.amounts',
    title: 'The shop pays every amount out to the cent.',
    requirements: ['fields.request.amount', 'endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: amount,
    expectation:
      'Payouts of 8.20, 19.99, 582.42, 1234.56 and 131072.01 arrive with exactly these values, as far as the shop makes them, and one by shop_amount in the second currency of the profile with that shop_currency.',
    fix: 'Format the amounts of payouts by the same code as those of invoices: no binary floating point, no grouping.',
  },
  {
    id: 'payout.polling.days',
    title: 'The shop does not give an open payout up after days.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: while the status is not final, poll. No time limit is given.',
    expectation:
      'A payout that stays at 3 for three days is not failed; when it becomes 5 it is paid, or a person is to look at it. When another one becomes 6 then, it has failed and what was debited is back.',
    fix: 'End a payout with a final status only. Poll less often as it grows old, or call a person, but keep the funds away from the customer.',
  },
  {
    id: 'invoice.late-payment',
    title: 'A payment that comes a day after the order is not forgotten.',
    requirements: ['states.invoice.4', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs', 'clock'],
    rule: 'States and transitions, Invoice statuses: 4 is final, the payer has paid. No time is given by which it has to come.',
    expectation:
      'A genuine 4 that comes 25 hours after the invoice was made is recorded: the order is credited once, refunded, or in review; so is one of the last minute before expires_at of which the shop hears later.',
    fix: 'You may stop waiting for an order, but record the money when it comes: credit it, refund it, or call a person.',
  },
  {
    id: 'hold.release.lost',
    title: 'A hold whose release failed is not taken for released.',
    requirements: ['states.hold.unhold', 'limits.hold', 'states.hold', 'law.22'],
    level: 'must',
    capabilities: ['hold'],
    means: ['jobs', 'clock'],
    readings: ['hold.id'],
    rule: 'States and transitions, Invoice statuses: the shop charges or unholds within 5 days; the service does nothing by itself.',
    expectation:
      'When invoice/unhold ends with HTTP 502, without JSON or with an unknown code and the message "Ok" and the funds are still blocked, the shop calls it again within the five days, or does not show the order as given up.',
    fix: 'Show the order as cancelled when the gateway has confirmed the release, and repeat invoice/unhold until it has.',
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
      'When the payway asks for `phone`, `payer_document`, `postcode` and `payer_name`, the invoice request carries all four as they were given, zeros in front and Cyrillic letters included. Not judged when the shop asks neither invoice/try nor the list of payways, or takes no orders of such a payway.',
    fix: 'Read the names of the fields from add_ons_config; do not write down the ones that you have met.',
  },
] as const satisfies readonly CheckRow[];
