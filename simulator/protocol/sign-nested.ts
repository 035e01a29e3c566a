/** Objects and arrays as the texts that languages make of them. */
import { isNestedValue } from './sign-message.ts';
import { stringifyWire, textOf, type WireValue } from './wire.ts';

/** The scalars of a value as texts, in order. */
export function leaves(value: WireValue): string[] {
  if (!isNestedValue(value) || value === null) return [textOf(value) ?? ''];
  return Object.values(value).flatMap(leaves);
}

/** The same value with the keys of its objects sorted. */
export function sortedKeys(value: WireValue): WireValue {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isNestedValue(value) || value === null) return value;
  const entries = Object.entries(value as Record<string, WireValue>).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.assign(
    Object.create(null),
    Object.fromEntries(entries.map(([key, each]) => [key, sortedKeys(each)])),
  );
}

/** JSON as Python writes it: a space after each comma and colon. */
export function spacedJson(value: WireValue): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (!isNestedValue(value) || value === null) return stringifyWire(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spacedJson(each)}`);
  return `{${members.join(', ')}}`;
}
