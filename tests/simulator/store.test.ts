import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import type { MemoryRow } from '../../simulator/core/memory-row.ts';
import { createClock } from '../../simulator/server/clock.ts';
import { SimulatorOptionError } from '../../simulator/server/errors.ts';
import { createJournal } from '../../simulator/server/journal.ts';
import { openJournalFile } from '../../simulator/server/journal-file.ts';
import { openSqliteStore } from '../../simulator/server/sqlite-store.ts';
import type { Store } from '../../simulator/server/store.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-store-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const place = (): string => join(folder, `s${++files}.gatecheck`);
const open = (path: string, keepEvents?: number): Store =>
  openSqliteStore({ path, shops: ['5'], keepEvents });
const line = (seq: number): string =>
  `{"seq":${seq},"at":"2026-03-01T00:00:00.000Z","realAt":"2026-03-01T00:00:00.000Z","kind":"payer","paymentId":${seq},"action":"open"}\n`;
const row = (id: number, data: string | null): MemoryRow => ({ kind: 'invoice', id, data });

/** Turns of some events each, with a row for each event. */
function fill(store: Store, turns: number, each = 3): void {
  for (let turn = 0; turn < turns; turn += 1) {
    const first = store.last + 1;
    const numbers = Array.from({ length: each }, (_, index) => first + index);
    const lines = numbers.map((seq) => Buffer.from(line(seq)));
    store.commit({ first, count: each, lines, rows: numbers.map((seq) => row(seq, `{"n":${seq}}`)) });
  }
}

const allOf = (store: Store, from = store.oldest(), to = store.last): string[] =>
  [...store.read(from, to)].flatMap(({ lines }) => lines);

const says = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Error);
  assert.match(error.message, message);
  return true;
};

/** Changes what is in a store behind its back. */
function tamper(path: string, ...statements: string[]): void {
  const database = new Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

test('a store gives back what was put into it: events in order, the last row of each object', () => {
  const path = place();
  const first = open(path);
  assert.equal(first.last, 0);
  fill(first, 4);
  const long = `{"n":"${'x'.repeat(1_500_000)}"}`;
  first.commit({ first: 13, count: 0, lines: [], rows: [row(2, null), row(3, '{"n":"new"}'), row(5, long)] });
  first.close();
  const again = open(path);
  assert.equal(again.last, 12);
  assert.deepEqual(
    allOf(again).map((text) => JSON.parse(text).seq),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  const rows = new Map([...again.rows()].map(({ id, data }) => [id, data]));
  assert.equal(rows.size, 11);
  assert.equal(rows.get(3), '{"n":"new"}');
  assert.equal(rows.get(5), long);
  assert.equal(rows.has(2), false);
  again.close();
});

test('a store has one writer, and is free again when that ends', () => {
  const path = place();
  const first = open(path);
  assert.throws(() => open(path), says(/in use by another simulator/));
  first.close();
  open(path).close();
});

test('a store of other shops, of another version, and a file that is none are refused and left as they are', () => {
  const path = place();
  open(path).close();
  assert.throws(() => openSqliteStore({ path, shops: ['5', '7'] }), says(/belongs to shop 5.*has shop 5, 7/));
  tamper(path, 'pragma user_version = 99');
  assert.throws(() => open(path), says(/schema 99/));
  const foreign = place();
  tamper(foreign, 'create table t (a); insert into t values (1)');
  const text = place();
  writeFileSync(text, 'no line feed at all');
  for (const file of [foreign, text]) {
    const before = readFileSync(file);
    assert.throws(() => open(file), says(/no store of gatecheck, and was left as it is/));
    assert.deepEqual(readFileSync(file), before);
  }
});

const damages: [what: string, statement: string, says: RegExp, when: 'open' | 'rows' | 'read'][] = [
  [
    'turns cut out of the middle',
    'delete from turns where first between 7 and 12',
    /of events 1 to 30, 24 are found/,
    'open',
  ],
  ['the last turn cut off', 'delete from turns where first = 28', /of events 1 to 30, 27 are found/, 'open'],
  [
    'a changed event',
    `update turns set lines = replace(cast(lines as text), '"paymentId":8', '"paymentId":9') where first = 7`,
    /events 7 to 9 are not as they were written/,
    'read',
  ],
  [
    'a turn whose lines are none any more',
    'update turns set lines = 5 where first = 7',
    /events 7 to 9 are not as they were written/,
    'read',
  ],
  [
    'a turn whose hash is none any more',
    'update turns set hash = 5 where first = 10',
    /events 10 to 12 are not as they were written/,
    'read',
  ],
  [
    'two turns that changed places',
    'update turns set lines = (select lines from turns where first = 10), hash = (select hash from turns where first = 10) where first = 7',
    /events 7 to 9 are not as they were written/,
    'read',
  ],
  [
    'a changed object',
    `update things set data = '{"n":77}' where data = '{"n":7}'`,
    /invoice 7 is not as it was written/,
    'rows',
  ],
  [
    'a lost object',
    `delete from things where data = '{"n":7}'`,
    /30 objects were written, 29 are found/,
    'rows',
  ],
  [
    'an object put back to what it was',
    `update things set data = '{"n":8}', crc = (select crc from things where data = '{"n":8}') where data = '{"n":7}'`,
    /invoice 7 is not as it was written/,
    'rows',
  ],
  ['no word of how far it was written', `delete from meta where name = 'head'`, /has no head/, 'open'],
];
for (const [what, statement, message, when] of damages) {
  test(`a store with ${what} says so`, () => {
    const path = place();
    const store = open(path);
    fill(store, 10);
    store.close();
    tamper(path, statement);
    if (when === 'open') {
      assert.throws(() => open(path), says(message));
      return;
    }
    const damaged = open(path);
    assert.throws(() => (when === 'rows' ? [...damaged.rows()] : allOf(damaged)), says(message));
    damaged.close();
  });
}

test('the end of a write-ahead log that is damaged is missed, and said', () => {
  const path = place();
  const store = open(path);
  fill(store, 1);
  // As a kill leaves it: the file and its log as they are.
  const copy = place();
  fill(store, 5);
  for (const suffix of ['', '-wal', '-head'])
    writeFileSync(`${copy}${suffix}`, readFileSync(`${path}${suffix}`));
  store.close();
  const log = readFileSync(`${copy}-wal`);
  const middle = log.length - 2000;
  log[middle] = (log[middle] ?? 0) ^ 4;
  writeFileSync(`${copy}-wal`, log);
  assert.throws(() => open(copy), says(/has lost events \d+ to 18: .*-wal" is damaged.*remove ".*-head"/));
  rmSync(`${copy}-head`);
  const left = open(copy);
  assert.ok(left.last < 18);
  left.close();
});

test('what was written last is missed, also where it was no event', () => {
  const path = place();
  const store = open(path);
  fill(store, 1);
  const copy = place();
  for (const suffix of ['', '-wal']) writeFileSync(`${copy}${suffix}`, readFileSync(`${path}${suffix}`));
  store.commit({ first: 4, count: 0, lines: [], rows: [row(1, '{"n":"a setting"}')] });
  writeFileSync(`${copy}-head`, readFileSync(`${path}-head`));
  store.close();
  assert.throws(() => open(copy), says(/has lost what was written last/));
});

test('a store that was killed as it was made is begun again', () => {
  const path = place();
  // As SQLite leaves the file before anything of ours is in it.
  tamper(path, 'pragma journal_mode = wal', 'vacuum');
  assert.throws(() => open(path), says(/is no store of gatecheck/));
  writeFileSync(`${path}-head`, '');
  const store = open(path);
  fill(store, 1);
  store.close();
  assert.equal(open(path).last, 3);
});

/** Copies a store with one bit changed. */
function withFlip(path: string, at: number, bit: number): string {
  const flipped = place();
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(flipped, bytes);
  writeFileSync(`${flipped}-head`, readFileSync(`${path}-head`));
  return flipped;
}

/** What a user can act on. */
const CLEAR =
  /^the store ".*" (is damaged: .+ Put back a copy of it|is no store of gatecheck|has lost .+ remove|has schema \d+|belongs to shop .+ choose another file|cannot be used)|^is damaged: .+ Put back a copy of it/s;

test('bits that flip anywhere are noticed, or change nothing', () => {
  const path = place();
  const store = open(path);
  fill(store, 40);
  const named = (id: string): MemoryRow => ({ kind: 'used', id, data: `{"shop":"Лавка ${id}"}` });
  store.commit({ first: 121, count: 0, lines: [], rows: ['первый', 'second'].map(named) });
  const right = allOf(store);
  const rows = [...store.rows()];
  store.close();
  // Most of a page is empty, where a flip says nothing.
  const used = [...readFileSync(path).entries()].flatMap(([at, byte]) => (byte === 0 ? [] : [at]));
  for (let round = 0; round < 400; round += 1) {
    const at = used[Math.floor((used.length * (round + 0.5)) / 400)] ?? 0;
    // The top bit makes other bytes than UTF-8 of a text.
    const flipped = withFlip(path, at, round % 2 === 0 ? 7 : round % 7);
    let opened: Store | undefined;
    try {
      opened = open(flipped);
      assert.deepEqual(allOf(opened), right, `byte ${at}`);
      assert.deepEqual([...opened.rows()], rows, `byte ${at}`);
    } catch (error) {
      assert.ok(error instanceof Error && error.name !== 'AssertionError', String(error));
      assert.match(error.message, CLEAR, `byte ${at}`);
    } finally {
      opened?.close();
    }
    for (const suffix of ['', '-head', '-wal']) rmSync(`${flipped}${suffix}`, { force: true });
  }
});

/** Opens a store as a user who may not do everything, and says why it cannot be used. */
function openedByAnother(path: string): string {
  const script = `
    import { openSqliteStore } from './simulator/server/sqlite-store.ts';
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    try { openSqliteStore({ path: ${JSON.stringify(path)}, shops: ['5'] }); } catch (error) { console.log(error.message); }`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim();
}

const unwritable: [what: string, make: (path: string) => string, says: RegExp][] = [
  [
    'a file without write permission',
    (path) => {
      open(path).close();
      chmodSync(path, 0o444);
      return path;
    },
    /^the store ".*" cannot be used: this user may not read and write ".*\.gatecheck"\. Change its permissions/,
  ],
  [
    'a folder without write permission',
    (path) => {
      mkdirSync(path);
      const inside = join(path, 'store');
      open(inside).close();
      for (const file of [inside, `${inside}-head`]) chmodSync(file, 0o666);
      chmodSync(path, 0o555);
      return inside;
    },
    /^the store ".*" cannot be used: this user may not read and write ".*\.gatecheck"\. Change its permissions/,
  ],
  [
    'a mark without write permission',
    (path) => {
      open(path).close();
      chmodSync(path, 0o666);
      chmodSync(`${path}-head`, 0o444);
      return path;
    },
    /^the store ".*" cannot be used: this user may not read and write ".*-head"\. Change its permissions/,
  ],
  [
    'a folder that is not there',
    (path) => join(path, 'store'),
    /^the store ".*" cannot be used: there is no folder ".*"\. Make it/,
  ],
  [
    'a file in place of its folder',
    (path) => {
      writeFileSync(path, '');
      chmodSync(path, 0o666);
      return join(path, 'store');
    },
    /^the store ".*" cannot be used: ".*" is not a folder\. Choose a file in a folder/,
  ],
  [
    'a folder in its place',
    (path) => {
      mkdirSync(path);
      chmodSync(path, 0o777);
      return path;
    },
    /^the store ".*" is no file: expected the path of a file/,
  ],
];
for (const [what, make, message] of unwritable) {
  test(`a store with ${what} says what it is`, () => {
    chmodSync(folder, 0o777);
    const path = make(place());
    const said = openedByAnother(path);
    // So that the folder can be removed.
    if (existsSync(dirname(path))) chmodSync(dirname(path), 0o777);
    assert.match(said, message);
  });
}

test('old events go where only so many are kept; what is left is still a chain', () => {
  const path = place();
  const store = open(path, 1000);
  fill(store, 1000);
  assert.ok(store.oldest() > 1 && store.last - store.oldest() + 1 >= 1000, `oldest ${store.oldest()}`);
  assert.ok(store.last - store.oldest() + 1 <= 2200);
  assert.equal([...store.rows()].length, 3000);
  const kept = allOf(store);
  assert.equal(kept.length, store.last - store.oldest() + 1);
  store.close();
  const again = open(path);
  assert.deepEqual(allOf(again), kept);
  again.close();
});

const clock = createClock({ kind: 'virtual', startAt: '2026-03-01T00:00:00Z' });
const event = (paymentId: number) => ({ kind: 'payer', paymentId, action: 'open' }) as const;

test('the whole history is paged and searched, also what memory has dropped', () => {
  const store = open(place());
  const journal = createJournal({ clock, limits: { lines: 40, bytes: 2 ** 20 }, store });
  for (let id = 1; id <= 3000; id += 1) {
    journal.emit(id % 100 === 0 ? { kind: 'call', name: `Order-${id}` } : event(id));
    if (id % 7 === 0) journal.persist();
  }
  const seen: number[] = [];
  for (let after = 0; ; ) {
    const page = journal.page({ after, limit: 700 });
    if (page.events.length === 0) break;
    assert.equal(page.oldest, 1);
    seen.push(...page.events.map(({ seq }) => seq));
    after = page.next;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 3000 }, (_, index) => index + 1),
  );
  const back: number[] = [];
  for (let before = 3001; before > 1; ) {
    const page = journal.page({ before, limit: 700 });
    back.unshift(...page.events.map(({ seq }) => seq));
    before = page.previous;
  }
  assert.deepEqual(back, seen);
  const numbers = (query: Parameters<typeof journal.page>[0]) =>
    journal.page(query).events.map(({ seq }) => seq);
  assert.deepEqual(numbers({ after: 0, limit: 2, kinds: new Set(['call']) }), [100, 200]);
  assert.deepEqual(numbers({ before: 3001, limit: 2, kinds: new Set(['call']) }), [2900, 3000]);
  assert.deepEqual(numbers({ before: 3001, limit: 5, words: ['order-1700', 'CALL'] }), [1700]);
  journal.close();
});

test('events that were too large for memory are read back from the store as they were', () => {
  const store = open(place());
  const journal = createJournal({ clock, limits: { lines: 5000, bytes: 2 ** 20 }, store });
  const textOf = (id: number) => `${id} `.padEnd(id % 2 === 0 ? 300_000 : 10, 'я');
  for (let id = 1; id <= 40; id += 1) {
    journal.emit({ kind: 'call', id, input: textOf(id) });
    if (id % 3 === 0) journal.persist();
  }
  const seen: unknown[] = [];
  for (let after = 0; after < 40; ) {
    const { events, next, oldest } = journal.page({ after, limit: 7 });
    assert.equal(oldest, 1);
    seen.push(...events.map((each) => ({ ...each }).input));
    after = next;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 40 }, (_, index) => textOf(index + 1)),
  );
  journal.close();
});

test('a journal in a file is written anew, or goes on from the same store', () => {
  const path = place();
  const file = `${path}.ndjson`;
  let store = open(path);
  let journal = createJournal({
    clock,
    limits: { lines: 10, bytes: 2 ** 20 },
    store,
    file: openJournalFile(file, store),
  });
  journal.emit(event(1));
  journal.emit(event(2));
  journal.close();
  appendFileSync(file, '{"seq":3,"kind":"pay');
  store = open(path);
  journal = createJournal({
    clock,
    limits: { lines: 10, bytes: 2 ** 20 },
    store,
    file: openJournalFile(file, store),
  });
  assert.equal(journal.emit(event(3)).seq, 3);
  journal.close();
  const text = readFileSync(file, 'utf8');
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each).seq),
    [1, 2, 3],
  );
  // What was never exported is exported later.
  const late = `${path}.late.ndjson`;
  store = open(path);
  openJournalFile(late, store).close();
  assert.equal(readFileSync(late, 'utf8'), text);
  store.close();
  assert.throws(() => openJournalFile(file), says(/already holds events up to 3/));
  const other = open(place());
  fill(other, 3);
  assert.throws(() => openJournalFile(file, other), says(/journal of another store/));
  other.close();
  assert.equal(readFileSync(file, 'utf8'), text);
});

test('a file that is no journal is not touched, and one in a folder that is not there is refused', () => {
  for (const content of ['not a journal, and no line feed', 'two\nlines\n', '{"seq":1,"kind":"payer"}\n']) {
    const file = `${place()}.txt`;
    writeFileSync(file, content);
    assert.throws(() => openJournalFile(file), says(/is no journal of gatecheck, and was left as it is/));
    assert.equal(readFileSync(file, 'utf8'), content);
  }
  assert.throws(() => openJournalFile(join(folder, 'no', 'where.ndjson')), SimulatorOptionError);
});

test('of two who begin one journal, the second that writes finds the first, and nothing is written over', () => {
  const path = `${place()}.ndjson`;
  writeFileSync(path, '');
  const [first, second] = [openJournalFile(path), openJournalFile(path)];
  first.append(Buffer.from(line(1)));
  const written = readFileSync(path, 'utf8');
  assert.throws(() => second.append(Buffer.from(line(1))), says(/somebody else writes to it/));
  first.append(Buffer.from(line(2)));
  assert.ok(readFileSync(path, 'utf8').startsWith(written));
  for (const each of [first, second]) each.close();
});

test('whoever cannot keep what happened says so, once and for good', {
  skip: !existsSync('/dev/full'),
}, () => {
  const failures: unknown[] = [];
  const file = openJournalFile('/dev/full');
  const journal = createJournal({
    clock,
    limits: { lines: 10, bytes: 2 ** 20 },
    file,
    onFailure: (error) => failures.push(error),
  });
  journal.emit(event(1));
  assert.throws(() => journal.persist(), says(/"\/dev\/full" cannot be written: ENOSPC/));
  assert.throws(() => journal.persist(), says(/ENOSPC/));
  assert.equal(failures.length, 1);
  journal.close();
});
