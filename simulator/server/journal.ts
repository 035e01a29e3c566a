import type { Event, EventBody, EventStamp } from '../protocol/events.ts';
import type { GatewayClock } from './clock.ts';
import type { JournalFile } from './journal-file.ts';
import { createJournalPages } from './journal-pages.ts';

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
  /** Adds an event; answers its place. */
  emit(body: EventBody | ForeignBody): EventStamp;
  /** Number of the last event, 0 before the first. */
  last(): number;
  page(query: { after: number; limit: number; kinds?: ReadonlySet<string> }): JournalPage;
  subscribe(listener: (event: JournalEvent) => void): () => void;
  /** Resolves when every event emitted so far is in the file; undefined when it already is (or there is none). */
  durable(): Promise<void> | undefined;
  /** Writes what is not in the file yet, at once. */
  persist(): void;
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
 * The last events in memory, as the lines that they are in a file, with an optional file behind them. Lines
 * are written in one go at the end of the turn of the event loop, so that many requests share one write.
 */
export function createJournal(options: JournalOptions): Journal {
  const { clock, retention, file } = options;
  const pages = createJournalPages(retention, file !== undefined);
  for (const { seq, at, realAt, ...body } of file?.earlier.slice(-retention) ?? []) {
    pages.push(body.kind, JSON.stringify({ seq, at, realAt }), JSON.stringify(body));
  }
  pages.takeNew();
  let seq = file?.earlier.at(-1)?.seq ?? 0;
  const listeners = new Set<(event: JournalEvent) => void>();
  let flushing: Promise<void> | undefined;
  const at = isoText();
  const realAt = isoText();

  function persist(): void {
    if (flushing === undefined) return;
    flushing = undefined;
    for (const part of pages.takeNew()) file?.append(part);
  }

  return {
    emit(body) {
      seq += 1;
      const stamp = { seq, at: at(clock.now()), realAt: realAt(Date.now()) };
      const place = `{"seq":${seq},"at":"${stamp.at}","realAt":"${stamp.realAt}"}`;
      pages.push(body.kind, place, JSON.stringify(body));
      if (file !== undefined) {
        flushing ??= new Promise((resolve) => {
          setImmediate(() => {
            persist();
            resolve();
          });
        });
      }
      if (listeners.size > 0) {
        const event = { ...stamp, ...body } as JournalEvent;
        for (const listener of listeners) listener(event);
      }
      return stamp;
    },
    last: () => seq,
    page({ after, limit, kinds }) {
      const size = pages.size();
      const oldest = seq - size + 1;
      const events: JournalEvent[] = [];
      let next = Math.max(after, 0);
      for (let index = Math.max(0, after - oldest + 1); index < size && events.length < limit; index += 1) {
        next = oldest + index;
        if (kinds === undefined || kinds.has(pages.kindAt(index))) events.push(eventOf(pages.textAt(index)));
      }
      return { events, next, oldest };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    durable: () => flushing,
    persist,
    close() {
      persist();
      file?.close();
      listeners.clear();
    },
  };
}

/** The lines were written here, from typed events. */
const eventOf = (line: string): JournalEvent => JSON.parse(line);

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
