/** Mistakes after the string is built: how the secret joins it, which bytes and which hash are taken. */
import { createHmac, hash } from 'node:crypto';
import type { SignedMessage } from './sign-message.ts';
import { textOf } from './wire.ts';

/** A way to join the secret; `id` is null for the right one. */
export interface SecretJoin {
  id: string | null;
  says: string;
  join: (text: string) => string | Buffer;
}

/** A way to get a digest from the string; `id` is null for the right one, `size` is its length in bytes. */
export interface HashRecipe {
  id: string | null;
  says: string;
  size: number;
  run: (data: string | Buffer, secret: string) => Buffer;
  /** Takes the string without the secret, which is the key. */
  keyed?: true;
}

/** What stands in place of a secret that is not configured. */
const PLACEHOLDERS = ['undefined', 'null', 'None', 'NULL', 'false', 'SECRET_KEY'] as const;

export function secretJoins({ secret, body }: SignedMessage): SecretJoin[] {
  const end = (id: string | null, says: string, tail: string): SecretJoin => ({
    id,
    says,
    join: (text) => text + tail,
  });
  const around = (id: string, says: string, join: SecretJoin['join']): SecretJoin => ({ id, says, join });
  const directly = 'The secret follows the last value directly.';
  return [
    end(null, '', secret),
    end('colon-before-secret', `There is a ":" before the secret. ${directly}`, `:${secret}`),
    around(
      'secret-first',
      'The secret stands before the values; it follows the last one.',
      (text) => secret + text,
    ),
    around(
      'secret-first',
      'The secret and a ":" stand before the values. It follows the last one, without ":".',
      (text) => [secret, text].join(':'),
    ),
    around(
      'secret-twice',
      'The secret stands before and after the values; it only follows the last one.',
      (text) => [secret, text, secret].join(''),
    ),
    around(
      'secret-twice',
      'The secret stands before and after the values, with ":". It only follows the last one.',
      (text) => [secret, text, secret].join(':'),
    ),
    end('secret-missing', 'The secret is empty or missing: is it configured?', ''),
    end('secret-missing', 'The secret is empty or missing, a ":" stands for it: is it configured?', ':'),
    ...[...PLACEHOLDERS, textOf(body.shop_id) ?? '']
      .filter((word) => word !== '')
      .map((word) =>
        end('secret-placeholder', `"${word}" stands in place of the secret: is it configured?`, word),
      ),
    end('secret-trimmed', 'Space around the secret was trimmed; it belongs to it.', secret.trim()),
    ...['\n', '\r\n', ' ', '\0'].map((tail) =>
      end(
        'secret-with-newline',
        `The secret has a stray ${JSON.stringify(tail)} at its end, as when it is read from a file.`,
        secret + tail,
      ),
    ),
    end(
      'secret-with-mark',
      'The secret has a byte order mark before it, as when it is read from a file.',
      `\ufeff${secret}`,
    ),
    ...['&key=', '&secret=', '&', '|', ';', ',', '+', '&secret_key=', ':secret='].map((before) =>
      end('text-before-secret', `There is "${before}" before the secret. ${directly}`, before + secret),
    ),
    ...['"', "'"].map((quote) =>
      end(
        'secret-quoted',
        'The secret is in quotes, as they stood in a configuration.',
        quote + secret + quote,
      ),
    ),
    end('secret-case-changed', 'The secret is in upper case; use it as it is.', secret.toUpperCase()),
    end('secret-case-changed', 'The secret is in lower case; use it as it is.', secret.toLowerCase()),
    around(
      'secret-decoded',
      'The secret is decoded from base64 first; its characters are used as they are.',
      (text) => Buffer.concat([Buffer.from(text), Buffer.from(secret, 'base64')]),
    ),
    around(
      'secret-decoded',
      'The secret is decoded from hex first; its characters are used as they are.',
      (text) => Buffer.concat([Buffer.from(text), Buffer.from(secret, 'hex')]),
    ),
  ];
}

const sha256 = 'the digest is SHA-256 over the string with the secret at its end';

export const hashRecipes: readonly HashRecipe[] = [
  { id: null, says: '', size: 32, run: plain('sha256') },
  keyed('hmac-sha256', 'sha256', 32),
  keyed('hmac-md5', 'md5', 16),
  keyed('hmac-sha1', 'sha1', 20),
  keyed('hmac-sha512', 'sha512', 64),
  {
    id: 'hmac-sha256',
    says: `HMAC-SHA256 is taken, over the string with the secret at its end; ${sha256}.`,
    size: 32,
    run: (data, secret) => createHmac('sha256', secret).update(data).digest(),
  },
  unkeyed('md5', 'MD5', 16),
  unkeyed('sha1', 'SHA-1', 20),
  unkeyed('sha224', 'SHA-224', 28),
  unkeyed('sha384', 'SHA-384', 48),
  unkeyed('sha512', 'SHA-512', 64),
  unkeyed('sha512-256', 'SHA-512/256', 32),
  unkeyed('sha3-256', 'SHA3-256', 32),
  {
    id: 'hashed-twice',
    says: 'The digest is hashed once more; SHA-256 is taken once.',
    size: 32,
    run: (data) => plain('sha256')(plain('sha256')(data).toString('hex')),
  },
  {
    id: 'hashed-twice',
    says: 'The digest (its bytes) is hashed once more; SHA-256 is taken once.',
    size: 32,
    run: (data) => plain('sha256')(plain('sha256')(data)),
  },
];

/** Other bytes than UTF-8 for the whole string, the secret included. */
export const byteRecipes: readonly { id: string; says: string; encode: (text: string) => Buffer }[] = [
  ...codePage(
    'ascii-bytes',
    'ASCII or a code page that lacks some of the characters, with "?" for those',
    (code) => (code < 128 ? code : 0x3f),
  ),
  ...codePage('latin1-bytes', 'ISO 8859-1', (code) => (code < 256 ? code : 0x3f)),
  bytes('latin1-bytes', 'ISO 8859-1 (low bytes of each character)', (text) => Buffer.from(text, 'latin1')),
  ...codePage('windows-1251-bytes', 'Windows-1251', (code) => windows1251().get(code) ?? 0x3f),
  bytes('utf16-bytes', 'UTF-16', (text) => Buffer.from(text, 'utf16le')),
  bytes('utf16-bytes', 'UTF-16 (big endian)', (text) => Buffer.from(text, 'utf16le').swap16()),
  bytes('utf16-bytes', 'UTF-16 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  bytes('utf8-twice', 'UTF-8 that was taken for ISO 8859-1 and encoded again', (text) =>
    Buffer.from(Buffer.from(text).toString('latin1')),
  ),
  bytes('ascii-bytes', 'ASCII, without other characters', (text) =>
    Buffer.from(text.replaceAll(/[^\0-\x7f]/g, '')),
  ),
  bytes('bom-included', 'UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)),
];

function bytes(id: string, name: string, encode: (text: string) => Buffer) {
  return { id, says: `The bytes that are hashed are ${name}; they are UTF-8, without a mark.`, encode };
}

function plain(algorithm: string): (data: string | Buffer) => Buffer {
  return (data) => hash(algorithm, data, 'buffer');
}

function unkeyed(id: string, name: string, size: number): HashRecipe {
  return { id, says: `${name} is taken; ${sha256}.`, size, run: plain(id) };
}

function keyed(id: string, algorithm: string, size: number): HashRecipe {
  return {
    id,
    says: `${id.toUpperCase()} with the secret as its key is taken; ${sha256}.`,
    size,
    run: (data, secret) => createHmac(algorithm, secret).update(data).digest(),
    keyed: true,
  };
}

/** A byte for each character; .NET takes a character beyond the first 65,536, such as an emoji, for two. */
function codePage(id: string, name: string, byte: (code: number) => number) {
  const encode = (split: (text: string) => string[]) => (text: string) =>
    Buffer.from(split(text).map((character) => byte(character.codePointAt(0) ?? 0x3f)));
  return [
    bytes(id, name, encode(Array.from)),
    bytes(
      id,
      `${name}, and two bytes for an emoji, as .NET does it`,
      encode((text) => text.split('')),
    ),
  ];
}

let cyrillic: Map<number, number> | undefined;

function windows1251(): Map<number, number> {
  if (cyrillic === undefined) {
    const decoder = new TextDecoder('windows-1251');
    const entries = Array.from({ length: 256 }, (_, byte): [number, number] => [
      decoder.decode(Uint8Array.of(byte)).codePointAt(0) ?? 0x3f,
      byte,
    ]);
    cyrillic = new Map(entries);
  }
  return cyrillic;
}
