import type { CheckRow } from './row.ts';

/** Errors, compatible changes, concurrency and lookups. */
export const resilienceChecks = [
  {
    id: 'error.fatal-codes',
    title: 'After a fatal code the order is failed and no further call is made about it.',
    requirements: [
      'errors.1',
      'errors.2',
      'errors.2.invoice',
      'errors.code.1',
      'errors.code.2',
      'errors.code.3',
      'errors.code.4',
      'fields.envelope.error-code',
      'law.17',
      'law.25',
    ],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['error.fatal-codes-beyond', 'error.data'],
    rule: 'Errors 1 and 2: an error has result false and a code; on a fatal code (1 to 4) communication about the operation ends. Whether 5 and 11 are fatal is not shown (reading error.fatal-codes-beyond).',
    expectation:
      'When invoice/create answers 1, 2, 3 or 4 (and 5 or 11, where the reading calls them fatal), the order is failed and shows the code, and no further call about it is made, also at its second attempt.',
    fix: 'Read `result` and `error_code` of every answer, whatever the HTTP status is. On codes 1 to 4 fail the order, tell the payer that the payment was not created, and do not retry.',
  },
  {
    id: 'error.unknown-code',
    title: 'An unknown error code does not break the shop.',
    requirements: ['versioning.3', 'versioning.3.error-codes', 'versioning.4', 'errors.1', 'errors.2.wait'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['error.data'],
    rule: 'Versioning 3 and 4: new error codes may appear, and unknown ones have to be expected. Errors 2: after a non-fatal code the result follows by notification.',
    expectation:
      'After code 57 or 99999 the shop keeps working and the order is pending or failed; where the readings call the code non-fatal, a later genuine 4 pays it.',
    fix: 'Handle every unknown code in one default branch: keep the order open for a notification, log the code, and do not throw.',
  },
  {
    id: 'error.payout-fatal-codes',
    title: 'After a fatal code the payout is failed and no further call is made about it.',
    requirements: [
      'errors.1',
      'errors.2',
      'errors.code.1',
      'errors.code.2',
      'errors.code.3',
      'errors.code.4',
      'law.11',
      'law.17',
    ],
    level: 'must',
    capabilities: ['payout'],
    readings: ['error.data'],
    rule: 'Errors 2: on a fatal code (1 to 4) communication about the operation ends.',
    expectation:
      'When withdraw/create answers 1, 2, 3 or 4, the payout is failed, its funds are returned once, and no further call about it is made. The same holds when the first request was lost and the repeated one is refused with 4.',
    fix: 'On codes 1 to 4 fail the payout, return the reserved funds, and remove it from the lists for retries and polls.',
  },
  {
    id: 'compat.responses',
    title: 'New fields, a different field order and new headers in answers do not disturb a payment.',
    requirements: [
      'versioning.3',
      'versioning.3.response-fields',
      'versioning.3.response-order',
      'versioning.3.response-headers',
      'versioning.4',
    ],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Versioning 3 and 4: clients ignore unknown fields; order and headers may change.',
    expectation:
      'With unknown fields (also null), reordered fields and new headers in every answer, an order is created and paid as usual, and the payer of a hold is redirected.',
    fix: 'Read the fields that you need by name and ignore the rest: no schema that forbids unknown fields, no reading by position.',
  },
  {
    id: 'compat.payout-responses',
    title: 'New fields, a different field order and new headers in answers do not disturb a payout.',
    requirements: [
      'versioning.3',
      'versioning.3.response-fields',
      'versioning.3.response-order',
      'versioning.3.response-headers',
      'versioning.4',
    ],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Versioning 3 and 4: clients ignore unknown fields; order and headers may change.',
    expectation:
      'With unknown fields (also null), reordered fields and new headers in every answer, a payout is created and ends as usual, and so does one whose redirect_info has a url.',
    fix: 'Read the fields that you need by name and ignore the rest: no schema that forbids unknown fields, no reading by position.',
  },
  {
    id: 'compat.large-ids',
    title: 'Identifiers beyond 32 bits are preserved exactly.',
    requirements: ['fields.invoice.payment-id'],
    level: 'should',
    whyShould:
      'The specification gives integers no range. While the ids of the gateway stay below 2^31, 32 bits lose nothing.',
    capabilities: ['invoice'],
    rule: 'Resources, Invoice record: payment_id is an integer without a limit.',
    expectation:
      'An order whose payment_id is 3000000000 is paid, and every request about it names exactly this id.',
    fix: 'Store payment_id and payout ids as 64-bit integers or as text.',
  },
  {
    id: 'wallet.parallel-credits',
    title: 'Twenty simultaneous payments of one customer are all credited.',
    requirements: ['law.1', 'law.12', 'law.19'],
    level: 'must',
    capabilities: ['invoice', 'wallet'],
    rule: 'Follows from States and transitions: each paid invoice is credited with its amount, also when many are paid at the same moment.',
    expectation:
      'After simultaneous genuine notifications for twenty orders of one customer, every order whose notification was answered with OK is credited in the end, and the balance rises by their sum.',
    fix: 'Increase the balance in the database (balance = balance + amount, or a ledger row); do not write back a value that was read before.',
  },
  {
    id: 'lookup.answers',
    title: 'The shop reports the result of a lookup correctly, in every form that the answer may have.',
    requirements: ['errors.1', 'versioning.4', 'fields.envelope.result', 'fields.envelope.error-code'],
    level: 'must',
    capabilities: ['lookups'],
    readings: ['error.data'],
    rule: 'Resources, Response envelope: result and error_code say whether a call succeeded; Versioning 4: unknown fields are ignored.',
    expectation:
      'A successful lookup is reported with its result, and a refused one with its code. One whose answer is not valid JSON, or is JSON without the response envelope, is not reported as a success. The same holds with unknown fields, and with null where it is allowed.',
    fix: 'Decide by result and error_code of the envelope, do not assume that data is present, and accept null, numbers as strings and unknown fields.',
  },
] as const satisfies readonly CheckRow[];
