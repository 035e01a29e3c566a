/** How merchants re-spell values before they sign them: each turns the text that was sent into another. */
import { leaves, sortedKeys, spacedJson } from './sign-nested.ts';
import { isLosslessNumber, parseWire, stringifyWire, type WireValue } from './wire.ts';

/** One way of spelling values wrongly. Several rows may share an id: variants of the same mistake. */
export interface Spelling {
  id: string;
  says: string;
  spell: (text: string, key: string, value: WireValue) => string | undefined;
}

const decimal = /^-?\d+(\.\d+)?$/;
const money = /amount|price|refund|receive|write_off|rate|balance|available|frozen|hold/;

const plainJson = (value: WireValue): string => JSON.stringify(JSON.parse(stringifyWire(value)));
const asciiJson = (json: string): string => escaped(json, (hex) => hex);
const slashedJson = (json: string): string => json.replaceAll('/', '\\/');

/** What JSON becomes where it is read and written again: by JavaScript, Python, PHP and others. */
const jsonForms: readonly ((value: WireValue) => string)[] = [
  plainJson,
  stringifyWire,
  spacedJson,
  (value) => asciiJson(spacedJson(value)),
  (value) => slashedJson(plainJson(value)),
  (value) => asciiJson(slashedJson(plainJson(value))),
  (value) => asciiJson(plainJson(value)),
  (value) => plainJson(sortedKeys(value)),
  (value) => spacedJson(sortedKeys(value)),
  (value) => JSON.stringify(JSON.parse(stringifyWire(value)), null, 2),
  (value) => spacedJson(value).replaceAll('"', "'"),
  () => '[object Object]',
  () => 'Array',
  (value) => leaves(value).join(':'),
];

/** Other literals for a number, each with the ways in which it is written. */
interface LiteralForm {
  id: string;
  says: string;
  /** It may concern every value that looks like a number, and not only JSON's numbers and amounts. */
  isGeneral?: true;
  ways: ((text: string) => string)[];
}

/** How the literal of a number is changed: the signature counts numbers by the text that was sent. */
export const literalForms: readonly LiteralForm[] = [
  {
    id: 'integers-rounded',
    says: 'large integers are read as floating-point numbers, and lose digits (9007199254740993 signed as 9007199254740992)',
    isGeneral: true,
    ways: [
      // JavaScript, PHP with its usual and with full precision, Java, Go and Python.
      ofWhole((value) => String(value)),
      ofWhole((value) => exponential(Number(value.toPrecision(14)), 'E+')),
      ofWhole((value) => exponential(value, 'E+')),
      ofWhole((value) => exponential(value, 'E')),
      ofWhole((value) => exponential(value, 'e+')),
      ofWhole((value) => BigInt(value).toString()),
    ],
  },
  {
    id: 'numbers-shortened',
    isGeneral: true,
    says: 'numbers are re-spelled without their trailing zeros (10.50 signed as 10.5)',
    ways: [
      (text) => (text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text),
      (text) => String(Number(text)),
    ],
  },
  {
    id: 'numbers-lengthened',
    says: 'amounts are re-spelled with more digits than were sent (10 signed as 10.00)',
    ways: [1, 2, 3, 4, 6, 8].map((digits) => (text) => withFraction(text, digits)),
  },
  {
    id: 'amount-in-minor-units',
    says: 'amounts are signed in minor units (10.50 signed as 1050)',
    ways: [
      (text) =>
        withFraction(text, 2)
          .replace('.', '')
          .replace(/^(-?)0+(?=\d)/, '$1'),
    ],
  },
  {
    id: 'amount-without-fraction',
    says: 'the fraction of amounts is cut off (10.50 signed as 10)',
    ways: [(text) => text.split('.', 1)[0] ?? ''],
  },
  {
    id: 'numbers-localised',
    says: 'amounts are signed with a comma or thousands marks (10.50 signed as 10,50)',
    ways: [
      (text) => text.replace('.', ','),
      (text) => grouped(text, ','),
      (text) => grouped(text, ' '),
      (text) => grouped(text, ',').replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    ],
  },
  {
    id: 'numbers-quoted',
    says: 'numbers are signed in quotes (10 signed as "10")',
    ways: [(text) => `"${text}"`],
  },
];

export const spellings: readonly Spelling[] = [
  ...literalForms.flatMap(literalSpellings),
  ...all('zeros-dropped', 'zeros (0, "0", 0.0) are taken for empty and left out; they take part', [
    (text) => (isZero(text) ? undefined : text),
    // What counts as empty: 0 and "0" in PHP, the number alone in JavaScript, the text alone where "0.0" is cast.
    (text) => (text === '0' ? undefined : text),
    (text, _key, value) => (isZero(text) && isLosslessNumber(value) ? undefined : text),
    (text, _key, value) => (isZero(text) && typeof value === 'string' ? undefined : text),
  ]),
  ...all(
    'json-text-rewritten',
    'JSON inside a text (ps_data, addons) is read and written again before it is signed; sign the text as it was sent',
    jsonForms.map((form) => (text) => rewritten(text, form)),
  ),
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
  ...all('tags-stripped', 'HTML tags are stripped from values before they are signed', [withoutTags]),
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

/** A form for the values that look like numbers, for JSON's numbers and for amounts, as far as it may concern each. */
function literalSpellings({ id, says, ways, isGeneral }: LiteralForm): Spelling[] {
  const forms = ways.map((way) => (text: string) => (isNumeric(text) ? way(text) : text));
  return [
    ...(isGeneral ? all(id, says, forms) : []),
    ...all(
      id,
      says,
      forms.map((form) => (text, key) => (decimal.test(text) && money.test(key) ? form(text) : text)),
    ),
    ...all(
      id,
      says,
      forms.map((form) => (text, _key, value) => (isLosslessNumber(value) ? form(text) : text)),
    ),
  ];
}

/** Whether a text is a decimal number, or one with an exponent. */
export const isNumeric = (text: string): boolean => decimal.test(text) || exponent(text);

const isZero = (text: string): boolean => decimal.test(text) && Number(text) === 0;

/** JSON in a text, as it is after it went through another program. */
function rewritten(text: string, form: (value: WireValue) => string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = parseWire(Buffer.from(text));
  return parsed.ok ? form(parsed.value) : text;
}

function exponent(text: string): boolean {
  return /^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$/.test(text);
}

/** A way to write a whole number that went through a floating-point one; other texts stay as they are. */
function ofWhole(write: (value: number) => string): (text: string) => string {
  return (text) => (/^-?\d{1,300}$/.test(text) ? write(Number(text)) : text);
}

/** A number with an exponent of two digits, as 1.2E+19; one below a million is never written so. */
function exponential(value: number, mark: string): string {
  if (Math.abs(value) < 1e6) return String(value);
  const [digits = '', power = ''] = value.toExponential().split('e+');
  const fraction = mark === 'e+' || digits.includes('.') ? digits : `${digits}.0`;
  return `${fraction}${mark}${mark === 'e+' ? power.padStart(2, '0') : power}`;
}

function withFraction(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(digits, '0').slice(0, digits)}`;
}

function grouped(text: string, mark: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = inThrees(whole).join(mark);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** The digits of a whole number in groups of three, counted from its end. */
function inThrees(whole: string): string[] {
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length);
  const first = digits.length % 3 || 3;
  const groups = [sign + digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups;
}

function withoutTags(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<', from);
    const end = start === -1 ? -1 : text.indexOf('>', start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + 1;
  }
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
  let spelled = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    spelled += unit < 128 ? text.charAt(at) : `\\u${spell(unit.toString(16).padStart(4, '0'))}`;
  }
  return spelled;
}

function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'));
}
