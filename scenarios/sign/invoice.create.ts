import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';
import { mustHaveCalledOneOf } from '../steps/signing.ts';

export default check('sign.invoice.create', {
  title: 'The shop signs invoice requests over the listed fields, with and without optional fields.',
  must: [
    'transport.3',
    'auth.1',
    'auth.2',
    'auth.4',
    'auth.6',
    'endpoint.all',
    'endpoint.invoice.create.sign',
    'endpoint.invoice.try.sign',
  ],
  capabilities: ['invoice'],
  rule: 'Authentication 1, 2, 4 and 6: `sign` in the JSON body is the SHA-256 of amount, currency, payway, shop_id and shop_order_id joined by colons, with the secret appended.',
  expectation:
    'Every invoice request carries a valid signature in its body, with and without a description and other optional fields.',
  fix: 'Sign only the fields that the operation lists, in alphabetical order of their keys. Other fields that you send (description, addresses, sign itself) do not belong in the signed string.',
  story: async (t) => {
    await t.ask({ description: undefined });
    await t.ask({ description: 'Two tickets, row 7' });
    await t.ask({ description: 'A:B', amount: '100.00', saveInstrument: t.claims('recurrent') });
    const phone = { regex: '^\\d{10}$', example: '9001234567' };
    await t.withPayway({ addOns: { phone } }, () => t.ask({ extra: { phone: '9001234567' } }));
    await mustHaveCalledOneOf(t, CREATE);
  },
});
