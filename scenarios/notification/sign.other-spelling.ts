import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.other-spelling', {
  title: 'A digest in another encoding is not accepted.',
  should: ['events.5.sign'],
  whyShould:
    'Whoever can send the right digest in another encoding already knows the secret: no money moves that the gateway did not report.',
  rule: 'Events 5: `sign` is compared with the SHA-256 hex digest.',
  expectation:
    'In base64, after 0x or sha256=, surrounded by spaces, padded with zeros, with a suffix, twice in a row, or in an array or an object, the right digest leaves the order unpaid.',
  fix: 'Compare `sign` exactly as it arrived with the 64 hexadecimal digits that you calculate; do not trim, decode or shorten it.',
  story: (t) => allRefused(t, 'sign.spelling', 'sign.wrapped'),
});
