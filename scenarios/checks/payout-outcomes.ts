import type { CheckRow } from './row.ts';

const follow =
  'Errors 3: while the status of a payout is not final the shop polls; an unreadable answer says nothing about the payout.' as const;
const nonFatal =
  'Errors 2: on a non-fatal code for a payout the shop polls its status for about 2 hours at intervals of 30 seconds.' as const;

/** Payouts whose calls fail or get an unusual answer. */
export const payoutOutcomeChecks = [
  {
    id: 'payout.status-call.fails',
    title: 'A failed status request leaves the payout open.',
    requirements: ['errors.3.wait', 'flow.payout.poll', 'law.11', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: follow,
    expectation:
      'The status request ends with HTTP 500, a proxy page, JSON from a proxy, a page that says 404, a reset, a truncated or garbled answer, data null or empty, or a read timeout, twelve times where the failure goes on: the payout stays pending. Meanwhile another payout is polled and paid with 5, and so are these once their status requests are answered again.',
    fix: 'Change a payout only on a status that you could read. Treat every other result, also HTTP 4xx and 5xx, JSON without result, and data null, as "ask again".',
  },
  {
    id: 'payout.status-call.error-code',
    title: 'An unknown error code of a status request leaves the payout open.',
    requirements: ['errors.3.wait', 'law.20', 'versioning.4'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 3 and Versioning 4: the payout was created and its status is not final; an unknown error code says nothing about it.',
    expectation:
      'After a status request is answered with code 57, 11 (wrong shop_id), 10 (as for a wrong signature) or 8 (as for an operation under way), the payout is pending, is polled again, and is paid when its status becomes 5.',
    fix: 'Stop polling a created payout only on status 5 or 6, or when the gateway answers that no such payout exists.',
  },
  {
    id: 'payout.create.unknown-outcome',
    title: 'A creation without a usable answer is neither a failure nor a success.',
    requirements: ['errors.5.exists', 'errors.3.wait', 'law.11'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Follows from Errors 5: what applies to a read timeout applies to every result that leaves the outcome unknown.',
    expectation:
      'withdraw/create ends in a reset, a proxy page, JSON from a proxy, or a truncated or garbled answer, and the gateway has the payout: it stays pending, the shop asks for its status, and 5 completes it.',
    fix: 'Treat a reset, HTTP 5xx and a body that is not a response envelope like a read timeout: call withdraw/shop_payment_status.',
  },
  {
    id: 'payout.create.one-id',
    title: 'A creation without a usable answer is not repeated under another id.',
    requirements: ['transport.5', 'limits.unique-payment', 'law.9'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if a repeated creation keeps it.',
    expectation:
      'withdraw/create ends in a reset or in HTTP 502 although the gateway has the payout: no second shop_payment_id appears for the same payout. When the gateway does not have it and the creation is repeated, amount, amount_type, currency, payway and account are the same.',
    fix: 'Store shop_payment_id with the payout before the first call, and use it for every status request and every repeat.',
  },
  {
    id: 'payout.created-open',
    title: 'Status 3, 4 or 9 in the answer of withdraw/create leaves the payout open.',
    requirements: [
      'endpoint.withdraw.create.status-at-once',
      'states.payout.3',
      'states.payout.4',
      'states.payout.9',
      'errors.3.wait',
    ],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'States and transitions, Payout statuses: only 5 and 6 are final, in every answer that carries a status.',
    expectation:
      'When withdraw/create answers status 3, 4 or 9 the payout is pending with its funds reserved, and it is paid when the status becomes 5.',
    fix: 'Interpret data.status of the creation with the same table as the status of a poll.',
  },
  {
    id: 'payout.status.unknown',
    title: 'An unknown payout status leaves the payout open.',
    requirements: ['states.payout.2', 'versioning.4', 'errors.3.wait'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'States and transitions, Payout statuses: only 5 and 6 are final; 2 appears in samples and its meaning is not shown.',
    expectation:
      'In status 2 the payout is pending, and it is paid with 5, also when its creation answers 2 or is not answered. Status 7 is only reported.',
    fix: 'Let the default branch of your status table mean "still open".',
  },
  {
    id: 'payout.non-fatal-code',
    title: 'After a non-fatal code of withdraw/create the shop polls the status of the payout.',
    requirements: ['errors.2.poll', 'law.11', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    readings: ['error.non-fatal-codes'],
    rule: nonFatal,
    expectation:
      'withdraw/create is answered with code 8 (operation is processing) and the gateway has the payout: it is not created again under another id, is polled while it is pending, is paid with 5, and its funds are returned on 6. A shop that gives the payout up is judged only by the first of these, unless the operator calls the code non-fatal.',
    fix: 'Keep the payout open on a non-fatal code and let the poller call withdraw/shop_payment_status.',
  },
  {
    id: 'payout.non-fatal-code.two-hours',
    title: 'After a non-fatal code the shop polls for about two hours.',
    requirements: ['limits.polling-duration', 'errors.2.poll'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    readings: ['error.non-fatal-codes'],
    rule: nonFatal,
    expectation:
      'The creation and every status request are answered with code 8 (operation is processing): the payout is still polled after 1 h 45 min, and 5 completes it. A shop that then fails a payout that the gateway does not have returns its funds.',
    fix: 'Poll for about two hours after a non-fatal code before you hand the payout over to a person.',
  },
  {
    id: 'error.payout-unknown-code',
    title: 'An unknown error code of a payout does not break the shop.',
    requirements: ['versioning.3', 'versioning.3.error-codes', 'versioning.4', 'law.9'],
    level: 'must',
    capabilities: ['payout'],
    readings: ['error.data'],
    rule: 'Versioning 3 and 4: new error codes may appear, and unknown ones have to be expected. Whether 5 and 11 are fatal is not shown.',
    expectation:
      'After withdraw/create is answered with code 5, 11, 57 or 99999 the shop keeps working, the payout is pending or failed and not paid, and it is not created again under another id. A failed payout has debited nothing.',
    fix: 'Handle every unknown code in one default branch: keep the payout open or fail it, log the code, and do not throw.',
  },
  {
    id: 'compat.odd-data.payout',
    title: 'A payout survives an answer whose data is null or empty.',
    requirements: ['fields.envelope.result', 'errors.3', 'versioning.4'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 3: result true means that the payout was created; Versioning 4: clients tolerate answers that change.',
    expectation:
      'When withdraw/create answers result true with data null, [] or {}, the payout is pending and 5 completes it. With result false and such data the payout request gets a usable answer.',
    fix: 'Check that data is an object before you read from it. Without an id call withdraw/shop_payment_status.',
  },
] as const satisfies readonly CheckRow[];
