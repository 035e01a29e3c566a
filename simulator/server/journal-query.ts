import type { Event, EventStamp } from '../protocol/events.ts';
import type { Store } from './store.ts';

/** An event that a tester added: one of the kinds that histories know beside the gateway's own. */
export interface ForeignBody {
  kind: 'merchant' | 'call' | 'outcome' | 'check' | 'run-info' | 'check-record';
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
  /** The number of the newest event: there is more to read after a page whose `next` is smaller. */
  last: number;
}

/** Lines of events by their numbers. */
export interface LineSource {
  oldest(): number;
  /** Undefined for one that is surely of none of these kinds. */
  read(from: number, to: number, kinds: ReadonlySet<string> | undefined): Iterable<string | undefined>;
}

/** Nobody waits for others while one query looks through a long history: it goes on with the next query. */
const mostLookedAt = 20_000;
/** How many events are read at once, going back: few at first, as they may be huge. */
const windows = { first: 50, most: 2000 };
/** A page of huge events ends early: no call has the whole of a long history in memory. */
const mostCharacters = 16 * 2 ** 20;

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
  if (query.before !== undefined) {
    const before = Math.min(query.before, last + 1);
    const lowest = Math.max(oldest, before - mostLookedAt);
    let previous = before;
    let events: JournalEvent[] = [];
    let room = mostCharacters;
    let isCut = false;
    let window = windows.first;
    while (previous > lowest && events.length < query.limit && !isCut) {
      const from = Math.max(lowest, previous - window);
      const missing = query.limit - events.length;
      const earlier = lastOf(read(from, previous - 1), wants, missing, room, events.length === 0);
      ({ isCut } = earlier);
      room -= earlier.characters;
      previous = isCut ? (earlier.events[0]?.seq ?? previous) : from;
      events = [...earlier.events, ...events];
      window = Math.min(2 * window, windows.most);
    }
    return { events, next: before - 1, previous, oldest, last };
  }
  const events: JournalEvent[] = [];
  const after = Math.max(query.after ?? 0, 0);
  const first = Math.max(after + 1, oldest);
  let next = Math.max(after, first - 1);
  const end = first < memory.oldest() ? Math.min(last, first + mostLookedAt - 1) : last;
  let characters = 0;
  for (const line of read(first, end)) {
    if (events.length >= query.limit) break;
    const event = line === undefined ? undefined : wants(line);
    if (line !== undefined && event !== undefined) {
      characters += line.length;
      if (events.length > 0 && characters > mostCharacters) break;
      events.push(event);
    }
    next += 1;
  }
  return { events, next, previous: first, oldest, last };
}

/** The last of the wanted events for which there is room; where `takesOne`, one for which there is none, too. */
function lastOf(
  lines: Iterable<string | undefined>,
  wants: (line: string) => JournalEvent | undefined,
  most: number,
  room: number,
  takesOne: boolean,
): { events: JournalEvent[]; characters: number; isCut: boolean } {
  const found: { event: JournalEvent; length: number }[] = [];
  let characters = 0;
  let isCut = false;
  for (const line of lines) {
    const event = line === undefined ? undefined : wants(line);
    if (line === undefined || event === undefined) continue;
    found.push({ event, length: line.length });
    characters += line.length;
    while (found.length > most || (characters > room && found.length > (takesOne ? 1 : 0))) {
      characters -= found.shift()?.length ?? 0;
      isCut = true;
    }
  }
  return { events: found.map(({ event }) => event), characters, isCut };
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
