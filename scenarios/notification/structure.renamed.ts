import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.structure.renamed', {
  title: 'A field under another name does not count as the amount.',
  should: ['events.5.match'],
  whyShould:
    'Which fields a notification has is not shown, and the digest is valid by the algorithm of Events 5 itself; to use it an attacker must have intercepted a notification.',
  rule: 'Events 5: the signed string contains neither keys nor boundaries between values, so the same text can be split in another way; the values have to be compared with the stored invoice. Which fields a notification has is not shown.',
  expectation:
    'With shop_amount renamed so that the digest stays the same, also to shop[amount], the notification alone does not pay the order.',
  fix: 'Compare shop_amount, and no field with a similar name. Where it is missing call invoice/check, or put the order into review.',
  story: (t) =>
    allRefused(t, 'recut.amount.x', 'recut.amount.cent-x', 'recut.amount.beside-x', 'recut.amount.bracket'),
});
