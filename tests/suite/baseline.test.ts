import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { tellGithub } from '../../cli/support/github.ts';
import type { Outcome } from '../../history/outcome.ts';
import { type BaselineState, baselineLines, judgeBaseline } from '../../reports/baseline.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { writeReports } from '../../reports/render/write.ts';
import { judge } from '../../reports/verdict.ts';
import { allPass, catalogue, evidence, runInfo } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-baseline-'));
after(() => rmSync(work, { recursive: true, force: true }));

const entry = (check: string, expiry = '2026-12-31') => ({ check, expiry, reason: 'shop #12', owner: 'Eve' });

interface Row {
  readonly name: string;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly baseline: readonly ReturnType<typeof entry>[];
  readonly states: readonly BaselineState[];
  readonly fresh?: readonly string[];
  readonly exitCode: number;
}

const rows: readonly Row[] = [
  { name: 'nothing known, nothing fails', outcomes: {}, baseline: [], states: [], exitCode: 0 },
  {
    name: 'a known failure',
    outcomes: { 'a.one': 'fail' },
    baseline: [entry('a.one')],
    states: ['known'],
    exitCode: 0,
  },
  {
    name: 'a new failure beside a known one',
    outcomes: { 'a.one': 'fail', 'a.two': 'fail' },
    baseline: [entry('a.one')],
    states: ['known'],
    fresh: ['a.two'],
    exitCode: 1,
  },
  {
    name: 'an entry that passes',
    outcomes: {},
    baseline: [entry('a.one')],
    states: ['stale'],
    exitCode: 1,
  },
  {
    name: 'an entry of yesterday that fails',
    outcomes: { 'a.one': 'fail' },
    baseline: [entry('a.one', '2026-02-28')],
    states: ['expired'],
    fresh: ['a.one'],
    exitCode: 1,
  },
  {
    name: 'an entry whose last day is today',
    outcomes: { 'a.one': 'fail' },
    baseline: [entry('a.one', '2026-03-01')],
    states: ['known'],
    exitCode: 0,
  },
  {
    name: 'an entry of no check',
    outcomes: {},
    baseline: [entry('a.none')],
    states: ['unknown'],
    exitCode: 1,
  },
  {
    name: 'an entry that could not be told',
    outcomes: { 'a.one': 'inconclusive' },
    baseline: [entry('a.one')],
    states: ['open'],
    exitCode: 3,
  },
  {
    name: 'a known failure, and something open',
    outcomes: { 'a.one': 'fail', 'a.two': 'inconclusive' },
    baseline: [entry('a.one')],
    states: ['known'],
    exitCode: 3,
  },
];

describe('a baseline', () => {
  for (const { name, outcomes, baseline, states, fresh = [], exitCode } of rows) {
    it(`${name}: exit code ${exitCode}`, () => {
      const result = judge(evidence(allPass(outcomes)), catalogue);
      const judged = judgeBaseline(result, baseline);
      assert.deepEqual(
        judged.entries.map(({ state }) => state),
        states,
      );
      assert.deepEqual(judged.fresh, fresh);
      assert.equal(judged.exitCode, exitCode);
    });
  }

  it('does not make a failure a certificate', () => {
    const result = judge(evidence(allPass({ 'a.one': 'fail' })), catalogue);
    const lines = baselineLines(judgeBaseline(result, [entry('a.one')]), result.headline);
    assert.ok(lines.at(-1)?.endsWith(`The verdict stays: ${result.headline}.`));
    assert.match(result.headline, /^Not certified for .*: 4 of 4 checks, 1 failed$/);
    assert.match(lines[0] ?? '', /a\.one fails, as is known \(Eve, until 2026-12-31: shop #12\)/);
  });

  it('knows the warnings of a strict run, and tells a new one', () => {
    const info = { ...runInfo, strict: true };
    const result = judge(evidence(allPass({ 'a.should': 'warn' }), { info }), catalogue);
    const states = (...entries: ReturnType<typeof entry>[]) => {
      const judged = judgeBaseline(result, entries);
      return [judged.entries.map(({ state }) => state), judged.fresh, judged.exitCode];
    };
    assert.deepEqual(states(), [[], ['a.should'], 1]);
    assert.deepEqual(states(entry('a.should')), [['known'], [], 0]);
  });

  it('leaves an entry alone that a filtered run did not look at', () => {
    const info = { ...runInfo, selection: { only: ['p.*'], capabilities: [], shard: null } };
    const records = allPass().filter(({ id }) => id === 'p.one');
    const result = judge(evidence(records, { info, chosen: ['p.one'] }), catalogue);
    const judged = judgeBaseline(result, [entry('a.one')]);
    assert.equal(judged.entries[0]?.state, 'open');
    assert.equal(judged.exitCode, 0);
  });

  for (const [name, text, message] of [
    ['not JSON', '{', /not valid JSON/],
    ['no list', '{}', /is none: The whole: found an object, expected an array/],
    [
      'an entry without an owner',
      '[{"check":"a","reason":"b","expiry":"2026-01-01"}]',
      /\[0\]\.owner: missing, expected/,
    ],
    [
      'a day that is none',
      '[{"check":"a","reason":"b","owner":"c","expiry":"soon"}]',
      /\[0\]\.expiry: found "soon", expected/,
    ],
    ['an entry twice', JSON.stringify([entry('a'), entry('a')]), /there twice/],
  ] as const) {
    it(`is refused with exit 2: ${name}`, async () => {
      const file = join(work, 'baseline.json');
      writeFileSync(file, text);
      const run = await gatecheck(['certify', '--baseline', file, '--out', join(work, 'out')]);
      assert.equal(run.code, 2);
      assert.match(run.stderr, message);
    });
  }
});

describe('on GitHub Actions', () => {
  const result = judge(evidence(allPass({ 'a.one': 'fail', 'a.should': 'fail' })), catalogue);

  it('annotates what failed and what warns', () => {
    const lines = githubAnnotations(result, catalogue);
    assert.equal(lines.length, 2);
    assert.match(
      lines[0] ?? '',
      /^::error title=a\.one%3A fail::a\.one did something else%0AHow to mend a\.one\./,
    );
    assert.match(lines[1] ?? '', /^::warning title=a\.should%3A warn::/);
    assert.ok(lines.every((line) => !line.includes('\n')));
  });

  it('goes by the verdict: a warning of a strict run is an error, what is waived is none', () => {
    const strict = judge(
      evidence(allPass({ 'a.should': 'warn' }), { info: { ...runInfo, strict: true } }),
      catalogue,
    );
    assert.match(githubAnnotations(strict, catalogue)[0] ?? '', /^::error title=a\.should/);
    const waivers = [{ check: 'a.one', reason: 'r', owner: 'o', expiry: '2026-12-31' }];
    const waived = judge(
      evidence(allPass({ 'a.one': 'inconclusive' }), { info: { ...runInfo, waivers } }),
      catalogue,
    );
    assert.match(githubAnnotations(waived, catalogue)[0] ?? '', /^::warning title=a\.one/);
  });

  it('lets no text of a merchant become a command', () => {
    const [check] = result.checks.filter(({ id }) => id === 'a.one');
    assert.ok(check);
    const evil = { ...result, checks: [{ ...check, actual: 'x\n::set-output name=a::b' }] };
    assert.ok(githubAnnotations(evil, catalogue).every((line) => !/[\r\n]/.test(line)));
  });

  it('adds the summary to the page of the step', () => {
    writeReports(join(work, 'run'), judge(evidence(allPass()), catalogue), catalogue);
    const file = join(work, 'step.md');
    writeFileSync(file, 'before\n');
    tellGithub(join(work, 'run'), { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file });
    assert.match(readFileSync(file, 'utf8'), /^before\n## gatecheck: /);
    tellGithub(join(work, 'run'), { GITHUB_STEP_SUMMARY: join(work, 'never.md') });
    assert.throws(() => readFileSync(join(work, 'never.md')));
  });
});
