import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readGiven, readRegular } from '../suite/config/given-file.ts';
import { unreadable } from '../suite/config/unreadable.ts';
import { type Result, resultSchema } from './result.ts';

/** A result that can't be read. The message names the file and what is wrong with it. */
export class UnreadableResult extends Error {
  override readonly name = 'UnreadableResult';
}

/**
 * Reads a result.
 *
 * @param path a `result.json`, or the folder that has one.
 * @throws {UnreadableResult} when there is none, or when it is not a result of this version of the format.
 */
export function readResult(path: string): Result {
  let file = path;
  let parsed: unknown;
  try {
    if (statSync(path).isDirectory()) file = join(path, 'result.json');
    parsed = JSON.parse((file === path ? readGiven : readRegular)(file).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableResult(`${file} is not JSON: ${error.message}`);
    throw new UnreadableResult(unreadable(file, error));
  }
  const result = resultSchema.safeParse(parsed);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UnreadableResult(
    `${file} is not a result of gatecheck: ${issue?.path.join('.') || 'document'}: ${issue?.message}`,
  );
}
