import assert from 'node:assert/strict';

/** Checks of one value, named as the tables of the specification name types. */
export type Check = (value: unknown) => boolean;

export const integer: Check = (value) => Number.isInteger(value);
export const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
export const text: Check = (value) => typeof value === 'string';
export const boolean: Check = (value) => typeof value === 'boolean';
export const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const array: Check = Array.isArray;
export const decimal: Check = (value) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
/** ISO 8601 date and time, with or without an offset. */
export const moment: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.test(value) &&
  !Number.isNaN(Date.parse(value));
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
/** May be left out, where the specification leaves open when it has a value. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
export const mapOf =
  (check: Check): Check =>
  (value) =>
    object(value) && Object.values(value as object).every(check);

/** Fails, naming the member and what it is, unless every member is of its type. */
export function assertShape(value: unknown, shape: Readonly<Record<string, Check>>, what: string): void {
  assert.ok(object(value), `${what} is ${JSON.stringify(value)}, not an object`);
  for (const [name, check] of Object.entries(shape)) {
    const member = (value as Record<string, unknown>)[name];
    assert.ok(check(member), `${what}.${name} is ${JSON.stringify(member)}`);
  }
}
