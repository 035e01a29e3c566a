import { hash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import Database from 'libsql';
import { MEMORY_KINDS, type MemoryRow } from '../core/memory-row.ts';
import { codeOf, messageOf, SimulatorOptionError } from './errors.ts';
import {
  damaged,
  type Store,
  StoreDamage,
  type StoredLines,
  type StoredTurn,
  StoreFailure,
  type StoreOptions,
} from './store.ts';

const SCHEMA = 2;
/** Marks the file as ours (SQLite's application_id): "gtck". */
const APPLICATION = 0x6774636b;
const MAGIC = 'SQLite format 3\0';
const PAGE = 4096;
/** Two numbers of twelve digits, a space between them, and their checksum. */
const MARK_BYTES = 29;
/** The file that says how far a store was written. */
const markOf = (path: string): string => `${path}-head`;

const TABLES = `
  create table meta (name text primary key, value text not null) without rowid;
  create table turns (first integer primary key, count integer not null, hash blob not null, lines blob not null);
  create index turn_numbers on turns (first, count);
  create table things (key integer primary key, crc integer not null, data text not null);
  create table names (kind integer not null, id text not null, crc integer not null, data text not null,
    primary key (kind, id)) without rowid;
`;

/**
 * Every query casts what it reads to integers and bytes: libsql ends the process over a text that is not UTF-8, and a
 * bit that flips can make such a text of any value, and of the type of a column. Something else than bytes fits no checksum.
 */
const bytesOf = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));

const textOf = (value: unknown): string => bytesOf(value).toString('utf8');

/** So many things are read at once, in one text; those with so many bytes by themselves, as no text is endless. */
const MOST_AT_ONCE = 200;
const BIG = 1_000_000;

/** A number and a text that must be there as it was written. */
interface Head {
  /** Number of the last event, and of the oldest that is kept. */
  readonly last: number;
  readonly oldest: number;
  /** Hash of the last turn, and of the one before the oldest: each covers the one before it. */
  readonly hash: string;
  readonly anchor: string;
  /** Of the rows: how many there are, and the sum of their checksums. */
  readonly rows: number;
  readonly sum: number;
  /** How many turns were written; one that has rows alone has no number of an event. */
  readonly turns: number;
}
const EMPTY: Head = { last: 0, oldest: 1, hash: '', anchor: '', rows: 0, sum: 0, turns: 0 };

const kindNumber = new Map(MEMORY_KINDS.map((kind, index) => [kind, index]));
/** Things with numbers, which are many, have one key: their kind and their number. */
const MOST = 2 ** 44;
const keyOf = (kind: number, id: number): number => kind * MOST + id;
/** One number for a kind and an id: another bit in either makes another number. */
const mixed = (kind: number, id: number): number =>
  (kind * 0x9e3779b1 + id + Math.floor(id / 2 ** 32) * 0x85ebca6b) >>> 0;
/** Begins with what the thing is, so that no row may stand for another one. */
const checksum = (kind: number, id: number | string, data: string): number =>
  crc32(data, typeof id === 'number' ? mixed(kind, id) : crc32(id, kind));

const refuse = (path: string, says: string, error?: unknown): SimulatorOptionError =>
  new SimulatorOptionError('store', `the store "${path}" ${says}`, error);

/**
 * Opens a store, or makes a new one where there is no file or an empty one. A file that is something else is not
 * touched.
 *
 * @throws SimulatorOptionError that says why it cannot be used: another process has it open, it is no store, it is
 *   one of other shops or of another version, or damaged
 */
export function openSqliteStore(options: StoreOptions): Store {
  const { path } = options;
  const isNew = !existsSync(path);
  mustBeWritable(path);
  mustBeStore(path);
  claim(path, isNew);
  const database = openAlone(path);
  try {
    return new SqliteStore(database, options, isNew);
  } catch (error) {
    release(database);
    throw unusable(path, error);
  }
}

/** Of a file that it may not write, SQLite says no more than that there is an error of the disk. */
function mustBeWritable(path: string): void {
  const folder = dirname(path);
  for (const file of [folder, path, markOf(path), `${path}-wal`]) {
    try {
      accessSync(file, constants.R_OK | constants.W_OK);
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && file !== folder) continue;
      throw refuse(path, `cannot be used: ${BARRED[codeOf(error)]?.(file) ?? messageOf(error)}`, error);
    }
  }
}

const noRight = (file: string): string =>
  `this user may not read and write "${file}". Change its permissions, or choose another file`;

/** Why a file or folder cannot be written, by the code of the system. */
const BARRED: Readonly<Record<string, (file: string) => string>> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: (file) => `"${file}" is on a read-only file system. Choose a file elsewhere`,
  ENOENT: (folder) => `there is no folder "${folder}". Make it, or choose another file`,
  ENOTDIR: (file) => `"${dirname(file)}" is not a folder. Choose a file in a folder`,
};

/** Whether a file begins as a store does. @throws SimulatorOptionError for one that is something else */
function mustBeStore(path: string): void {
  if (!existsSync(path)) return;
  if (!statSync(path).isFile()) throw refuse(path, 'is no file: expected the path of a file');
  if (statSync(path).size === 0) return;
  const head = Buffer.alloc(100);
  try {
    const descriptor = openSync(path, 'r');
    readSync(descriptor, head, 0, head.length, 0);
    closeSync(descriptor);
  } catch (error) {
    throw refuse(path, `cannot be read: ${messageOf(error)}`, error);
  }
  if (head.toString('latin1', 0, 16) === MAGIC) {
    // The application_id stands in SQLite's header. Of a simulator that was killed as it made its store, the one
    // page may not have it yet.
    const begun = statSync(path).size === PAGE && existsSync(markOf(path)) && head.readUInt32BE(68) === 0;
    if (begun || head.readUInt32BE(68) === APPLICATION) return;
  }
  throw refuse(path, 'is no store of gatecheck, and was left as it is: choose another file');
}

/** Has the mark before the store, so that whoever is killed in between is known by it. */
function claim(path: string, isNew: boolean): void {
  if (!isNew) return;
  try {
    closeSync(openSync(markOf(path), 'a'));
  } catch (error) {
    throw refuse(path, `cannot be opened: ${messageOf(error)}`, error);
  }
}

type Sqlite = Database.Database;

function openAlone(path: string): Sqlite {
  let database: Sqlite | undefined;
  try {
    database = new Database(path, { timeout: 0 });
    // The lock is the operating system's: it ends with the process, however that ends.
    database.pragma('locking_mode = exclusive');
    database.pragma('journal_mode = wal');
    database.exec('begin immediate; commit');
    return database;
  } catch (error) {
    database?.close();
    throw unusable(path, error);
  }
}

const inUse = (): string => 'is in use by another simulator: end that one, or choose another file';

/** What SQLite's result codes mean for a file that is known to be a store. */
const REASONS: Readonly<Record<number, (message: string) => string>> = {
  // ERROR, CORRUPT and NOTADB: it makes no sense of the file.
  1: damaged,
  11: damaged,
  26: damaged,
  // BUSY and LOCKED.
  5: inUse,
  6: inUse,
  // FULL.
  13: () => 'cannot be opened: the disk is full. Make room, and start again',
};

function unusable(path: string, error: unknown): SimulatorOptionError {
  if (error instanceof SimulatorOptionError) return error;
  // The low byte of an extended code is the plain one.
  const code = error instanceof Database.SqliteError ? Number(error.rawCode) & 0xff : undefined;
  const explain = code === undefined ? undefined : REASONS[code];
  return refuse(path, explain?.(messageOf(error)) ?? `cannot be used: ${messageOf(error)}`, error);
}

/** Puts all into the one file and lets the lock go, which a connection keeps for as long as it has statements. */
function release(database: Sqlite): void {
  try {
    database.pragma('journal_mode = delete');
    database.pragma('locking_mode = normal');
    database.exec('select count(*) from sqlite_schema');
  } catch {
    // Of a disk that is full, or a file that is damaged, the log stays where it is.
  }
  database.close();
}

const isFull = (error: unknown): boolean => /^(SQLITE_FULL|ENOSPC)/.test(codeOf(error));

class SqliteStore implements Store {
  readonly #path: string;
  readonly #database: Sqlite;
  readonly #keepEvents: number | undefined;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #mark: HeadMark;
  #head: Head;

  constructor(database: Sqlite, { path, shops, sync = 'normal', keepEvents }: StoreOptions, isNew: boolean) {
    this.#path = path;
    this.#database = database;
    this.#keepEvents = keepEvents;
    if (Number(one(database, 'pragma user_version')) === 0) create(database, shops);
    database.pragma(`synchronous = ${sync}`);
    this.#statements = prepare(database);
    this.#checkIdentity(shops);
    this.#head = this.#readHead();
    this.#mark = new HeadMark(markOf(path));
    // Whoever removes a store and leaves its mark begins anew.
    if (isNew) this.#mark.write(this.#head);
    this.#checkHead();
  }

  get last(): number {
    return this.#head.last;
  }

  oldest(): number {
    return this.#head.oldest;
  }

  rows(): Iterable<MemoryRow> {
    return foundDamage(this.#rows());
  }

  *#rows(): Generator<MemoryRow> {
    let rows = 0;
    let sum = 0;
    for (const [kind, id, crc, data] of this.#stored()) {
      const name = MEMORY_KINDS[kind];
      if (name === undefined || checksum(kind, id, data) !== crc) {
        throw new StoreDamage(damaged(`${name ?? 'a row'} ${id} is not as it was written`));
      }
      rows += 1;
      sum += crc;
      yield { kind: name, id, data };
    }
    if (rows === this.#head.rows && sum === this.#head.sum) return;
    throw new StoreDamage(damaged(`${this.#head.rows} objects were written, ${rows} are found`));
  }

  *#stored(): Generator<[kind: number, id: number | string, crc: number, data: string]> {
    const names = this.#statements.names.iterate() as Iterable<[number, Buffer, number, Buffer]>;
    for (const [kind, id, crc, data] of names) yield [kind, textOf(id), crc, textOf(data)];
    for (const [key, crc, data] of this.#things()) {
      const kind = Math.floor(key / MOST);
      yield [kind, key - kind * MOST, crc, data];
    }
  }

  *#things(): Generator<[key: number, crc: number, data: string]> {
    const { manyThings, things } = this.#statements;
    let after = -1;
    for (;;) {
      const [last, count, text] = manyThings.get(after) as [number | null, number, Buffer | null];
      if (last === null) return;
      const lines = textOf(text).split('\n');
      if (lines.length !== count) {
        const rows = things.iterate(after, last) as Iterable<[number, number, Buffer]>;
        for (const [key, crc, data] of rows) yield [key, crc, textOf(data)];
      } else {
        for (const line of lines) {
          const crcAt = line.indexOf(' ') + 1;
          const dataAt = line.indexOf(' ', crcAt) + 1;
          yield [Number(line.slice(0, crcAt)), Number(line.slice(crcAt, dataAt)), line.slice(dataAt)];
        }
      }
      after = last;
    }
  }

  commit({ first, count, lines, rows }: StoredTurn): void {
    const { begin, commit, rollback, turn, head } = this.#statements;
    try {
      begin.run();
      let next = { ...this.#withRows(rows), turns: this.#head.turns + 1 };
      if (count > 0) {
        const text = lines.length === 1 && lines[0] !== undefined ? lines[0] : Buffer.concat(lines);
        const digest = hash('sha256', Buffer.concat([Buffer.from(next.hash, 'hex'), text]), 'hex');
        turn.run(first, count, Buffer.from(digest, 'hex'), text);
        next = this.#withoutOld({ ...next, last: first + count - 1, hash: digest });
      }
      head.run('head', JSON.stringify(next));
      commit.run();
      this.#head = next;
      this.#mark.write(next);
    } catch (error) {
      try {
        rollback.run();
      } catch {
        // SQLite has done so by itself where it could not go on.
      }
      const why = isFull(error) ? 'the disk is full' : messageOf(error);
      throw new StoreFailure(`the store "${this.#path}" cannot be written: ${why}`, { cause: error });
    }
  }

  read(from: number, to: number): Iterable<StoredLines> {
    return foundDamage(this.#read(from, to));
  }

  *#read(from: number, to: number): Generator<StoredLines> {
    const { before, turns } = this.#statements;
    const start = Number((before.get(from) as unknown[] | undefined)?.[0] ?? this.#head.oldest);
    const previous = before.get(start - 1) as [number, unknown] | undefined;
    let expected = start;
    let chain = previous === undefined ? this.#head.anchor : bytesOf(previous[1]).toString('hex');
    for (const row of turns.iterate(start, to) as Iterable<[number, number, unknown, unknown]>) {
      const [first, count, stored, bytes] = row;
      if (first !== expected) throw new StoreDamage(gap(expected, first - 1));
      const text = bytesOf(bytes);
      const digest = hash('sha256', Buffer.concat([Buffer.from(chain, 'hex'), text]), 'hex');
      if (digest !== bytesOf(stored).toString('hex')) {
        throw new StoreDamage(
          damaged(`events ${first} to ${first + count - 1} are not as they were written`),
        );
      }
      chain = digest;
      expected = first + count;
      yield { first, lines: text.toString('utf8').split('\n').slice(0, -1) };
    }
    const end = Math.min(to, this.#head.last);
    if (expected <= end) throw new StoreDamage(gap(expected, end));
  }

  close(): void {
    if (!this.#database.open) return;
    this.#mark.close();
    release(this.#database);
  }

  /** Puts the rows in, and tells what the head must say of them. */
  #withRows(rows: readonly MemoryRow[]): Head {
    let { rows: count, sum } = this.#head;
    for (const { kind, id, data } of rows) {
      const number = kindNumber.get(kind) ?? 0;
      const { crc, put, forget } = typeof id === 'number' ? this.#statements.thing : this.#statements.name;
      const key = typeof id === 'number' ? [keyOf(number, id)] : [number, id];
      const old = (crc.get(...key) as [number] | undefined)?.[0];
      if (old !== undefined) {
        count -= 1;
        sum -= old;
      }
      if (data === null) {
        if (old !== undefined) forget.run(...key);
        continue;
      }
      const next = checksum(number, id, data);
      put.run(...key, next, data);
      count += 1;
      sum += next;
    }
    return { ...this.#head, rows: count, sum };
  }

  /** Deletes turns that are older than what is to be kept, many at a time. */
  #withoutOld(head: Head): Head {
    const keep = this.#keepEvents;
    if (keep === undefined || head.last - head.oldest + 1 < keep * 1.1 + 1000) return head;
    const { before, forgetTurns } = this.#statements;
    const start = Number((before.get(head.last - keep + 1) as [number] | undefined)?.[0] ?? head.oldest);
    if (start <= head.oldest) return head;
    const previous = before.get(start - 1) as [number, Buffer];
    forgetTurns.run(start);
    return { ...head, oldest: start, anchor: bytesOf(previous[1]).toString('hex') };
  }

  #checkIdentity(shops: readonly string[]): void {
    const version = Number(one(this.#database, 'pragma user_version'));
    if (version !== SCHEMA) {
      throw refuse(this.#path, `has schema ${version}: this version of gatecheck knows ${SCHEMA}`);
    }
    const theirs = String(this.#meta('shops'));
    if (theirs !== shopsText(shops)) {
      throw refuse(
        this.#path,
        `belongs to shop ${theirs}, and this run has shop ${shopsText(shops)}: choose another file`,
      );
    }
  }

  #readHead(): Head {
    const text = this.#meta('head');
    try {
      return { ...EMPTY, ...(JSON.parse(text) as Head) };
    } catch (error) {
      throw refuse(this.#path, damaged('it does not say how far it was written'), error);
    }
  }

  #meta(name: string): string {
    const row = this.#statements.meta.get(name) as [Buffer] | undefined;
    if (row === undefined) throw refuse(this.#path, damaged(`it has no ${name}`));
    return textOf(row[0]);
  }

  /** What the head says of the events must be so, and nothing that was acknowledged may be missing. */
  #checkHead(): void {
    const { last, oldest, hash: digest, turns } = this.#head;
    const [count, lowest, highest] = this.#statements.numbers.get() as [
      number | null,
      number | null,
      number | null,
    ];
    if ((count ?? 0) !== last - oldest + 1 || (lowest ?? oldest) !== oldest) {
      throw refuse(this.#path, damaged(`of events ${oldest} to ${last}, ${count ?? 0} are found`));
    }
    const end = highest === null ? undefined : (this.#statements.before.get(highest) as [number, Buffer]);
    if (end !== undefined && bytesOf(end[1]).toString('hex') !== digest) {
      throw refuse(this.#path, damaged('its last events are not those that were written last'));
    }
    const known = this.#mark.read();
    if (known.last <= last && known.turns <= turns) return;
    const lost = known.last > last ? `events ${last + 1} to ${known.last}` : 'what was written last';
    throw refuse(
      this.#path,
      `has lost ${lost}: the machine crashed, or "${this.#path}-wal" is damaged. To go on without them, remove "${this.#path}-head"`,
    );
  }
}

const gap = (from: number, to: number): string => damaged(`events ${from} to ${to} are missing`);

/** What SQLite finds as it reads is damage, too. */
function* foundDamage<T>(rows: Iterable<T>): Generator<T> {
  try {
    yield* rows;
  } catch (error) {
    throw error instanceof StoreDamage ? error : new StoreDamage(damaged(messageOf(error)), { cause: error });
  }
}

const shopsText = (shops: readonly string[]): string => [...shops].sort().join(', ');

function one(database: Sqlite, sql: string): unknown {
  return (database.prepare(sql).raw().get() as unknown[] | undefined)?.[0];
}

function create(database: Sqlite, shops: readonly string[]): void {
  database.exec('begin immediate');
  database.exec(TABLES);
  const meta = database.prepare('insert into meta values (?, ?)');
  meta.run('shops', shopsText(shops));
  meta.run('head', JSON.stringify(EMPTY));
  database.exec(`pragma application_id = ${APPLICATION}; pragma user_version = ${SCHEMA}; commit`);
  // Whoever looks at the file alone must see what it is.
  database.pragma('wal_checkpoint(truncate)');
}

function prepare(database: Sqlite) {
  const raw = (sql: string) => database.prepare(sql).raw();
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    rollback: database.prepare('rollback'),
    meta: raw('select cast(value as blob) from meta where name = ?'),
    head: database.prepare('insert or replace into meta values (?, ?)'),
    turn: database.prepare('insert into turns values (?, ?, ?, ?)'),
    turns: raw(`select cast(first as integer), cast(count as integer), cast(hash as blob), cast(lines as blob)
      from turns where first between ? and ? order by first`),
    before: raw(`select cast(first as integer), cast(hash as blob)
      from turns where first <= ? order by first desc limit 1`),
    forgetTurns: database.prepare('delete from turns where first < ?'),
    numbers: raw('select cast(sum(count) as integer), min(first), max(first) from turns'),
    names: raw(`select cast(kind as integer), cast(id as blob), cast(crc as integer), cast(data as blob)
      from names order by kind, id`),
    // Many in one text, because a row costs more than what it says. JSON has no line feeds.
    manyThings: raw(`select max(key), count(*),
        cast(group_concat(iif(octet_length(data) < ${BIG}, key || ' ' || crc || ' ' || data, null), char(10)) as blob)
      from (select key, crc, data from things where key > ? order by key limit ${MOST_AT_ONCE})`),
    things: raw(`select cast(key as integer), cast(crc as integer), cast(data as blob)
      from things where key > ? and key <= ? order by key`),
    name: {
      crc: raw('select cast(crc as integer) from names where kind = ? and id = ?'),
      put: database.prepare('insert or replace into names values (?, ?, ?, ?)'),
      forget: database.prepare('delete from names where kind = ? and id = ?'),
    },
    thing: {
      crc: raw('select cast(crc as integer) from things where key = ?'),
      put: database.prepare('insert or replace into things values (?, ?, ?)'),
      forget: database.prepare('delete from things where key = ?'),
    },
  };
}

/**
 * How far the store was written, in a file of its own: SQLite takes a damaged end of its write-ahead log for one
 * that was never written, and would leave it out without a word.
 */
class HeadMark {
  readonly #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openSync(path, existsSync(path) ? 'r+' : 'w+');
  }

  /** Zeros where there is none, or where it was torn. */
  read(): Pick<Head, 'last' | 'turns'> {
    const bytes = Buffer.alloc(MARK_BYTES);
    const isWhole = readSync(this.#descriptor, bytes, 0, MARK_BYTES, 0) === MARK_BYTES;
    const text = bytes.toString('latin1', 0, MARK_BYTES - 4);
    if (!isWhole || crc32(text) !== bytes.readUInt32BE(MARK_BYTES - 4)) return EMPTY;
    const [last, turns] = text.split(' ').map(Number);
    return { last: last ?? 0, turns: turns ?? 0 };
  }

  write({ last, turns }: Head): void {
    const text = `${String(last).padStart(12, '0')} ${String(turns).padStart(12, '0')}`;
    const bytes = Buffer.alloc(MARK_BYTES);
    bytes.write(text, 'latin1');
    bytes.writeUInt32BE(crc32(text), MARK_BYTES - 4);
    writeSync(this.#descriptor, bytes, 0, MARK_BYTES, 0);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
