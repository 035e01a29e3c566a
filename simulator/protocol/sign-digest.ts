/**
 * The signature of the gateway: which values, in which order, joined how, hashed how
 * (Authentication 2 to 7, Events 5).
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { isLosslessNumber, stringifyWire, textOf, type WireObject, type WireValue } from './wire.ts';

/**
 * What a null or empty signature field does in a request (Authentication 5 does not show it): it is left
 * out, or it is an empty text between two colons. An absent field is left out either way.
 */
export type EmptyRule = 'skip' | 'empty-slot';

/**
 * The string to sign of a request, without the secret: the values of the operation's signature fields,
 * in alphabetical (code unit) order of their keys, joined by `:` (Authentication 2).
 *
 * @param fields the operation's signature fields, in any order
 * @param body the request as it was sent; numbers count by their literal text
 */
export function signedText(fields: readonly string[], body: WireObject, rule: EmptyRule): string {
  const values: string[] = [];
  for (const key of inOrder(fields)) {
    const text = key === 'sign' ? undefined : signedValue(body[key]);
    if (text !== undefined) values.push(text);
    else if (rule === 'empty-slot' && key !== 'sign' && Object.hasOwn(body, key)) values.push('');
  }
  return values.join(':');
}

/** The fields of each operation, which are always the same array, in order. */
const sorted = new WeakMap<readonly string[], readonly string[]>();

function inOrder(fields: readonly string[]): readonly string[] {
  const known = sorted.get(fields);
  if (known !== undefined) return known;
  const made = fields.toSorted();
  if (Object.isFrozen(fields)) sorted.set(fields, made);
  return made;
}

/** The signature: lower-case hex SHA-256 of the UTF-8 bytes of `text` with the secret directly after it. */
export function digest(text: string, secret: string): string {
  return hash('sha256', text + secret, 'hex');
}

/** The signature of a request (Authentication 2); null and empty fields are left out. */
export function signRequest(fields: readonly string[], body: WireObject, secret: string): string {
  return digest(signedText(fields, body, 'skip'), secret);
}

/**
 * The string to sign of a notification, without the secret: all non-null, non-empty parameters except
 * `sign`, zeros included (Events 5). A nested value, whose text is not shown, counts as compact JSON.
 */
export function notificationText(body: WireObject): string {
  return signedText(Object.keys(body), body, 'skip');
}

/** The signature of a notification (Events 5). */
export function signNotification(body: WireObject, secret: string): string {
  return digest(notificationText(body), secret);
}

/** Whether `sent` is the text `expected`, compared in constant time; anything but a string is not. */
export function verifyDigest(expected: string, sent: unknown): boolean {
  if (typeof sent !== 'string') return false;
  const left = Buffer.from(expected);
  const right = Buffer.from(sent);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The text of a value in a signed string; undefined where there is nothing to sign (null, empty). */
export function signedValue(value: WireValue | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'object' || isLosslessNumber(value)) return textOf(value);
  return Object.keys(value).length === 0 ? undefined : stringifyWire(value);
}
