import type { CheckRow } from './row.ts';

const follow =
  'Errors 3: while the status of a payout is not final the shop polls; an answer that cannot be read says nothing about the payout.' as const;
const nonFatal =
  'Errors 2: on a non-fatal code for a payout the shop polls its status for about 2 hours at intervals of 30 seconds.' as const;

/** Payouts whose calls fail, or answer something unusual. */
export const payoutOutcomeChecks = [
  {
    id: 'payout.status-call.fails',
    title: 'A status question that fails leaves the payout open.',
    requirements: ['errors.3.wait', 'flow.payout.poll', 'law.11', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: follow,
    expectation:
      'After HTTP 500, a proxy page, JSON of a proxy, a page that says 404, a reset, a cut answer, a garbled answer, data null or empty, and a read timeout of the status question, twelve times where it goes on, the payout is pending; meanwhile another one is asked about and paid with 5, and so are these when their questions are answered again.',
    fix: 'Change a payout only on a status that you could read. Treat every other end of the question, also HTTP 4xx and 5xx, JSON without result, and data null, as "ask again".',
  },
  {
    id: 'payout.status-call.error-code',
    title: 'An unknown error code of a status question leaves the payout open.',
    requirements: ['errors.3.wait', 'law.20', 'versioning.4'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 3 and Versioning 4: the payout was created and its status is not final; a code that nobody knows says nothing about it.',
    expectation:
      'After codes 57, 11 (wrong shop_id), 10 (as for a wrong signature) and 8 (as for an operation under way) of the status question the payout is pending, is asked about again, and is paid with 5.',
    fix: 'Take a created payout off the list only on status 5 or 6, or when the gateway says that it has no such payout.',
  },
  {
    id: 'payout.create.unknown-outcome',
    title: 'A creation without a usable answer is neither a failure nor a success.',
    requirements: ['errors.5.exists', 'errors.3.wait', 'law.11'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Follows from Errors 5: what holds for a read timeout holds for every end that leaves the outcome unknown.',
    expectation:
      'When withdraw/create ends in a reset, a proxy page, JSON of a proxy, a cut or a garbled answer and the gateway has the payout, it stays pending, its status is asked, and 5 pays it.',
    fix: 'Handle a reset, HTTP 5xx and a body that is no envelope as you handle a read timeout: ask withdraw/shop_payment_status.',
  },
  {
    id: 'payout.create.one-id',
    title: 'A creation without a usable answer is not sent again under another id.',
    requirements: ['transport.5', 'limits.unique-payment', 'law.9'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if a repeated creation keeps it.',
    expectation:
      'When withdraw/create ends in a reset or in HTTP 502 although the gateway has the payout, no second shop_payment_id appears for the same wish. When the gateway does not have it and it is sent again, amount, amount_type, currency, payway and account are the same.',
    fix: 'Store shop_payment_id with the wish before the first call, and use it for every question and every repeat.',
  },
  {
    id: 'payout.created-open',
    title: 'A creation that answers 3, 4 or 9 leaves the payout open.',
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
    rule: 'States and transitions, Payout statuses: only 5 and 6 are final, wherever the status stands.',
    expectation:
      'When withdraw/create answers 3, 4 or 9 the payout is pending with its funds taken, and is paid when the status becomes 5.',
    fix: 'Handle data.status of the creation by the same table as the status of a poll.',
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
      'Through status 2 the payout is pending, and it is paid with 5, also when its creation answers 2 or has no answer. Status 7 is reported only.',
    fix: 'Let the default branch of your status table mean "still open".',
  },
  {
    id: 'payout.non-fatal-code',
    title: 'After a non-fatal code of the creation the shop asks what became of the payout.',
    requirements: ['errors.2.poll', 'law.11', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    readings: ['error.non-fatal-codes'],
    rule: nonFatal,
    expectation:
      'When withdraw/create answers code 8 (operation is processing) and the gateway has the payout, it is not sent again under another id, is asked about while it is pending, is paid with 5, and gives its funds back with 6. A shop that gives it up is judged by the first of these alone, unless the operator calls the code non-fatal.',
    fix: 'Keep the payout open on a non-fatal code and let the poller ask withdraw/shop_payment_status.',
  },
  {
    id: 'payout.non-fatal-code.two-hours',
    title: 'After a non-fatal code the shop asks for about two hours.',
    requirements: ['limits.polling-duration', 'errors.2.poll'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    readings: ['error.non-fatal-codes'],
    rule: nonFatal,
    expectation:
      'When the creation and every question answer code 8 (operation is processing), the payout is still asked about after 1 h 45 min, and 5 pays it. Whoever gives one up that the gateway does not have gives its funds back.',
    fix: 'Poll for about two hours after a non-fatal code before you give the payout to a person.',
  },
  {
    id: 'error.payout-unknown-code',
    title: 'An unknown error code of a payout does not break the shop.',
    requirements: ['versioning.3', 'versioning.3.error-codes', 'versioning.4', 'law.9'],
    level: 'must',
    capabilities: ['payout'],
    readings: ['error.data'],
    rule: 'Versioning 3 and 4: new error codes may appear and are taken as possible. Whether 5 and 11 are fatal is not shown.',
    expectation:
      'After the codes 5, 11, 57 and 99999 of withdraw/create the shop goes on working, the payout is pending or failed and not paid, and it is not sent again under another id. A failed one has taken nothing from the customer.',
    fix: 'Handle every code that you do not know in one default branch: keep the payout open or fail it, log the code, and do not throw.',
  },
  {
    id: 'compat.odd-data.payout',
    title: 'A payout survives an answer whose data are null or empty.',
    requirements: ['fields.envelope.result', 'errors.3', 'versioning.4'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 3: result true means that the payout was created; Versioning 4: clients take answers as they come.',
    expectation:
      'When withdraw/create answers result true with data null, [] or {}, the payout is pending and 5 pays it; with result false and such data there is a usable answer.',
    fix: 'Look whether data is an object before you read from it. Without an id ask withdraw/shop_payment_status.',
  },
] as const satisfies readonly CheckRow[];
