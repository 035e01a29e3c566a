import { check } from '../../suite/engine/index.ts';
import { sendsOn, TRICKY } from '../steps/redirects.ts';

export default check('redirect.hold', {
  title: 'The payer of a hold is redirected with MD, PaReq and TermUrl unchanged.',
  must: ['endpoint.invoice.hold.redirect', 'versioning.3.response-fields'],
  anyOf: ['hold', 'hold.auto'],
  rule: 'Endpoints, invoice/hold: data (MD, PaReq, TermUrl) is used for a redirect form with the given method and url.',
  expectation:
    'The redirect of the order has the method and the url of the answer, and MD, PaReq and TermUrl with exactly their values.',
  fix: 'Write a form with the given method and url and one hidden input for every pair of data. Encode values once, where the form is written.',
  story: async (t) => {
    await sendsOn(t, 'hold', 'POST', TRICKY);
    await sendsOn(t, 'hold', 'GET', TRICKY);
  },
});
