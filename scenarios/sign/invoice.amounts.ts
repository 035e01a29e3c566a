import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';
import { mustHaveCalledOneOf } from '../steps/signing.ts';

const AMOUNTS = ['10.50', '100.00', '0.10', '7.00', '1000000.00'];

export default check('sign.invoice.amounts', {
  title: 'The shop signs the amount exactly as it sends it.',
  must: ['auth.2', 'fields.request.amount'],
  capabilities: ['invoice'],
  rule: 'Authentication 2: the signature is calculated over the values of the fields as they are sent.',
  expectation:
    'Orders of 10.50, 100.00, 0.10 and 1000000.00 arrive with a signature that is valid for the amount in the request.',
  fix: 'Format the amount once, and use the same string in the signed string and in the body.',
  story: async (t) => {
    for (const amount of AMOUNTS) await t.ask({ amount });
    await mustHaveCalledOneOf(t, CREATE);
  },
});
