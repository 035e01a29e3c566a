import type { CheckRow } from './row.ts';

/** The payer on the way to the payment system and back, and the end of a hold. */
export const payerChecks = [
  {
    id: 'invoice.paid-only-after-return',
    title: 'The payer coming back does not pay the order.',
    requirements: ['flow.single.complete', 'errors.3', 'law.2'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'Typical flows: the payment is complete after the charge is received, which a notification reports; a visit of success_url proves nothing.',
    expectation:
      'After visits of success_url, as it is and with a query or a form that claims success, the order is not paid; a genuine 4 then pays it. After a visit with a query that claims a failure, and of failed_url, a genuine 4 is recorded.',
    fix: 'Show on the return page what the order is, and change nothing there. At most ask invoice/check and believe its answer.',
  },
  {
    id: 'redirect.create',
    title: 'The payer is sent on with the method, the address and all the data of the answer.',
    requirements: ['flow.single.redirect', 'versioning.3.response-fields'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Endpoints, invoice/create: the response carries instructions to send the payer to pay (method, url and data).',
    expectation:
      'The redirect of the order has the method and the url of the answer and every key of its data with exactly its value, for GET and for POST, also with "+", "/", "=", "&", "<", quotes and backslashes; unknown further fields disturb nothing. After a new try the redirect is that of the new answer, and the pay page does not lead to the old one.',
    fix: 'Pass method, url and every pair of data on as they are, those of the latest try. Encode values once, where the form is written, and never choose keys by name.',
  },
  {
    id: 'redirect.hold',
    title: 'The payer of a hold is sent on with MD, PaReq and TermUrl as they are.',
    requirements: ['endpoint.invoice.hold.redirect', 'versioning.3.response-fields'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Endpoints, invoice/hold: data (MD, PaReq, TermUrl) is used for a redirect form with the given method and url.',
    expectation:
      'The redirect of the order has the method and the url of the answer, and MD, PaReq and TermUrl with exactly their values.',
    fix: 'Write a form with the given method and address and one hidden input for every pair of data. Encode values once, where the form is written.',
  },
  {
    id: 'hold.deadline',
    title: 'A hold is charged or released within five days.',
    requirements: ['states.hold', 'limits.hold', 'law.22'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    means: ['jobs', 'clock'],
    rule: 'States and transitions: a hold lasts at most 5 days; the shop must charge or unhold within that period; the service does nothing by itself.',
    expectation:
      'Before five days have passed since 8 invoice/charge or invoice/unhold reaches the gateway, also after a restart, for an order that was cancelled before its 8, for one after whose 8 older statuses (2 and 3) came late and, a day later, the 8 again, and for one whose 8 the shop found by asking. A charge that was lost on its way, or refused with the unknown code 57, decides nothing: such a hold is charged anew or released, too. A release that was lost on its way is sent again. Afterwards the order cannot be shipped as if the money were there. An order in review is a warning.',
    fix: 'Release (or charge) every hold in a job well before its fifth day, and refuse to charge what was released. Release a hold that comes for an order that was given up, and go on until the gateway has said yes.',
  },
] as const satisfies readonly CheckRow[];
