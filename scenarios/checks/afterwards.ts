import type { CheckRow } from './row.ts';

const nonFatal =
  'Errors 2 and the trigger table of Events: on a non-fatal code for a refund the shop waits for the notification that delivers the result.';
const governs =
  'Errors 5: after a read timeout the shop asks for the status; if a status is returned, the payout exists and that status decides.';

/** Refunds, payouts and retries after something was lost on the way. */
export const afterwardsChecks = [
  {
    id: 'refund.restart',
    title: 'A refund that is WAITING when the shop restarts is completed by its notification.',
    requirements: ['states.refund.waiting', 'states.refund.success', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    means: ['restart'],
    readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
    rule: 'States and transitions, Refund statuses: the final status of a WAITING refund follows by notification; a restart of the shop does not make it final.',
    expectation:
      'A refund is WAITING, the shop is killed and restarted, and SUCCESS is notified: the sum counts as refunded. When the notification of a refund that already counted is repeated, it is not counted a second time. A refund whose SUCCESS the shop received before it was killed counts.',
    fix: 'Write the refund and its shop_refund_id to the database before the call, and look it up there when its notification arrives.',
  },
  {
    id: 'refund.later-success',
    title: 'A refund that succeeds after an unknown error code is counted.',
    requirements: ['errors.2.wait', 'versioning.4'],
    level: 'should',
    whyShould:
      'Whether a code beyond the table is fatal is not shown (Errors 2), and after a fatal one the shop need not wait. For codes that the profile calls non-fatal refund.non-fatal-code is a must.',
    capabilities: ['refund'],
    readings: ['error.data', 'notification.refund-body', 'notification.refund-address'],
    rule: `${nonFatal} Whether codes beyond the table are fatal is not shown.`,
    expectation:
      'invoice/create-refund is answered with code 57: the refund request still gets a usable answer, and a genuine SUCCESS counts the sum as refunded, once.',
    fix: 'Let a verified notification about a refund override the error of its creation, and keep its amount reserved until then.',
  },
  {
    id: 'refund.unknown-code',
    title: 'An unknown error code of a refund does not break the shop.',
    requirements: ['versioning.3.error-codes', 'versioning.4', 'errors.1'],
    level: 'must',
    capabilities: ['refund'],
    readings: ['error.data'],
    rule: 'Versioning 3 and 4: new error codes may appear, and unknown ones have to be expected. Errors 1: an error has result false.',
    expectation:
      'The refund creation is answered with code 57 or 99999: the refund request gets a usable answer, nothing counts as refunded, and the next refund is made as usual.',
    fix: 'Handle every unknown code in one default branch: keep the refund open, log the code, and do not throw.',
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
      'The refund creation is answered with code 8 (operation is processing): a genuine SUCCESS counts the sum as refunded, once. A shop that gives the refund up is not judged, unless the operator calls the code non-fatal.',
    fix: 'Keep the refund open on a non-fatal code and wait for its notification.',
  },
  {
    id: 'payout.account',
    title: 'The shop pays out to exactly the account it was given.',
    requirements: ['endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Endpoints, withdraw/create: account is a string.',
    expectation:
      'Accounts of eleven and of twenty digits, also with leading zeros, arrive digit by digit; separators such as spaces between the digits may change. Letters arrive as UTF-8, or the shop refuses the account.',
    fix: 'Keep accounts as strings everywhere: a number loses leading zeros and every digit after the fifteenth.',
  },
  {
    id: 'payout.read-timeout.status',
    title: 'After a read timeout the shop adopts the payout status that the gateway returns.',
    requirements: ['errors.5.exists', 'states.payout.4', 'states.payout.6', 'states.payout.9', 'law.11'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: governs,
    expectation:
      'The creation of four payouts ends in a read timeout. Those in status 3, 4 and 9 stay open until they become 5; the one in 6 is failed, and its funds are returned.',
    fix: 'Interpret the status in the answer of withdraw/shop_payment_status with the same table as that of withdraw/status.',
  },
  {
    id: 'payout.read-timeout.code',
    title: 'After a read timeout only the answer that no such payout exists allows another creation.',
    requirements: ['errors.5.absent', 'law.10', 'versioning.4'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    readings: ['error.absent-payout'],
    rule: 'Errors 5: the creation may be repeated if the answer is that no such payout exists. Versioning 4: unknown error codes have to be expected.',
    expectation:
      'The status request is answered with the unknown code 57, with HTTP 500, with a body that is not valid JSON or with a page that says 404: the payout stays open, is not created again, and is paid when its status becomes 5.',
    fix: 'Treat only the agreed code as "no such payout". Every other answer leaves the outcome unknown: ask again.',
  },
  {
    id: 'order.add-ons.retry',
    title: 'The shop sends the extra fields again when an order is retried.',
    requirements: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
    level: 'must',
    capabilities: ['invoice', 'order.retry'],
    rule: 'What the service does, typical flows 1: the extra parameters that add_ons_config describes must be sent in the invoice request; a retry is another invoice request.',
    expectation:
      'An order with the extra field `phone` is rejected and retried: the second invoice request carries the field as well. Not judged when the shop makes no such order or does not retry it.',
    fix: 'Store the values of the payer with the order, or ask the payer again, before you send another invoice request.',
  },
] as const satisfies readonly CheckRow[];
