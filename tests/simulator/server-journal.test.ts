import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createClock } from '../../simulator/server/clock.ts';
import { SimulatorOptionError } from '../../simulator/server/errors.ts';
import { createJournal } from '../../simulator/server/journal.ts';
import { openJournalFile } from '../../simulator/server/journal-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-journal-'));
after(() => rmSync(folder, { recursive: true }));

const clock = createClock({ kind: 'virtual', startAt: '2026-03-01T00:00:00Z' });
const event = (paymentId: number) => ({ kind: 'payer', paymentId, action: 'open' }) as const;

test('numbers events from 1, in gateway time', () => {
  const journal = createJournal({ clock, retention: 10 });
  const first = journal.emit(event(7));
  assert.equal(first.seq, 1);
  assert.equal(first.at, '2026-03-01T00:00:00.000Z');
  assert.equal(journal.emit(event(8)).seq, 2);
  assert.equal(journal.last(), 2);
});

test('pages without loss or repetition, also past what the ring has dropped', () => {
  const journal = createJournal({ clock, retention: 40 });
  for (let id = 1; id <= 100; id += 1) journal.emit(event(id));
  const seen: number[] = [];
  let after = 0;
  for (;;) {
    const page = journal.page({ after, limit: 7 });
    if (page.events.length === 0) break;
    seen.push(...page.events.map(({ seq }) => seq));
    after = page.next;
    assert.ok(page.oldest > 1 && page.oldest <= 61, `oldest is ${page.oldest}`);
  }
  const first = seen[0] ?? 0;
  assert.ok(first <= 61);
  assert.deepEqual(
    seen,
    Array.from({ length: 100 - first + 1 }, (_, index) => first + index),
  );
});

test('a page of some kinds says how far it looked', () => {
  const journal = createJournal({ clock, retention: 100 });
  journal.emit(event(1));
  journal.emit({ kind: 'call', name: 'createOrder' });
  journal.emit(event(2));
  const page = journal.page({ after: 0, limit: 10, kinds: new Set(['call']) });
  assert.deepEqual(
    page.events.map(({ seq }) => seq),
    [2],
  );
  assert.equal(page.next, 3);
  assert.deepEqual(journal.page({ after: 99, limit: 10 }).events, []);
});

test('durable resolves when the lines are in the file', async () => {
  const path = join(folder, 'durable.ndjson');
  const journal = createJournal({ clock, retention: 10, file: openJournalFile(path) });
  assert.equal(journal.durable(), undefined);
  journal.emit(event(1));
  journal.emit(event(2));
  await journal.durable();
  assert.equal(readFileSync(path, 'utf8').split('\n').length, 3);
  assert.equal(journal.durable(), undefined);
  journal.close();
});

test('goes on from a file and drops its torn last line', async () => {
  const path = join(folder, 'torn.ndjson');
  const first = createJournal({ clock, retention: 10, file: openJournalFile(path) });
  first.emit(event(1));
  first.emit(event(2));
  first.close();
  appendFileSync(path, '{"seq":3,"kind":"pay');
  const second = createJournal({ clock, retention: 10, file: openJournalFile(path) });
  assert.equal(second.emit(event(3)).seq, 3);
  second.close();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { seq: number }).seq),
    [1, 2, 3],
  );
});

test('a file that is torn from its first line starts anew', () => {
  const path = join(folder, 'torn-first.ndjson');
  writeFileSync(path, '{"seq":1,"ki');
  const journal = createJournal({ clock, retention: 10, file: openJournalFile(path) });
  journal.emit(event(1));
  journal.close();
  assert.match(readFileSync(path, 'utf8'), /^\{"seq":1,"at":/);
});

const unreadable: [string, string, RegExp][] = [
  [
    'a line that is no event',
    '{"seq":1,"kind":"payer"}\nnot json\n{"seq":3,"kind":"payer"}\n',
    /no event in line 2/,
  ],
  ['an event without its number', '{"kind":"payer"}\n', /no event in line 1/],
];
for (const [what, text, message] of unreadable) {
  test(`refuses a file with ${what}`, () => {
    const path = join(folder, 'bad.ndjson');
    writeFileSync(path, text);
    assert.throws(
      () => openJournalFile(path),
      (error: unknown) => {
        assert.ok(error instanceof SimulatorOptionError);
        assert.match(error.message, message);
        assert.ok(error.message.includes(path));
        return true;
      },
    );
  });
}

test('a journal in a folder that is not there is refused', () => {
  assert.throws(() => openJournalFile(join(folder, 'no', 'where.ndjson')), SimulatorOptionError);
});

test('the clock: virtual moves forward only, real runs at its rate, both start no earlier than told', () => {
  const virtual = createClock({ kind: 'virtual', startAt: '2026-03-01T00:00:00Z' });
  const start = virtual.now();
  virtual.moveTo(start + 5);
  virtual.moveTo(start);
  assert.equal(virtual.now(), start + 5);
  assert.equal(virtual.wall(), start + 5);
  const realWall = createClock({ kind: 'virtual', startAt: '2020-01-01T00:00:00Z', wall: 'real' });
  assert.ok(realWall.wall() - realWall.now() > 1e9);
  const late = Date.now() + 1e9;
  assert.ok(createClock({ kind: 'virtual', startAt: '2020-01-01T00:00:00Z' }, late).now() === late);
  const real = createClock({ kind: 'real', rate: 60 }, late);
  assert.ok(real.now() >= late);
  assert.ok(real.realDelayUntilMs(real.now() + 60_000) <= 1000);
  assert.equal(real.realDelayUntilMs(0), 0);
  assert.throws(() => real.moveTo(late), /cannot be moved/);
  assert.throws(() => createClock({ kind: 'real', rate: 0 }), RangeError);
  assert.throws(() => createClock({ kind: 'virtual', startAt: 'soon' }), RangeError);
});
