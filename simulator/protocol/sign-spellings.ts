/** How merchants re-spell values before they sign them: each turns the text that was sent into another. */
import { isLosslessNumber, type WireValue } from './wire.ts';

/** One way of spelling values wrongly. Several rows may share an id: variants of the same mistake. */
export interface Spelling {
  id: string;
  says: string;
  spell: (text: string, key: string, value: WireValue) => string | undefined;
}

const decimal = /^-?\d+(\.\d+)?$/;
const money = /amount|price|refund|receive|write_off|rate|balance|available|frozen|hold/;

export const spellings: readonly Spelling[] = [
  ...numbers(
    'numbers-shortened',
    'numbers are re-spelled without their trailing zeros (10.50 signed as 10.5)',
    [(text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text), (text) => String(Number(text))],
  ),
  ...amounts(
    'numbers-lengthened',
    'amounts are re-spelled with more digits than were sent (10 signed as 10.00)',
    [1, 2, 3, 4, 6, 8].map((digits) => (text: string) => withFraction(text, digits)),
  ),
  ...amounts('amount-in-minor-units', 'amounts are signed in minor units (10.50 signed as 1050)', [
    (text) =>
      withFraction(text, 2)
        .replace('.', '')
        .replace(/^(-?)0+(?=\d)/, '$1'),
  ]),
  ...amounts('amount-without-fraction', 'the fraction of amounts is cut off (10.50 signed as 10)', [
    (text) => text.replace(/\..*$/, ''),
  ]),
  ...amounts(
    'numbers-localised',
    'amounts are signed with a comma or thousands marks (10.50 signed as 10,50)',
    [
      (text) => text.replace('.', ','),
      (text) => grouped(text, ','),
      (text) => grouped(text, ' '),
      (text) => grouped(text, ',').replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    ],
  ),
  ...all('zeros-dropped', 'zeros (0, "0", 0.0) are taken for empty and left out; they take part', [
    (text) => (decimal.test(text) && Number(text) === 0 ? undefined : text),
  ]),
  ...all('values-quoted', 'values are signed as JSON (texts in quotes), not as their bare text', [
    (text, _key, value) => (isLosslessNumber(value) ? text : JSON.stringify(text)),
    (text) => JSON.stringify(text),
    (text) => `'${text}'`,
  ]),
  ...all('html-escaped', 'values are HTML-escaped before they are signed', [
    (text) => htmlEscaped(text, '&#039;'),
    (text) => htmlEscaped(text, '&#39;'),
    (text) => htmlEscaped(text, '&#x27;'),
    (text) => htmlEscaped(text, "'"),
    (text) => htmlEscaped(text, "'").replaceAll('&quot;', '"'),
  ]),
  ...all('tags-stripped', 'HTML tags are stripped from values before they are signed', [
    (text) => text.replaceAll(/<[^>]*>/g, ''),
  ]),
  ...all('slashes-added', 'quotes or slashes in values get a backslash before they are signed', [
    (text) => text.replaceAll(/['"\\]/g, '\\$&'),
    (text) => text.replaceAll('/', '\\/'),
    (text) => text.replaceAll(/["\\]/g, '\\$&'),
  ]),
  ...all('slashes-stripped', 'backslashes are stripped from values before they are signed', [
    (text) => text.replaceAll(/\\(.)/gs, '$1'),
  ]),
  ...all('unicode-escaped', 'characters outside of ASCII are signed as \\u escapes, not as UTF-8', [
    (text) => escaped(text, (hex) => hex),
    (text) => escaped(text, (hex) => hex.toUpperCase()),
  ]),
  ...all('url-encoded', 'values are URL-encoded before they are signed', [
    encode,
    (text) => encode(text).replaceAll('%20', '+'),
    (text) =>
      encode(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
  ]),
  ...all('trimmed', 'space around values is trimmed before they are signed', [
    (text) => text.trim(),
    (text) => text.trimEnd(),
    (text) => text.replaceAll(/\s+/g, ' ').trim(),
  ]),
  ...all('values-lower-cased', 'values are put in lower case before they are signed', [
    (text) => text.toLowerCase(),
  ]),
  ...all('values-upper-cased', 'values are put in upper case before they are signed', [
    (text) => text.toUpperCase(),
  ]),
  ...all(
    'unicode-normalised',
    'characters are normalised before they are signed: sign the text as it is sent',
    [(text) => text.normalize('NFC'), (text) => text.normalize('NFD'), (text) => text.normalize('NFKC')],
  ),
  ...all('line-ends-changed', 'line ends are changed before values are signed', [
    (text) => text.replaceAll(/\r?\n/g, '\r\n'),
    (text) => text.replaceAll('\r\n', '\n'),
    (text) => text.replaceAll(/\r?\n/g, ''),
  ]),
  ...all('booleans-respelled', 'booleans are signed as 1/0, True/False or an empty text, not as true/false', [
    (text, _key, value) => (typeof value === 'boolean' ? (value ? '1' : '0') : text),
    (text, _key, value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : text),
    (text, _key, value) => (typeof value === 'boolean' ? (value ? '1' : '') : text),
    (text, _key, value) => (value === false ? undefined : text),
  ]),
];

function all(id: string, says: string, ways: Spelling['spell'][]): Spelling[] {
  return ways.map((spell) => ({ id, says, spell }));
}

/** Changes every value that looks like a number, or those of amounts alone. */
function numbers(id: string, says: string, ways: ((text: string) => string)[]): Spelling[] {
  return all(
    id,
    says,
    ways.map((way) => (text) => (decimal.test(text) || exponent(text) ? way(text) : text)),
  ).concat(amounts(id, says, ways));
}

function amounts(id: string, says: string, ways: ((text: string) => string)[]): Spelling[] {
  return all(
    id,
    says,
    ways.map((way) => (text, key) => (decimal.test(text) && money.test(key) ? way(text) : text)),
  );
}

function exponent(text: string): boolean {
  return /^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$/.test(text);
}

function withFraction(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(digits, '0').slice(0, digits)}`;
}

function grouped(text: string, mark: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, mark);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

function htmlEscaped(text: string, apostrophe: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": apostrophe,
  };
  return text.replaceAll(/[&<>"']/g, (mark) => names[mark] ?? mark);
}

function escaped(text: string, spell: (hex: string) => string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (mark) => {
    const units = Array.from({ length: mark.length }, (_, at) => mark.charCodeAt(at));
    return units.map((unit) => `\\u${spell(unit.toString(16).padStart(4, '0'))}`).join('');
  });
}

function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'));
}
