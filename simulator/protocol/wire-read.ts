import { bareObject, LosslessNumber, type WireObject, type WireValue } from './wire-value.ts';

/** How much of a body is read: how deep it may nest, how many members its objects may have together. */
export interface ReadLimits {
  readonly depth: number;
  readonly members: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const unreadable = new SyntaxError('not read');

/** Reads JSON in one pass. Whatever is not right ends it: the reason is for somebody slower to find. */
class Reader {
  readonly #text: string;
  readonly #limits: ReadLimits;
  #at = 0;
  #members = 0;

  constructor(text: string, limits: ReadLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  whole(): WireValue {
    const value = this.#value(0);
    this.#next();
    if (this.#at < this.#text.length) throw unreadable;
    return value;
  }

  /** The code of the next character that is no white space; NaN at the end. */
  #next(): number {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at += 1;
    }
  }

  #value(depth: number): WireValue {
    const code = this.#next();
    if (code === QUOTE) return this.#string();
    if (code === 0x7b) return this.#object(depth + 1);
    if (code === 0x5b) return this.#array(depth + 1);
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.#number();
    if (code === 0x74) return this.#word('true', true);
    if (code === 0x66) return this.#word('false', false);
    return this.#word('null', null);
  }

  #word<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw unreadable;
    this.#at += word.length;
    return value;
  }

  #object(depth: number): WireObject {
    if (depth > this.#limits.depth) throw unreadable;
    const object = bareObject();
    this.#at += 1;
    if (this.#next() === 0x7d) {
      this.#at += 1;
      return object;
    }
    for (;;) {
      if (this.#next() !== QUOTE) throw unreadable;
      const key = this.#string();
      if (this.#next() !== 0x3a) throw unreadable;
      this.#at += 1;
      this.#members += 1;
      if (this.#members > this.#limits.members || object[key] !== undefined) throw unreadable;
      object[key] = this.#value(depth);
      if (!this.#goesOn(0x7d)) return object;
    }
  }

  #array(depth: number): WireValue[] {
    if (depth > this.#limits.depth) throw unreadable;
    const array: WireValue[] = [];
    this.#at += 1;
    if (this.#next() === 0x5d) {
      this.#at += 1;
      return array;
    }
    for (;;) {
      array.push(this.#value(depth));
      if (!this.#goesOn(0x5d)) return array;
    }
  }

  /** Takes a comma, which promises another item, or the closing bracket. */
  #goesOn(closing: number): boolean {
    const code = this.#next();
    this.#at += 1;
    if (code === 0x2c) return true;
    if (code !== closing) throw unreadable;
    return false;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    for (let at = start; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH) return this.#escaped(start, at);
      // At the end of the text the code is NaN, which is not above anything either.
      if (!(code >= 0x20)) throw unreadable;
    }
  }

  #escaped(start: number, from: number): string {
    const text = this.#text;
    let at = from;
    while (text.charCodeAt(at) !== QUOTE) {
      at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
      if (at >= text.length) throw unreadable;
    }
    this.#at = at + 1;
    return JSON.parse(text.slice(start - 1, at + 1));
  }

  #number(): LosslessNumber {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    for (; ; at += 1) {
      const code = text.charCodeAt(at);
      const isPart =
        (code >= 0x30 && code <= 0x39) ||
        code === 0x2e ||
        (code | 0x20) === 0x65 ||
        code === 0x2b ||
        code === 0x2d;
      if (!isPart) break;
    }
    this.#at = at;
    return new LosslessNumber(text.slice(start, at));
  }
}

/** The value of a JSON text; undefined where it is not right in every way, or beyond the limits. */
export function readWire(text: string, limits: ReadLimits): WireValue | undefined {
  try {
    return new Reader(text, limits).whole();
  } catch {
    return undefined;
  }
}
