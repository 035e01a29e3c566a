import type { Event, EventStamp } from '../protocol/events.ts';
import type { Store } from './store.ts';

/** An event that a tester added: one of the kinds that histories know beside the gateway's own. */
export interface ForeignBody {
  kind: 'merchant' | 'call' | 'outcome' | 'check';
  [member: string]: unknown;
}

/** An event of the journal. */
export type JournalEvent = Event | (EventStamp & ForeignBody);

/** Which events are wanted: those after a number, the first ones first, or those before one, the last of them. */
export interface JournalQuery {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
  readonly kinds?: ReadonlySet<string> | undefined;
  /** Words that all stand in the event, in any case. */
  readonly words?: readonly string[] | undefined;
}

export interface JournalPage {
  /** In the order in which they happened. */
  events: JournalEvent[];
  /** The `after` to go on with: the number of the last event that was looked at. */
  next: number;
  /** The `before` to go back with: the number of the first event that was looked at. */
  previous: number;
  /** The number of the oldest event that is still there. */
  oldest: number;
}

/** Lines of events by their numbers. */
export interface LineSource {
  oldest(): number;
  /** Undefined for one that is surely of none of these kinds. */
  read(from: number, to: number, kinds: ReadonlySet<string> | undefined): Iterable<string | undefined>;
}

/** Nobody waits for others while one query looks through a long history: it goes on with the next query. */
const mostLookedAt = 20_000;
const window = 2000;

/** Answers a query from what is in memory and, for what is older, from the store. */
export function lookThrough(
  query: JournalQuery,
  last: number,
  memory: LineSource,
  store: Store | undefined,
): JournalPage {
  const oldest = store?.oldest() ?? memory.oldest();
  const wants = matcher(query);
  const read = (from: number, to: number) => linesOf(from, to, { memory, store, kinds: query.kinds });
  const events: JournalEvent[] = [];
  if (query.before !== undefined) {
    const before = Math.min(query.before, last + 1);
    const lowest = Math.max(oldest, before - mostLookedAt);
    let previous = before;
    while (previous > lowest && events.length < query.limit) {
      const from = Math.max(lowest, previous - window);
      const found = [...read(from, previous - 1)].flatMap((line) =>
        line === undefined ? [] : (wants(line) ?? []),
      );
      const missing = query.limit - events.length;
      previous = found.length > missing ? (found.at(-missing)?.seq ?? from) : from;
      events.unshift(...found.slice(-missing));
    }
    return { events, next: before - 1, previous, oldest };
  }
  const after = Math.max(query.after ?? 0, 0);
  const first = Math.max(after + 1, oldest);
  let next = Math.max(after, first - 1);
  const end = first < memory.oldest() ? Math.min(last, first + mostLookedAt - 1) : last;
  for (const line of read(first, end)) {
    if (events.length >= query.limit) break;
    next += 1;
    const event = line === undefined ? undefined : wants(line);
    if (event !== undefined) events.push(event);
  }
  return { events, next, previous: first, oldest };
}

function* linesOf(
  from: number,
  to: number,
  {
    memory,
    store,
    kinds,
  }: {
    memory: LineSource;
    store: Store | undefined;
    kinds: ReadonlySet<string> | undefined;
  },
): Generator<string | undefined> {
  const held = memory.oldest();
  if (store !== undefined && from < held) {
    const end = Math.min(to, held - 1);
    for (const { first, lines } of store.read(from, end)) {
      yield* lines.slice(Math.max(0, from - first), end - first + 1);
    }
  }
  yield* memory.read(Math.max(from, held), to, kinds);
}

/** Gives the event of a line that is wanted. Most are told by their text, which costs less than reading them. */
function matcher({ kinds, words = [] }: JournalQuery): (line: string) => JournalEvent | undefined {
  const marks = kinds === undefined ? undefined : [...kinds].map((kind) => `"kind":${JSON.stringify(kind)}`);
  const wanted = words.map((word) => word.toLowerCase());
  return (line) => {
    if (marks !== undefined && !marks.some((mark) => line.includes(mark))) return undefined;
    if (wanted.length > 0) {
      const text = line.toLowerCase();
      if (!wanted.every((word) => text.includes(word))) return undefined;
    }
    // The lines were written here, from typed events.
    const event: JournalEvent = JSON.parse(line);
    return kinds === undefined || kinds.has(event.kind) ? event : undefined;
  };
}
