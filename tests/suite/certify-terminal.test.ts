/** What `gatecheck certify` says while it runs, as somebody sees it who reads along. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { interruptedWords } from '../../cli/support/interrupted.ts';
import { readResult } from '../../reports/read-result.ts';
import { gatecheck, userEnv } from './support/cli.ts';
import { tinyShopConfig } from './support/tiny-shop-config.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-terminal-'));
after(() => rmSync(work, { recursive: true, force: true }));

const config = join(work, 'shop.json');
writeFileSync(config, JSON.stringify(tinyShopConfig()));

const certify = (...args: readonly string[]) =>
  gatecheck(['certify', '--config', config, '--no-allure', '--out', join(work, 'out'), ...args]);

describe('what is not claimed', () => {
  it('is told in one line, and counted by none', async () => {
    const { stdout } = await certify('--only', 'sign.*');
    const [, count = ''] = /^Running (\d+) checks with 2 workers\.$/m.exec(stdout) ?? [];
    const [, unclaimed = ''] = /^Not tried: 5 checks of what is not claimed \((.+)\)\.$/m.exec(stdout) ?? [];
    assert.deepEqual(
      unclaimed.split(', ').toSorted(),
      ['hold', 'hold.auto', 'lookups', 'payout', 'recurrent', 'refund'],
      stdout,
    );
    const ended = stdout.split('\n').flatMap((line) => /^\[ *(\d+)\/(\d+)\] /.exec(line)?.slice(1, 3) ?? []);
    assert.deepEqual(ended.slice(-2), [count, count], stdout);
    assert.doesNotMatch(stdout, /^.*not claimed +sign\./m);
  });

  it('is told where nothing else was chosen', async () => {
    const { code, stdout } = await certify('--only', 'refund.sum');
    assert.match(stdout, /^Not tried: 1 check of what is not claimed \(refund\.partial\)\.$/m);
    assert.doesNotMatch(stdout, /^Running/m);
    assert.equal(code, 3);
  });
});

describe('a merchant that cannot be started', () => {
  it('is told as one cause, with the number of checks that it kept from being tried', async () => {
    const broken = join(work, 'broken.json');
    const { merchant, ...rest } = tinyShopConfig();
    const start = { ...merchant.start, command: [process.execPath, join(work, 'nowhere.mjs')] };
    writeFileSync(broken, JSON.stringify({ ...rest, merchant: { ...merchant, start } }));
    const { code, stdout } = await gatecheck([
      ...['certify', '--config', broken, '--no-allure', '--out', join(work, 'broken')],
      ...['--only', 'notification.sign.*'],
    ]);
    assert.equal(code, 3, stdout);
    const { problems = [], checks } = readResult(join(work, 'broken'));
    assert.equal(problems.length, 1, JSON.stringify(problems));
    const count = checks.filter(({ outcome }) => outcome === 'not-run').length;
    assert.ok(count > 2, stdout);
    assert.match(stdout, /^SET-UP FAILED Preflight, set-up: The merchant ended before it was ready/m);
    assert.match(stdout, new RegExp(`^ {2}Because of it ${count} checks were not tried\\.$`, 'm'));
    assert.doesNotMatch(stdout, /No check was run|NOT RUN/);
  });
});

const bin = resolve(import.meta.dirname, '../../cli/gatecheck.mjs');

/** Sends a signal to a run as soon as it has said something, in a folder of its own. */
async function interrupted(said: RegExp, signal: 'SIGINT' | 'SIGTERM', ...args: readonly string[]) {
  const cwd = mkdtempSync(join(work, 'shop-'));
  const all = ['certify', '--config', config, '--no-allure', ...args];
  const child = spawn(process.execPath, [bin, ...all], { cwd, env: userEnv() });
  let [stdout, stderr, isSent] = ['', '', false];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    if (!isSent && said.test(stdout)) isSent = child.kill(signal);
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { cwd, code, stdout, stderr };
}

describe('a run that is interrupted', () => {
  it('says what it came to, what is kept and how to go on; that line tries the rest', async () => {
    const { cwd, code, stdout, stderr } = await interrupted(
      /^\[ *2\//m,
      'SIGINT',
      ...['--only', 'notification.sign.*', '--only', 'refund.sum', '--seed', '42'],
    );
    assert.equal(code, 130, stdout + stderr);
    const result = readResult(join(cwd, 'reports/part'));
    const idsOf = (outcome: string) =>
      result.checks.filter((check) => check.outcome === outcome).map(({ id }) => id);
    const [passed, left] = [idsOf('pass'), idsOf('not-run')];
    assert.ok(passed.length >= 2 && left.length >= 2, stdout);
    const [first, kept, goOn, then, again] = stderr.trim().split('\n');
    assert.equal(
      first,
      `Interrupted by you after ${passed.length} checks passed (0 failed), with ${left.length} not tried.`,
    );
    assert.match(kept ?? '', /^Kept: .* reports\/part \(statement\.html, result\.json\)/);
    assert.equal(
      again,
      `Again:    gatecheck certify --config ${config} --no-allure --only 'notification.sign.*' --only refund.sum --seed 42`,
    );
    // Neither is it told as a fault of ours, nor does what is not claimed count as left over.
    assert.doesNotMatch(stdout, /harness failed|undecided|problem|not run +notification|^NOT RUN/im);
    assert.match(stdout, new RegExp(`chosen checks.*, interrupted with ${left.length} not tried\n`));
    assert.deepEqual(idsOf('not-claimed'), ['refund.sum']);
    assert.deepEqual(result.problems, [{ kind: 'interrupted', message: 'The run was interrupted.' }]);

    const checks = result.checks.map((check) =>
      check.id === passed[0] ? { ...check, outcome: 'fail' as const } : check,
    );
    const failing = interruptedWords(
      'SIGINT',
      { ...result, checks },
      { typed: [], seed: 42, outDir: 'reports/part' },
    );
    assert.match(failing, /\(1 failed\).*\nKept: .*\nMend: {5}gatecheck next reports\/part\nGo on: /);

    const next = await gatecheck(['next'], { cwd });
    assert.equal(next.code, 3);
    assert.match(next.stdout, /^Nothing had failed when the run was interrupted\. Partial run/);

    const [, line = ''] = /^Go on: {4}gatecheck (certify .*)$/.exec(goOn ?? '') ?? [];
    const pasted = spawnSync(`"${process.execPath}" "${bin}" ${line}`, {
      cwd,
      shell: true,
      env: userEnv(),
      encoding: 'utf8',
    });
    assert.equal(pasted.status, 0, pasted.stdout + pasted.stderr);
    const rest = readResult(join(cwd, 'reports/part-rest'));
    assert.deepEqual(
      rest.checks.map(({ id }) => id),
      left,
    );

    const together = await gatecheck(then?.replace(/^Then: +gatecheck /, '').split(' ') ?? [], { cwd });
    assert.equal(together.code, 0, together.stdout + together.stderr);
    const whole = readResult(join(cwd, 'reports/part'));
    assert.deepEqual(
      whole.checks.filter(({ outcome }) => outcome !== 'not-claimed').map(({ id, outcome }) => [id, outcome]),
      [...passed, ...left].toSorted().map((id) => [id, 'pass']),
    );
    assert.deepEqual([whole.selection, whole.problems], [result.selection, undefined]);
  });

  it('says so where it had hardly begun: the signal is never lost', async () => {
    const { code, stdout, stderr } = await interrupted(/^Certifying/m, 'SIGTERM', '--seed', '42');
    assert.equal(code, 143, stdout + stderr);
    assert.equal(
      stderr,
      `Interrupted by SIGTERM before any check had ended: nothing was found.\nAgain:    gatecheck certify --config ${config} --no-allure --seed 42\n`,
    );
    assert.doesNotMatch(stdout, /Verdict/);
  });

  it('has no verdict where it is a storm, and keeps a history that can be audited', async () => {
    const { cwd, code, stdout, stderr } = await interrupted(
      /begun\.$/m,
      'SIGINT',
      ...['--storm', '400', '--seed', '42'],
    );
    assert.equal(code, 130, stdout + stderr);
    const file = 'reports/part/history/slot-0.ndjson';
    assert.equal(
      stderr.trim(),
      [
        'Interrupted by you: a storm is judged when it is over, so there is no verdict.',
        `Kept:     what had happened so far, in ${file}`,
        `Audit:    gatecheck audit ${file}`,
        `Again:    gatecheck certify --config ${config} --no-allure --storm 400 --seed 42`,
      ].join('\n'),
    );
    const audit = await gatecheck(['audit', file], { cwd });
    assert.match(audit.stdout, /laws could be judged by what was recorded/);
  });
});
