import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Event } from '../protocol/events.ts';
import { messageOf, SimulatorOptionError } from './errors.ts';

/** An NDJSON file of events that is only ever appended to. */
export interface JournalFile {
  /** What the file already held, oldest first. */
  readonly earlier: readonly Event[];
  /** Writes whole lines. */
  append(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Opens a journal file, reads the events that it holds and cuts off a torn last line, which a killed process
 * leaves behind.
 *
 * @throws SimulatorOptionError if the file cannot be opened, or holds a line before the last that is no event.
 */
export function openJournalFile(path: string): JournalFile {
  const { events, goodBytes, totalBytes } = existsSync(path) ? readEvents(path) : nothing;
  let descriptor: number;
  try {
    descriptor = openSync(path, events.length > 0 || totalBytes > 0 ? 'r+' : 'a');
    if (goodBytes < totalBytes) ftruncateSync(descriptor, goodBytes);
  } catch (error) {
    throw new SimulatorOptionError(
      'journalFile',
      `the journal "${path}" cannot be written: ${messageOf(error)}`,
      error,
    );
  }
  let position = goodBytes;
  let open = true;
  return {
    earlier: events,
    append(bytes) {
      if (!open) return;
      let written = 0;
      while (written < bytes.length) {
        written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
      }
      position += bytes.length;
    },
    close() {
      if (!open) return;
      open = false;
      closeSync(descriptor);
    },
  };
}

const nothing = { events: [] as Event[], goodBytes: 0, totalBytes: 0 };

function readEvents(path: string): { events: Event[]; goodBytes: number; totalBytes: number } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new SimulatorOptionError(
      'journalFile',
      `the journal "${path}" cannot be read: ${messageOf(error)}`,
      error,
    );
  }
  const events: Event[] = [];
  let start = 0;
  let line = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    // A line without its line feed was cut short by the end of the process that wrote it.
    if (end === -1) break;
    line += 1;
    const event = parseEvent(bytes.toString('utf8', start, end));
    if (event === undefined) {
      throw new SimulatorOptionError(
        'journalFile',
        `the journal "${path}" has no event in line ${line}: expected one JSON object with "seq" and "kind" a line; choose another file or remove this one`,
      );
    }
    events.push(event);
    start = end + 1;
  }
  return { events, goodBytes: start, totalBytes: bytes.length };
}

function parseEvent(text: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('seq' in value) || typeof value.seq !== 'number' || !Number.isInteger(value.seq)) return undefined;
    if (!('kind' in value) || typeof value.kind !== 'string') return undefined;
    // The line was written by this module, whose input is typed; anything else fails in restore.
    return value as Event;
  } catch {
    return undefined;
  }
}
