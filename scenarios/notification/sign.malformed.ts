import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.malformed', {
  title:
    'A notification whose signature is missing, empty, of another type or only partly right does not pay the order.',
  must: ['events.5.sign', 'auth.7'],
  expectation:
    'With `sign` missing, "", null, true, 0, an array, the first 8 digits, or any other text, the order stays unpaid.',
  fix: 'Require `sign` to be a string of 64 hexadecimal digits, and compare all of it, strictly and in constant time. A missing signature is a wrong one.',
  story: (t) => allRefused(t, 'sign.malformed', 'sign.type'),
});
