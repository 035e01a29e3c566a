import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RUN_ENV } from '../../history/run-env.ts';
import { RUN_INFO_FILE } from '../../history/run-info.ts';
import { annotationsOf } from '../../history/test-annotations.ts';
import { LOCK } from '../../reports/files.ts';
import { readHandoff } from '../../reports/reporter/handoff.ts';
import { Hope } from '../../reports/reporter/hope.ts';
import { type Result, resultSchema } from '../../reports/result.ts';
import { currentPackage } from '../../scripts/current.mjs';
import { record, runInfo } from './reports-samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
/** As the command has it: bundled. */
const reporter = join(await currentPackage(), 'dist/reports/reporter/playwright-reporter.js');
const secret = 'a-very-long-secret-of-the-shop';

const details = (id: string) => ({
  annotation: annotationsOf({ id, level: 'must', requirements: ['events.5'], capabilities: ['invoice'] }),
});
const attach = (id: string, outcome: 'pass' | 'fail' | 'inconclusive', actual = '') =>
  `await test.info().attach('gatecheck-record', { contentType: 'application/json', body: ${JSON.stringify(JSON.stringify(record(id, outcome, { actual })))} });`;
const declare = (id: string, body: string) =>
  `test('${id}', ${JSON.stringify(details(id))}, async () => { ${body} });`;

const drawn = {
  kind: 'property',
  runs: 7,
  of: 10,
  seed: 42,
  path: '6:0:1',
  shrinks: 2,
  counterexample: '[{"amount":"0.10"}]',
  story: ['The shop is asked.'],
  rule: 'law.signed-and-secret',
};
const broken = {
  ...record('property.signatures.orders', 'fail', { actual: 'law.signed-and-secret: a sign is wrong' }),
  requirements: [],
  property: drawn,
};
const property = `
import { test } from '@playwright/test';
test('property.signatures.orders: it holds', ${JSON.stringify(details('property.signatures.orders'))}, async () => {
  await test.info().attach('gatecheck-record', { contentType: 'application/json', body: ${JSON.stringify(JSON.stringify(broken))} });
  throw new Error('broken');
});
`;

const tests = `
import { test } from '@playwright/test';
${declare('x.passed', attach('x.passed', 'pass'))}
${declare('x.failed', `${attach('x.failed', 'fail', `the log says ${secret}`)} throw new Error('failed');`)}
${declare('x.crashed', 'process.exit(7);')}
${declare('x.no-record', '')}
${declare('x.threw', "throw new TypeError('a bug of ours');")}
${declare('x.bad-record', "await test.info().attach('gatecheck-record', { contentType: 'application/json', body: '{}' });")}
${declare('x.late-error', `${attach('x.late-error', 'pass')} throw new Error('a bug after the pass');`)}
${declare('x.skipped', "test.skip(true, 'for a reason');")}
${declare('x.inconclusive', `${attach('x.inconclusive', 'inconclusive')} test.skip(true, 'could not be seen');`)}
test('about no check', async () => {});
`;

const config = (options: { readonly setup?: string; readonly hopelessAfterMs?: number }) => `
import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: '.', workers: 1, outputDir: './results',
  reporter: [['allure-playwright', { resultsDir: './out/allure-results' }], [${JSON.stringify(reporter)}, ${JSON.stringify({ hopelessAfterMs: options.hopelessAfterMs })}]],
  ${options.setup === undefined ? '' : `globalSetup: './setup.ts',`}
  projects: [
    { name: 'first', testMatch: 'main.spec.ts' },
    { name: 'properties', testMatch: 'property.spec.ts' },
    { name: 'second', testMatch: 'dependent.spec.ts', dependencies: ['first'] },
  ],
});`;

function run(options: {
  readonly describe: boolean;
  readonly setup?: string;
  readonly ci?: string;
  /** The tests of the main file; the ten when left out. */
  readonly tests?: string;
  /** After how long a run in which next to nothing holds is stopped. */
  readonly hopelessAfterMs?: number;
  readonly goOn?: boolean;
  /** Of the runner, as somebody types them who uses no command of ours. */
  readonly by?: readonly string[];
  /** The results of a later run, to which the folder belongs by now. */
  readonly taken?: string;
}) {
  const dir = mkdtempSync(join(tmpdir(), 'gatecheck-reporter-'));
  const [runDir, outDir] = [join(dir, 'run'), join(dir, 'out')];
  const verdictFile = join(dir, 'verdict.json');
  mkdirSync(runDir);
  if (options.taken !== undefined) {
    mkdirSync(outDir);
    writeFileSync(join(outDir, LOCK), 'a later run');
    writeFileSync(join(outDir, 'result.json'), options.taken);
  }
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dir, 'playwright.config.ts'), config(options));
  writeFileSync(join(dir, 'main.spec.ts'), options.tests ?? tests);
  if (options.by !== undefined) writeFileSync(join(dir, 'property.spec.ts'), property);
  writeFileSync(
    join(dir, 'dependent.spec.ts'),
    `import { test } from '@playwright/test';\n${declare('x.dependent', attach('x.dependent', 'pass'))}`,
  );
  if (options.setup !== undefined) writeFileSync(join(dir, 'setup.ts'), options.setup);
  const selection = { only: ['x.*', 'notification.sign.forged'], capabilities: [], shard: null };
  const info = {
    ...runInfo,
    outDir,
    selection: options.by === undefined ? selection : null,
    secrets: [secret],
  };
  if (options.describe) writeFileSync(join(runDir, RUN_INFO_FILE), JSON.stringify(info));
  const env = {
    ...process.env,
    [RUN_ENV.runDir]: runDir,
    ...(options.by === undefined ? { [RUN_ENV.verdictFile]: verdictFile } : {}),
    ...(options.goOn === true ? { [RUN_ENV.goOn]: '1' } : {}),
    ...(options.taken === undefined ? {} : { [RUN_ENV.owner]: 'this run' }),
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
    CI: options.ci ?? '',
  };
  const child = spawnSync(process.execPath, [runner, 'test', ...(options.by ?? [])], {
    cwd: dir,
    env,
    encoding: 'utf8',
  });
  return { dir, verdictFile, outDir, status: child.status, stdout: child.stdout, stderr: child.stderr };
}

describe('the reporter, on a project of ten tests', () => {
  let ran: ReturnType<typeof run>;
  let result: Result;
  before(() => {
    ran = run({ describe: true });
    result = resultSchema.parse(JSON.parse(readFileSync(join(ran.outDir, 'result.json'), 'utf8')));
  });
  after(() => rmSync(ran.dir, { recursive: true, force: true }));

  const outcomes: readonly (readonly [id: string, outcome: string, why: RegExp])[] = [
    ['x.passed', 'pass', /^$/],
    ['x.failed', 'fail', /the log says <SECRET>/],
    ['x.crashed', 'harness-failed', /worker process exited unexpectedly.*7/i],
    ['x.no-record', 'harness-failed', /without a record/],
    ['x.threw', 'harness-failed', /a bug of ours/],
    ['x.bad-record', 'harness-failed', /malformed: id/],
    [
      'x.late-error',
      'harness-failed',
      /ended with pass, and then its test ended with failed.*a bug after the pass/,
    ],
    ['x.skipped', 'not-run', /for a reason/],
    ['x.inconclusive', 'inconclusive', /^$/],
    ['x.dependent', 'not-run', /its test did not end/],
    ['notification.sign.forged', 'not-run', /its test did not end/],
  ];
  for (const [id, outcome, why] of outcomes) {
    it(`${id}: ${outcome}`, () => {
      const check = result.checks.find((candidate) => candidate.id === id);
      assert.equal(check?.outcome, outcome);
      assert.match(check.actual || (check.note ?? ''), why);
    });
  }

  it('lists nothing else', () => assert.equal(result.checks.length, outcomes.length));

  it('hands over the verdict, and a failure beats harness failures', () => {
    assert.deepEqual(readHandoff(ran.verdictFile), { exitCode: 1, verdict: 'partial' });
    assert.equal(ran.status, 1);
  });

  it('prints a plain line for each check, the failure in full words, and the verdict', () => {
    assert.match(ran.stdout, /^\[ ?1\/11\] passed +x\.passed/m);
    assert.match(ran.stdout, /FAILED x\.failed\n/);
    assert.match(ran.stdout, /Reproduce: gatecheck certify --only x\.failed --seed 42/);
    assert.match(ran.stdout, /Verdict: {2}Partial run/);
    assert.ok(!ran.stdout.includes('\u001b'), 'no terminal codes off a terminal');
  });

  it('shows the secret nowhere', () => {
    for (const name of ['result.json', 'statement.html', 'junit.xml', 'summary.md']) {
      assert.ok(!readFileSync(join(ran.outDir, name), 'utf8').includes(secret), name);
    }
    assert.ok(!ran.stdout.includes(secret));
    const allure = join(ran.outDir, 'allure-results');
    for (const name of readdirSync(allure)) {
      assert.ok(!readFileSync(join(allure, name), 'utf8').includes(secret), name);
    }
  });

  it('leaves Allure results with severity, area and requirements', () => {
    const dir = join(ran.outDir, 'allure-results');
    const results = readdirSync(dir)
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')));
    const passed = results.find((candidate) => candidate.name === 'x.passed');
    const labels = passed.labels.map(
      (label: { name: string; value: string }) => `${label.name}=${label.value}`,
    );
    for (const label of ['severity=critical', 'epic=invoice', 'feature=x'])
      assert.ok(labels.includes(label), label);
    assert.deepEqual(
      passed.links.map((link: { url: string }) => link.url),
      ['events.5'],
    );
    assert.ok(JSON.stringify(passed).includes('gatecheck-record'));
  });
});

describe("the reporter, under the runner's own options", () => {
  it('--list lists, judges nothing and writes nothing', () => {
    const ran = run({ describe: true, by: ['--list'] });
    assert.match(ran.stdout, /^Listing tests:/);
    assert.match(ran.stdout, /Total: 12 tests/);
    assert.doesNotMatch(ran.stdout, /Verdict|Running/);
    assert.equal(ran.status, 0);
    assert.throws(() => readdirSync(join(ran.outDir, 'history')));
    assert.ok(!readdirSync(ran.dir).includes('verdict.json'));
    rmSync(ran.dir, { recursive: true, force: true });
  });

  it('--grep makes a partial run of what was chosen', () => {
    const ran = run({ describe: true, by: ['--grep', 'x.passed'] });
    const result = resultSchema.parse(JSON.parse(readFileSync(join(ran.outDir, 'result.json'), 'utf8')));
    assert.equal(result.verdict, 'partial');
    assert.deepEqual(
      result.checks.map(({ id }) => id),
      ['x.passed'],
    );
    assert.equal(ran.status, 0);
    rmSync(ran.dir, { recursive: true, force: true });
  });

  it('--project gives the properties entries of their own, in every report', () => {
    const ran = run({ describe: true, by: ['--project', 'properties'] });
    const read = (name: string): string => readFileSync(join(ran.outDir, name), 'utf8');
    const result = resultSchema.parse(JSON.parse(read('result.json')));
    assert.deepEqual(result.checks, []);
    const [found] = result.properties ?? [];
    assert.equal(found?.outcome, 'fail');
    assert.equal(found.path, '6:0:1');
    assert.equal(result.headline, 'Partial run, no certificate: 1 property, 1 of them broken');
    assert.match(ran.stdout, /Running 1 property with 1 worker/);
    assert.match(ran.stdout, /Smallest: {2}\[\{"amount":"0\.10"\}\]\n +seed 42, path 6:0:1: case 7/);
    for (const name of ['statement.html', 'junit.xml', 'summary.md'])
      assert.match(read(name), /property\.(<wbr\/>)?signatures\.(<wbr\/>)?orders/, name);
    assert.equal(ran.status, 1);
    rmSync(ran.dir, { recursive: true, force: true });
  });
});

describe('the reporter, when the set-up fails', () => {
  it('without a description of the run says so and hands over exit 3', () => {
    const ran = run({
      describe: false,
      setup: "export default () => { throw new Error('no merchant here'); };",
    });
    assert.deepEqual(readHandoff(ran.verdictFile), { exitCode: 3, verdict: 'inconclusive' });
    assert.match(ran.stdout, /ended before it had described the run[\s\S]*no merchant here/);
    assert.equal(ran.status, 1);
    rmSync(ran.dir, { recursive: true, force: true });
  });

  it('with a description reports every check as not run, and the problem', () => {
    const ran = run({
      describe: true,
      setup: "export default () => { throw new Error('three dead calls'); };",
    });
    const result = resultSchema.parse(JSON.parse(readFileSync(join(ran.outDir, 'result.json'), 'utf8')));
    assert.equal(result.summary['not-run'], result.checks.length);
    assert.equal(result.problems?.[0]?.kind, 'setup-failed');
    assert.match(result.problems[0].message, /three dead calls/);
    assert.equal(readHandoff(ran.verdictFile)?.exitCode, 3);
    rmSync(ran.dir, { recursive: true, force: true });
  });

  it('in a folder that belongs to a later run writes nothing, and says so', () => {
    const setup = "export default () => { throw new Error('left behind'); };";
    const ran = run({ describe: true, setup, taken: 'of the later run' });
    assert.equal(readFileSync(join(ran.outDir, 'result.json'), 'utf8'), 'of the later run');
    assert.deepEqual(readdirSync(ran.outDir).toSorted(), [LOCK, 'result.json']);
    assert.match(ran.stdout, /Nothing was written: .* belongs to another run by now/);
    assert.equal(readHandoff(ran.verdictFile)?.exitCode, 3);
    rmSync(ran.dir, { recursive: true, force: true });
  });
});

describe('the reporter, on a merchant in which everything is broken', () => {
  // The runner starts a process anew after each test that fails: no more of them than show it.
  const ids = Array.from({ length: 22 }, (_, index) => `x.broken-${index + 10}`);
  const failing = `import { test } from '@playwright/test';\n${ids.map((id) => declare(id, `${attach(id, 'fail', 'It is wrong.')} throw new Error('failed');`)).join('\n')}`;
  const outcomes = (goOn: boolean) => {
    const ran = run({ describe: true, tests: failing, hopelessAfterMs: 0, goOn });
    const result = resultSchema.parse(JSON.parse(readFileSync(join(ran.outDir, 'result.json'), 'utf8')));
    rmSync(ran.dir, { recursive: true, force: true });
    const broken = result.checks.filter(({ id }) => id.startsWith('x.broken'));
    return { result, broken, stdout: ran.stdout };
  };

  it('stops after twenty of which none holds, says so, and dresses nothing up', () => {
    const { result, broken, stdout } = outcomes(false);
    assert.match(stdout, /Stopped early: of the 20 checks that were tried, none holds\. .*--go-on/);
    const unrun = broken.filter(({ outcome }) => outcome === 'not-run');
    assert.ok(unrun.length > 0 && unrun.length <= 2, String(unrun.length));
    for (const { note } of unrun) assert.match(note ?? '', /Stopped early/);
    assert.equal(result.verdict, 'partial');
    assert.equal(result.problems, undefined);
  });

  it('goes on where it is told to', () => {
    const { broken, stdout } = outcomes(true);
    assert.ok(broken.every(({ outcome }) => outcome === 'fail'));
    assert.doesNotMatch(stdout, /Stopped early/);
  });
});

describe('hope', () => {
  const table: readonly (readonly [passed: number, failed: number, elapsedMs: number, lost: boolean])[] = [
    [0, 20, 60_000, true],
    [0, 20, 59_999, false],
    [0, 19, 60_000, false],
    [2, 19, 60_000, true],
    [2, 18, 60_000, false],
    [200, 30, 600_000, false],
  ];
  for (const [passed, failed, elapsedMs, lost] of table)
    it(`${passed} hold and ${failed} do not after ${elapsedMs} ms: ${lost ? 'stop' : 'go on'}`, () => {
      const hope = new Hope();
      for (let count = 0; count < passed; count += 1) hope.ended({ outcome: 'pass', laws: [] });
      for (let count = 0; count < failed; count += 1) hope.ended({ outcome: 'fail', laws: [] });
      for (let count = 0; count < 50; count += 1) hope.ended({ outcome: 'not-claimed', laws: [] });
      assert.equal(hope.lostAfter(elapsedMs) !== undefined, lost);
    });
});
