import { signedByMistake, signedMessage } from '../simulator/protocol/signing.ts';
import { textOf, type WireValue } from '../simulator/protocol/wire.ts';
import type { Draft } from './draft.ts';
import {
  asPending,
  type Fields,
  fieldOf,
  literal,
  type Member,
  spelledStatus,
  withField,
  withFields,
} from './fields.ts';
import { type Family, family, named, OF_INVOICES, type RowContext, single } from './row.ts';

type Sign = (digest: string) => WireValue | undefined;

/** The digest with its last digit changed. */
const flipLast: Sign = (digest) => `${digest.slice(0, -1)}${digest.endsWith('0') ? '1' : '0'}`;

const RANDOM = 'f'.repeat(64);

/** Puts something else in the place of the right digest; undefined leaves the sign out. */
const signAs = (draft: Draft, change: Sign): void => {
  draft.signing.place = (sign, members) => withField(members, 'sign', change(sign));
};

const hostile = {
  group: 'sign',
  verdict: 'reject',
  requirements: ['events.5.sign', 'auth.7'],
} as const;

type Spoiled = readonly [says: string, sign: Sign];

const spoiled = (id: string, of: Readonly<Record<string, Spoiled>>, more: Partial<Family> = {}): Family =>
  family<Spoiled>({
    ...hostile,
    ...more,
    id,
    says: ([says]) => `with ${says}`,
    of,
    apply: (draft, [, sign]) => signAs(draft, sign),
  });

const signs: readonly Family[] = [
  spoiled(
    'sign.wrong',
    {
      random: ['a random digest', () => RANDOM],
      'last-digit': ['the digest with its last digit changed', flipLast],
      'first-digit': [
        'the digest with its first digit changed',
        (digest) => `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`,
      ],
    },
    { weight: 2 },
  ),
  spoiled(
    'sign.malformed',
    {
      absent: ['no sign at all', () => undefined],
      empty: ['an empty sign', () => ''],
      letter: ['sign "x"', () => 'x'],
      'first-8': ['the first 8 digits of the digest', (digest) => digest.slice(0, 8)],
      'first-1': ['the first digit of the digest', (digest) => digest.slice(0, 1)],
      'all-but-last': ['the digest without its last digit', (digest) => digest.slice(0, -1)],
      zero: ['sign "0"', () => '0'],
      'no-hex': ['a sign of 64 letters that are no digits', () => 'z'.repeat(64)],
      long: ['a sign of 200 kB', () => 'a'.repeat(200_000)],
    },
    { weight: 3 },
  ),
  // What is no text cannot stand in a form.
  spoiled(
    'sign.type',
    {
      null: ['sign null', () => null],
      true: ['sign true', () => true],
      false: ['sign false', () => false],
      'number-0': ['sign 0', () => literal(0)],
      'number-1': ['sign 1', () => literal(1)],
      list: ['sign []', () => []],
      object: ['sign {}', () => ({})],
      'nested-lists': ['sign as lists in lists', () => [[['a']]]],
      'object-like-text': [
        'sign as an object that has a length and a text',
        () => ({ toString: 'x', length: literal(64) }),
      ],
    },
    { weight: 3, format: 'json' },
  ),
  // The right digest, spelled otherwise: that it is compared as it stands is only recommended.
  spoiled(
    'sign.spelling',
    {
      base64: ['the digest in base64', (digest) => Buffer.from(digest, 'hex').toString('base64')],
      '0x': ['the digest after 0x', (digest) => `0x${digest}`],
      spaces: ['the digest between spaces', (digest) => ` ${digest} `],
      zeros: ['the digest with zeros in front', (digest) => `00${digest}`],
      'line-end': ['the digest with a line end', (digest) => `${digest}\n`],
      suffix: ['the digest with one letter appended', (digest) => `${digest}x`],
      twice: ['the digest twice in a row', (digest) => `${digest}${digest}`],
      prefix: ['the digest after "sha256="', (digest) => `sha256=${digest}`],
    },
    { verdict: 'either' },
  ),
  spoiled(
    'sign.wrapped',
    {
      list: ['the digest in an array', (digest) => [digest]],
      object: ['the digest in an object', (digest) => ({ value: digest })],
    },
    { verdict: 'either', format: 'json' },
  ),
  spoiled(
    'sign.case',
    { upper: ['the digest in upper case', (digest) => digest.toUpperCase()] },
    { verdict: 'either' },
  ),
  family({
    ...hostile,
    id: 'sign.in-header',
    verdict: 'either',
    says: (header) => `whose sign stands in the header ${header} and not in the body`,
    of: named('sign', 'x-sign', 'signature'),
    apply: (draft, header) =>
      signAs(draft, (digest) => {
        draft.headers[header] = digest;
        return undefined;
      }),
  }),
];

/** Signed with this instead of the secret, which it is made of where it is a function. */
type Secret = string | ((secret: string, members: readonly Member[]) => string);

const PLACEHOLDERS = [
  'undefined',
  'null',
  'None',
  'false',
  'SECRET_KEY',
  'secret',
  '0',
  'test',
  '[object Object]',
];

const text = (members: readonly Member[], key: string): string => textOf(fieldOf(members, key) ?? '') ?? '';

const signWith = (draft: Draft, secret: Secret): void => {
  const { signing, members } = draft;
  const own = signing.secret;
  signing.secret = typeof secret === 'string' ? secret : secret(own, members);
  // A shop whose own secret is such a word has chosen it.
  if (signing.secret === own) signing.secret = `${own}?`;
};

const half = (secret: string): number => Math.ceil(secret.length / 2);

const secrets: readonly Family[] = [
  single({
    ...hostile,
    id: 'sign.secret.other',
    says: 'signed with another secret',
    apply: (draft) => signWith(draft, 'NotTheSecretOfThisShop'),
  }),
  family<Secret>({
    ...hostile,
    id: 'sign.secret.placeholder',
    weight: 2,
    says: (secret, name) =>
      `signed with ${typeof secret === 'string' ? JSON.stringify(secret) : `the ${name}`} as the secret`,
    of: {
      empty: '',
      ...named(...PLACEHOLDERS),
      shop_id: (_, members) => text(members, 'shop_id'),
      shop_order_id: (_, members) => text(members, 'shop_order_id') || 'order',
    },
    apply: signWith,
  }),
  family<readonly [says: string, shopId: WireValue | undefined, secret: string]>({
    ...hostile,
    id: 'sign.secret.of-shop',
    says: ([says]) => says,
    of: {
      unknown: ['of an unknown shop, signed with an empty secret', literal('987654'), ''],
      absent: ['without a shop_id, signed with an empty secret', undefined, ''],
      another: ["of another shop, signed with that shop's own secret", literal('77'), 'SecretOfShop77'],
    },
    apply: (draft, [, shopId, secret]) => {
      draft.members = withField(draft.members, 'shop_id', shopId);
      signWith(draft, secret);
    },
  }),
  family<Secret>({
    ...hostile,
    id: 'sign.secret.shop',
    weight: 2,
    says: (_, name) =>
      name === 'alike'
        ? 'signed with a secret that begins alike'
        : `signed with ${name.replaceAll('-', ' ')} of the secret`,
    of: {
      alike: (secret) => `${secret.slice(0, 6)}-of-another-shop`,
      'the-end': (secret) => secret.slice(half(secret)),
      'the-beginning': (secret) => secret.slice(0, half(secret)),
      'all-but-the-first-character': (secret) => secret.slice(1),
      'all-but-the-last-character': (secret) => secret.slice(0, -1),
    },
    apply: signWith,
  }),
];

/** Wrong ways of signing, each by the mistake as which the explanation of wrong signatures knows it. */
const MISTAKES: Readonly<Record<string, readonly [mistake: string, says: string]>> = {
  'secret-first': ['secret-first', 'with the secret in front'],
  colon: ['colon-before-secret', 'with a colon before the secret'],
  hmac: ['hmac-sha256', 'with HMAC-SHA256'],
  md5: ['md5', 'with MD5'],
  sha1: ['sha1', 'with SHA-1'],
  sha512: ['sha512', 'with a cut SHA-512'],
  'no-secret': ['secret-missing', 'without the secret'],
  'only-secret': ['nothing-signed', 'over the secret alone'],
  keys: ['keys-included', 'with the keys joined in'],
  'raw-body': ['body-hash', 'over the raw body'],
  'sign-included': ['sign-included', 'with the sign itself as an empty field'],
  'no-zeros': ['zeros-dropped', 'without its zeros'],
  'empty-places': ['empties-kept', 'with a place for each empty field'],
};

/** Without zeros and empty fields, two of the wrong ways of signing are right. */
const REVEALING: Fields = { error_code: literal(0), bonus: '' };

const recipe = family<readonly [mistake: string, says: string]>({
  ...hostile,
  id: 'sign.recipe',
  requirements: ['events.5', 'auth.2', 'auth.7'],
  weight: 3,
  says: ([, says]) => `signed ${says}`,
  of: MISTAKES,
  apply: (draft, [mistake]) => {
    if (['zeros-dropped', 'empties-kept'].includes(mistake))
      draft.members = withFields(draft.members, REVEALING);
    draft.signing.digest = (_text, secret) => {
      const body = Object.fromEntries(draft.members);
      return signedByMistake(signedMessage('notification', body, [], secret), mistake).slice(0, 64);
    };
  },
});

const SENDERS = ['35.198.100.222', '35.198.175.25'];

/** Headers by which a proxy names the sender, with an address of the gateway (Events 3). */
const SPOOFED = Object.fromEntries(
  [
    'x-forwarded-for',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-forwarded',
    'forwarded-for',
    'forwarded',
    'client-ip',
  ].map((header, index): [string, string] => {
    const sender = SENDERS[index % SENDERS.length] ?? '';
    return [header, header === 'forwarded' ? `for=${sender}` : sender];
  }),
);

const sender = family<readonly [says: string, headers: Readonly<Record<string, string>>, sign: Sign]>({
  ...hostile,
  id: 'sign.sender',
  requirements: ['events.5.sign'],
  weight: 2,
  says: ([says]) => `with ${says}`,
  of: {
    ...Object.fromEntries(
      Object.entries(SPOOFED).map(([header, value]) => [
        header,
        [`a wrong sign and ${header}: ${value}`, { [header]: value }, flipLast],
      ]),
    ),
    all: ['no sign, and every header that can name a sender', SPOOFED, () => undefined],
  },
  apply: (draft, [, headers, sign]) => {
    signAs(draft, sign);
    Object.assign(draft.headers, headers);
  },
});

/** What the signature does not cover. */
const hidden = { ...hostile, requirements: ['events.5', 'events.5.sign', 'auth.7'] } as const;

const statusOf = (status: number, { readings }: RowContext): WireValue => spelledStatus(status, readings);

/** Makes it the notification of a pending payment, which only an unsigned part calls paid. */
const pending = (draft: Draft, context: RowContext): void => {
  draft.members = asPending(draft.members, context.readings);
};

const uncovered: readonly Family[] = [
  family<readonly [name: string, value: string]>({
    ...hidden,
    id: 'sign.uncovered.field',
    weight: 4,
    says: ([name, value]) => `with ${name} = ${JSON.stringify(value)}, which the signature does not cover`,
    of: {
      text: ['new_field', 'x'],
      note: ['x_note', '1'],
      zero: ['design_id', '0'],
      colon: ['assigned_to', 'a:b'],
      bracket: ['shop[amount]', 'x'],
      index: ['0', 'x'],
      description: ['description', 'changed'],
      data: ['ps_data', '{"bill_id":"1"}'],
      payway: ['payway', 'changed'],
      created: ['created', '7'],
      error: ['error_code', '7'],
    },
    apply: (draft, [name, value]) => {
      draft.afterSigning.push((members) => withField(members, name, value));
    },
  }),
  single({
    ...hidden,
    id: 'sign.status-uncovered',
    says: 'whose sign leaves its status out',
    apply: (draft) => {
      const joined = draft.signing.text;
      draft.signing.text = (members) => joined(withField(members, 'status', undefined));
    },
  }),
  single({
    ...hidden,
    id: 'sign.uncovered.amount',
    topics: OF_INVOICES,
    says: 'over 0.01, whose amount was changed to the right one after signing',
    apply: (draft) => {
      const right = fieldOf(draft.members, 'shop_amount');
      draft.members = withField(draft.members, 'shop_amount', literal('0.01'));
      draft.afterSigning.push((members) => withField(members, 'shop_amount', right));
    },
  }),
  family({
    ...hidden,
    id: 'sign.uncovered.status',
    topics: ['payment'],
    weight: 2,
    says: (key) => `about a pending payment, with an unsigned ${JSON.stringify(key)} that says paid`,
    of: {
      changed: 'status',
      capital: 'Status',
      capitals: 'STATUS',
      space: 'status ',
      list: 'status[]',
      nested: 'data[status]',
    },
    apply: (draft, key, context) => {
      pending(draft, context);
      draft.afterSigning.push((members) => withField(members, key, statusOf(4, context)));
    },
  }),
  single({
    ...hidden,
    id: 'sign.uncovered.address',
    topics: ['payment'],
    says: 'about a pending payment, whose address says that it is paid',
    apply: (draft, _, context) => {
      pending(draft, context);
      draft.query = [...draft.query, ['status', textOf(statusOf(4, context)) ?? '']];
    },
  }),
  single({
    ...hidden,
    id: 'sign.uncovered.prototype',
    topics: ['payment'],
    format: 'json',
    says: 'about a pending payment, whose __proto__ says that it is paid',
    apply: (draft, _, context) => {
      pending(draft, context);
      const paid: Member = ['__proto__', { status: statusOf(4, context), state: 'paid' }];
      draft.afterSigning.push((members) => [...members, paid]);
    },
  }),
  family<readonly [signed: string, sent: string]>({
    ...hidden,
    id: 'sign.uncovered.normal-form',
    says: ([signed]) =>
      `whose text was ${signed === signed.normalize('NFC') ? 'decomposed' : 'composed'} after signing`,
    of: {
      decomposed: ['Caf\u00e9 \u00c5ngstr\u00f6m \u0439', 'Cafe\u0301 A\u030angstro\u0308m \u0438\u0306'],
      composed: ['Cafe\u0301 A\u030angstro\u0308m \u0438\u0306', 'Caf\u00e9 \u00c5ngstr\u00f6m \u0439'],
    },
    apply: (draft, [signed, sent]) => {
      draft.members = withField(draft.members, 'x_note', signed);
      draft.afterSigning.push((members) => withField(members, 'x_note', sent));
    },
  }),
  single({
    ...hidden,
    id: 'sign.uncovered.amount-respelled',
    topics: OF_INVOICES,
    verdict: 'either',
    says: 'whose amount was spelled with one more zero after signing',
    apply: (draft) => {
      const amount = text(draft.members, 'shop_amount');
      draft.afterSigning.push((members) =>
        withField(members, 'shop_amount', literal(amount.includes('.') ? `${amount}0` : `${amount}.0`)),
      );
    },
  }),
];

/** A second member of this name, right in front of the one that is there or right behind it. */
const doubled = (
  draft: Draft,
  key: string,
  second: (first: WireValue) => WireValue,
  place: 'before' | 'after',
): void => {
  draft.afterSigning.push((members) =>
    members.flatMap((member): Member[] => {
      if (member[0] !== key) return [member];
      const other: Member = [key, second(member[1])];
      return place === 'after' ? [member, other] : [other, member];
    }),
  );
};

/** Body and sign name a field twice, and the signature fits one of the two at most (Events 5). */
const twice: readonly Family[] = [
  family<'before' | 'after'>({
    ...hidden,
    group: 'keys',
    id: 'twice.status',
    topics: ['payment'],
    weight: 2,
    says: (place) =>
      `about a pending payment, signed as such, that names status a second time ${place} it and says paid`,
    of: { before: 'before', after: 'after' },
    apply: (draft, place, context) => {
      pending(draft, context);
      doubled(draft, 'status', () => statusOf(4, context), place);
    },
  }),
  single({
    ...hidden,
    group: 'keys',
    id: 'twice.status-signed-last',
    topics: ['payment'],
    verdict: 'either',
    says: 'that names status twice and is signed over the last',
    apply: (draft, _, context) => doubled(draft, 'status', () => statusOf(2, context), 'before'),
  }),
  family<readonly [first: Sign, second: Sign]>({
    ...hidden,
    id: 'twice.sign',
    says: (_, name) => `with two signs, both wrong (${name.replaceAll('-', ' ')})`,
    of: {
      'wrong-and-letter': [flipLast, () => 'x'],
      'wrong-and-null': [flipLast, () => null],
      'empty-and-random': [() => '', () => RANDOM],
    },
    apply: (draft, [first, second]) => {
      draft.signing.place = (sign, members) => [
        ['sign', first(sign) ?? null],
        ...members,
        ['sign', second(sign) ?? null],
      ];
    },
  }),
  single({
    ...hidden,
    id: 'twice.sign-of-pending',
    topics: ['payment'],
    says: 'whose status was changed to paid after signing, with the old sign and then a wrong one',
    apply: (draft, _, context) => {
      pending(draft, context);
      draft.afterSigning.push((members) => withField(members, 'status', statusOf(4, context)));
      doubled(draft, 'sign', () => RANDOM, 'after');
    },
  }),
  family<'before' | 'after'>({
    ...hidden,
    id: 'twice.sign-right',
    verdict: 'either',
    says: (place) => `with two signs, a wrong one ${place} the right one`,
    of: { before: 'before', after: 'after' },
    apply: (draft, place) => doubled(draft, 'sign', (sign) => flipLast(String(sign)) ?? null, place),
  }),
  single({
    ...hidden,
    id: 'sign.renamed',
    says: 'whose sign is called sign[]',
    apply: (draft) => {
      draft.signing.place = (sign, members) => [...members, ['sign[]', sign]];
    },
  }),
];

/** Signatures that are not the gateway's (Events 5, Authentication 2 and 7). */
export const signFamilies: readonly Family[] = [...signs, ...secrets, recipe, sender, ...uncovered, ...twice];
