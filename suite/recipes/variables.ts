import { LosslessNumber } from 'lossless-json';
import { isRecord } from '../../history/fields.ts';
import { fillAtCall, type Json } from '../config/index.ts';

/** What templates and expressions may use: what the call was given, and what the steps before have given. */
export type Variables = Readonly<Record<string, unknown>>;

/** The value of a variable: of that very name, else a member of one, as in `extra.phone`. */
export function variableOf(variables: Variables, name: string): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const outer = variableOf(variables, name.slice(0, dot));
  const member = name.slice(dot + 1);
  return isRecord(outer) && Object.hasOwn(outer, member) ? outer[member] : undefined;
}

/** A value within a text; what there is none of is empty. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof LosslessNumber) return value.toString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const fillText = (text: string, variables: Variables, encode = (value: string) => value): string =>
  fillAtCall(text, (name) => encode(asText(variableOf(variables, name))));

/** The variable that a text consists of, and undefined where it has more or none. */
export const soleVariable = (text: string): string | undefined => /^\{([^{}\s][^{}]*)\}$/.exec(text)?.[1];

/**
 * JSON with its texts filled in. A text that is one variable becomes its value, of whatever type; a member whose
 * variable has no value is left out.
 */
export function fillJson(given: Json, variables: Variables): unknown {
  if (typeof given === 'string') {
    const name = soleVariable(given);
    return name === undefined ? fillText(given, variables) : variableOf(variables, name);
  }
  if (Array.isArray(given)) return given.map((item) => fillJson(item, variables) ?? null);
  if (typeof given !== 'object' || given === null) return given;
  const entries = Object.entries(given).map(([name, item]) => [name, fillJson(item, variables)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
