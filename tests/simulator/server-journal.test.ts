import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from '../../simulator/server/clock.ts';
import { createJournal } from '../../simulator/server/journal.ts';

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
