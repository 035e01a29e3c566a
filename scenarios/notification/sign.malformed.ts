import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.malformed', {
  title:
    'A notification whose signature is missing, empty, of another type or only partly right does not pay the order.',
  requirements: ['events.5.sign', 'auth.7'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5: the shop verifies the signature of every notification before it acts on it.',
  expectation:
    'With `sign` missing, "", null, true, 0, an array, the first 8 digits, the digest with a suffix, or any other text, the order stays unpaid.',
  fix: 'Require `sign` to be a string of 64 hexadecimal digits, and compare all of it, strictly and in constant time. A missing signature is a wrong one.',
  story: (t) => allRefused(t, 'sign.malformed', 'sign.type'),
});
