import type { CheckRow } from './row.ts';

const nonFatal =
  'Errors 2 and the trigger table of Events: on a non-fatal code for a refund the shop waits, and the result is delivered by notification.';
const governs =
  'Errors 5: after a read timeout the status is asked for; if a status comes back, the payout exists and that status governs.';

/** Refunds, payouts and new tries after something was lost on the way. */
export const afterwardsChecks = [
  {
    id: 'refund.restart',
    title: 'A refund that is open at a restart ends by its notification.',
    requirements: ['states.refund.waiting', 'states.refund.success', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    means: ['restart'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'States and transitions, Refund statuses: the final status of a WAITING refund follows by notification; a restart does not end it.',
    expectation:
      'A refund is WAITING, the shop is killed and started, SUCCESS is notified, and the sum counts as refunded. The notification of a refund that was counted before comes again, and it is not counted again. A refund of whose SUCCESS the shop heard, and was killed, counts.',
    fix: 'Write the refund and its shop_refund_id to the database before the call, and look it up there when its notification comes.',
  },
  {
    id: 'refund.later-success',
    title: 'A refund that succeeds after an unknown error code is counted.',
    requirements: ['errors.2.wait', 'versioning.4'],
    level: 'should',
    whyShould:
      'Whether a code beyond the table is fatal is not shown (Errors 2), and after a fatal one nothing more is owed. For codes that the profile calls non-fatal refund.non-fatal-code is a must.',
    capabilities: ['refund'],
    readings: ['error.data', 'notification.refund-body', 'notification.refund-address'],
    rule: `${nonFatal} Whether codes beyond the table are fatal is not shown.`,
    expectation:
      'After code 57 of the refund creation the wish still has an answer, and a genuine SUCCESS counts the sum as refunded, once.',
    fix: 'Let the news of a refund win over the error of its creation, and keep its share reserved until then.',
  },
  {
    id: 'refund.unknown-code',
    title: 'An unknown error code of a refund does not break the shop.',
    requirements: ['versioning.3.error-codes', 'versioning.4', 'errors.1'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['error.data'],
    rule: 'Versioning 3 and 4: new error codes may appear and are taken as possible. Errors 1: an error has result false.',
    expectation:
      'After the codes 57 and 99999 of the refund creation the wish has a usable answer, nothing counts as refunded, and the next refund is made as usual.',
    fix: 'Handle every code that you do not know in one default branch: keep the refund open, log the code, and do not throw.',
  },
  {
    id: 'refund.non-fatal-code',
    title: 'A refund that succeeds after a non-fatal code is counted.',
    requirements: ['errors.2.wait', 'law.8', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    readings: [
      'error.non-fatal-codes',
      'error.data',
      'notification.refund-body',
      'notification.refund-address',
    ],
    rule: nonFatal,
    expectation:
      'After code 8 (operation is processing) of the refund creation a genuine SUCCESS counts the sum as refunded, once. A shop that gives the refund up is not judged, unless the operator calls the code non-fatal.',
    fix: 'Keep the refund open on a non-fatal code and wait for its notification.',
  },
  {
    id: 'payout.account',
    title: 'The shop pays out to the account that it was given.',
    requirements: ['endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Endpoints, withdraw/create: account is a string.',
    expectation:
      'Accounts of eleven and of twenty digits, also with zeros in front, arrive digit by digit; spaces and marks between them may change. Letters arrive in UTF-8 or not at all.',
    fix: 'Keep accounts as texts everywhere: a number loses zeros in front and the digits behind the fifteenth.',
  },
  {
    id: 'payout.read-timeout.status',
    title: 'After a read timeout the status that the gateway names governs.',
    requirements: ['errors.5.exists', 'states.payout.4', 'states.payout.6', 'states.payout.9', 'law.11'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: governs,
    expectation:
      'Of four payouts whose creation was not answered the ones in 3, 4 and 9 stay open until they end in 5, and the one in 6 fails and its funds come back.',
    fix: 'Read the answer of withdraw/shop_payment_status by the same table of statuses as that of withdraw/status.',
  },
  {
    id: 'payout.read-timeout.code',
    title: 'After a read timeout only the answer that there is no such payout allows another creation.',
    requirements: ['errors.5.absent', 'law.10', 'versioning.4'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    readings: ['error.absent-payout'],
    rule: 'Errors 5: the creation may be repeated if the answer is that no such payout exists. Versioning 4: unknown error codes are possible.',
    expectation:
      'When the question about the status is answered with the unknown code 57, with HTTP 500, without JSON or with a page that says 404, the payout stays open, is not sent again, and is paid with 5.',
    fix: 'Take one code for "no such payout", the agreed one. Any other answer leaves the outcome unknown: ask again.',
  },
  {
    id: 'order.add-ons.retry',
    title: 'The shop sends the extra fields again with a new try.',
    requirements: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
    level: 'must',
    capabilities: ['invoice', 'order.retry'],
    rule: 'What the service does, typical flows 1: the extra parameters that add_ons_config describes must be sent in the invoice request; a new try is another invoice request.',
    expectation:
      'When an order with the extra field `phone` was rejected and is tried again, the second invoice request carries the field, too. Not judged when the shop makes no such order or no new try of it.',
    fix: 'Store what the payer gave with the order, or ask the payer again, before you send another invoice request.',
  },
] as const satisfies readonly CheckRow[];
