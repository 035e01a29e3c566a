import { digest, notificationText } from './sign-digest.ts';
import {
  isLosslessNumber,
  isWireObject,
  LosslessNumber,
  parseForm,
  parseWire,
  type WireObject,
} from './wire.ts';

/** How a notification is signed; `unclear` where readings decide, or the secret is not known. */
export const SIGNED = ['right', 'wrong', 'unclear'] as const;
export type Signed = (typeof SIGNED)[number];

const DIGEST = /^[0-9a-f]{64}$/i;

/** The body of a notification, JSON or form; undefined when it is neither, or strictly read not one object. */
export function notificationBody(bytes: Uint8Array): WireObject | undefined {
  const json = parseWire(bytes);
  if (json.ok) return isWireObject(json.value) ? json.value : undefined;
  const form = parseForm(bytes);
  return form.ok && form.repeated.length === 0 && 'sign' in form.value ? form.value : undefined;
}

/**
 * How a notification is signed, whatever it says (Authentication 7).
 *
 * @param secrets of the shop that it is sent to; none where they are not known
 */
export function signedHow(
  body: WireObject,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Signed {
  const { sign } = body;
  if (typeof sign !== 'string' || sign === '') {
    // Where the sign stands is a reading: one that came in a header may be taken.
    const inHeader = Object.keys(headers).some((name) => name.toLowerCase().endsWith('sign'));
    return inHeader ? 'unclear' : 'wrong';
  }
  if (!DIGEST.test(sign)) return 'wrong';
  if (secrets.length === 0) return 'unclear';
  const sent = sign.toLowerCase();
  const signs = (text: string) => secrets.some((secret) => digest(text, secret) === sent);
  if (signs(notificationText(body))) return 'right';
  // What parsers do to numbers, and how a nested value is spelled, is not the merchant's forgery to see.
  const isNested = Object.values(body).some(
    (value) => typeof value === 'object' && value !== null && !isLosslessNumber(value),
  );
  return isNested || signs(notificationText(respelled(body))) ? 'unclear' : 'wrong';
}

const respelled = (body: WireObject): WireObject =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      isLosslessNumber(value) ? new LosslessNumber(plain(value.value)) : value,
    ]),
  );

const plain = (literal: string): string => {
  const text = String(Number(literal));
  return /^-?\d/.test(text) ? text : literal;
};
