import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';
import { askAgain, mustHaveCalledOneOf } from '../steps/signing.ts';

export default check('sign.invoice.non-ascii', {
  title: 'The shop signs the UTF-8 bytes of non-ASCII text.',
  must: ['auth.2', 'transport.2', 'law.36'],
  capabilities: ['invoice'],
  rule: 'Authentication 2 and transport rule 2: the signed string and the body are UTF-8.',
  expectation:
    'An order with a Cyrillic reference and description, and later requests for its status, arrive as valid UTF-8 with a valid signature.',
  fix: 'Encode the signed string as UTF-8 before hashing, whatever the locale of the process is, and send the body in UTF-8.',
  story: async (t) => {
    await t.ask({ reference: t.unique('заказ-ё'), description: 'Заказ № 7 — кофе ☕' });
    // What pages escape is signed as it is sent.
    await t.ask({ reference: t.unique(`O'Brien & "<b>" 50%`) });
    // A job may ask about the order by its id, which may be made of the reference.
    await t.settle();
    await askAgain(t);
    await mustHaveCalledOneOf(t, CREATE);
  },
});
