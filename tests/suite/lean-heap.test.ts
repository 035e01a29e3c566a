import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { leanHeap, newSpaceBytes } from '../../cli/support/lean-heap.ts';

const MIB = 2 ** 20;

/** Makes objects of which many outlive a collection, as requests in flight do; gives the largest room there was. */
async function work(): Promise<number> {
  const kept: object[] = [];
  let most = 0;
  for (let round = 0; round < 400; round += 1) {
    for (let index = 0; index < 2000; index += 1) {
      kept[(round * 2000 + index) % 20_000] = { round, index, text: `${round}-${index}` };
    }
    await turn();
    most = Math.max(most, newSpaceBytes());
  }
  return most;
}

test('the room for new objects stops at 8 MiB, and grows back to it after a quiet time', async () => {
  leanHeap();
  assert.equal(await work(), 8 * MIB);
  const session = new Session();
  session.connect();
  // What V8 does by itself while nothing happens.
  await session.post('HeapProfiler.collectGarbage');
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  await turn();
  assert.ok(newSpaceBytes() < 8 * MIB);
  assert.equal(await work(), 8 * MIB);
});
