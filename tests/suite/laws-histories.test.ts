import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HistoryError, type HistoryEvent, readHistory } from '../../history/index.ts';
import { judge } from '../../obligations/index.ts';
import { HistoryBuilder, SECRET } from './support/history-builder.ts';

const OPTIONS = { tempo: { settleMs: 100 }, secretMarks: [SECRET] };

/** One object's whole story; its number decides what happens, so that a story is right or wrong alike anywhere. */
const STORIES: readonly ((h: HistoryBuilder) => void)[] = [
  (h) => {
    const order = h.order();
    h.report(order, 4);
    h.lookPaid(order);
  },
  (h) => {
    const order = h.order();
    h.deliver(order, 2);
    h.look(order);
  },
  (h) => {
    const order = h.order({ amount: '100.00' });
    h.report(order, 4);
    h.lookPaid(order, { credits: 2, credited: '200.00' });
  },
  (h) => {
    const order = h.order();
    h.craft(order, 'forged', h.body(order, 4, {}, 'another'));
    h.look(order);
  },
  (h) => {
    const payout = h.payout({ amount: '7.00', ending: { outcome: 'held', committed: true } });
    h.withdraw(payout, { code: 6 });
  },
  (h) => {
    const order = h.order({ mode: 'hold' });
    h.report(order, 8);
    h.look(order, { state: 'held' });
    h.report(order, 4);
    const refund = h.refund(order, '1.00');
    h.endRefund(order, refund, '1.00', 'SUCCESS');
  },
];

/** Each story as a block of its own, with ids of its own, so that blocks can be put in any order. */
function blocksOf(kinds: readonly number[]): HistoryEvent[][] {
  return kinds.map((kind, index) => {
    const history = new HistoryBuilder(index * 100);
    STORIES[kind]?.(history);
    return history.events;
  });
}

const join = (blocks: readonly HistoryEvent[][]): HistoryEvent[] =>
  blocks.flat().map((event, index) => ({ ...event, seq: index + 1 }));

/** Whether the receiver outlived hostile input is about what came before what, across all objects. */
const ORDERED = 'law.survives-hostile-input';

const summary = (events: readonly HistoryEvent[]) =>
  judge(events, OPTIONS)
    .filter(({ law }) => law !== ORDERED)
    .map(({ law, outcome, judged, violations }) => ({
      law,
      outcome,
      judged,
      keys: violations.map((violation) => violation.key).sort(),
    }));

test('the order of unrelated objects does not matter', () => {
  const kinds = fc.array(fc.nat({ max: STORIES.length - 1 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(kinds, fc.infiniteStream(fc.nat()), (some, order) => {
      const blocks = blocksOf(some);
      const shuffled = blocks
        .map((block) => ({ block, place: order.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ block }) => block);
      assert.deepEqual(summary(join(shuffled)), summary(join(blocks)));
    }),
    { seed: 7, numRuns: 60 },
  );
});

test('the first part of a right history is right too', () => {
  const events = join(blocksOf([0, 1, 3, 5, 0]));
  for (let length = 0; length <= events.length; length++) {
    const failed = judge(events.slice(0, length), OPTIONS).filter((verdict) => verdict.outcome === 'fail');
    assert.deepEqual(failed, [], `after ${length} events`);
  }
});

test('a recording that begins in the middle of a right history does not fail it', () => {
  const events = join(blocksOf([0, 1, 3, 0]));
  for (let from = 0; from <= events.length; from++) {
    const failed = judge(events.slice(from), OPTIONS).filter((verdict) => verdict.outcome === 'fail');
    assert.deepEqual(failed, [], `from event ${from}`);
  }
});

test('the effort of judging grows with the length, not with its square', () => {
  const timed = (times: number): number => {
    const events = join(blocksOf(Array.from({ length: times }, (_, index) => index % STORIES.length)));
    const begun = performance.now();
    judge(events, OPTIONS);
    return performance.now() - begun;
  };
  timed(300);
  const small = Math.min(timed(600), timed(600), timed(600));
  const large = Math.min(timed(6_000), timed(6_000));
  // Ten times the length; a square would be a hundred times.
  assert.ok(large < 40 * Math.max(small, 1), `${small} ms for 600 objects, ${large} ms for 6,000`);
});

test('only what is named is judged', () => {
  const history = new HistoryBuilder();
  const right = history.order();
  history.report(right, 4);
  history.lookPaid(right);
  const wrong = history.order();
  history.lookPaid(wrong);
  const lawOf = (own: string[]) =>
    judge(history.events, { ...OPTIONS, own }).find((verdict) => verdict.law === 'law.credit-needs-final-4');
  assert.equal(lawOf([right.reference])?.outcome, 'pass');
  assert.equal(lawOf([wrong.shopOrderId])?.outcome, 'fail');
  assert.equal(lawOf(['another'])?.outcome, 'not-applicable');
});

const line = (value: object) =>
  JSON.stringify({ seq: 1, at: '2026-01-01T00:00:00Z', realAt: '2026-01-01T00:00:00Z', ...value });
const CLOCK = { kind: 'clock', from: 'a', to: 'b' };

test('a written history is read back as it was, unknown fields too', () => {
  const history = new HistoryBuilder();
  for (const story of STORIES) story(history);
  const lines = history.events.map((event) => JSON.stringify({ ...event, invented: 1 }));
  const { events, torn } = readHistory(`${lines.join('\n')}\n`);
  assert.equal(torn, false);
  assert.deepEqual(
    events,
    lines.map((text) => JSON.parse(text)),
  );
});

test('lines of several recorders are put in order', () => {
  const { events } = readHistory([line({ ...CLOCK, seq: 9 }), '', line({ ...CLOCK, seq: 2 })]);
  assert.deepEqual(
    events.map((event) => event.seq),
    [2, 9],
  );
});

test('a last line that is cut off is left out', () => {
  const read = readHistory(`${line(CLOCK)}\n${line(CLOCK).slice(0, 30)}`);
  assert.equal(read.events.length, 1);
  assert.equal(read.torn, true);
});

const REFUSED: readonly [string, string, RegExp][] = [
  ['garbage between lines', `${line(CLOCK)}\n{"seq":\n${line(CLOCK)}`, /^Line 2: this is not JSON/],
  ['nothing but garbage', 'hello', /^Line 1: this is not JSON/],
  ['no object', '[1]', /^Line 1: \[1\] is not an event/],
  ['no kind', line({}), /^Line 1: kind is missing: one of run, request/],
  ['an unknown kind', line({ kind: 'gossip' }), /^Line 1: kind is "gossip"/],
  ['no sequence number', line({ ...CLOCK, seq: 'x' }), /seq is "x"/],
  ['no instant', line({ ...CLOCK, at: 'yesterday' }), /at is "yesterday": an instant/],
  ['a field of another type', line({ kind: 'payer', paymentId: 'x', action: 'pay' }), /paymentId is "x"/],
  [
    'another version',
    line({ kind: 'run', schema: 'gatecheck/history@9' }),
    /this version reads gatecheck\/history@1/,
  ],
];

for (const [says, text, message] of REFUSED) {
  test(`reading: ${says} is refused with its line and field`, () => {
    assert.throws(
      () => readHistory(text),
      (error: unknown) => error instanceof HistoryError && message.test(error.message),
    );
  });
}
