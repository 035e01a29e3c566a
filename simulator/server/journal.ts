import type { Event, EventBody, EventStamp } from '../protocol/events.ts';
import type { GatewayClock } from './clock.ts';
import type { JournalFile } from './journal-file.ts';

/** An event that a tester added: one of the kinds that histories know beside the gateway's own. */
export interface ForeignBody {
  kind: 'merchant' | 'call' | 'outcome' | 'check';
  [member: string]: unknown;
}

/** A line of the journal. */
export type JournalEvent = Event | (EventStamp & ForeignBody);

export interface JournalPage {
  events: JournalEvent[];
  /** The `after` of the next page: the number of the last event looked at. */
  next: number;
  /** The number of the oldest event still kept in memory. */
  oldest: number;
}

/** Everything that happened, in order, numbered from 1 without gaps. */
export interface Journal {
  emit(body: EventBody | ForeignBody): JournalEvent;
  /** Number of the last event, 0 before the first. */
  last(): number;
  page(query: { after: number; limit: number; kinds?: ReadonlySet<string> }): JournalPage;
  subscribe(listener: (event: JournalEvent) => void): () => void;
  /** Resolves when every event emitted so far is in the file; undefined when it already is (or there is none). */
  durable(): Promise<void> | undefined;
  /** Writes what is pending and closes the file. */
  close(): void;
}

interface JournalOptions {
  clock: GatewayClock;
  /** How many events are kept in memory; older ones are in the file only. */
  retention: number;
  file?: JournalFile | undefined;
}

/**
 * A ring in memory, with an optional file behind it. Lines are collected and written in one go at the end of
 * the turn of the event loop, so that many requests share one write.
 */
export function createJournal(options: JournalOptions): Journal {
  const { clock, retention, file } = options;
  const ring: JournalEvent[] = file === undefined ? [] : file.earlier.slice(-retention);
  let seq = file?.earlier.at(-1)?.seq ?? 0;
  const listeners = new Set<(event: JournalEvent) => void>();
  let pending: string[] = [];
  let flushing: Promise<void> | undefined;
  const at = isoText();
  const realAt = isoText();

  function flush(): void {
    flushing = undefined;
    if (pending.length === 0) return;
    const text = pending.join('');
    pending = [];
    file?.append(text);
  }

  function trim(): void {
    // Cutting rarely, by a quarter, costs less than one shift per event.
    if (ring.length > retention * 1.25) ring.splice(0, ring.length - retention);
  }

  return {
    emit(body) {
      seq += 1;
      const event = { seq, at: at(clock.now()), realAt: realAt(Date.now()), ...body } as JournalEvent;
      ring.push(event);
      trim();
      if (file !== undefined) {
        pending.push(`${JSON.stringify(event)}\n`);
        flushing ??= new Promise((resolve) => {
          setImmediate(() => {
            flush();
            resolve();
          });
        });
      }
      for (const listener of listeners) listener(event);
      return event;
    },
    last: () => seq,
    page({ after, limit, kinds }) {
      const oldest = ring[0]?.seq ?? seq + 1;
      const events: JournalEvent[] = [];
      let next = Math.max(after, 0);
      for (
        let index = Math.max(0, after - oldest + 1);
        index < ring.length && events.length < limit;
        index += 1
      ) {
        const event = ring[index];
        if (event === undefined) break;
        next = event.seq;
        if (kinds === undefined || kinds.has(event.kind)) events.push(event);
      }
      return { events, next, oldest };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    durable: () => flushing,
    close() {
      flush();
      file?.close();
      listeners.clear();
    },
  };
}

/** ISO text of an instant; neighbours share their milliseconds, so the last one is kept. */
function isoText(): (instant: number) => string {
  let last = Number.NaN;
  let text = '';
  return (instant) => {
    if (instant !== last) {
      last = instant;
      text = new Date(instant).toISOString();
    }
    return text;
  };
}
