import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from '../../simulator/server/clock.ts';
import { createJournal } from '../../simulator/server/journal.ts';
import { createJournalPages } from '../../simulator/server/journal-pages.ts';

const clock = createClock({ kind: 'virtual', startAt: '2026-03-01T00:00:00Z' });
const event = (paymentId: number) => ({ kind: 'payer', paymentId, action: 'open' }) as const;

test('numbers events from 1, in gateway time', () => {
  const journal = createJournal({ clock, limits: { lines: 10, bytes: 2 ** 20 } });
  const first = journal.emit(event(7));
  assert.equal(first.seq, 1);
  assert.equal(first.at, '2026-03-01T00:00:00.000Z');
  assert.equal(journal.emit(event(8)).seq, 2);
  assert.equal(journal.last(), 2);
});

test('pages without loss or repetition, also past what the ring has dropped', () => {
  const journal = createJournal({ clock, limits: { lines: 40, bytes: 2 ** 20 } });
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
  const journal = createJournal({ clock, limits: { lines: 100, bytes: 2 ** 20 } });
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

test('what is held is bounded by bytes, too: the oldest events go first, the newest one stays', () => {
  const limits = { lines: 5000, bytes: 2 ** 20 };
  for (const { characters, count, keepsAtLeast } of [
    { characters: 100, count: 20_000, keepsAtLeast: 2500 },
    { characters: 100_000, count: 300, keepsAtLeast: 6 },
    { characters: 300_000, count: 100, keepsAtLeast: 2 },
    { characters: 3_000_000, count: 5, keepsAtLeast: 1 },
  ]) {
    const pages = createJournalPages(limits, false);
    const textOf = (number: number) => `${number} `.padEnd(characters, 'x');
    for (let number = 1; number <= count; number += 1) {
      pages.push('call', '{"seq":1}', JSON.stringify({ text: textOf(number) }));
      const most = Math.max(limits.bytes, characters + 100) + 256 * 1024;
      assert.ok(pages.heldBytes() <= most, `${pages.heldBytes()} bytes after ${number} of ${characters}`);
    }
    assert.ok(pages.size() >= keepsAtLeast, `${pages.size()} of ${characters} are kept`);
    const kept = Array.from({ length: pages.size() }, (_, index) => JSON.parse(pages.textAt(index)).text);
    assert.deepEqual(
      kept,
      kept.map((_, index) => textOf(count - kept.length + 1 + index)),
    );
  }
});

test('what is not written yet is held beyond the limit of bytes, and let go once it is', () => {
  const pages = createJournalPages({ lines: 100, bytes: 2 ** 20 }, true);
  const event = JSON.stringify({ text: 'x'.repeat(500_000) });
  for (let count = 0; count < 10; count += 1) pages.push('call', '{"seq":1}', event);
  const taken = pages.takeNew().reduce((bytes, part) => bytes + part.length, 0);
  assert.ok(taken > 5_000_000, `${taken} bytes were given to be written`);
  pages.push('call', '{"seq":1}', event);
  assert.ok(pages.heldBytes() <= 1.5 * 2 ** 20, `${pages.heldBytes()} bytes`);
});

test('a journal of huge events says from which number on it has them, and gives them in pages that end early', () => {
  const journal = createJournal({ clock, limits: { lines: 5000, bytes: 40e6 } });
  for (let id = 1; id <= 100; id += 1) journal.emit({ kind: 'call', id, input: 'x'.repeat(1e6) });
  const { oldest } = journal.page({ after: 0, limit: 1 });
  assert.ok(oldest > 60 && oldest <= 64, `oldest is ${oldest}`);
  const wanted = Array.from({ length: 100 - oldest + 1 }, (_, index) => oldest + index);
  const sizes: number[] = [];
  const seen: number[] = [];
  for (let after = 0; after < 100; ) {
    const { events, next } = journal.page({ after, limit: 1000 });
    sizes.push(events.length);
    seen.push(...events.map(({ seq }) => seq));
    after = next;
  }
  const back: number[] = [];
  for (let before = 101; before > oldest; ) {
    const { events, previous } = journal.page({ before, limit: 1000 });
    sizes.push(events.length);
    back.unshift(...events.map(({ seq }) => seq));
    before = previous;
  }
  assert.deepEqual([seen, back], [wanted, wanted]);
  assert.ok(Math.max(...sizes) <= 17, `pages have ${sizes.join(', ')} events`);
});

test('the clock: virtual moves when told, real runs at its rate, neither goes back nor starts before it was told', () => {
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
  real.moveTo(late + 1e9);
  real.moveTo(late);
  assert.ok(real.now() >= late + 1e9);
  assert.throws(() => createClock({ kind: 'real', rate: 0 }), RangeError);
  assert.throws(() => createClock({ kind: 'virtual', startAt: 'soon' }), RangeError);
});
