import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { chained, unchained } from '../protocol/chain.ts';
import { messageOf, SimulatorOptionError } from './errors.ts';
import { type Store, StoreFailure } from './store.ts';

/** The journal as others read it: NDJSON in which every line carries a link to the one before. */
export interface JournalFile {
  /** Writes whole lines. @throws StoreFailure */
  append(bytes: Uint8Array): void;
  close(): void;
}

const LINE_FEED = 10;

/**
 * Opens a journal: a new file, or the journal of the same store, which is brought up to where the store is.
 *
 * @throws SimulatorOptionError for a file that holds something else, which is not touched
 */
export function openJournalFile(path: string, store?: Store): JournalFile {
  const refuse = (says: string, error?: unknown) =>
    new SimulatorOptionError('journalFile', `the journal "${path}" ${says}`, error);
  let descriptor: number;
  try {
    // Of two who begin the same one, the second must see that it is there.
    descriptor = openSync(path, existsSync(path) ? 'a+' : 'ax+');
  } catch (error) {
    throw refuse(`cannot be written: ${messageOf(error)}`, error);
  }
  try {
    const file = new ChainedFile(path, descriptor);
    file.goOn(store, refuse);
    return file;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

class ChainedFile implements JournalFile {
  readonly #path: string;
  readonly #descriptor: number;
  #link = '';
  #position: number | null = 0;
  #open = true;

  constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  goOn(store: Store | undefined, refuse: (says: string) => Error): void {
    const stat = fstatSync(this.#descriptor);
    // A pipe or a device has no place to go on from.
    if (!stat.isFile()) this.#position = null;
    const last = stat.isFile() && stat.size > 0 ? this.#lastLine(stat.size) : undefined;
    if (stat.size > 0 && last === undefined && stat.isFile()) {
      throw refuse('is no journal of gatecheck, and was left as it is: choose another file');
    }
    if (last !== undefined) {
      if (store === undefined) {
        throw refuse(
          `already holds events up to ${last.seq}: choose another file, or name its store (--store), so that it goes on`,
        );
      }
      if (last.seq > store.last || (last.seq >= store.oldest() && lineOf(store, last.seq) !== last.line)) {
        throw refuse('is the journal of another store, and was left as it is: choose another file');
      }
      if (last.seq + 1 < store.oldest()) {
        throw refuse(
          `ends at event ${last.seq}, and the store has those from ${store.oldest()} on only: choose another file`,
        );
      }
      this.#link = last.link;
      this.#position = last.end;
      if (last.end < stat.size) ftruncateSync(this.#descriptor, last.end);
    }
    if (store === undefined || store.last === 0) return;
    const from = last === undefined ? store.oldest() : last.seq + 1;
    if (from > store.last) return;
    for (const { first, lines } of store.read(from, store.last))
      this.#write(lines.slice(Math.max(0, from - first)));
  }

  append(bytes: Uint8Array): void {
    if (this.#open)
      this.#write(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').split('\n').slice(0, -1),
      );
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#descriptor);
  }

  #write(lines: readonly string[]): void {
    let text = '';
    for (const each of lines) {
      const { line, link } = chained(each, this.#link);
      this.#link = link;
      text += `${line}\n`;
    }
    const bytes = Buffer.from(text);
    try {
      if (this.#position !== null && fstatSync(this.#descriptor).size !== this.#position) {
        throw new Error('somebody else writes to it');
      }
      for (let written = 0; written < bytes.length; ) {
        const at = this.#position === null ? null : this.#position + written;
        written += writeSync(this.#descriptor, bytes, written, bytes.length - written, at);
      }
    } catch (error) {
      const says = `the journal "${this.#path}" cannot be written: ${messageOf(error)}`;
      throw new StoreFailure(says, { cause: error });
    }
    if (this.#position !== null) this.#position += bytes.length;
  }

  /** The last whole line, where the file ends in lines of a journal; one that was cut off is written anew. */
  #lastLine(size: number): { seq: number; line: string; link: string; end: number } | undefined {
    for (let length = 64 * 1024; ; length *= 8) {
      const from = Math.max(0, size - length);
      const bytes = Buffer.alloc(size - from);
      readSync(this.#descriptor, bytes, 0, bytes.length, from);
      const end = bytes.lastIndexOf(LINE_FEED);
      const begin = end < 1 ? -1 : bytes.lastIndexOf(LINE_FEED, end - 1);
      if ((end < 1 || begin < 0) && from > 0) continue;
      if (end < 1) return undefined;
      const part = unchained(bytes.toString('utf8', begin + 1, end));
      const seq = part === undefined ? undefined : seqOf(part.line);
      return part === undefined || seq === undefined ? undefined : { seq, ...part, end: from + end + 1 };
    }
  }
}

function seqOf(line: string): number | undefined {
  const digits = /^\{"seq":(\d{1,15}),/.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function lineOf(store: Store, seq: number): string | undefined {
  for (const { first, lines } of store.read(seq, seq)) return lines[seq - first];
  return undefined;
}
