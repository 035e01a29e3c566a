import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HistoryEvent } from '../../history/index.ts';
import { LateAnswers } from '../../history/view/late-answers.ts';

const START = Date.parse('2026-03-01T10:00:00.000Z');
const READ_TIMEOUT_MS = 1_000;

/** A line that was written so many milliseconds after the start. */
const line = (atMs: number, body: object): HistoryEvent =>
  ({ seq: atMs, at: '', realAt: new Date(START + atMs).toISOString(), ...body }) as HistoryEvent;

const call = (atMs: number, name = 'c1') => line(atMs, { kind: 'call', call: name });
const outcome = (atMs: number, status: 'ok' | 'unknown', name = 'c1') =>
  line(atMs, { kind: 'outcome', call: name, status });
const request = (atMs: number) => line(atMs, { kind: 'request', exchange: 'e1' });
const answer = (atMs: number) => line(atMs, { kind: 'answer', exchange: 'e1', latencyMs: 2 });
const merchant = (atMs: number, action: 'kill' | 'exit' = 'kill') => line(atMs, { kind: 'merchant', action });

describe('an answer that was sent may not have been taken', () => {
  const rows: readonly [says: string, lines: readonly HistoryEvent[], isFound: boolean][] = [
    ['it came at once', [call(0), request(5), answer(10), outcome(20, 'ok')], false],
    [
      'it came when the merchant may have given up',
      [call(0), request(600), answer(900), outcome(905, 'ok')],
      true,
    ],
    ['the merchant was killed while it worked on it', [call(0), request(5), answer(10), merchant(15)], true],
    [
      'it ended by itself while it worked on it',
      [call(0), request(5), answer(10), merchant(15, 'exit')],
      true,
    ],
    ['the kill took long', [call(0), request(5), answer(10), merchant(5_000)], true],
    [
      'the kill cut the call off',
      [call(0), request(5), answer(10), outcome(900, 'unknown'), merchant(905)],
      true,
    ],
    ['the call had been answered', [call(0), request(5), answer(10), outcome(12, 'ok'), merchant(15)], false],
    [
      'the call had been given up long before',
      [call(0), request(5), answer(10), outcome(50, 'unknown'), merchant(5_000)],
      false,
    ],
    [
      'another call is still open that it may belong to',
      [call(0), call(1, 'c2'), request(5), answer(10), outcome(12, 'ok', 'c2'), merchant(15)],
      true,
    ],
    ['a job of its own had just got it', [request(5), answer(10), merchant(15)], true],
    ['a job of its own got it long before', [request(5), answer(10), merchant(2_000)], false],
  ];
  for (const [says, lines, isFound] of rows) {
    it(`${isFound ? 'where' : 'not where'} ${says}`, () => {
      const late = new LateAnswers(READ_TIMEOUT_MS);
      for (const each of lines) late.take(each);
      assert.equal(late.found.size, isFound ? 1 : 0);
    });
  }
});
