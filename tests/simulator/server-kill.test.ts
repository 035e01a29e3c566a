import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { killGateways, startRefuser } from '../../bench/kills/gateway.ts';
import { Lives, type Outcome } from '../../bench/kills/lives.ts';
import { createRandom } from '../../simulator/core/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-kill-'));
after(() => {
  killGateways();
  rmSync(folder, { recursive: true });
});

// `npm run bench -- --kills` does this two hundred times, with disks that fill and bits that flip.
test('killed again and again, and started twice, it loses nothing that it acknowledged', async () => {
  const refuser = await startRefuser();
  const random = createRandom(2026);
  const place = { folder, keeps: 'store and journal', transport: 'node', isAlone: false, random } as const;
  const lives = new Lives({ ...place, callbackUrl: refuser.url });
  const outcomes: Outcome[] = [];
  for (const [seed, life] of (
    ['killed as it answers', 'two on one file', 'killed as it answers'] as const
  ).entries())
    outcomes.push(await lives.live(life, seed));
  await lives.end();
  refuser.close();
  assert.deepEqual(
    outcomes.flatMap(({ wrong }) => wrong),
    [],
  );
  assert.equal(outcomes[1]?.seen['second one refused'], 1);
  assert.ok(outcomes.reduce((sum, { answered }) => sum + answered, 0) > 10, 'too little happened');
});
