import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Invoice statuses' as const;

/** What the statuses of an invoice mean to the shop. */
export const invoiceChecks = [
  {
    id: 'invoice.paid-only-after-notification',
    title: 'Creating an invoice does not make its order paid.',
    requirements: ['errors.3', 'errors.3.wait', 'flow.single.complete', 'fields.envelope.result'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Errors 3: result true means that the transaction was created; the result follows by notification.',
    expectation:
      "After a successful invoice/create and before any notification the order is neither paid nor credited, and the customer's wallet has no more than before.",
    fix: 'Set the order to pending when invoice/create succeeds. Mark it as paid on status 4 of a verified notification or of invoice/check.',
  },
  {
    id: 'invoice.status.not-final',
    title: 'Statuses 3 and 5 leave the order open for a later payment.',
    requirements: ['states.invoice.3', 'states.invoice.5', 'states.invoice.4'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${statuses}: 3 and 5 are not final.`,
    expectation:
      'A genuine 3 and then a 4 pays the order, and so does a 5 and then a 4. The payment is also recorded for a two-step order that was 3 or 5, then 8, then 4, and for the charge of a stored instrument that was 3, 5, then 4.',
    fix: 'Treat only 4 and 6 as final. Keep an order with 3 or 5 open, or let a later 4 override it. The same holds for two-step orders.',
  },
  {
    id: 'invoice.status.not-paid',
    title: 'Only status 4 pays an order.',
    requirements: [
      'states.invoice.1',
      'states.invoice.2',
      'states.invoice.3',
      'states.invoice.5',
      'states.invoice.6',
      'law.2',
    ],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${statuses}: 4 alone means that the payment is successful.`,
    expectation:
      'Genuine notifications with 1, 2, 3, 5 and 6 credit neither the order nor the wallet of its customer.',
    fix: 'Read the status of the verified notification and credit only on 4. A valid signature alone says nothing about the payment.',
  },
  {
    id: 'invoice.status.rejected',
    title: 'Status 6 fails the order.',
    requirements: ['states.invoice.6', 'errors.3.end', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${statuses}: 6 is final and means rejected.`,
    expectation:
      'After a genuine 6 the order is failed (or cancelled) and no longer pending, also when its funds were held before, when a stored instrument was charged for it, and when the notification of the hold is repeated.',
    fix: 'Treat 6 as a final failure of the attempt and tell the payer.',
  },
  {
    id: 'invoice.recovery',
    title: 'A payment is found even if all its notifications are lost.',
    requirements: ['errors.3.wait', 'law.19', 'endpoint.invoice.check.request'],
    level: 'should',
    whyShould:
      'Errors 3 asks the shop to wait for a notification, and the gateway makes 25 attempts. No rule obliges the shop to call invoice/check; an order without a notification stays open, and a person can look it up.',
    capabilities: ['invoice'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3 asks the shop to wait for a notification; invoice/check exists for the case that none arrives.',
    expectation:
      'All 25 attempts are lost: within its recovery time the shop calls invoice/check and pays the order on status 4, or fails it on 6. It finds the payment of a second attempt, the charge of a stored instrument and the outcome of a charge in the same way.',
    fix: 'Run a job that calls invoice/check for orders that have been pending for some minutes. Select them by state, for every attempt, single-step and two-step.',
  },
] as const satisfies readonly CheckRow[];
