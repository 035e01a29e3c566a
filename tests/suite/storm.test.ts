import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { laws } from '../../ledger/index.ts';
import type { LawVerdict } from '../../obligations/index.ts';
import { readRecordings } from '../../reports/audit/read-file.ts';
import { resultSchema } from '../../reports/result.ts';
import type { StormResult } from '../../reports/storm.ts';
import { stormRecord } from '../../reports/storm-record.ts';
import { percentile } from '../../suite/storm/measures.ts';
import { planStorm, RUSH_FUNDS } from '../../suite/storm/plan.ts';
import { gatecheck } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'storm-test-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** A storm in which nothing happened. */
const quiet: StormResult = {
  orders: 0,
  payouts: 0,
  holds: 0,
  refunds: 0,
  restarts: 0,
  unknownOutcomes: 0,
  faultsBitten: 0,
  events: 0,
  stormMs: 0,
  quietMs: 0,
  notifications: {
    sent: 0,
    replied: 0,
    accepted: 0,
    perSecond: 0,
    latencyMs: { p50: 0, p90: 0, p99: 0, max: 0 },
  },
  money: {
    paidAtGateway: '0',
    credited: '0',
    refundedAtGateway: '0',
    refunded: '0',
    paidOutAtGateway: '0',
    debited: '0',
    gatewayDifferences: [],
  },
};

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

test('a storm names each law that is broken: a must fails it, a should warns', () => {
  const verdict = (law: string, actual = ''): LawVerdict => {
    const violations = actual === '' ? [] : [{ key: 'k', actual, proof: [], events: [] }];
    return { law, outcome: actual === '' ? 'pass' : 'fail', violations, judged: 1 };
  };
  const must = 'law.fatal-ends-operation';
  const should = 'law.survives-hostile-input';
  const record = (...verdicts: LawVerdict[]) => stormRecord(quiet, verdicts, laws, 'again');
  assert.equal(record(verdict(must), verdict(should)).outcome, 'pass');
  const soft = record(verdict(must), verdict(should, 'It was lost.'));
  assert.deepEqual([soft.outcome, soft.actual], ['warn', `${should} does not hold. It was lost.`]);
  const hard = record(verdict(should, 'It was lost.'), verdict(must, 'It was retried.'));
  assert.deepEqual([hard.outcome, hard.actual], ['fail', `${must}, ${should} do not hold. It was retried.`]);
  const remark = { ...verdict(must, 'It is tolerated.'), outcome: 'warn' } as const;
  assert.equal(record(remark, verdict(should)).outcome, 'warn');
});

test('who rushes has less than is wished for, and more than one wish', () => {
  const { rushes } = planStorm({ ...size, seed: 7 });
  assert.equal(rushes.length, 4);
  for (const rush of rushes) {
    const amounts = rush.map(({ amount }) => Number(amount));
    assert.ok(Math.max(...amounts) < Number(RUSH_FUNDS), `one of ${amounts} is not covered`);
    assert.ok(
      amounts.reduce((sum, amount) => sum + amount, 0) > Number(RUSH_FUNDS),
      `${amounts} are covered`,
    );
    assert.equal(new Set(rush.map(({ customer }) => customer)).size, 1);
  }
  const without = planStorm({ ...size, seed: 7, capabilities: ['invoice', 'payout'] });
  assert.deepEqual(without.rushes, []);
});

for (const payouts of [1, 2, 10, 100]) {
  test(`one more payout than ${payouts} is refused, covered as all others and unlike them`, () => {
    const { funds, tasks, refused } = planStorm({ ...size, payouts, seed: 7 });
    const others = tasks.filter((task) => task.kind === 'payout');
    const all = [...others, ...refused];
    assert.equal(all.length, payouts + 1);
    for (const field of ['reference', 'amount', 'account'] as const)
      assert.equal(new Set(all.map((task) => task[field])).size, all.length);
    assert.ok(all.reduce((sum, { amount }) => sum + Number(amount), 0) <= Number(funds));
    assert.deepEqual(planStorm({ ...size, seed: 7, capabilities: ['invoice'] }).refused, []);
  });
}

test('a small storm over the reference shop: every law holds, and the books agree', async () => {
  const run = await gatecheck(['certify', '--storm', '40', '--seed', '7', '--out', dir]);
  assert.equal(run.code, 0, `${run.stdout}\n${run.stderr}`);
  const result = resultSchema.parse(JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8')));
  assert.equal(result.verdict, 'partial');
  assert.equal(result.storm?.money.paidAtGateway, result.storm?.money.credited);
  assert.ok((result.storm?.restarts ?? 0) >= 2);
  assert.match(readFileSync(join(dir, 'statement.html'), 'utf8'), /The storm/);
  // Whoever judges the recording later goes by what the storm went by.
  const [recording] = await readRecordings(join(dir, 'history', 'slot-0.ndjson'));
  const found = recording?.events.flatMap((event) => (event.kind === 'check' ? [event.found] : []));
  assert.ok(found?.some((each) => each?.readings !== undefined && each.tempo !== undefined));
});
