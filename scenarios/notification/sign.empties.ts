import { check } from '../../suite/engine/index.ts';
import { toleratesRows } from '../steps/forgery.ts';

export default check('notification.sign.empties', {
  title: 'The shop leaves null and empty values out of the signed string.',
  must: ['events.5', 'auth.7'],
  expectation:
    'A genuine notification with a null settlement_rate and new fields that hold an empty text, a single space, the word null, [] and {} pays the order.',
  fix: 'Drop parameters that are null or the empty string before joining; do not leave an empty slot between two colons.',
  story: (t) =>
    toleratesRows(t, ['genuine.empties'], {
      without: {
        description: undefined,
        settlement_rate: undefined,
        settlement_currency: undefined,
        // Null where the request has set no deadline.
        expires_at: undefined,
      },
    }),
});
