import { follows, unchained } from '../simulator/protocol/chain.ts';
import type { HistoryEvent } from './events.ts';
import { isRecord, jsonOf } from './fields.ts';
import { eventOf, HistoryError } from './read.ts';
import { KeptLines, type Lines, slimmer } from './slim.ts';

/** One run of a recorder: what lies between two beginnings in a file. */
export interface Recording {
  readonly events: HistoryEvent[];
  /** Line of the file that it begins in, counted from 1. */
  readonly firstLine: number;
  /** Its last line was cut off, as a crash of the recorder leaves it; that line is left out. */
  torn: boolean;
}

const BEGINNING = '{"seq":';

/**
 * Takes a file line by line that may hold several recordings, one after the other. A recording begins with
 * an event `run` whose `seq` is not above that of the line before: a recorder that goes on where it was
 * counts on. A line that is cut off is allowed at the end of each. What is kept of an event is what the laws
 * need (see slim.ts), so that long files fit into memory; the rest of it is asked of `lines` when it is shown.
 */
export class RecordingReader {
  readonly #recordings: Recording[] = [];
  readonly #slim = slimmer();
  readonly #kept = new KeptLines();
  readonly #lines: Lines | undefined;
  #current: Recording | undefined;
  #lastSeq = Number.NEGATIVE_INFINITY;
  #line = 0;
  #torn: number | undefined;
  #ordered = true;
  /** Link of the last line of a recording that is a chain. */
  #link: string | undefined;

  /** @param lines gives lines of the file again; without it they are kept in memory */
  constructor(lines?: Lines) {
    this.#lines = lines;
  }

  /**
   * @param line the text of the line
   * @param at where it stands, for {@link Lines}
   * @param bytes its length
   * @throws {HistoryError} at a line that is no event
   */
  take(line: string, at = 0, bytes = 0): void {
    this.#line += 1;
    const marked = this.#line === 1 && line.startsWith('\uFEFF');
    const text = marked ? line.slice(1) : line;
    const value = jsonOf(text);
    if (value !== undefined) {
      this.#checkLink(text, value);
      if (marked || this.#lines === undefined) this.#addKept(value, text);
      else this.#add(value, this.#lines, at, bytes);
      return;
    }
    if (text.trim() === '') return;
    // Files put one after the other glue a cut-off line to the beginning of the next recording.
    const glued = text.lastIndexOf(BEGINNING);
    const next = glued > 0 ? jsonOf(text.slice(glued)) : undefined;
    this.#failIfTorn();
    this.#torn = this.#line;
    if (next !== undefined) this.#addKept(next, text.slice(glued));
  }

  /** @throws {HistoryError} when a line was cut off that is not the last of a recording, or nothing was read */
  end(): readonly Recording[] {
    if (this.#current === undefined) this.#failIfTorn();
    this.#close();
    return this.#recordings;
  }

  /** Of a recording that is a chain, every line must be the one that was written after the one before. */
  #checkLink(text: string, value: unknown): void {
    const part = unchained(text);
    const event = isRecord(value) ? value : {};
    const last = this.#link;
    const begins =
      this.#current === undefined || (event.kind === 'run' && Number(event.seq) <= this.#lastSeq);
    this.#link = part?.link;
    if (part === undefined ? last === undefined || begins : follows(part, begins ? '' : (last ?? ''))) return;
    const expected = begins ? 1 : this.#lastSeq + 1;
    if (typeof event.seq === 'number' && event.seq !== expected) {
      throw new HistoryError(
        this.#line,
        `event ${event.seq} stands where event ${expected} is expected: lines are missing here, or stand elsewhere. The journal is not as it was written.`,
      );
    }
    throw new HistoryError(
      this.#line,
      'it does not follow from the lines before it ("chain"): it was changed. The journal is not as it was written.',
    );
  }

  #addKept(value: unknown, text: string): void {
    this.#add(value, this.#kept, this.#kept.add(text), 0);
  }

  #add(value: unknown, lines: Lines, at: number, bytes: number): void {
    const event = this.#slim(eventOf(value, this.#line), lines, at, bytes);
    const { seq } = event;
    const current = this.#current;
    const lastSeq = this.#lastSeq;
    this.#lastSeq = seq;
    if (current === undefined || (seq <= lastSeq && event.kind === 'run')) {
      if (current === undefined) this.#failIfTorn();
      this.#close();
      this.#current = { events: [event], firstLine: this.#line, torn: false };
      this.#recordings.push(this.#current);
      return;
    }
    this.#failIfTorn();
    if (seq < lastSeq) this.#ordered = false;
    current.events.push(event);
  }

  #close(): void {
    const current = this.#current;
    if (current === undefined) return;
    if (this.#torn !== undefined) current.torn = true;
    if (!this.#ordered) current.events.sort((a, b) => a.seq - b.seq);
    this.#torn = undefined;
    this.#ordered = true;
  }

  #failIfTorn(): void {
    if (this.#torn !== undefined) {
      throw new HistoryError(
        this.#torn,
        'this is not JSON: one JSON object a line is expected. Only the last line of a recording may be cut off.',
      );
    }
  }
}
