import type { CheckRow } from './row.ts';

/** The payer on the way to the payment system and back, and the deadline of a hold. */
export const payerChecks = [
  {
    id: 'invoice.paid-only-after-return',
    title: 'The return of the payer does not make the order paid.',
    requirements: ['flow.single.complete', 'errors.3', 'law.2'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'Typical flows: the payment is complete after the charge is received, which a notification reports; a visit to success_url proves nothing.',
    expectation:
      'After visits to success_url, plain and with a query or a form that claims success, the order is not paid; a genuine 4 then pays it. After a visit with a query that claims a failure, and after one to failed_url, a genuine 4 is recorded.',
    fix: 'Show the state of the order on the return page, and change nothing there. At most call invoice/check and use its answer.',
  },
  {
    id: 'redirect.create',
    title: 'The payer is redirected with the method, the url and all the data of the answer.',
    requirements: ['flow.single.redirect', 'versioning.3.response-fields'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Endpoints, invoice/create: the response carries instructions to send the payer to pay (method, url and data).',
    expectation:
      'The redirect of the order has the method and the url of the answer and every key of its data with exactly its value, for GET and POST, also with "+", "/", "=", "&", "<", quotes and backslashes. Unknown additional fields cause no problem. After a retry the redirect is that of the new answer, and the pay page does not lead to the old one.',
    fix: 'Pass on method, url and every pair of data unchanged, from the latest attempt. Encode values once, where the form is written, and never select keys by name.',
  },
  {
    id: 'redirect.hold',
    title: 'The payer of a hold is redirected with MD, PaReq and TermUrl unchanged.',
    requirements: ['endpoint.invoice.hold.redirect', 'versioning.3.response-fields'],
    level: 'must',
    capabilities: [],
    anyOf: ['hold', 'hold.auto'],
    rule: 'Endpoints, invoice/hold: data (MD, PaReq, TermUrl) is used for a redirect form with the given method and url.',
    expectation:
      'The redirect of the order has the method and the url of the answer, and MD, PaReq and TermUrl with exactly their values.',
    fix: 'Write a form with the given method and url and one hidden input for every pair of data. Encode values once, where the form is written.',
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
      'invoice/charge or invoice/unhold reaches the gateway within five days after 8. This holds after a restart, for an order that was cancelled before its 8, for one with late notifications after its 8 (2 and 3, and a day later the 8 again), and for one whose 8 the shop learned from invoice/check. When a charge is lost, or refused with the unknown code 57, the hold is charged again or released; a lost release is repeated. After the five days the order cannot be fulfilled as if the funds were still held. An order in review is a warning.',
    fix: 'Release (or charge) every hold in a job well before its fifth day, and refuse to charge a released one. Release a hold that arrives for a cancelled order, and repeat the release until the gateway has confirmed it.',
  },
] as const satisfies readonly CheckRow[];
