import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HistoryEvent, type Stimulus, unmet, unread } from '../../history/index.ts';
import { LateAnswers } from '../../history/view/late-answers.ts';
import { HistoryBuilder } from './support/history-builder.ts';

const FAULT: Stimulus = { kind: 'fault', faults: ['f1'], says: 'wait on invoice/create' };
const SENT: Stimulus = {
  kind: 'hostile',
  group: 'sign missing',
  says: 'the notification "sign missing"',
  notification: 'n1',
  attempt: 1,
};

const armed = { kind: 'fault', fault: 'f1', action: 'armed', effect: 'wait' };
const bit = { ...armed, action: 'bit', exchange: 'x1' };
const reply = (more: Record<string, unknown>) => ({
  kind: 'reply',
  notification: 'n1',
  attempt: 1,
  outcome: 'replied',
  status: 200,
  written: true,
  body: '',
  ...more,
});

const SET_TO = '2026-03-20T00:00:00.000Z';
const CLOCK: Stimulus = { kind: 'clock', at: SET_TO };

/** The merchant's clock is set by a run of its jobs. */
const set = [
  { kind: 'call', call: 'c1', name: 'runJobs', input: { at: SET_TO } },
  { kind: 'outcome', call: 'c1', status: 'ok' },
];

/** A request that goes by real time, while the gateway's clock is weeks ahead. */
const byRealTime = {
  kind: 'request',
  at: SET_TO,
  realAt: '2026-03-02T00:00:01.000Z',
  fields: { now: '2026-03-02T00:00:00Z' },
};
const ready = { kind: 'merchant', action: 'ready' };

/** What was done, what the history has of it, and what is missing. */
const ROWS: readonly [says: string, Stimulus, Record<string, unknown>[], RegExp | undefined][] = [
  ['a message that the merchant refused', SENT, [reply({ status: 400 })], undefined],
  ['a message that a rate limit took', SENT, [reply({ status: 429 })], /answered HTTP 429/],
  [
    'a message that met a closed port',
    SENT,
    [reply({ outcome: 'refused', written: false })],
    /never reached/,
  ],
  ['a message that nobody sent', SENT, [], /was not sent/],
  ['a fault that bit', FAULT, [armed, bit], undefined],
  ['a fault that met no call', FAULT, [armed], /met no call of the merchant/],
  ['a fault that was not armed', FAULT, [], /was not armed/],
  [
    'an answer held back until the merchant had given up',
    FAULT,
    [armed, bit, { kind: 'answer', exchange: 'x1', ended: 'client-closed' }],
    /had given up/,
  ],
  [
    'an answer held back and then taken',
    FAULT,
    [armed, bit, { kind: 'answer', exchange: 'x1', ended: 'sent' }],
    undefined,
  ],
  ['a clock that was set', CLOCK, [...set], undefined],
  ['a clock that nobody set', CLOCK, [], /was not set/],
  ['a clock that the merchant does not follow', CLOCK, [...set, byRealTime], /does not follow/],
  [
    'a clock beside which a start-up job was under way when it was set',
    CLOCK,
    [ready, set[0] ?? {}, byRealTime, set[1] ?? {}],
    undefined,
  ],
  [
    'a clock before a restart, whose first requests go out before anybody can set it again',
    CLOCK,
    [...set, { kind: 'merchant', action: 'start' }, byRealTime, ready],
    undefined,
  ],
];

describe('the evidence of a stimulus', () => {
  for (const [says, stimulus, lines, missing] of ROWS) {
    it(`${says} ${missing === undefined ? 'took place' : 'did not take place'}`, () => {
      const history = new HistoryBuilder();
      const events: HistoryEvent[] = lines.map((line) => history.add({ kind: '', ...line }));
      const found = unmet([stimulus], events).map((each) => each.says);
      if (missing === undefined) assert.deepEqual(found, []);
      else assert.match(found.join(), missing);
    });
  }
});

describe('an answer that a merchant may never have read', () => {
  const at = (ms: number): string => new Date(Date.parse(SET_TO) + ms).toISOString();
  const asked = { kind: 'request', exchange: 'x1', realAt: at(0) };
  const answered = (ms: number) => ({ kind: 'answer', exchange: 'x1', realAt: at(ms), latencyMs: ms });
  const rows: readonly [says: string, effect: string, latencyMs: number, isUnread: boolean][] = [
    ['a refusal at once', 'error', 10, false],
    ['a refusal after the read timeout of the merchant', 'error', 600, true],
    ['other data after the read timeout of the merchant', 'answer', 600, true],
    ['an answer that was to be late', 'delay', 600, false],
  ];
  for (const [says, effect, latencyMs, isUnread] of rows) {
    it(`${isUnread ? 'may be' : 'is not'} ${says}`, () => {
      const history = new HistoryBuilder();
      const lines = [asked, { ...bit, effect }, answered(latencyMs)];
      const events: HistoryEvent[] = lines.map((line) => history.add(line));
      const late = new LateAnswers(500);
      for (const event of events) late.take(event);
      assert.equal(unread(events, late.givenUp).length > 0, isUnread);
    });
  }
});
