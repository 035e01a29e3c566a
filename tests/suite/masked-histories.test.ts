import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { maskHistories } from '../../reports/mask-files.ts';
import { unmistakable } from '../../simulator/index.ts';

/** A long text of its own, a word that orders are named by, a default of a database, one that operations spell. */
const SECRETS = ['8f14e45fceea167a', 'medusa', 'postgres', 'payment-password'];

test('only what nothing spells by chance is taken out of what is compared', () => {
  assert.deepEqual(unmistakable(SECRETS), ['8f14e45fceea167a']);
});

test('a history keeps the word that is also a password: its rules would take its mark for the secret of the shop', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gatecheck-masked-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'history'));
  const file = join(dir, 'history', 'slot-0.ndjson');
  writeFileSync(file, '{"shopOrderId":"medusa_17","says":"8f14e45fceea167a"}\n');
  maskHistories(dir, SECRETS);
  assert.equal(readFileSync(file, 'utf8'), '{"shopOrderId":"medusa_17","says":"<SECRET>"}\n');
});
