import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.empty-secret', {
  title: 'A notification signed with an empty or placeholder secret does not pay the order.',
  must: ['events.5.sign', 'auth.7'],
  expectation:
    'A notification signed with "", "undefined", "null", "None", the shop id or the placeholder of the manual instead of the secret leaves the order unpaid.',
  fix: 'Refuse to start, or to verify, without a configured secret. Do not select the secret by a value of the notification with an empty one as the fallback.',
  story: (t) =>
    allRefused(t, 'sign.secret.placeholder', 'sign.secret.of-shop.unknown', 'sign.secret.of-shop.absent'),
});
