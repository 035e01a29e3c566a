import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { WireValue } from '../simulator/protocol/wire.ts';
import { type Draft, signedValue } from './draft.ts';
import { fieldOf, literal, type Member, withField } from './fields.ts';
import { type Family, family, named, OF_INVOICES, single } from './row.ts';

const odd = {
  group: 'keys',
  verdict: 'either',
  requirements: ['events.5', 'versioning.4'],
} as const;

/** Signs a text in the place of this field's value. */
const signAs = (draft: Draft, key: string, text: string): void => {
  const joined = draft.signing.text;
  draft.signing.text = (members) => joined(withField(members, key, text));
};

const NESTED: Readonly<Record<string, WireValue>> = {
  list: ['a', 'b'],
  object: { a: 'x', b: literal(1) },
  'empty-list': [],
  'empty-object': {},
  'nested-lists': [[['a']]],
};

const joinedBy =
  (mark: string) =>
  (value: WireValue): string =>
    Array.isArray(value) ? value.map(signedValue).join(mark) : signedValue(value);

/** The texts that languages make of a nested value; which one is signed is not shown. */
const NESTED_TEXTS: Readonly<Record<string, (value: WireValue) => string>> = {
  json: signedValue,
  'spaced-json': (value) => signedValue(value).replaceAll(',', ', ').replaceAll(':', ': '),
  'object-text': () => '[object Object]',
  'array-text': () => 'Array',
  commas: joinedBy(','),
  colons: joinedBy(':'),
};

/** Fields of types and names that no genuine notification has; what they are signed as is not shown. */
const values: readonly Family[] = [
  family<readonly [value: string, text: string]>({
    ...odd,
    id: 'odd.nested',
    format: 'json',
    says: ([value, text]) =>
      `with a field of ${value.replaceAll('-', ' ')}, signed as ${text.replaceAll('-', ' ')}`,
    of: Object.fromEntries(
      Object.keys(NESTED).flatMap((value) =>
        Object.keys(NESTED_TEXTS).map((text): [string, [string, string]] => [
          `${value}.${text}`,
          [value, text],
        ]),
      ),
    ),
    apply: (draft, [value, text]) => {
      const nested = NESTED[value] ?? null;
      signAs(draft, 'x_nested', (NESTED_TEXTS[text] ?? signedValue)(nested));
      draft.members = withField(draft.members, 'x_nested', nested);
    },
  }),
  family({
    ...odd,
    id: 'odd.boolean',
    format: 'json',
    says: (text) => `with a field true, signed as ${text}`,
    of: named('true', 'True', '1'),
    apply: (draft, text) => {
      signAs(draft, 'x_flag', text);
      draft.members = withField(draft.members, 'x_flag', true);
    },
  }),
  single({
    ...odd,
    id: 'odd.data-object',
    format: 'json',
    says: 'whose ps_data is an object and not a text',
    apply: (draft) => {
      const bill = fieldOf(draft.members, 'payment_id') ?? null;
      draft.members = withField(draft.members, 'ps_data', { bill_id: bill, amount: literal(1) });
    },
  }),
  family({
    ...odd,
    id: 'odd.in-list',
    format: 'json',
    okProvesNothing: true,
    says: (field) => `whose ${field} is wrapped in a list after signing`,
    of: named('status', 'shop_order_id', 'shop_amount'),
    apply: (draft, field) => {
      draft.afterSigning.push((members) => {
        const value = fieldOf(members, field);
        return value === undefined ? members : withField(members, field, [value]);
      });
    },
  }),
  family<readonly [key: string, signed: boolean]>({
    ...odd,
    id: 'odd.key',
    says: ([key, signed]) => `with a field called ${key}, ${signed ? 'signed' : 'not signed'}`,
    of: Object.fromEntries(
      ['__proto__', 'constructor', 'prototype', 'toString', 'length', 'hasOwnProperty'].flatMap((key) => [
        [key, [key, true] as const],
        [`${key}.unsigned`, [key, false] as const],
      ]),
    ),
    apply: (draft, [key, signed]) => {
      const member: Member = [key, 'x'];
      if (signed) draft.members = [...draft.members, member];
      else draft.afterSigning.push((members) => [...members, member]);
    },
  }),
  family<readonly string[]>({
    ...odd,
    id: 'odd.key-order',
    says: (keys) => `with the signed fields ${keys.join(' and ')}, ordered by bytes`,
    of: {
      digits: ['10', '9'],
      capital: ['Zeta', 'alpha'],
      underscore: ['psx_code', 'pay_zone'],
      cyrillic: ['ключ', 'key'],
      dash: ['a-b', 'a_b'],
    },
    apply: (draft, keys) => {
      draft.members = [...draft.members, ...keys.map((key, index): Member => [key, `v${index}`])];
    },
  }),
  family({
    ...odd,
    id: 'odd.character',
    requirements: ['transport.2'],
    says: (character) =>
      `with the signed character U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    of: { null: '\u0000', 'high-surrogate': '\ud800', 'low-surrogate': '\udfff' },
    apply: (draft, character) => {
      draft.members = withField(draft.members, 'x_note', `a${character}b`);
    },
  }),
];

const MARK = 'XxMARKxX';

/** Puts bytes in the place of a mark in the body. */
const replaceMark = (draft: Draft, bytes: Buffer, mark: string = MARK): void => {
  draft.rewrite.push((body) => {
    const at = body.indexOf(mark);
    return at < 0 ? body : Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + mark.length)]);
  });
};

const INVALID: Readonly<Record<string, readonly number[]>> = {
  continuation: [0x80],
  overlong: [0xc0, 0xaf],
  surrogate: [0xed, 0xa0, 0x80],
  cut: [0xe2, 0x98],
  'beyond-unicode': [0xf5, 0x80, 0x80, 0x80],
  cp1251: [0xcf, 0xf0, 0xe8],
};

/** What a lenient receiver may make of bytes that are no UTF-8 before it verifies. */
const READ_AS: Readonly<Record<string, (bytes: Buffer) => string | Buffer>> = {
  bytes: (bytes) => bytes,
  replacement: (bytes) => bytes.toString(),
  latin1: (bytes) => bytes.toString('latin1'),
};

const noJson = { ...odd, verdict: 'reject', requirements: ['transport.2', 'events.5.sign'] } as const;

/** Bodies that are no honest JSON. */
const broken: readonly Family[] = [
  family<readonly [bytes: string, as: string]>({
    ...noJson,
    id: 'not-utf8',
    format: 'json',
    level: 'should',
    says: ([bytes, as]) => `with bytes that are no UTF-8 (${bytes.replaceAll('-', ' ')}), signed over ${as}`,
    of: Object.fromEntries(
      Object.keys(INVALID).flatMap((bytes) =>
        Object.keys(READ_AS).map((as): [string, [string, string]] => [`${bytes}.${as}`, [bytes, as]]),
      ),
    ),
    apply: (draft, [name, as]) => {
      const bytes = Buffer.from(INVALID[name] ?? []);
      const read = Buffer.from(READ_AS[as]?.(bytes) ?? bytes);
      draft.members = withField(draft.members, 'x_note', MARK);
      draft.signing.digest = (text, secret) => {
        const [before = '', after = ''] = text.split(MARK);
        const signed = [Buffer.from(before), read, Buffer.from(`${after}${secret}`)];
        return hash('sha256', Buffer.concat(signed), 'hex');
      };
      replaceMark(draft, bytes);
    },
  }),
  family({
    ...noJson,
    id: 'not-a-number',
    format: 'json',
    topics: OF_INVOICES,
    says: (word) => `whose amount is ${word}, which JSON does not know`,
    of: named('NaN', 'Infinity', '-Infinity', '0x10', '+1', '.5', '01'),
    apply: (draft, word) => {
      draft.members = withField(draft.members, 'shop_amount', literal('777777'));
      replaceMark(draft, Buffer.from(word), '777777');
    },
  }),
  family<(bytes: Buffer) => Buffer | string>({
    ...odd,
    group: 'http',
    id: 'encoding',
    requirements: ['transport.2'],
    says: (_, name) => `whose body has ${name.replaceAll('-', ' ')}`,
    of: {
      'a-byte-order-mark': (bytes) => `\ufeff${bytes}`,
      'UTF-16': (bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le'),
      'trailing-bytes': (bytes) => `${bytes}\u0000garbage`,
      'two-texts-in-a-row': (bytes) => `${bytes}${bytes}`,
      'a-comment-in-front': (bytes) => `/* paid */${bytes}`,
      'single-quotes': (bytes) => bytes.toString().replaceAll('"', "'"),
      'a-trailing-comma': (bytes) => bytes.toString().replace(/\}$/, ',}'),
    },
    apply: (draft, change) => {
      draft.rewrite.push((bytes) => Buffer.from(change(bytes)));
    },
  }),
  family<readonly [encoding: string, change: (bytes: Buffer) => Buffer]>({
    ...odd,
    group: 'http',
    id: 'compressed',
    requirements: ['transport.2'],
    says: ([encoding]) => `whose body says that it is compressed (${encoding})`,
    of: { gzip: ['gzip', gzipSync], untrue: ['br', (bytes) => bytes] },
    apply: (draft, [encoding, change]) => {
      draft.headers['content-encoding'] = encoding;
      draft.rewrite.push(change);
    },
  }),
];

const nestedText = (open: string, inside: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;

/** What a body is made of that no merchant can believe: it must only survive it. */
const hopeless = {
  ...odd,
  group: 'http',
  verdict: 'reject',
  requirements: ['law.24', 'events.6'],
  level: 'should',
} as const;

const hostile: readonly Family[] = [
  family<(text: string) => string | Uint8Array>({
    ...hopeless,
    id: 'hostile.body',
    weight: 0.2,
    says: (_, name) => `whose body is ${name.replaceAll('-', ' ')}`,
    of: {
      empty: () => '',
      spaces: () => '   \n',
      half: (text) => text.slice(0, text.length / 2),
      'no-JSON': () => 'status=4&shop_amount',
      'a-number': () => '4',
      null: () => 'null',
      'a-list': (text) => `[${text}]`,
      'bytes-that-are-not-UTF-8': () => Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d]),
      'values-of-other-kinds': () =>
        '{"shop_order_id":{"$ne":null},"status":[4],"sign":{"$gt":""},"shop_amount":true}',
      'an-endlessly-long-number': () => `{"shop_amount":${'9'.repeat(20_000)},"status":1e999999}`,
    },
    apply: (draft, change) => {
      draft.rewrite.push((bytes) => Buffer.from(change(bytes.toString())));
    },
  }),
  family<() => string>({
    ...odd,
    id: 'hostile.huge',
    format: 'json',
    requirements: ['law.24', 'events.6'],
    weight: 0.01,
    says: (_, name) => `with ${name.replaceAll('-', ' ')}`,
    of: {
      'a-long-text': () => JSON.stringify('x'.repeat(4_000_000)),
      'many-keys': () => `1,${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}`,
      'lists-nested-100000-deep': () => nestedText('[', '', ']', 100_000),
      'objects-nested-20000-deep': () => nestedText('{"a":', '1', '}', 20_000),
      'names-of-prototypes': () =>
        '1,"__proto__":{"status":4,"verified":true},"constructor":{"prototype":{"status":4}},"toString":"x","length":-1',
    },
    apply: (draft, value) => {
      draft.members = withField(draft.members, 'x_huge', MARK);
      draft.rewrite.push((bytes) => Buffer.from(bytes.toString().replace(`"${MARK}"`, value)));
    },
  }),
];

/** Bodies that no gateway sends: odd values and keys, bytes that are no text, sizes. */
export const bodyFamilies: readonly Family[] = [...values, ...broken, ...hostile];
