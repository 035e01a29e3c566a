import { check } from '../../suite/engine/index.ts';
import { toleratesRows } from '../steps/forgery.ts';

export default check('notification.sign.zeros', {
  title: 'The shop includes zeros in the signed string.',
  must: ['events.5', 'auth.7'],
  expectation:
    'A genuine notification with shop_refund 0, error_code 0 and the new fields "0" and "0.00" pays the order.',
  fix: 'Skip only null and the empty string. 0 and "0" are part of the signed string; a test for truthiness drops them.',
  story: (t) =>
    toleratesRows(t, ['genuine.zeros'], { without: { shop_refund: undefined, error_code: undefined } }),
});
