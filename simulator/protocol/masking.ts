import { createHash } from 'node:crypto';
import { type QuotedValue, replaceValues } from './quoted-values.ts';
import { setMember } from './set-member.ts';
import { isLosslessNumber, type WireValue } from './wire.ts';

/** What stands for a secret in everything that is shown. */
export const SECRET_MASK = '<SECRET>';

/** A card number as it may be shown: the first six digits and the last four. */
export function maskCard(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length < 12 ? '***' : `${digits.slice(0, 6)}***${digits.slice(-4)}`;
}

/** A payment token as it may be shown; the same token always looks the same. */
export function maskToken(token: string): string {
  if (/^tok~[0-9a-f]{8}$/.test(token)) return token;
  return `tok~${createHash('sha256').update(token).digest('hex').slice(0, 8)}`;
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Whether a text is a card number: 13 to 19 digits, possibly grouped, with a right check digit. */
export function looksLikeCard(text: string): boolean {
  if (!/^\d[\d -]{11,22}$/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 13 && digits.length <= 19 && luhn(digits);
}

const whole = (): string => '***';
const card = (text: string): string => (/\d{6}/.test(text.replace(/[ -]/g, '')) ? maskCard(text) : text);
const account = (text: string): string => (looksLikeCard(text) ? maskCard(text) : text);

/** How the text under a key is masked. */
const BY_KEY: Readonly<Record<string, (text: string) => string>> = {
  cvv: whole,
  cvv2: whole,
  cvc: whole,
  cvc2: whole,
  number: card,
  pan: card,
  card_number: card,
  account,
  payment_token: maskToken,
  token: maskToken,
};

/** Keys whose text is JSON with keys of its own. */
const JSON_TEXTS: ReadonlySet<string> = new Set(['ps_data', 'addons']);

/** Whether what stands under a key is masked for the key's sake. */
export function isMaskedKey(key: string): boolean {
  return Object.hasOwn(BY_KEY, key) || JSON_TEXTS.has(key);
}

const TRIGGER = /cvv|cvc|number|pan|account|token|tok_/i;
/** The shape of the tokens that this gateway issues. */
const ISSUED = /tok_[0-9a-f]{40}/g;
const FORM = /((?:^|&)(?:\w+(?:%5B|\[))?(\w+)(?:%5D|\])?=)([^&]*)/gi;

function byKey(key: string, text: string): string {
  const lower = key.toLowerCase();
  const mask = Object.hasOwn(BY_KEY, lower) ? BY_KEY[lower] : undefined;
  return mask === undefined ? text : mask(text);
}

function unquoted(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function unform(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Takes secrets out of a text. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret !== '' && masked.includes(secret)) masked = masked.replaceAll(secret, SECRET_MASK);
  }
  return masked;
}

const hasMask = (key: string): boolean => Object.hasOwn(BY_KEY, key.toLowerCase());

/** What is not masked stays as it is, escapes included, so that JSON stays JSON. */
function maskedValue({ key, text, isNumber, slashes }: QuotedValue): string | undefined {
  const plain = isNumber || slashes !== '' ? text : unquoted(text);
  const masked = byKey(key, plain);
  if (masked === plain) return undefined;
  const spelled = slashes === '' ? JSON.stringify(masked).slice(1, -1) : masked;
  return `${slashes}"${spelled}${slashes}"`;
}

/**
 * A text (JSON, JSON within JSON text, a form, or anything) as it may be shown: card numbers, CVVs,
 * payment tokens and the given secrets are masked.
 */
export function maskText(text: string, secrets: readonly string[] = []): string {
  const safe = maskSecrets(text, secrets);
  if (!TRIGGER.test(safe)) return safe;
  return replaceValues(safe, hasMask, maskedValue)
    .replace(FORM, (all, head: string, key: string, value: string) => {
      const plain = unform(value);
      const masked = byKey(key, plain);
      return masked === plain ? all : `${head}${masked}`;
    })
    .replace(ISSUED, maskToken);
}

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const masked: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    setMember(masked, maskSecrets(key, secrets), withoutSecrets(item, secrets));
  return masked;
}

/**
 * Plain JSON data as it may be shown: card numbers, CVVs, payment tokens and the given secrets are masked. A secret is
 * looked for in each text, so that one such as `1234` or `true` leaves numbers and the rest of the JSON as they are.
 */
export function maskJson(value: unknown, secrets: readonly string[] = []): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? null : withoutSecrets(JSON.parse(maskText(text)), secrets);
}

function maskString(key: string, text: string, secrets: readonly string[]): string {
  const mask = Object.hasOwn(BY_KEY, key) ? BY_KEY[key] : undefined;
  if (mask !== undefined) return mask(text);
  return JSON_TEXTS.has(key) || text.includes('tok_') ? maskText(text, secrets) : maskSecrets(text, secrets);
}

function maskValue(key: string, value: WireValue, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskString(key, value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (isLosslessNumber(value)) return maskString(key, value.value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskValue(key, item, secrets));
  return maskFields(value, secrets);
}

/** Parsed fields as they may be shown: plain JSON, numbers as their literal text, masked. */
export function maskFields(
  fields: Readonly<Record<string, WireValue>>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const masked: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    setMember(masked, key, maskValue(key, fields[key] ?? null, secrets));
  }
  return masked;
}

const PRIVATE_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key']);

const BASE64 = /[\w+/-]{8,}/g;

/** Whether a header holds a secret, plain or, as a password does, in base64. */
const holdsSecret = (value: string, secrets: readonly string[]): boolean =>
  [value, ...(value.match(BASE64) ?? []).map((part) => Buffer.from(part, 'base64').toString())].some((text) =>
    secrets.some((secret) => secret !== '' && text.includes(secret)),
  );

/** Headers as they may be shown. A secret of the shop leaves its mark even where nothing else is shown. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!PRIVATE_HEADERS.has(name)) masked[name] = maskSecrets(value, secrets);
    else masked[name] = holdsSecret(value, secrets) ? SECRET_MASK : '***';
  }
  return masked;
}
