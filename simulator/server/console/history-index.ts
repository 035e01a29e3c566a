import { setImmediate as turn } from 'node:timers/promises';
import Database from 'libsql';
import type { JournalEvent } from '../journal-query.ts';
import type { Runtime } from '../runtime.ts';
import { type Row, type Saying, say, sayingIn, sayingOf, subjectsOf, type View } from './rows.ts';
import { haystack, matches, needles, parseSearch } from './search.ts';

/** How much is done before requests get their turn: events that are taken in, and rows that are searched. */
const MOST_EVENTS = 200;
const MOST_ROWS = 4000;
/** Of objects whose events are gone, so many are asked of the gateway. */
const MOST_OBJECTS = 10_000;
/** Answers to so many searches are held, to be brought up to date instead of made anew. */
const MOST_SEARCHES = 8;
const SECONDS = 60;

/** The keys of a long history come in no order: a cache that holds them spares going to the disk for each. */
const TABLES = `
  pragma cache_size = -65536;
  create table row (id integer primary key, view text not null, key text not null, seq integer, newest integer not null,
    version integer not null, shows text not null, text text not null);
  create unique index row_key on row (view, key);
  create index row_version on row (view, version);
  create table subject (name text not null, seq integer not null, primary key (name, seq)) without rowid;
`;

interface Place {
  readonly id: number;
  readonly seq: number;
}

/** What a search has found so far. */
interface Found {
  version: number;
  readonly seqById: Map<number, number>;
  /** In the order of the history, as far as they were there when last asked for. */
  places: Place[];
  /** What was found since. */
  fresh: Place[];
  /** Whether one of the places is not what it was. */
  isStale: boolean;
}

export interface RowPage {
  total: number;
  /** The newest first. */
  rows: { key: string; shows: Record<string, unknown> }[];
}

/**
 * Lists and searches over the whole history, for the console: a temporary database beside the journal, made when it
 * is first asked for, the newest events first.
 */
export class HistoryIndex {
  readonly #runtime: Runtime;
  readonly #database = new Database('');
  readonly #statements;
  readonly #found = new Map<string, Found>();
  readonly #rates = new Map<number, number>();
  /** The events that are in it: from one number to another. */
  #from: number;
  #to: number;
  #version = 0;
  #working: Promise<void> | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#database.exec(TABLES);
    this.#statements = prepare(this.#database);
    this.#to = runtime.journal.last();
    this.#from = this.#to + 1;
    runtime.stopping.addEventListener('abort', () => this.#database.close(), { once: true });
    this.#seed();
  }

  /** Numbers of the oldest event that was taken in, of the oldest that there is, and of the last. */
  reach(): { from: number; oldest: number; last: number } {
    const { journal } = this.#runtime;
    return { from: this.#from, oldest: this.#oldest(), last: journal.last() };
  }

  /** Requests of each of the last sixty seconds of real time. */
  rates(): number[] {
    const now = Math.floor(Date.now() / 1000);
    return Array.from({ length: SECONDS }, (_, index) => this.#rates.get(now - SECONDS + 1 + index) ?? 0);
  }

  /** Rows of a list that a search finds: so many, but for the newest ones as many as `from` says. */
  async rows(view: View, search: string, from: number, limit: number): Promise<RowPage> {
    await this.#catchUp();
    const found = await this.#search(view, search);
    if (this.#runtime.stopping.aborted) return { total: 0, rows: [] };
    const end = Math.max(0, found.places.length - from);
    const places = found.places.slice(Math.max(0, end - limit), end).reverse();
    const rows = places.flatMap(({ id }) => {
      const row = this.#statements.byId.get(id) as [string, string] | undefined;
      return row === undefined ? [] : [{ key: row[0], shows: JSON.parse(row[1]) as Record<string, unknown> }];
    });
    return { total: found.places.length, rows };
  }

  /** The events about something, such as `invoice/858018825`, the first ones first. */
  async events(subject: string, limit: number): Promise<{ events: JournalEvent[]; dropped: number }> {
    await this.#catchUp();
    const { journal, stopping } = this.#runtime;
    if (stopping.aborted) return { events: [], dropped: 0 };
    const oldest = this.#oldest();
    const seqs = this.#seqsOf(subject, limit);
    const events = seqs
      .filter((seq) => seq >= oldest)
      .flatMap((seq) => journal.page({ after: seq - 1, limit: 1 }).events);
    // Replies name nothing but the notification that they are about.
    const told = new Set(
      events.flatMap((event) => (event.kind === 'attempt' ? [String(event.notification)] : [])),
    );
    const replies = [...told].flatMap((name) => this.#seqsOf(`notification/${name}`, limit));
    const missing = replies.filter((seq) => seq >= oldest && !seqs.includes(seq));
    events.push(...missing.flatMap((seq) => journal.page({ after: seq - 1, limit: 1 }).events));
    events.sort((a, b) => a.seq - b.seq);
    return { events, dropped: seqs.filter((seq) => seq < oldest).length };
  }

  #seqsOf(subject: string, limit: number): number[] {
    return (this.#statements.subject.all(subject, limit) as [number][]).map(([seq]) => seq).reverse();
  }

  #oldest(): number {
    return this.#runtime.journal.page({ after: 0, limit: 1 }).oldest;
  }

  /** Objects are known to the gateway also where their events are gone. */
  #seed(): void {
    const { core } = this.#runtime;
    const objects = [
      ...core.invoices({ limit: MOST_OBJECTS }).map((each) => sayingOf('invoice', { ...each })),
      ...core.payouts({ limit: MOST_OBJECTS }).map((each) => sayingOf('payout', { ...each })),
      ...core.refunds({}).map((each) => sayingOf('refund', { ...each })),
    ];
    // They stand before all whose events are seen, and no event says anything newer of them.
    this.#write(objects.map((saying, index) => ({ saying, seq: index - objects.length, newest: this.#to })));
  }

  /** Takes in what happened since; what is older is taken in behind the back of whoever asks. */
  async #catchUp(): Promise<void> {
    const { journal, stopping } = this.#runtime;
    while (!stopping.aborted && this.#to < journal.last()) {
      const { events, next } = journal.page({ after: this.#to, limit: MOST_EVENTS });
      this.#take(events);
      this.#to = Math.max(next, this.#to + 1);
      await turn();
    }
    if (!stopping.aborted && this.#from > this.#oldest()) {
      const first = this.#from === this.#to + 1;
      this.#working ??= this.#lookBack().finally(() => {
        this.#working = undefined;
      });
      // Whoever comes first sees the newest events.
      if (first) await turn();
    }
  }

  async #lookBack(): Promise<void> {
    const { journal, stopping } = this.#runtime;
    while (!stopping.aborted && this.#from > this.#oldest()) {
      const { events, previous } = journal.page({ before: this.#from, limit: MOST_EVENTS });
      this.#take(events);
      this.#from = Math.min(previous, this.#from - 1);
      await turn();
    }
  }

  #take(events: readonly JournalEvent[]): void {
    const { linked } = this.#statements;
    for (const { kind, realAt } of events) {
      if (kind !== 'request') continue;
      const second = Math.floor(Date.parse(realAt) / 1000);
      if (second > Date.now() / 1000 - 2 * SECONDS)
        this.#rates.set(second, (this.#rates.get(second) ?? 0) + 1);
    }
    for (const [second] of this.#rates)
      if (second < Date.now() / 1000 - 2 * SECONDS) this.#rates.delete(second);
    this.#write(
      events.flatMap((event) => {
        const saying = sayingIn(event);
        return saying === undefined ? [] : [{ saying, seq: event.seq }];
      }),
      () => {
        for (const event of events) for (const name of subjectsOf(event)) linked.run(name, event.seq);
      },
    );
  }

  #write(
    said: readonly { saying: Saying; seq: number; newest?: number }[],
    also: () => void = () => undefined,
  ): void {
    const { begin, commit, get, put } = this.#statements;
    const rows = new Map<string, Row>();
    begin.run();
    for (const { saying, seq, newest = seq } of said) {
      const { view, key } = saying;
      const name = `${view}/${key}`;
      const row = rows.get(name) ?? this.#read(view, get.get(view, key) as Stored | undefined, key);
      say(row, saying, seq, newest);
      rows.set(name, row);
    }
    for (const row of rows.values()) {
      this.#version += 1;
      const shows = JSON.stringify(row.shows);
      put.run(row.view, row.key, row.seq ?? null, row.newest, this.#version, shows, haystack(row));
    }
    also();
    commit.run();
  }

  #read(view: View, stored: Stored | undefined, key: string): Row {
    if (stored === undefined) return { view, key, newest: Number.NEGATIVE_INFINITY, shows: {}, text: '' };
    const [seq, newest, shows, text] = stored;
    const known = JSON.parse(shows) as Record<string, unknown>;
    // What it shows stands before what it is found by beside that.
    const shown = haystack({ view, key, newest, shows: known, text: '' });
    return { view, key, newest, shows: known, text: text.slice(shown.length), seq: seq ?? undefined };
  }

  /** What a search finds, brought up to date. */
  async #search(view: View, search: string): Promise<Found> {
    const name = `${view} ${search}`;
    const found = this.#found.get(name) ?? {
      version: 0,
      seqById: new Map(),
      places: [],
      fresh: [],
      isStale: false,
    };
    this.#found.delete(name);
    this.#found.set(name, found);
    const [eldest] = this.#found.keys();
    if (this.#found.size > MOST_SEARCHES && eldest !== undefined) this.#found.delete(eldest);

    const terms = parseSearch(search);
    const words = needles(terms);
    const query = this.#query(words.length, terms.length > 0);
    while (found.version < this.#version && !this.#runtime.stopping.aborted) {
      const since = found.version;
      const until = Math.min(this.#version, since + MOST_ROWS);
      found.version = until;
      for (const row of query.all(...words, view, since, until)) {
        const [id, seq, hasWords, shows] = row as [number, number | null, number, string];
        const isFound =
          seq !== null &&
          hasWords === 1 &&
          (terms.length === 0 || matches({ view, shows: JSON.parse(shows) }, terms));
        place(found, id, isFound ? seq : undefined);
      }
      if (found.version < this.#version) await turn();
    }
    sort(found);
    return found;
  }

  /** Rows that changed between two versions, whether they have all the words, and what fields are looked for in. */
  #query(words: number, hasTerms: boolean) {
    const has = Array.from({ length: words }, () => 'instr(text, ?) > 0').join(' and ') || '1';
    return this.#database
      .prepare(
        `select id, seq, ${has}, ${hasTerms ? 'shows' : 'null'} from row where view = ? and version > ? and version <= ?`,
      )
      .raw();
  }
}

type Stored = [seq: number | null, newest: number, shows: string, text: string];

function place(found: Found, id: number, seq: number | undefined): void {
  const known = found.seqById.get(id);
  if (known === seq) return;
  if (seq === undefined) found.seqById.delete(id);
  else found.seqById.set(id, seq);
  if (known === undefined && seq !== undefined) found.fresh.push({ id, seq });
  else found.isStale = true;
}

/** Two sorted runs are merged in one go; sorting all of it at each look would take longer than reading it. */
function sort(found: Found): void {
  const bySeq = (a: Place, b: Place): number => a.seq - b.seq;
  if (found.isStale) found.places = [...found.seqById].map(([id, seq]) => ({ id, seq })).sort(bySeq);
  else if (found.fresh.length > 0) found.places = [...found.fresh.sort(bySeq), ...found.places].sort(bySeq);
  found.fresh = [];
  found.isStale = false;
}

function prepare(database: InstanceType<typeof Database>) {
  return {
    begin: database.prepare('begin'),
    commit: database.prepare('commit'),
    get: database.prepare('select seq, newest, shows, text from row where view = ? and key = ?').raw(),
    put: database.prepare(
      `insert into row (view, key, seq, newest, version, shows, text) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (view, key) do update set seq = excluded.seq, newest = excluded.newest,
         version = excluded.version, shows = excluded.shows, text = excluded.text`,
    ),
    byId: database.prepare('select key, shows from row where id = ?').raw(),
    linked: database.prepare('insert or ignore into subject values (?, ?)'),
    subject: database.prepare('select seq from subject where name = ? order by seq desc limit ?').raw(),
  };
}
