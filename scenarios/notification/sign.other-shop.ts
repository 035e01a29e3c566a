import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.other-shop', {
  title: "A notification signed with another shop's secret does not pay the order.",
  must: ['events.5.sign', 'events.5.match'],
  rule: "Events 5: the signature is made with the shop's own secret key, and the values belong to its invoice.",
  expectation:
    'A notification signed with the secret of another shop, also one that is a suffix or an extension of the right secret, leaves the order unpaid.',
  fix: 'Verify with the secret of the shop that issued the stored invoice, and with no other. Do not try several secrets until one fits.',
  story: (t) => allRefused(t, 'sign.secret.shop', 'sign.secret.of-shop.another'),
});
