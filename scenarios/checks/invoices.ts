import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Invoice statuses' as const;

/** What the statuses of an invoice mean to the shop. */
export const invoiceChecks = [
  {
    id: 'invoice.paid-only-after-notification',
    title: 'An order is not paid because its invoice was created.',
    requirements: ['errors.3', 'errors.3.wait', 'flow.single.complete', 'fields.envelope.result'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Errors 3: result true means that the transaction was created; the result follows by notification.',
    expectation:
      'After a successful invoice/create and before any notification the order is neither paid nor credited, and a customer with a wallet has no more than before.',
    fix: 'Set the order to pending when the create succeeds. Pay it on status 4 of a verified notification or of invoice/check.',
  },
  {
    id: 'invoice.status.not-final',
    title: 'Statuses 3 and 5 leave the order open for a later success.',
    requirements: ['states.invoice.3', 'states.invoice.5', 'states.invoice.4'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${statuses}: 3 and 5 are not final.`,
    expectation:
      'A genuine 3 and then 4 pays the order, and so does 5 and then 4. The money of an order in two steps that was 3 or 5, then 8, and then 4 is recorded, and so is that of the charge of a stored instrument that was 3, 5 and then 4.',
    fix: 'Only 4 and 6 are final. Keep an order with 3 or 5 open, or let a later 4 win. The same goes for orders in two steps.',
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
      'Genuine notifications with 1, 2, 3, 5 and 6 credit nothing, neither the order nor the wallet of its customer.',
    fix: 'Read the status of the verified notification and credit on 4 only. A right signature alone says nothing about the payment.',
  },
  {
    id: 'invoice.status.rejected',
    title: 'Status 6 ends the order.',
    requirements: ['states.invoice.6', 'errors.3.end', 'law.19'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${statuses}: 6 is final and means rejected.`,
    expectation:
      'After a genuine 6 the order is failed (or cancelled) and no longer pending, also when its funds were held before or a stored instrument was to pay it, and when the notification of the hold comes again.',
    fix: 'Handle 6 as a final failure of the attempt and tell the payer.',
  },
  {
    id: 'invoice.recovery',
    title: 'A paid order is found even if all its notifications are lost.',
    requirements: ['errors.3.wait', 'law.19', 'endpoint.invoice.check.request'],
    level: 'should',
    whyShould:
      'Errors 3 asks the shop to wait for a notification, and the gateway tries 25 times. No rule makes the shop call invoice/check; an order that nothing was heard of stays open, and a person can ask.',
    capabilities: ['invoice'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3 asks the shop to wait for a notification; invoice/check exists for the case that none arrives.',
    expectation:
      'With all 25 attempts lost, the shop asks invoice/check within its recovery time and pays the order on its 4, or ends it on its 6; in the same way it finds the payment of a second try, the charge of a stored instrument and the outcome of a charge.',
    fix: 'Run a job that asks invoice/check about orders that have been pending for some minutes. Choose them by their state, whichever try it is, and however many steps they have.',
  },
] as const satisfies readonly CheckRow[];
