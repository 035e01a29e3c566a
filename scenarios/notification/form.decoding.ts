import { check } from '../../suite/engine/index.ts';
import { formOnly, toleratesRows } from '../steps/forgery.ts';

export default check('notification.form.decoding', {
  title: 'The shop decodes form notifications as form-encoded data.',
  must: ['events.2', 'events.2.form', 'events.5'],
  readings: ['notification.form-null'],
  rule: 'Events 2: the operator can enable application/x-www-form-urlencoded; then all values are strings.',
  expectation:
    'Genuine form notifications with +, %20, %2B, lower-case escapes, Cyrillic text, empty parameters and parameters without = pay their orders. Applies to a profile with form notifications.',
  fix: 'Decode with a form parser (+ is a space, %2B a plus), keep every value as a string, and leave empty values out of the signed string.',
  story: async (t) => {
    formOnly(t);
    for (const spelling of ['form.plus', 'form.percent20', 'form.lower-case', 'form-parameters'])
      await toleratesRows(t, ['genuine.text.form', `genuine.${spelling}`]);
  },
});
