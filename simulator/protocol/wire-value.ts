/** Values on the wire: JSON in which a number is its literal text, and objects inherit nothing. */
import { remembered } from './remembered.ts';

const LITERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as it was written, such as `10.50`. */
export class LosslessNumber {
  readonly value: string;

  /** @throws {RangeError} for a text that is no JSON number. */
  constructor(value: string) {
    if (!LITERAL.test(value)) throw new RangeError(`"${value}" is no JSON number.`);
    this.value = value;
  }

  toString(): string {
    return this.value;
  }
}

/** Whether a value is a number as it was written. */
export function isLosslessNumber(value: unknown): value is LosslessNumber {
  return value instanceof LosslessNumber;
}

/** A JSON value in which a number is its literal text. */
export type WireValue = string | LosslessNumber | boolean | null | WireValue[] | WireObject;

/** A JSON object without a prototype: `__proto__` and `constructor` are ordinary keys. */
export interface WireObject {
  [key: string]: WireValue;
}

/**
 * An empty object without a prototype. Unlike that of `Object.create(null)`, its members are found by their
 * place and not by a hash, which makes the whole gateway twice as fast.
 */
export function bareObject<T = WireValue>(): Record<string, T> {
  return Object.setPrototypeOf({}, null);
}

const keysKept = 500;

/** A key as it stands in an object: as the first member, and after another one. Few keys make up most of the traffic. */
const written = remembered(keysKept, (key) => {
  const quoted = JSON.stringify(key);
  return { first: `{${quoted}:`, next: `,${quoted}:` };
});

/** Puts the keys of an object in order. */
export type KeyOrder = (keys: readonly string[]) => readonly string[];

/**
 * Compact JSON with every number spelled as its literal.
 *
 * @param order decides the order of each object's keys; those that look like array indices come first if left out
 */
export function stringifyWire(value: WireValue, order?: KeyOrder): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return `[${value.map((item) => stringifyWire(item, order)).join(',')}]`;
  const keys = Object.keys(value);
  let text = '';
  for (const key of order === undefined ? keys : order(keys)) {
    const member = value[key];
    if (member === undefined) continue;
    const { first, next } = written(key);
    text += (text === '' ? first : next) + stringifyWire(member, order);
  }
  return text === '' ? '{}' : `${text}}`;
}
