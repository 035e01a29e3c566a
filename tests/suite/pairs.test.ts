import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Blame,
  type Combination,
  type Combined,
  combinationOf,
  type HistoryEvent,
  mergeCombinations,
  type PairState,
  type Trace,
} from '../../history/index.ts';

const START = Date.parse('2026-03-01T10:00:00.000Z');

/** A line that was written so many milliseconds after the start; what a kind has beside it does not matter here. */
const line = (seq: number, body: object): HistoryEvent =>
  ({ seq, at: '', realAt: new Date(START + seq).toISOString(), ...body }) as HistoryEvent;

const TOLD = (seq: number, status: number | null = 200): HistoryEvent[] => [
  line(seq, { kind: 'attempt', notification: `n${seq}`, attempt: 1, about: { paymentId: 7001 } }),
  line(seq + 1, {
    kind: 'reply',
    notification: `n${seq}`,
    attempt: 1,
    outcome: status === null ? 'timeout' : 'replied',
    status,
    written: true,
    body: 'OK',
  }),
];

const ASKED = (seq: number, name: string, status: 'ok' | 'refused' | 'unknown', id = 'order-1') => [
  line(seq, { kind: 'call', call: `c${seq}`, name, input: id }),
  line(seq + 1, { kind: 'outcome', call: `c${seq}`, status }),
];

const FAULT = (seq: number, ...actions: readonly string[]): HistoryEvent[] =>
  actions.map((action, index) => line(seq + index, { kind: 'fault', fault: 'f1', action, effect: 'close' }));

const ANSWER = (seq: number, ended: string): HistoryEvent[] => [
  line(seq, { kind: 'answer', exchange: 'e1', paymentId: 7001, ended }),
];

const STATE = (seq: number): HistoryEvent[] => [
  line(seq, { kind: 'state', object: 'invoice', id: '7001', entity: {} }),
];

const LIFE = (seq: number, ...actions: readonly string[]): HistoryEvent[] =>
  actions.map((action, index) => line(seq + index, { kind: 'merchant', action }));

const KILL = (seq: number) => LIFE(seq, 'kill', 'start', 'ready');

/** The second step, `next`, begins at 100 and is over at 200; the first was told at 10. */
function combined(trace: Trace): Combined {
  const steps = [
    { event: 'first', trace: 'told', from: START } as const,
    { event: 'next', trace, from: START + 100 },
  ];
  return {
    kind: 'single',
    events: { first: 'This comes first.', next: 'This follows.' },
    pairs: [
      ['first', 'next'],
      ['next', 'first'],
    ],
    ways: [{ names: ['7001', 'order-1', 'f1'], steps, until: START + 200 }],
  };
}

const stateOf = (of: Combined, events: readonly HistoryEvent[], blames: readonly Blame[] = []) =>
  combinationOf(of, events, blames).pairs.first?.next;

describe('a pair counts where the history shows that both events took place', () => {
  const rows: readonly [says: string, trace: Trace, lines: readonly HistoryEvent[], state: PairState][] = [
    ['a notification was answered', 'told', TOLD(110), 'right'],
    ['a notification was refused by the merchant itself', 'told', TOLD(110, 403), 'right'],
    ['a notification had no answer', 'told', TOLD(110, null), 'open'],
    ['a proxy answered for the merchant', 'told', TOLD(110, 503), 'open'],
    ['the notification came only later', 'told', TOLD(210), 'open'],
    ['it came while the first was the last', 'told', TOLD(50), 'open'],
    ['the merchant did what it was asked for', 'asked', ASKED(110, 'cancel', 'ok'), 'right'],
    ['the merchant refused it', 'asked', ASKED(110, 'cancel', 'refused'), 'right'],
    ['nobody knows what came of it', 'asked', ASKED(110, 'cancel', 'unknown'), 'open'],
    ['it was only looked at', 'asked', ASKED(110, 'getOrder', 'ok'), 'open'],
    ['another order was asked about', 'asked', ASKED(110, 'cancel', 'ok', 'order-2'), 'open'],
    ['a fault bit', 'fault', FAULT(110, 'armed', 'bit'), 'right'],
    [
      'a fault that was armed bit later',
      'fault',
      [...FAULT(110, 'armed'), line(250, { kind: 'fault', fault: 'f1', action: 'bit', effect: 'close' })],
      'right',
    ],
    ['a fault met no call', 'fault', FAULT(110, 'armed', 'removed'), 'open'],
    ['an answer was taken', 'answer', ANSWER(110, 'sent'), 'right'],
    ['the merchant had closed before', 'answer', ANSWER(110, 'client-closed'), 'open'],
    ['the gateway moved it', 'moved', STATE(110), 'right'],
    ['nothing moved', 'moved', [], 'open'],
    ['the jobs ran', 'jobs', ASKED(110, 'runJobs', 'ok'), 'right'],
    ['the jobs did not run', 'jobs', ASKED(110, 'runJobs', 'unknown'), 'open'],
    ['it was killed and started', 'kill', LIFE(110, 'kill', 'start', 'ready'), 'right'],
    ['it never came back', 'kill', LIFE(110, 'kill', 'start'), 'open'],
    [
      'the kill met what it was doing',
      'kill-begun',
      [...ASKED(110, 'cancel', 'unknown'), ...KILL(120)],
      'right',
    ],
    ['what it was doing had ended', 'kill-begun', [...ASKED(110, 'cancel', 'ok'), ...KILL(120)], 'open'],
    [
      'the kill met a call that was held',
      'kill-asked',
      [...FAULT(110, 'armed', 'bit'), ...KILL(120)],
      'right',
    ],
    ['no call came that could be held', 'kill-asked', [...FAULT(110, 'armed'), ...KILL(120)], 'open'],
    ['the call came after the kill', 'kill-asked', [...KILL(110), ...FAULT(120, 'bit')], 'open'],
    ['the kill came after an answer', 'kill-answered', [...ANSWER(110, 'sent'), ...KILL(120)], 'right'],
    ['nobody took the answer', 'kill-answered', [...ANSWER(110, 'client-closed'), ...KILL(120)], 'open'],
    ['the kill met a notification', 'kill-told', [...TOLD(110, null), ...KILL(120)], 'right'],
    ['it was replied to before the kill', 'kill-told', [...TOLD(110), ...KILL(120)], 'open'],
    ['the kill came after the reply', 'kill-replied', [...TOLD(110), ...KILL(120)], 'right'],
    ['there was no reply before the kill', 'kill-replied', [...TOLD(110, null), ...KILL(120)], 'open'],
    ['nobody was killed', 'kill-replied', TOLD(110), 'open'],
  ];
  for (const [says, trace, lines, state] of rows) {
    it(`${trace}: ${says}`, () => {
      assert.equal(stateOf(combined(trace), [...TOLD(10), ...lines]), state);
    });
  }

  it('the first has to have taken place, too', () => {
    assert.equal(stateOf(combined('told'), TOLD(110)), 'open');
  });

  it('what could follow and did not is open, what cannot is left out', () => {
    const { pairs } = combinationOf(combined('told'), [...TOLD(10), ...TOLD(110)], []);
    assert.deepEqual(pairs, { first: { next: 'right' }, next: { first: 'open' } });
  });
});

describe('a pair is broken where each object that went through it broke a must', () => {
  const events = [...TOLD(10), ...TOLD(110)];
  const rows: readonly [says: string, blames: readonly Blame[], state: PairState][] = [
    ['nothing was broken', [], 'right'],
    ['the object is named', [{ key: 'order-1', events: [] }], 'broken'],
    ['a line that proves it is about the object', [{ key: 'x', events: [110] }], 'broken'],
    ['nobody is named: it may be any', [{ key: 'x', events: [] }], 'broken'],
  ];
  for (const [says, blames, state] of rows) {
    it(says, () => {
      assert.equal(stateOf(combined('told'), events, blames), state);
    });
  }

  it('not where another object went through it and was right', () => {
    const one = combined('told');
    const second = (one.ways[0]?.steps ?? []).map((step) => ({ ...step, trace: 'moved' as const }));
    const other = { names: ['7002', 'order-2'], steps: second, until: START + 200 };
    const moved = [20, 120].map((seq) => line(seq, { kind: 'state', id: '7002', entity: {} }));
    for (const ways of [
      [...one.ways, other],
      [other, ...one.ways],
    ]) {
      assert.equal(
        stateOf({ ...one, ways }, [...events, ...moved], [{ key: 'order-1', events: [] }]),
        'right',
      );
    }
  });
});

it('several runs have together what one of them has seen, the worst first', () => {
  const run = (pairs: Combination['pairs']): Combination => ({ kind: 'single', events: { a: 'A.' }, pairs });
  const merged = mergeCombinations([
    run({ a: { b: 'open', c: 'right', d: 'broken' } }),
    { kind: 'hold', events: {}, pairs: {} },
    run({ a: { b: 'right', c: 'open', d: 'right' }, b: { a: 'open' } }),
  ]);
  assert.deepEqual(
    merged.map(({ kind }) => kind),
    ['single', 'hold'],
  );
  assert.deepEqual(merged[0]?.pairs, { a: { b: 'right', c: 'right', d: 'broken' }, b: { a: 'open' } });
});
