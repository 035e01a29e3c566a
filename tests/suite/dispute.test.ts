import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { judge as lawsOf } from '../../obligations/index.ts';
import type { Dispute } from '../../reports/dispute.ts';
import { writeReports } from '../../reports/render/write.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { judge } from '../../reports/verdict.ts';
import { evidence, law, record } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';
import { HistoryBuilder } from './support/history-builder.ts';

const CHECK = 'notification.order.late-status';
const RULE = 'law.final-stays-final';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-dispute-'));
after(() => rmSync(dir, { recursive: true }));
const report = join(dir, 'out');

const line = (event: object): string => JSON.stringify(event);

before(() => {
  const catalogue = suiteCatalogue('2026.1');
  const records = [
    record(CHECK, 'fail', { laws: [law(RULE, 'fail')], actual: 'The order went back to "pending".' }),
    record('refund.waiting', 'pass'),
  ];
  writeReports(report, judge(evidence(records, { chosen: [CHECK, 'refund.waiting'] }), catalogue), catalogue);
  const h = new HistoryBuilder();
  h.add({
    kind: 'run',
    schema: 'gatecheck/history@1',
    version: '0.1.0',
    seed: 1,
    clock: 'virtual',
    readings: {},
    shops: [{ id: 5 }],
    merchant: {
      name: 'shop',
      tempo: { settleMs: 100, pollMs: 30_000, readTimeoutMs: 500, recoverMs: 600_000 },
    },
  });
  h.add({ kind: 'check', id: CHECK, phase: 'start' });
  const order = h.order();
  h.state(order, 2);
  h.report(order, 4);
  h.lookPaid(order);
  h.deliver(order, 2);
  h.wait(60_000);
  h.look(order);
  h.add({ kind: 'check', id: CHECK, phase: 'end', outcome: 'fail' });
  h.add({ kind: 'check', id: 'refund.waiting', phase: 'start' });
  h.order();
  h.add({ kind: 'check', id: 'refund.waiting', phase: 'end', outcome: 'pass' });
  mkdirSync(join(report, 'history'), { recursive: true });
  writeFileSync(join(report, 'history', 'slot-0.ndjson'), `${h.events.map(line).join('\n')}\n`);
});

const dispute = async (id: string, ...options: string[]) => {
  const file = join(dir, `${id}.json`);
  const run = await gatecheck(['dispute', id, '--report', report, '--file', file, ...options]);
  return { run, packed: (): Dispute => JSON.parse(readFileSync(file, 'utf8')) };
};

test('a check is packed with its history, the reasoning of its rules, and the sentence that it rests on', async () => {
  const { run, packed } = await dispute(CHECK, '--because', 'It is right.');
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stdout, /1 attempt .* secrets masked/);
  assert.match(run.stdout, /After a final status, the exchange ends\./);
  const { because, check, ground, attempts, suite } = packed();
  assert.equal(because, 'It is right.');
  assert.equal(check?.actual, 'The order went back to "pending".');
  assert.equal(ground?.section, 'Errors 3');
  assert.ok(suite.version !== '');
  const [attempt] = attempts;
  assert.ok(attempt !== undefined && attempts.length === 1);
  assert.ok(attempt.history.every((event) => event.kind !== 'check' || event.id === CHECK));
  const broken = attempt.rules.find(({ id }) => id === RULE);
  assert.ok(broken !== undefined && broken.ground !== null);
  assert.ok((broken.violations[0]?.proof.length ?? 0) > 0);
  // Whoever reads it comes to the same from the history alone.
  const again = lawsOf(attempt.history).find((verdict) => verdict.law === RULE);
  assert.equal(again?.outcome, 'fail');
});

test('a rule is packed with the attempts that break it', async () => {
  const { run, packed } = await dispute(RULE);
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stdout, /--because/);
  assert.deepEqual(
    packed().attempts.map(({ check }) => check),
    [CHECK],
  );
});

for (const [says, id, options, expected] of [
  ['an id that the run does not have', 'order.nothing', [], /no result for "order\.nothing"/],
  ['a check that passed', 'refund.waiting', [], /"pass", so there is nothing to dispute/],
  ['a folder without a result', CHECK, ['--report', tmpdir()], /cannot be read/],
  [
    'a file that cannot be written',
    CHECK,
    ['--file', join(tmpdir(), 'no', 'such', 'x.json')],
    /cannot be written/,
  ],
] as const)
  test(`${says} is a usage error`, async () => {
    const { run } = await dispute(id, ...options);
    assert.equal(run.code, 2);
    assert.match(run.stderr, expected);
  });
