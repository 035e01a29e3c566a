import { check } from '../../suite/engine/index.ts';
import { type Property, toleratesProperty } from '../steps/forgery.ts';

/** Texts that are not what they look like to whoever casts, decodes, cuts or cleans them before he verifies. */
const TEXTS: readonly Pick<Property, 'name' | 'fields'>[] = [
  {
    name: 'with letters beyond the first plane, two spaces, a tab and line ends in a text',
    fields: { note: 'Gift 😀  for\tyou\r\nand me' },
  },
  {
    name: 'with escapes of addresses and of HTML in a text',
    fields: { note: 'a+b%2Bc &amp; &lt;d&gt; &#39;' },
  },
  {
    name: 'with texts that look like a number, a time and a truth value',
    fields: { card_tail: '0042', valid_until: '2035-01-01T00:00:00+05:00', verified: 'true', gift: 'false' },
  },
  {
    name: 'with ps_data of 5000 characters, written with spaces and escapes',
    fields: {
      ps_data: `{ "ps_payer_account": "4111******1111", "fee": 1.0, "page": "https:\\/\\/bank.example", "note": "${'long '.repeat(1000)}" }`,
    },
  },
];

/** The same JSON, with every letter beyond ASCII and every slash escaped, and with white space between its parts. */
function spacious(text: string): string {
  const escaped = text
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${escaped.replace(/^\{/, '{\n  ').replace(/,"/g, ',\n  "')}\n`;
}

export default check('notification.sign.text', {
  title: 'The shop verifies text values exactly as they were sent.',
  requirements: ['events.5', 'fields.invoice.ps-data'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5: all non-null, non-empty parameters except `sign` are signed, zeros included, by alphabetical key, joined by colons, with the secret appended.',
  expectation:
    'Genuine notifications pay their orders although their texts have quotes, HTML, a backslash, spaces, line breaks, emoji or escapes, look like a number or a time, or hold 5000 characters of JSON. So does one whose JSON is written with escapes and white space.',
  fix: 'Verify the values of the parsed body before any escaping, trimming or sanitising; sanitise later, where they are shown or stored.',
  story: async (t) => {
    await toleratesProperty(t, {
      name: 'with quotes, HTML, backslashes, spaces and colons in its texts',
      description: ' O\'Brien & <b>sons</b> "x" \\ 100% a:b ',
      fields: {
        ps_data: '{"ps_payer_account":"4111******1111","note":"O\'Brien & <b> \\"x\\" \\\\ é ☕"}',
        note: ' leading space, trailing colon:',
      },
      without: {},
    });
    for (const property of TEXTS) await toleratesProperty(t, { ...property, without: {} });
    if (t.slot.config.profile.notifications === 'form') return;
    await toleratesProperty(t, {
      name: 'as JSON with escapes, spaces and line ends',
      fields: { note: 'Привет, a/b 😀' },
      without: {},
      encode: (text) => spacious(text),
    });
  },
});
