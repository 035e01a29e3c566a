import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { percentile } from '../../fixtures/storm/measures.ts';
import { planStorm } from '../../fixtures/storm/plan.ts';
import { resultSchema } from '../../reports/result.ts';
import { gatecheck } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'storm-test-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const size = { orders: 400, payouts: 100, nonce: 'n', capabilities: ['invoice', 'hold', 'payout', 'wallet'] };

test('a storm is decided by its seed, and every payout differs from the others in amount', () => {
  const plan = planStorm({ ...size, seed: 7 });
  assert.deepEqual(plan, planStorm({ ...size, seed: 7 }));
  assert.notDeepEqual(plan.tasks, planStorm({ ...size, seed: 8 }).tasks);
  const payouts = plan.tasks.filter((task) => task.kind === 'payout');
  assert.equal(new Set(payouts.map(({ amount }) => amount)).size, 100);
  assert.equal(new Set(plan.tasks.map(({ reference }) => reference)).size, 500);
});

test('only what is claimed takes part', () => {
  const plan = planStorm({ ...size, seed: 7, capabilities: ['invoice'] });
  assert.equal(plan.tasks.length, 400);
  for (const task of plan.tasks) {
    assert.ok(task.kind === 'order' && task.mode === 'single' && task.customer === undefined);
    assert.ok(task.refund === undefined && !task.twice);
  }
  assert.deepEqual(plan.customers, []);
});

test('percentiles', () => {
  assert.equal(percentile([], 0.5), 0);
  assert.deepEqual(
    [0.5, 0.9, 1].map((share) => percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share)),
    [5, 9, 10],
  );
});

test('a small storm over the reference shop: every law holds, and the books agree', async () => {
  const run = await gatecheck(['certify', '--storm', '40', '--seed', '7', '--out', dir]);
  assert.equal(run.code, 0, `${run.stdout}\n${run.stderr}`);
  const result = resultSchema.parse(JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8')));
  assert.equal(result.verdict, 'partial');
  assert.equal(result.storm?.money.paidAtGateway, result.storm?.money.credited);
  assert.deepEqual(result.storm?.money.differences, []);
  assert.ok((result.storm?.restarts ?? 0) >= 2);
  assert.match(readFileSync(join(dir, 'statement.html'), 'utf8'), /The storm/);
});
