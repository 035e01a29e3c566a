import type { z } from 'zod';
import { type Fault, faultSchema } from './fault.ts';

/** A fault that is no fault. The message names the key, what was found and what is expected. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** What stands at a path of a value. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function messageOf(value: unknown, issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.') || 'fault';
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return `${where}: the key ${keys} is not known; remove it or correct its spelling`;
  }
  return `${where}: found ${quoted(valueAt(value, issue.path))}; ${issue.message}`;
}

/**
 * Reads a fault.
 *
 * @throws {FaultError} with one line per mistake
 */
export function parseFault(value: unknown): Fault {
  const parsed = faultSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new FaultError(parsed.error.issues.map((issue) => messageOf(value, issue)).join('\n'));
}
