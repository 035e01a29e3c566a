import { STATUS_WORDS } from '../simulator/protocol/notifications.ts';

/** Words that notifications carry instead of numbers, under the readings that have them. */
const WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(STATUS_WORDS).map(([status, word]) => [word, status])),
  hold: '8',
  held: '8',
};

/** A status of an invoice or payout as its number in text, whichever way it was written; undefined for none. */
export function statusText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return WORDS[value.toLowerCase()] ?? value;
}

/** A scalar field as text. */
export function fieldText(fields: unknown, name: string): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const value: unknown = Reflect.get(fields, name);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A member of a call's input, under the name of the test interface or its camel-case twin. */
export function inputText(input: unknown, name: string): string | undefined {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return fieldText(input, name) ?? fieldText(input, camel);
}

/** The id of the object that a call is about: the driver's first argument, or the member of that name. */
export function subjectOf(input: unknown, name: string): string | undefined {
  const first: unknown = Array.isArray(input) ? input[0] : input;
  return typeof first === 'string' ? first : inputText(first, name);
}

/** A JSON text's value, or undefined when it is none. For reading statuses, never for money or signatures. */
export function jsonOf(text: string | null | undefined): unknown {
  if (text === null || text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
