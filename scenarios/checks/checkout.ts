import type { CheckRow } from './row.ts';

const complete =
  'What the service does, typical flows: a notification reports the result; the payment is complete after the charge is received, not when the payer returns.' as const;
const form =
  'Endpoints, invoice/hold: MD, PaReq and TermUrl are used for a redirect form; invoice/create answers method, url and data.' as const;

/** What the payer's browser sees on the merchant's own pages. */
export const checkoutChecks = [
  {
    id: 'checkout.form',
    title:
      "The payer's browser reaches the gateway with the method, the url and every key of data from the answer.",
    requirements: ['flow.single.redirect', 'endpoint.invoice.hold.redirect'],
    level: 'must',
    capabilities: ['checkout'],
    anyOf: ['invoice', 'hold', 'hold.auto'],
    rule: form,
    expectation:
      'When the payer presses the pay button, the browser calls the gateway with the method and the url of the answer, query included, and every key of data arrives with its value unchanged.',
    fix: 'Build the form from the answer: its method, its url, and one hidden input for each key of data. Do not rename, trim or drop any of them.',
  },
  {
    id: 'checkout.encoding',
    title: 'Characters of every script survive the redirect form.',
    requirements: ['endpoint.invoice.hold.redirect', 'transport.2'],
    level: 'should',
    whyShould:
      'The specification does not say that the values of the form go beyond ASCII; those of a bank are base64 and addresses. A payer who cannot go on has lost no money.',
    capabilities: ['checkout'],
    anyOf: ['hold', 'hold.auto'],
    rule: form,
    expectation:
      'A value with quotes, angle brackets, plus signs, Cyrillic letters and an emoji arrives at the gateway unchanged, for a payer whose browser is set to Russian.',
    fix: 'Declare the pages as UTF-8, escape values where they are put into HTML, and neither decode nor encode them yourself.',
  },
  {
    id: 'checkout.return',
    title: 'The return page does not say "paid" before the gateway reported the payment.',
    requirements: ['flow.single.complete', 'law.2'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: complete,
    expectation:
      'A payer who returns without having paid sees no success; after the notification of status 4 the same page shows it.',
    fix: 'Show the state of the stored order, which only a verified notification or invoice/check changes. The return of the payer proves nothing.',
  },
  {
    id: 'checkout.forged-return',
    title: 'Parameters of the return address change nothing.',
    requirements: ['flow.single.complete', 'law.2'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: complete,
    expectation:
      'The return page, opened with status=4, status=success, result=true and the like in its query, neither shows success nor books anything.',
    fix: 'Ignore what the query of the return page says about the payment. Use it only to find the order.',
  },
  {
    id: 'checkout.failure',
    title: 'The status page shows the payer that the payment was not created.',
    requirements: ['errors.2.invoice'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'Errors 2: on a fatal code for an invoice the shop tells the payer that the payment was not created.',
    expectation:
      'After invoice/create was answered with code 1, the status page of the order shows that it failed.',
    fix: 'Mark the order as failed on a fatal code, and show that on its status page instead of letting the payer wait.',
  },
  {
    id: 'checkout.tabs',
    title: 'Going back, reloading and paying in two tabs credits the order once.',
    requirements: ['law.1', 'transport.5'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'What the service does, transport rule 5: a shop_order_id is one invoice. An order that was paid once is credited once.',
    expectation:
      'The payer opens the pay page in two tabs, reloads one, goes on to the gateway in both, pays in the first, goes back, and presses pay in the second: the order is paid, with one credit.',
    fix: 'Issue one invoice for an order and show its stored redirect on every view. Book under a key that is unique for the order.',
  },
  {
    id: 'checkout.race',
    title: 'A notification that races the return of the payer is credited once.',
    requirements: ['law.1', 'flow.single.complete'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'An order that was paid once is credited once, whether the return, invoice/check or the notification comes first.',
    expectation:
      'The payer pays and returns before the notification arrives; the notification then arrives three times while the page is reloaded: the order is paid with one credit, and the page says so.',
    fix: 'Book in one transaction under a key that is unique for the invoice, however the shop learned of the payment.',
  },
  {
    id: 'checkout.secrets',
    title: 'No page, script, address or browser storage contains the secret key.',
    requirements: ['auth.3'],
    level: 'must',
    capabilities: ['checkout'],
    anyOf: ['invoice', 'hold', 'hold.auto'],
    rule: 'Authentication 3: the secret key is never sent.',
    expectation:
      'Nothing that the browser loads, requests or stores on the pay page and the status page contains the secret key, in plain text or in base64.',
    fix: 'Sign on the server. Keep the key out of templates, scripts, data attributes, addresses, cookies and browser storage.',
  },
] as const satisfies readonly CheckRow[];
