import type { CheckRow } from './row.ts';

const ends =
  'Events 6: HTTP 200 with body OK ends the deliveries; a notification that was answered with OK does not come again.' as const;

/** Notifications that meet something else: a check, a create, a refund, a kill. */
export const raceChecks = [
  {
    id: 'notification.race.check',
    title: 'A notification and the answer of invoice/check at the same moment credit once.',
    requirements: ['events.6.repeats', 'states.invoice.4', 'law.1'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs'],
    rule: 'States and transitions, Invoice statuses: 4 is one payment, however often and by whatever way the shop learns of it.',
    expectation:
      'While the answer of invoice/check with status 4 is on its way the genuine notification arrives: the order is credited once, and so is a hold that is charged.',
    fix: 'Book by a key that names the paid attempt and not the way by which you learned of it, in one place, in one transaction.',
  },
  {
    id: 'notification.order.stale-answer',
    title: 'The late answer of invoice/create does not take a payment back.',
    requirements: ['states.invoice.4', 'law.5'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'States and transitions, Invoice statuses: 4 is final; nothing says that the answer to the create comes first.',
    expectation:
      'A genuine 4 that arrives while invoice/create or invoice/charge is still open pays the order, if need be with its next delivery, and the order stays paid when the answer comes; in the same way an order in two steps becomes held, and one that a stored instrument pays is paid.',
    fix: 'Let the create handler write with a condition (… where state = new), and never save an order that was read before the call.',
  },
  {
    id: 'notification.order.after-refund',
    title: 'An old notification about the payment does not revive a refunded order.',
    requirements: ['events.6.repeats', 'states.invoice.4', 'law.1', 'law.8'],
    level: 'must',
    capabilities: ['invoice', 'refund'],
    rule: 'Events 6: the same notification can arrive several times. The payment was counted before it was refunded.',
    expectation:
      'After a full refund the notification with status 4 again leaves the order refunded, with one credit; after a refund of a part it stays partly refunded.',
    fix: 'Recognise the repeat by the booked credit, not by the state of the order: a refund changes the state and takes no credit away.',
  },
  {
    id: 'notification.order.after-restart',
    title: 'An order that is open at a restart is paid by its notification.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['restart'],
    rule: 'Errors 3: while the status is not final the shop waits for a notification; a restart does not make it final.',
    expectation:
      'An order is created, another one is held, the shop is killed and started, and a genuine 4 pays each exactly once, the held one after its charge.',
    fix: 'Write the order and its shop_order_id to the database before the call, and keep nothing that is open in memory alone.',
  },
  {
    id: 'notification.reply.ok-is-kept',
    title: 'A notification that was answered with OK is not lost by a kill.',
    requirements: ['events.6', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs', 'restart'],
    rule: ends,
    expectation:
      'The shop is killed right after its OK to a genuine 4. Without a further delivery the order is paid after the start, once its jobs have run.',
    fix: 'Store the notification, or what follows from it, before you answer OK; or ask invoice/check after a start about every open order.',
  },
  {
    id: 'notification.reply.while-busy',
    title: 'A notification is answered while another call of the shop is open.',
    requirements: ['events.6', 'law.23'],
    level: 'should',
    whyShould:
      'How long a reply may take is not shown, and one that comes too late is made up for by the next attempt.',
    capabilities: ['invoice'],
    rule: 'Events 6: a notification that is not answered in time comes again.',
    expectation:
      'While the create of another order is open and invoice/check does not answer, a notification is answered soon after the read timeout of the shop at the latest, and its order is paid.',
    fix: 'Do nothing slow before the reply: no lock that a gateway call holds, no mail, no call of the gateway whose answer you wait for.',
  },
  {
    id: 'notification.reply.reachable',
    title: 'The notification address takes a POST from a machine.',
    requirements: ['events.address', 'events.6'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events, introduction and 6: notifications are HTTP POST requests from the service to the callback address; it has no cookies, follows no redirects and knows no tokens of forms.',
    expectation: 'A genuine notification is not answered with a redirect, 401, 403, 404, 405, 410 or 419.',
    fix: 'Route POST to the notification address, take it out of login, CSRF and bot protection, and check the callback address in your settings.',
  },
] as const satisfies readonly CheckRow[];
