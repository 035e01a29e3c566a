import type { MemoryRow } from '../core/memory-row.ts';
import type { EventBody, EventStamp } from '../protocol/events.ts';
import type { GatewayClock } from './clock.ts';
import type { JournalFile } from './journal-file.ts';
import { createJournalPages, type JournalLimits } from './journal-pages.ts';
import {
  type ForeignBody,
  type JournalEvent,
  type JournalPage,
  type JournalQuery,
  type LineSource,
  lookThrough,
} from './journal-query.ts';
import type { Store } from './store.ts';

/** Everything that happened, in order, numbered from 1 without gaps. */
export interface Journal {
  /** Adds an event; answers its place. */
  emit(body: EventBody | ForeignBody): EventStamp;
  /** Number of the last event, 0 before the first. */
  last(): number;
  /** Events that a query is about, from memory and from the store. */
  page(query: JournalQuery): JournalPage;
  /** Calls back whenever something was added. */
  subscribe(listener: () => void): () => void;
  /**
   * Keeps all that happened, and all that changed, at once: what is told after this is there after a crash.
   *
   * @throws what the store or the file throws, now and ever after
   */
  persist(): void;
  /** Keeps what is pending and closes store and file. */
  close(): void;
}

interface JournalOptions {
  clock: GatewayClock;
  /** What is held in memory; older events are in the store only. */
  limits: JournalLimits;
  store?: Store | undefined;
  /** Where the events are written as NDJSON. */
  file?: JournalFile | undefined;
  /** What else must be kept with the events. */
  changes?: () => readonly MemoryRow[];
  /** Is called with each event as it happens. */
  onEvent?: ((event: JournalEvent) => void) | undefined;
  /** Told once when nothing can be kept any more. */
  onFailure?: ((error: unknown) => void) | undefined;
}

/**
 * The last events in memory, as the lines that they are in a store and in a file. What a turn of the event loop
 * brought is kept in one go, so that many requests share one write.
 */
export function createJournal(options: JournalOptions): Journal {
  const { clock, limits, store, file, changes = () => [], onEvent, onFailure } = options;
  const keeps = store !== undefined || file !== undefined;
  const pages = createJournalPages(limits, keeps);
  let seq = store?.last ?? 0;
  let kept = seq;
  const listeners = new Set<() => void>();
  let isPlanned = false;
  let failure: { error: unknown } | undefined;
  const at = isoText();
  const realAt = isoText();

  function persist(): void {
    isPlanned = false;
    if (failure !== undefined) throw failure.error;
    if (!keeps) return;
    const rows = changes();
    if (seq === kept && rows.length === 0) return;
    const lines = pages.takeNew();
    try {
      store?.commit({ first: kept + 1, count: seq - kept, lines, rows });
      for (const part of lines) file?.append(part);
      kept = seq;
    } catch (error) {
      failure = { error };
      onFailure?.(error);
      throw error;
    }
  }

  const inMemory: LineSource = {
    oldest: () => seq - pages.size() + 1,
    *read(from, to, kinds) {
      const oldest = seq - pages.size() + 1;
      for (let number = from; number <= to; number += 1) {
        const index = number - oldest;
        yield kinds === undefined || kinds.has(pages.kindAt(index)) ? pages.textAt(index) : undefined;
      }
    },
  };

  return {
    emit(body) {
      seq += 1;
      const stamp = { seq, at: at(clock.now()), realAt: realAt(Date.now()) };
      const place = `{"seq":${seq},"at":"${stamp.at}","realAt":"${stamp.realAt}"}`;
      pages.push(body.kind, place, JSON.stringify(body));
      if (keeps && !isPlanned) {
        isPlanned = true;
        setImmediate(() => {
          if (isPlanned) persist();
        });
      }
      for (const listener of listeners) listener();
      onEvent?.({ ...stamp, ...body } as JournalEvent);
      return stamp;
    },
    last: () => seq,
    page: (query) => lookThrough(query, seq, inMemory, store),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    persist,
    close() {
      listeners.clear();
      try {
        if (failure === undefined) persist();
      } finally {
        file?.close();
        store?.close();
      }
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
