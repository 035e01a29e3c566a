import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** An event by its recording, counted from 1, and its sequence number. */
export const eventKey = (recording: number, seq: number): string => `${recording}:${seq}`;

/**
 * The lines of a history file, counted from 1, in which some events stand.
 *
 * @param begins the line in which each of its recordings begins, in order
 * @param wanted the events, by {@link eventKey}
 */
export async function linesOfEvents(
  file: string,
  begins: readonly number[],
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  // A pipe cannot be read twice.
  if (wanted.size === 0 || !statSync(file).isFile()) return found;
  let line = 0;
  let recording = 0;
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    while (begins[recording] === line) recording += 1;
    const seq = /"seq":\s*(\d+)/.exec(text)?.[1];
    const key = eventKey(recording, Number(seq));
    if (wanted.has(key) && !found.has(key)) found.set(key, line);
    if (found.size === wanted.size) break;
  }
  return found;
}
