import type { CheckRow } from './row.ts';

const complete =
  'What the service does, typical flows: a notification reports the result; the payment is complete after the charge is received, not when the payer comes back.' as const;
const form =
  'Endpoints, invoice/hold: MD, PaReq and TermUrl are used for a redirect form; invoice/create answers method, url and data.' as const;

/** What the payer's browser meets on the merchant's own pages. */
export const checkoutChecks = [
  {
    id: 'checkout.form',
    title: "The payer's browser arrives at the gateway with the method, the address and every key of data.",
    requirements: ['flow.single.redirect', 'endpoint.invoice.hold.redirect'],
    level: 'must',
    capabilities: ['checkout'],
    anyOf: ['invoice', 'hold', 'hold.auto'],
    rule: form,
    expectation:
      'After pressing the pay button in a browser, the gateway is asked with the method and the url of the answer, also with its query, and each key of data arrives with its value unchanged.',
    fix: 'Build the form from the answer: its method, its url, and one hidden input for each key of data. Rename, trim and drop nothing.',
  },
  {
    id: 'checkout.encoding',
    title: 'Characters of every kind survive the redirect form.',
    requirements: ['endpoint.invoice.hold.redirect', 'transport.2'],
    level: 'should',
    whyShould:
      'The specification does not say that the values of the form are more than ASCII; those of a bank are base64 and addresses. A payer who cannot go on has lost nothing.',
    capabilities: ['checkout'],
    anyOf: ['hold', 'hold.auto'],
    rule: form,
    expectation:
      'A value with quotes, angle brackets, plus signs, Cyrillic letters and an emoji arrives at the gateway as it was in the answer, for a payer whose browser speaks Russian.',
    fix: 'Declare the pages as UTF-8, escape values where they are put into HTML, and neither decode nor encode them yourself.',
  },
  {
    id: 'checkout.return',
    title: 'The page to which the payer returns does not say "paid" before the gateway did.',
    requirements: ['flow.single.complete', 'law.2'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: complete,
    expectation:
      'A payer who comes back without having paid sees no success; after the notification of status 4 the same page shows it.',
    fix: 'Show the state of the stored order, which only a verified notification or invoice/check moves. Coming back proves nothing.',
  },
  {
    id: 'checkout.forged-return',
    title: 'A forged return address changes nothing.',
    requirements: ['flow.single.complete', 'law.2'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: complete,
    expectation:
      'The return page with status=4, status=success, result=true and the like in its address neither shows success nor books anything.',
    fix: 'Ignore what the address of the return page says about the payment. Use it for nothing but to find the order.',
  },
  {
    id: 'checkout.failure',
    title: 'The payer is told when the payment was not created.',
    requirements: ['errors.2.invoice'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'Errors 2: on a fatal code for an invoice the payer is told that the payment was not created.',
    expectation:
      'After invoice/create was answered with code 1, the status page of the order shows the failure.',
    fix: 'Mark the order as failed on a fatal code, and say so on its status page instead of letting the payer wait.',
  },
  {
    id: 'checkout.tabs',
    title: 'Going back, reloading and paying in two tabs pays the order once.',
    requirements: ['law.1', 'transport.5'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'What the service does, transport rule 5: a shop_order_id is one invoice. An order that was paid once is credited once.',
    expectation:
      'The payer opens the pay page in two tabs, reloads one, goes on to the gateway in both, pays in the first, goes back, and presses pay in the second: the order is paid and credited once.',
    fix: 'Issue one invoice for an order and show its stored redirect on every view. Book under a key that is unique for the order.',
  },
  {
    id: 'checkout.race',
    title: 'A notification that races the return of the payer is credited once.',
    requirements: ['law.1', 'flow.single.complete'],
    level: 'must',
    capabilities: ['invoice', 'checkout'],
    rule: 'An order that was paid once is credited once, whoever tells of it first: the return, invoice/check or the notification.',
    expectation:
      'The payer pays and is back before the notification; it arrives three times while the page is reloaded: the order is paid and credited once, and the page says so.',
    fix: 'Book in one transaction under a key that is unique for the invoice, whichever way the news came.',
  },
  {
    id: 'checkout.secrets',
    title: 'No page, script, address or storage of the browser holds the secret key.',
    requirements: ['auth.3'],
    level: 'must',
    capabilities: ['checkout'],
    anyOf: ['invoice', 'hold', 'hold.auto'],
    rule: 'Authentication 3: the secret key is never sent.',
    expectation:
      'Nothing that the browser loads, asks for or stores on the pay page and the status page holds the secret key, in plain or in base64.',
    fix: 'Sign on the server. Keep the key out of templates, scripts, data attributes, addresses, cookies and browser storage.',
  },
] as const satisfies readonly CheckRow[];
