import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import type { CheckRecord } from '../../history/record.ts';
import type { Evidence } from '../../reports/evidence.ts';
import { writeReports } from '../../reports/render/write.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { judge } from '../../reports/verdict.ts';
import { evidence, law, record } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-next-'));
after(() => rmSync(dir, { recursive: true }));

const catalogue = suiteCatalogue('2026.1');

interface Run {
  readonly whole?: true;
  readonly startedAt?: string;
  readonly problems?: Evidence['problems'];
}

/** Writes the result of a run of these checks, or of all of them where it is a whole one. */
function written(
  name: string,
  records: readonly CheckRecord[],
  { whole, problems = [], startedAt }: Run = {},
): string {
  const ids = records.map(({ id }) => id);
  const selection = whole ? null : { only: ids, capabilities: [], shard: null };
  const run = evidence(records, { chosen: ids, problems });
  const info = { ...run.info, selection, startedAt: startedAt ?? run.info.startedAt };
  const folder = join(dir, name);
  writeReports(folder, judge({ ...run, info }, catalogue), catalogue);
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
    /1 other cause after this one: refund\.waiting\.\n$/,
  ]) {
    assert.match(run.stdout, part);
  }
});

test('the same for programs', async () => {
  const run = await gatecheck(['next', failing, '--json']);
  const { verdict, next, otherCauses } = JSON.parse(run.stdout);
  assert.deepEqual(
    [run.code, verdict, next.id, otherCauses.map(({ id }: { id: string }) => id)],
    [1, 'partial', 'notification.content.amount', ['refund.waiting']],
  );
  assert.deepEqual(
    next.alsoShownBy.map(({ id }: { id: string }) => id),
    ['law.credit-needs-final-4'],
  );
});

test('nothing is left: exit 0; warnings only when they are asked for', async () => {
  const warned = written('warned', [known('refund.partial', 'warn', { actual: 'Slow.' })]);
  const quiet = await gatecheck(['next', warned]);
  assert.deepEqual(
    [quiet.code, /^Nothing is left to mend of what was chosen\./.test(quiet.stdout)],
    [0, true],
  );
  const loud = await gatecheck(['next', warned, '--warnings']);
  assert.deepEqual([loud.code, /^WARNED refund\.partial/.test(loud.stdout)], [1, true]);
});

test('no result is exit 2, and says what writes one', async () => {
  const run = await gatecheck(['next', join(dir, 'nothing')]);
  assert.equal(run.code, 2);
  assert.match(run.stderr, /nothing cannot be read[\s\S]*gatecheck certify writes one/);
});

test('where nothing was tried, what kept it is told with its remedy: exit 3, and never that all is well', async () => {
  const problem = {
    kind: 'setup-failed',
    message: 'The shop does not answer.',
    remedy: 'Start it.',
  } as const;
  const kept = written('kept', [], { whole: true, problems: [problem] });
  const run = await gatecheck(['next', kept]);
  assert.equal(run.code, 3, run.stdout);
  assert.match(
    run.stdout,
    /^SET-UP FAILED The shop does not answer\.\n {2}Remedy: Start it\.\n\nNothing has failed, but not everything was tried\. Inconclusive: /,
  );
  const { next, problems } = JSON.parse((await gatecheck(['next', kept, '--json'])).stdout);
  assert.deepEqual([next, problems], [null, [problem]]);
});

test('what could not be shown is named where nothing has failed: exit 3', async () => {
  const open = written('open', [
    known('refund.partial', 'inconclusive', { actual: '', note: 'The refund was not seen.' }),
    known('notification.content.amount', 'pass'),
  ]);
  const run = await gatecheck(['next', open]);
  assert.equal(run.code, 3, run.stdout);
  assert.match(
    run.stdout,
    /^INCONCLUSIVE refund\.partial\n[\s\S]*The refund was not seen\.\n[\s\S]*Nothing has failed, but not everything could be shown\./,
  );
  assert.equal(JSON.parse((await gatecheck(['next', open, '--json'])).stdout).next.id, 'refund.partial');
});

test('without a folder it is the newer of a whole run and a part, and what the whole one found besides is not forgotten', async () => {
  const cwd = mkdtempSync(join(dir, 'cwd-'));
  const failed = [known('notification.content.amount', 'fail'), known('refund.waiting', 'fail')];
  written(`${basename(cwd)}/reports/out`, failed, { whole: true, startedAt: '2026-03-01T10:00:00.000Z' });
  const whole = await gatecheck(['next'], { cwd });
  assert.deepEqual([whole.code, /other cause/.test(whole.stdout)], [1, true], whole.stdout);
  const mended = [known('notification.content.amount', 'pass')];
  written(`${basename(cwd)}/reports/part`, mended, { startedAt: '2026-03-01T11:00:00.000Z' });
  const part = await gatecheck(['next'], { cwd });
  assert.equal(part.code, 0, part.stdout);
  assert.match(
    part.stdout,
    /^Nothing is left to mend of what was chosen\. .*\nThe last run of all checks found 1 cause of failure that this run did not try: refund\.waiting \(gatecheck next reports\/out\)\.\n$/,
  );
});
