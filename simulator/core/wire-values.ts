import { bareObject, LosslessNumber, type WireObject, type WireValue } from '../protocol/wire.ts';

/** A number literal. */
export function num(text: string | number): LosslessNumber {
  return new LosslessNumber(typeof text === 'string' ? text : String(text));
}

/** Makes a fresh literal an object for the wire, with these members in this order. */
export function members(literal: Record<string, WireValue>): WireObject {
  return Object.setPrototypeOf(literal, null);
}

/** Plain JSON for the wire; `{ "$number": "10.50" }` is that number literal. */
export function fromJson(value: unknown): WireValue {
  if (typeof value === 'number') return Number.isFinite(value) ? num(value) : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return null;
  const literal: unknown = '$number' in value ? value.$number : undefined;
  if (typeof literal === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(literal)) return num(literal);
  const object = bareObject();
  for (const [key, member] of Object.entries(value)) object[key] = fromJson(member);
  return object;
}
