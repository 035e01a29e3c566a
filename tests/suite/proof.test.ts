import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEvent } from '../../history/index.ts';
import { proofAbout } from '../../suite/engine/proof.ts';

/** What a merchant said of an order, and of the attempt to pay it that it names after it. */
const said = (reference: string): HistoryEvent => ({
  kind: 'outcome',
  seq: 1,
  at: '2026-05-04T10:00:00.000Z',
  realAt: '2026-05-04T10:00:00.000Z',
  call: reference,
  status: 'ok',
  durationMs: 1,
  value: { order_id: 'a', reference, state: 'pending' },
});

test('a proof has the lines about an id, and none about an id that begins with it', () => {
  const events = ['order-1', 'order-10', 'xorder-1', 'order-1-2', 'the order-1.'].map(said);
  assert.deepEqual(
    proofAbout(events, ['order-1']).map(({ text }) => /"reference":"([^"]+)"/.exec(text)?.[1]),
    ['order-1', 'order-1-2', 'the order-1.'],
  );
});
