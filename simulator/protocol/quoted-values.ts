/**
 * Finds the values of members in a text that is JSON, has JSON within its texts, or is cut off: `"key": "value"`,
 * `"key": 1`, and the same with a backslash or more before each quote. Takes time linear in the length of the text.
 */

/** How many backslashes stand before a quote of JSON in JSON in JSON …, at most: JSON that is six levels deep. */
const DEEPEST = 63;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** The value of a member, as it is written. */
export interface QuotedValue {
  readonly key: string;
  readonly text: string;
  /** A number of JSON, which has no quotes around it. */
  readonly isNumber: boolean;
  /** What stands before each of its quotes, and would before those of a number: backslashes, or nothing. */
  readonly slashes: string;
}

interface Place extends QuotedValue {
  readonly from: number;
  readonly to: number;
}

/**
 * The text with other values under some keys.
 *
 * @param isWanted whether values under a key are looked at
 * @param replace what to write, with its quotes; undefined leaves the value as it is
 */
export function replaceValues(
  text: string,
  isWanted: (key: string) => boolean,
  replace: (value: QuotedValue) => string | undefined,
): string {
  let made = '';
  let copied = 0;
  for (let quote = text.indexOf('"'); quote !== -1; ) {
    const place = placeAfter(text, quote, isWanted);
    const put = place === undefined ? undefined : replace(place);
    let next = quote + 1;
    if (place !== undefined && put !== undefined) {
      made += text.slice(copied, place.from) + put;
      copied = place.to;
      next = place.to;
    }
    quote = text.indexOf('"', next);
  }
  return made + text.slice(copied);
}

/** The value of the member whose key begins after a quote. */
function placeAfter(text: string, quote: number, isWanted: (key: string) => boolean): Place | undefined {
  let at = quote + 1;
  while (isWord(text.charCodeAt(at))) at += 1;
  const key = text.slice(quote + 1, at);
  const depth = backslashesFrom(text, at);
  if (depth > DEEPEST || text.charCodeAt(at + depth) !== QUOTE) return undefined;
  if (!hasBackslashes(text, quote, depth, 0) || !isWanted(key)) return undefined;
  const slashes = '\\'.repeat(depth);
  at = afterSpace(text, at + depth + 1);
  if (text.charCodeAt(at) !== COLON) return undefined;
  const from = afterSpace(text, at + 1);
  const before = backslashesFrom(text, from);
  if (before === depth && text.charCodeAt(from + depth) === QUOTE) {
    const start = from + depth + 1;
    const end = closing(text, start, depth);
    const to = Math.min(text.length, end + depth + 1);
    return { key, text: text.slice(start, end), isNumber: false, slashes, from, to };
  }
  const to = afterNumber(text, from);
  return to === from ? undefined : { key, text: text.slice(from, to), isNumber: true, slashes, from, to };
}

/** Where the quote that ends a text stands, or the first of its backslashes; the end of what was cut off. */
function closing(text: string, start: number, depth: number): number {
  if (depth === 0) return endOfText(text, start);
  let quote = text.indexOf('"', start);
  while (quote !== -1 && !hasBackslashes(text, quote, depth, start)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote - depth;
}

function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Whether so many backslashes stand before a quote, none of them before `start`. */
function hasBackslashes(text: string, quote: number, count: number, start: number): boolean {
  if (quote - count < start) return false;
  for (let at = quote - count; at < quote; at += 1) if (text.charCodeAt(at) !== BACKSLASH) return false;
  return true;
}

/** How many backslashes follow, as far as more than enough of them. */
function backslashesFrom(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === BACKSLASH && at - start <= DEEPEST) at += 1;
  return at - start;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at).trim() === '') at += 1;
  return at;
}

function afterNumber(text: string, start: number): number {
  const number = /-?\d[\d.eE+-]*/y;
  number.lastIndex = start;
  return start + (number.exec(text)?.[0].length ?? 0);
}

const isWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f;
