import { check } from '../../suite/engine/index.ts';
import { allRefused, isForm } from '../steps/forgery.ts';

export default check('notification.structure.duplicate-keys', {
  title: 'The shop verifies and uses the same value of a duplicate key.',
  must: ['events.5', 'events.5.sign'],
  rule: 'Events 5: all received parameters except `sign` are signed; a notification whose digest differs is not from the gateway.',
  expectation:
    'With a second status, amount, currency, shop_id, shop_order_id or sign in the body, where the digest is valid for only one of them, the order stays unpaid.',
  fix: 'Parse the body once, verify the parsed values and act on the same parsed values. Best refuse a body with a duplicate key.',
  story: async (t) => {
    if (isForm(t))
      t.notApplicable('Notifications of this profile are forms; repeated parameters have a check.');
    await allRefused(t, 'twice.status', 'twice.sign-of-pending', 'twice.sign');
    await allRefused(t, 'content.twice');
  },
});
