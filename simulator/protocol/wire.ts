/**
 * What is on the wire, without loss: a JSON body keeps the literal text of its numbers, because signatures
 * are taken over that text (Authentication 2, Events 5), and a hostile body costs a refusal, nothing more.
 */
import { parse } from 'lossless-json';
import { readWire } from './wire-read.ts';
import {
  bareObject,
  isLosslessNumber,
  LosslessNumber,
  type WireObject,
  type WireValue,
} from './wire-value.ts';

export {
  bareObject,
  isLosslessNumber,
  type KeyOrder,
  LosslessNumber,
  stringifyWire,
  type WireObject,
  type WireValue,
} from './wire-value.ts';

/** What a body held, or why it is not accepted, in words for the developer who sent it. */
export type WireResult = { ok: true; value: WireValue } | { ok: false; reason: string };

/** The fields of a form body; `repeated` names those that came more than once (the first value counts). */
export type FormResult =
  | { ok: true; value: Record<string, string>; repeated: string[] }
  | { ok: false; reason: string };

/** How deep a body may nest, how many members its objects may have together. */
export const wireLimits = { depth: 64, members: 10_000 } as const;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body.
 *
 * @param bytes the body as it came
 * @returns the value, or a reason: not UTF-8, a byte order mark, not JSON (RFC 8259), too deep, too many
 *   members, a key that is twice in one object. Lone surrogates written as escapes are kept as they are.
 */
export function parseWire(bytes: Uint8Array): WireResult {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const { text } = decoded;
  const read = readWire(text, wireLimits);
  return read === undefined ? judgeSlowly(text) : { ok: true, value: read };
}

/** Finds out why a text is not accepted. */
function judgeSlowly(text: string): WireResult {
  if (text.trim() === '') return refuse('the body is empty, a JSON object is expected');

  const outline = measure(text);
  if (outline.depth > wireLimits.depth) {
    return refuse(`the body nests deeper than ${wireLimits.depth} levels`);
  }
  if (outline.members > wireLimits.members) {
    return refuse(`the body has ${outline.members} keys, at most ${wireLimits.members} are read`);
  }
  try {
    const kept = { members: 0 };
    const value = withoutPrototype(parse(text, null, literally), kept);
    // The library takes a repeated key with an equal value for one member, so the count gives it away.
    if (kept.members !== outline.members) return refuse(duplicateReason(repeatedKey(text)));
    return { ok: true, value };
  } catch (error) {
    return refuse(error instanceof DuplicateKey ? error.message : `not JSON: ${messageOf(error)}`);
  }
}

/**
 * Reads an `application/x-www-form-urlencoded` body (Events 2), strictly: a broken percent escape or bytes
 * that are not UTF-8 are refused.
 *
 * @param bytes the body as it came
 * @returns the fields in an object without a prototype and the names that came repeatedly, or a reason
 */
export function parseForm(bytes: Uint8Array): FormResult {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const pairs = decoded.text.split('&').filter((pair) => pair !== '');
  if (pairs.length > wireLimits.members) {
    return refuse(`the body has ${pairs.length} fields, at most ${wireLimits.members} are read`);
  }
  const value = bareObject<string>();
  const repeated = new Set<string>();
  for (const pair of pairs) {
    const cut = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const key = formText(pair.slice(0, cut));
    const text = formText(pair.slice(cut + 1));
    if (key === undefined || text === undefined) {
      return refuse(`not a form: "${shorten(pair)}" has a % escape that does not spell UTF-8`);
    }
    if (Object.hasOwn(value, key)) repeated.add(key);
    else value[key] = text;
  }
  return { ok: true, value, repeated: [...repeated] };
}

/** Whether a value is a JSON object (not an array, not a number). */
export function isWireObject(value: WireValue | undefined): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/**
 * The text of a scalar as it takes part in a signature: a string's characters, a number's literal, `true`
 * or `false`.
 *
 * @returns undefined for null, arrays and objects, whose text the specification does not show
 */
export function textOf(value: WireValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return isLosslessNumber(value) ? value.value : undefined;
}

class DuplicateKey extends Error {}

const literally = {
  parseNumber: (literal: string) => new LosslessNumber(literal),
  onDuplicateKey: ({ key }: { key: string }): never => {
    throw new DuplicateKey(duplicateReason(key));
  },
};

function duplicateReason(key: string | undefined): string {
  return `the key "${shorten(key ?? '')}" is twice in one object`;
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

function decode(bytes: Uint8Array): { ok: true; text: string } | { ok: false; reason: string } {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse(`not UTF-8: ${invalidPlace(bytes)}`);
  }
  return text.charCodeAt(0) === 0xfeff
    ? refuse('the body starts with a byte order mark, which JSON and forms must not have')
    : { ok: true, text };
}

/** Where a body stops being UTF-8: the longest prefix that decodes is found by halving. */
function invalidPlace(bytes: Uint8Array): string {
  if (spells(bytes)) return 'the body ends in the middle of a character';
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (spells(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  const byte = (bytes[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return `the byte 0x${byte} at offset ${valid} cannot stand there`;
}

function spells(prefix: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(prefix, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Depth and number of members, counted outside of strings, before the recursive parser sees the text. */
function measure(text: string): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x3a) members += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return { depth: deepest, members };
}

/** The index of the quote that ends the string begun at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return text.length;
}

/** The first key that an object of valid JSON names twice. */
function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) open.push(new Set());
    else if (code === 0x7d) open.pop();
    else if (code === 0x22) {
      const end = endOfString(text, at);
      const after = afterSpace(text, end + 1);
      if (text.charCodeAt(after) === 0x3a) {
        const key: string = JSON.parse(text.slice(at, end + 1));
        if (open.at(-1)?.has(key)) return key;
        open.at(-1)?.add(key);
      }
      at = after - 1;
    }
  }
  return undefined;
}

/** The index of the first character from `start` on that is no white space. */
function afterSpace(text: string, start: number): number {
  let at = start;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return at;
}

/** The library builds plain objects; what goes on is a copy that inherits nothing. */
function withoutPrototype(value: unknown, kept: { members: number }): WireValue {
  if (typeof value !== 'object' || value === null) return value as string | boolean | null;
  if (isLosslessNumber(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withoutPrototype(item, kept));
  const copy = bareObject();
  for (const [key, member] of Object.entries(value)) {
    copy[key] = withoutPrototype(member, kept);
    kept.members += 1;
  }
  return copy;
}

function formText(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return shorten(error instanceof Error ? error.message : String(error), 160);
}

function shorten(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
