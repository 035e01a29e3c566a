import type { CheckRow } from './row.ts';

const ends =
  'Events 6: HTTP 200 with body OK ends the deliveries; a notification that was answered with OK is not sent again.' as const;

/** Notifications that coincide with a check, a creation, a refund or a kill. */
export const raceChecks = [
  {
    id: 'notification.race.check',
    title: 'A notification and an answer of invoice/check at the same moment credit once.',
    requirements: ['events.6.repeats', 'states.invoice.4', 'law.1'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs'],
    rule: 'States and transitions, Invoice statuses: 4 is one payment, however often and through whichever channel the shop learns of it.',
    expectation:
      'The genuine notification arrives while the answer of invoice/check with status 4 is on its way: the order is credited once, and so is a hold that is charged.',
    fix: 'Book under a key that identifies the paid attempt, not the channel through which you learned of it, in one place and one transaction.',
  },
  {
    id: 'notification.order.stale-answer',
    title: 'A late answer of invoice/create does not undo a payment.',
    requirements: ['states.invoice.4', 'law.5'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'States and transitions, Invoice statuses: 4 is final; nothing says that the answer to the creation comes first.',
    expectation:
      'A genuine 4 that arrives while invoice/create or invoice/charge is unanswered pays the order, if necessary with its next delivery, and the order stays paid when the answer arrives. In the same way a two-step order becomes held, and an order charged to a stored instrument becomes paid.',
    fix: 'Let the code that handles the answer write with a condition (… where state = new), and never save an order that was read before the call.',
  },
  {
    id: 'notification.order.after-refund',
    title: 'A repeated payment notification does not make a refunded order paid again.',
    requirements: ['events.6.repeats', 'states.invoice.4', 'law.1', 'law.8'],
    level: 'must',
    capabilities: ['invoice', 'refund'],
    rule: 'Events 6: the same notification can arrive several times. The payment was credited before it was refunded.',
    expectation:
      'After a full refund, a repeated notification with status 4 leaves the order refunded, with one credit; after a partial refund the order stays partially refunded.',
    fix: 'Recognise the repeat by the booked credit, not by the state of the order: a refund changes the state and removes no credit.',
  },
  {
    id: 'notification.order.after-restart',
    title: 'An order that is open when the shop restarts is paid by its notification.',
    requirements: ['errors.3.wait', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['restart'],
    rule: 'Errors 3: while the status is not final the shop waits for a notification; a restart does not make it final.',
    expectation:
      'One order is created and another one is held, then the shop is killed and restarted: a genuine 4 pays each exactly once, the held one after its charge.',
    fix: 'Write the order and its shop_order_id to the database before the call, and never keep open orders only in memory.',
  },
  {
    id: 'notification.reply.ok-is-kept',
    title: 'A notification that was answered with OK survives a kill.',
    requirements: ['events.6', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    means: ['jobs', 'restart'],
    rule: ends,
    expectation:
      'The shop is killed right after its OK to a genuine 4. Without a further delivery the order is paid after the restart, once the jobs have run.',
    fix: 'Store the notification, or its effect, before you answer OK; or call invoice/check for every open order after a restart.',
  },
  {
    id: 'notification.reply.while-busy',
    title: 'A notification is answered while another gateway call of the shop is still open.',
    requirements: ['events.6', 'law.23'],
    level: 'should',
    whyShould:
      'How long a reply may take is not shown, and the next attempt makes up for one that comes too late.',
    capabilities: ['invoice'],
    rule: 'Events 6: a notification that is not answered in time is sent again.',
    expectation:
      "While invoice/create of another order is still open and invoice/check does not answer, a notification is answered at the latest soon after the shop's read timeout, and its order is paid.",
    fix: 'Do nothing slow before the reply: no lock that is held during a gateway call, no mail, no gateway call whose answer you wait for.',
  },
  {
    id: 'notification.reply.reachable',
    title: 'The notification address accepts a POST from a machine.',
    requirements: ['events.address', 'events.6'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Events, introduction and 6: notifications are HTTP POST requests from the service to the callback address; it sends no cookies, follows no redirects and knows no form tokens.',
    expectation: 'A genuine notification is not answered with a redirect, 401, 403, 404, 405, 410 or 419.',
    fix: 'Route POST to the notification address, exclude it from login, CSRF and bot protection, and check the callback address in your settings.',
  },
] as const satisfies readonly CheckRow[];
