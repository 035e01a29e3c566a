import { check } from '../../suite/engine/index.ts';
import { isForm, tolerates, toleratesRows } from '../steps/forgery.ts';

export default check('notification.sign.text', {
  title: 'The shop verifies text values exactly as they were sent.',
  must: ['events.5', 'fields.invoice.ps-data'],
  expectation:
    'Genuine notifications pay their orders although their texts have quotes, HTML, a backslash, spaces, line breaks, emoji or escapes, look like a number or a time, or hold 1500 characters of JSON. So does one whose JSON is written with escapes and white space.',
  fix: 'Verify the values of the parsed body before any escaping, trimming or sanitising; sanitise later, where they are shown or stored.',
  story: async (t) => {
    const description = ' O\'Brien & <b>sons</b> "x" \\ 100% a:b ';
    await toleratesRows(t, ['genuine.text.quotes'], { description });
    const texts = ['planes', 'escapes', 'look-alikes', 'long'].map((name) => `genuine.text.${name}`);
    await tolerates(t, ...texts);
    if (!isForm(t)) await toleratesRows(t, ['genuine.text.slashes', 'genuine.json.escaped']);
  },
});
