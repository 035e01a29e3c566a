import { stringifyWire, textOf, type WireObject } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { toleratesProperty } from '../steps/forgery.ts';
import { formOnly } from '../steps/hostile.ts';

/** A form in a spelling of its own. */
const spelled =
  (spell: (text: string) => string, more = '') =>
  (_text: string, sent: WireObject): string =>
    Object.entries(sent)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${spell(name)}=${spell(textOf(value) ?? stringifyWire(value))}`)
      .join('&') + more;

const lowerCase = (text: string): string =>
  encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const plus = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

const FORM_NOTE = 'a b+c & d=e % 100;Привет «№ 5»/?';

export default check('notification.form.decoding', {
  title: 'The shop decodes form notifications as form-encoded data.',
  requirements: ['events.2', 'events.2.form', 'events.5'],
  level: 'must',
  capabilities: ['invoice'],
  readings: ['notification.form-null'],
  rule: 'Events 2: the operator can enable application/x-www-form-urlencoded; then all values are strings.',
  expectation:
    'Genuine form notifications with +, %20, %2B, lower-case escapes, Cyrillic text, empty parameters and parameters without = pay their orders. Applies to a profile with form notifications.',
  fix: 'Decode with a form parser (+ is a space, %2B a plus), keep every value as a string, and leave empty values out of the signed string.',
  story: async (t) => {
    formOnly(t);
    const note = FORM_NOTE;
    const spellings: [string, (text: string, sent: WireObject) => string][] = [
      ['with + for spaces', spelled(plus)],
      ['with %20 for spaces', spelled(encodeURIComponent)],
      ['with escapes in lower case', spelled(lowerCase)],
      ['with empty and bare parameters', spelled(plus, '&empty=&bare')],
    ];
    for (const [name, encode] of spellings) {
      await toleratesProperty(t, { name: `as a form ${name}`, fields: { note }, without: {}, encode });
    }
  },
});
