import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CheckRecord } from '../../history/record.ts';
import { writeReports } from '../../reports/render/write.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { judge } from '../../reports/verdict.ts';
import { evidence, law, record } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-next-'));
after(() => rmSync(dir, { recursive: true }));

const catalogue = suiteCatalogue('2026.1');

function written(name: string, records: readonly CheckRecord[]): string {
  const chosen = records.map(({ id }) => id);
  const selection = { only: chosen, capabilities: [], shard: null };
  const run = evidence(records, { chosen });
  const folder = join(dir, name);
  writeReports(folder, judge({ ...run, info: { ...run.info, selection } }, catalogue), catalogue);
  return folder;
}

const known = (id: string, outcome: CheckRecord['outcome'], more: Partial<CheckRecord> = {}): CheckRecord => {
  const { title, level, requirements } = catalogue.checks.find((check) => check.id === id) ?? { title: id };
  return record(id, outcome, {
    title,
    level: level ?? 'must',
    requirements: [...(requirements ?? [])],
    ...more,
  });
};

const failing = written('failing', [
  known('notification.content.amount', 'fail', {
    actual: 'Paid over 0.01.',
    laws: [law('law.credit-needs-final-4', 'fail')],
  }),
  known('refund.waiting', 'fail', { actual: 'Shown as done.' }),
  known('refund.partial', 'pass'),
]);

test('the one to mend first, in words: what was seen, the remedy, the line, and what shows the same', async () => {
  const run = await gatecheck(['next', failing]);
  assert.equal(run.code, 1, run.stderr);
  for (const part of [
    /^FAILED notification\.content\.amount\n/,
    /Actual: +Paid over 0\.01\./,
    /Fix: +\S/,
    /Reproduce: gatecheck certify --only notification\.content\.amount --seed 42/,
    /The same shows in 1 more: law\.credit-needs-final-4/,
    /1 other cause after this one\.\n$/,
  ]) {
    assert.match(run.stdout, part);
  }
});

test('the same for programs', async () => {
  const run = await gatecheck(['next', failing, '--json']);
  const { verdict, next, otherCauses } = JSON.parse(run.stdout);
  assert.deepEqual(
    [run.code, verdict, next.id, otherCauses],
    [1, 'partial', 'notification.content.amount', 1],
  );
  assert.deepEqual(
    next.alsoShownBy.map(({ id }: { id: string }) => id),
    ['law.credit-needs-final-4'],
  );
});

test('nothing is left: exit 0; warnings only when they are asked for', async () => {
  const warned = written('warned', [known('refund.partial', 'warn', { actual: 'Slow.' })]);
  const quiet = await gatecheck(['next', warned]);
  assert.deepEqual([quiet.code, /^Nothing is left to mend\./.test(quiet.stdout)], [0, true]);
  const loud = await gatecheck(['next', warned, '--warnings']);
  assert.deepEqual([loud.code, /^WARNED refund\.partial/.test(loud.stdout)], [1, true]);
});

test('no result is exit 2, and says what writes one', async () => {
  const run = await gatecheck(['next', join(dir, 'nothing')]);
  assert.equal(run.code, 2);
  assert.match(run.stderr, /nothing cannot be read[\s\S]*gatecheck certify writes one/);
});
