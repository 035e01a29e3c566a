import { createHash, createHmac } from 'node:crypto';
import {
  LosslessNumber,
  stringifyWire,
  textOf,
  type WireObject,
  type WireValue,
} from '../simulator/protocol/wire.ts';
import type { Row, ShopFacts } from './row.ts';

type Sign = (digest: string) => WireValue | undefined;

/** The digest with its last digit changed. */
export const flipLast = (digest: string): string =>
  `${digest.slice(0, -1)}${digest.endsWith('0') ? '1' : '0'}`;

/** The digest with its first digit changed. */
const flipFirst = (digest: string): string => `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`;

const verified = ['events.5.sign', 'auth.7'];

const wrong = (id: string, says: string, sign: Sign): Row => ({
  id: `sign.wrong.${id}`,
  says,
  verdict: 'reject',
  requirements: verified,
  flaw: { kind: 'sign', sign },
});

const malformed = (id: string, says: string, sign: Sign): Row => ({
  ...wrong(id, says, sign),
  id: `sign.malformed.${id}`,
});

/** What is no text cannot stand in a form. */
const mistyped = (id: string, says: string, sign: Sign): Row => ({
  ...malformed(id, says, sign),
  id: `sign.type.${id}`,
  format: 'json',
});

/** The right digest, spelled otherwise: that it is compared as it stands is only recommended. */
const spelled = (id: string, says: string, sign: Sign): Row => ({
  ...wrong(id, says, sign),
  id: `sign.spelling.${id}`,
  verdict: 'either',
});

const secret = (
  id: string,
  says: string,
  other: (shop: ShopFacts) => string,
  set?: Readonly<Record<string, WireValue | undefined>>,
): Row => ({
  id: `sign.secret.${id}`,
  says,
  verdict: 'reject',
  requirements: verified,
  flaw: { kind: 'secret', secret: other, ...(set === undefined ? {} : { set }) },
});

const placeholder = (id: string, text: string | ((shop: ShopFacts) => string), says?: string): Row =>
  secret(
    `placeholder.${id}`,
    `signed with ${says ?? `the secret ${JSON.stringify(text)}`}`,
    typeof text === 'string' ? () => text : text,
  );

const recipe = (
  id: string,
  says: string,
  digest: (text: string, secret: string, body: WireObject) => string,
): Row => ({
  id: `sign.recipe.${id}`,
  says: `signed ${says}`,
  verdict: 'reject',
  requirements: ['events.5', 'auth.2', 'auth.7'],
  flaw: { kind: 'recipe', digest },
});

const hash = (algorithm: string, text: string): string =>
  createHash(algorithm).update(text, 'utf8').digest('hex');

/** The texts of all values but the sign, in the order of their keys. */
const textsOf = (body: WireObject): string[] =>
  Object.keys(body)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => textOf(body[name] ?? '') ?? '');

const isZero = (text: string): boolean => /^0(?:\.0+)?$/.test(text);

const SENDERS = ['35.198.100.222', '35.198.175.25'];

/** Headers by which a proxy names the sender, with an address of the gateway (Events 3). */
const SPOOFED: readonly (readonly [header: string, value: string])[] = [
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
].map((header, index) => {
  const sender = SENDERS[index % SENDERS.length] ?? '';
  return [header, header === 'forwarded' ? `for=${sender}` : sender];
});

const spoofed = (id: string, says: string, headers: Readonly<Record<string, string>>, sign: Sign): Row => ({
  id: `sign.sender.${id}`,
  says,
  verdict: 'reject',
  requirements: ['events.5.sign'],
  flaw: { kind: 'sender', headers, sign },
});

const half = ({ secret: own }: ShopFacts): number => Math.ceil(own.length / 2);

/** Signatures that are not the gateway's (Events 5, Authentication 2 and 7). */
export const signRows: readonly Row[] = [
  wrong('random', 'a random digest', () => 'f'.repeat(64)),
  wrong('last-digit', 'the digest with its last digit changed', flipLast),
  wrong('first-digit', 'the digest with its first digit changed', flipFirst),

  malformed('absent', 'no sign at all', () => undefined),
  malformed('empty', 'an empty sign', () => ''),
  malformed('letter', 'sign "x"', () => 'x'),
  malformed('first-8', 'the first 8 digits of the digest', (digest) => digest.slice(0, 8)),
  malformed('first-1', 'the first digit of the digest', (digest) => digest.slice(0, 1)),
  malformed('all-but-last', 'the digest without its last digit', (digest) => digest.slice(0, -1)),
  malformed('suffix', 'the digest with one letter appended', (digest) => `${digest}x`),
  malformed('twice', 'the digest twice in a row', (digest) => `${digest}${digest}`),
  malformed('zero', 'sign "0"', () => '0'),
  malformed('prefix', 'the digest after "sha256="', (digest) => `sha256=${digest}`),
  malformed('no-hex', 'a sign of 64 letters that are no digits', () => 'z'.repeat(64)),
  malformed('long', 'a sign of 50 kB', () => 'a'.repeat(50_000)),
  mistyped('null', 'sign null', () => null),
  mistyped('true', 'sign true', () => true),
  mistyped('false', 'sign false', () => false),
  mistyped('number-0', 'sign 0', () => new LosslessNumber('0')),
  mistyped('number-1', 'sign 1', () => new LosslessNumber('1')),
  mistyped('list', 'sign []', () => []),
  mistyped('object', 'sign {}', () => ({})),
  mistyped('nested-lists', 'sign as lists in lists', () => [[['a']]]),
  mistyped('digest-in-list', 'the digest in an array', (digest) => [digest]),
  mistyped('digest-in-object', 'the digest in an object', (digest) => ({ value: digest })),

  spelled('base64', 'the digest in base64', (digest) => Buffer.from(digest, 'hex').toString('base64')),
  spelled('0x', 'the digest after 0x', (digest) => `0x${digest}`),
  spelled('spaces', 'the digest between spaces', (digest) => ` ${digest} `),
  spelled('zeros', 'the digest with zeros in front', (digest) => `00${digest}`),
  spelled('line-end', 'the digest with a line end', (digest) => `${digest}\n`),

  secret('other', 'signed with another secret', () => 'NotTheSecretOfThisShop'),
  placeholder('empty', ''),
  placeholder('undefined', 'undefined'),
  placeholder('null', 'null'),
  placeholder('none', 'None'),
  placeholder('false', 'false'),
  placeholder('shop-id', ({ shopId }) => String(shopId), 'the shop_id as the secret'),
  placeholder('manual', 'SECRET_KEY'),
  placeholder('secret', 'secret'),
  placeholder('zero', '0'),
  placeholder('object', '[object Object]'),
  placeholder('test', 'test'),
  secret('placeholder.unknown-shop', 'an unknown shop_id, signed with an empty secret', () => '', {
    shop_id: new LosslessNumber('987654'),
  }),
  secret('placeholder.no-shop', 'without a shop_id, signed with an empty secret', () => '', {
    shop_id: undefined,
  }),
  secret(
    'shop.alike',
    "signed with another shop's secret",
    ({ secret: own }) => `${own.slice(0, 6)}-of-another-shop`,
  ),
  secret('shop.end', 'signed with the end of the secret', (shop) => shop.secret.slice(half(shop))),
  secret('shop.beginning', 'signed with the beginning of the secret', (shop) =>
    shop.secret.slice(0, half(shop)),
  ),
  secret('shop.own', "another shop's notification about this order", () => 'SecretOfShop77', {
    shop_id: new LosslessNumber('77'),
  }),

  recipe('secret-first', 'with the secret in front', (text, own) => hash('sha256', `${own}${text}`)),
  recipe('colon', 'with a colon before the secret', (text, own) => hash('sha256', `${text}:${own}`)),
  recipe('hmac', 'with HMAC-SHA256', (text, own) => createHmac('sha256', own).update(text).digest('hex')),
  recipe('md5', 'with MD5', (text, own) => hash('md5', `${text}${own}`)),
  recipe('sha1', 'with SHA-1', (text, own) => hash('sha1', `${text}${own}`)),
  recipe('sha512', 'with a cut SHA-512', (text, own) => hash('sha512', `${text}${own}`).slice(0, 64)),
  recipe('no-secret', 'without the secret', (text) => hash('sha256', text)),
  recipe('only-secret', 'over the secret alone', (_text, own) => hash('sha256', own)),
  recipe('keys', 'with the keys joined in', (_text, own, body) => {
    const pairs = Object.keys(body)
      .filter((name) => (textOf(body[name] ?? '') ?? '') !== '')
      .sort()
      .map((name) => `${name}=${textOf(body[name] ?? '')}`);
    return hash('sha256', `${pairs.join('&')}${own}`);
  }),
  recipe('raw-body', 'over the raw body', (_text, own, body) =>
    hash('sha256', `${stringifyWire(body)}${own}`),
  ),
  recipe('no-zeros', 'without zeros', (_text, own, body) => {
    const texts = textsOf(body).filter((text) => text !== '' && !isZero(text));
    return hash('sha256', `${texts.join(':')}${own}`);
  }),
  recipe('empty-places', 'with empty places', (_text, own, body) =>
    hash('sha256', `${textsOf(body).join(':')}${own}`),
  ),

  ...SPOOFED.map(([header, value]) =>
    spoofed(header, `a wrong sign and ${header}: ${value}`, { [header]: value }, flipLast),
  ),
  spoofed(
    'all',
    'no sign, and every header that can name a sender',
    Object.fromEntries(SPOOFED),
    () => undefined,
  ),
];
