import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.other-recipe', {
  title: 'A notification signed with another algorithm does not pay the order.',
  must: ['events.5', 'auth.7', 'law.16'],
  rule: 'Events 5 and Authentication 2: SHA-256 over the values, zeros included and empty ones left out, with the secret appended without a separator.',
  expectation:
    'Signed with HMAC, MD5, SHA-1, a truncated SHA-512, with the secret in front or after a colon, over the raw body, without zeros or with empty slots, the notification leaves the order unpaid.',
  fix: 'Calculate one digest with the algorithm of the specification and compare it. Trying several algorithms until one fits makes forging easier.',
  story: (t) => allRefused(t, 'sign.recipe'),
});
