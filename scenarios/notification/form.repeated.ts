import { check } from '../../suite/engine/index.ts';
import { allRefused, formOnly } from '../steps/forgery.ts';

export default check('notification.form.repeated', {
  title: 'A form notification with a repeated or list parameter does not pay the order.',
  must: ['events.2.form', 'events.5.sign'],
  rule: 'Events 2: the operator can enable application/x-www-form-urlencoded; then all values are strings. Events 5: the signature is verified over the values that the shop acts on.',
  expectation:
    'With status, amount, currency, shop_id, shop_order_id or sign repeated, or status or sign written as status[] or sign[], the order stays unpaid. Applies to a profile with form notifications.',
  fix: 'Refuse a form in which a parameter occurs twice, and require `sign` and `status` to be strings, not lists.',
  story: async (t) => {
    formOnly(t);
    await allRefused(t, 'twice.status', 'sign.uncovered.status.list', 'sign.renamed', 'twice.sign');
    await allRefused(t, 'content.twice');
  },
});
