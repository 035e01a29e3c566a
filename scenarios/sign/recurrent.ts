import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';

export default check('sign.recurrent', {
  title: 'The shop sends payment_token without signing it.',
  must: ['auth.6', 'endpoint.invoice.create.sign', 'endpoint.invoice.create.token'],
  capabilities: ['recurrent'],
  rule: 'Endpoints, invoice/create: payment_token and issue_payment_token are sent but are not signature fields.',
  expectation:
    'The order that requests a token and the order that is paid with it arrive with valid signatures.',
  fix: 'Add payment_token and issue_payment_token only to the body; the signed string of invoice/create keeps the same five values.',
  story: async (t) => {
    const customer = t.unique('customer');
    const first = await t.order({ customer, saveInstrument: true });
    await t.pay(first);
    // A shop may take the token from invoice/check, in a job of its own.
    await t.settle();
    const since = await t.now();
    await t.ask({ customer, instrumentOf: first });
    const seen = await t.calls({ operation: CREATE, after: since });
    if (!seen.some(({ request }) => request.fields?.payment_token)) {
      t.inconclusive('The merchant charged no stored instrument, so no request with payment_token was seen.');
    }
  },
});
