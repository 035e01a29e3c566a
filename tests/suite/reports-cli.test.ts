import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { countChosen } from '../../cli/support/choose.ts';
import { CliError } from '../../cli/support/exit.ts';
import { lockOut } from '../../cli/support/out-lock.ts';
import { integer, keyValue, list, shard } from '../../cli/support/parse.ts';
import { isChosen, matchesGlob, selectionOf } from '../../history/selection.ts';
import { ALLURE_HISTORY, generateAllure } from '../../reports/allure.ts';
import { loadAllure } from '../../reports/allure-command.ts';
import { CATEGORIES, completed, LINK_SCRIPT, NO_PERCENT } from '../../reports/allure-results.ts';
import { clearReports } from '../../reports/files.ts';
import { writeReports } from '../../reports/render/write.ts';
import { renderStatement } from '../../reports/statement/statement.ts';
import { judge } from '../../reports/verdict.ts';
import { checks } from '../../scenarios/index.ts';
import { allPass, catalogue, evidence, record } from './reports-samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const temporary = (): string => mkdtempSync(join(tmpdir(), 'gatecheck-cli-'));

describe('choosing checks', () => {
  const globs: readonly (readonly [string, string, boolean])[] = [
    ['*', 'a.b', true],
    ['a.*', 'a.b.c', true],
    ['a.*', 'ab.c', false],
    ['a.b', 'a.b', true],
    ['a.b', 'aXb', false],
    ['a.?', 'a.b', true],
    ['*.parallel', 'notification.repeat.parallel', true],
  ];
  for (const [pattern, id, expected] of globs) {
    it(`${pattern} ${expected ? 'matches' : 'does not match'} ${id}`, () =>
      assert.equal(matchesGlob(pattern, id), expected));
  }

  it('without a choice chooses all, and each narrows', () => {
    assert.equal(selectionOf([], [], null), null);
    assert.equal(countChosen(null), checks.length);
    const some = countChosen(selectionOf(['notification.*'], [], null));
    assert.ok(some > 0 && some < checks.length);
    const check = { id: 'a.b', capabilities: ['invoice'], anyOf: ['hold'], means: ['jobs'] };
    for (const capability of ['invoice', 'hold', 'jobs']) {
      assert.ok(isChosen(check, selectionOf(['a.*'], [capability], null)), capability);
    }
    assert.ok(!isChosen(check, selectionOf(['a.*'], ['payout'], null)));
    assert.ok(!isChosen(check, selectionOf(['b.*'], ['invoice'], null)));
  });

  const refused: readonly (readonly [only: string[], capabilities: string[], why: RegExp])[] = [
    [['notification.sign.forgd'], [], /forgd matches no check.*Did you mean notification\.sign\.forged\?/s],
    [['notifications'], [], /notifications matches no check.*Did you mean 'notification\.\*'\?/s],
    [['notification.forged'], [], /Did you mean notification\.sign\.forged or /],
    [['sign.*', 'nothing.like.it'], [], /nothing\.like\.it matches no check/],
    [[], ['invoic'], /invoic is unknown\. Did you mean invoice\?.*Known: .*payout/s],
    [['notification.sign.*'], ['payout'], /together choose no check/],
  ];
  for (const [only, capabilities, why] of refused) {
    it(`refuses ${[...only, ...capabilities].join(' ')}`, () => {
      assert.throws(
        () => countChosen(selectionOf(only, capabilities, null)),
        (error) =>
          error instanceof CliError && error.exitCode === 2 && why.test(`${error.message} ${error.hint}`),
      );
    });
  }
});

describe('values of options', () => {
  it('are taken when they are right', () => {
    assert.equal(integer(1, 9)('9'), 9);
    assert.equal(shard('2/4'), '2/4');
    assert.deepEqual(keyValue('a=b=c', { x: 'y' }), { x: 'y', a: 'b=c' });
    assert.deepEqual(list('b, c', ['a']), ['a', 'b', 'c']);
  });
  for (const [name, parse] of Object.entries({
    '10 above the range': () => integer(1, 9)('10'),
    '1e1': () => integer(1, 99)('1e1'),
    'an empty number': () => integer(0, 9)(''),
    'shard 0/2': () => shard('0/2'),
    'shard 3/2': () => shard('3/2'),
    'a reading without a value': () => keyValue('name', {}),
    'a reading without a name': () => keyValue('=value', {}),
    'an empty name': () => list('a,,b', []),
  })) {
    it(`refuses ${name}`, () => assert.throws(parse, /Expected/));
  }
});

describe('the folder of the reports', () => {
  it('belongs to one run at a time', () => {
    const dir = temporary();
    const unlock = lockOut(dir);
    assert.throws(
      () => lockOut(dir),
      (error) => error instanceof CliError && /another run \(process \d+\)/.test(error.message),
    );
    unlock();
    lockOut(dir)();
    rmSync(dir, { recursive: true });
  });

  it('is taken over from a run that has died', () => {
    const dir = temporary();
    const dead = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(dir, '.gatecheck.lock'), String(dead.pid));
    lockOut(dir)();
    assert.ok(!existsSync(join(dir, '.gatecheck.lock')));
    rmSync(dir, { recursive: true });
  });

  it('loses what an earlier run left, and nothing else', () => {
    const dir = temporary();
    writeReports(dir, judge(evidence(allPass()), catalogue), catalogue);
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    clearReports(dir);
    assert.ok(!existsSync(join(dir, 'result.json')) && existsSync(join(dir, 'notes.txt')));
    rmSync(dir, { recursive: true });
  });
});

describe('the Allure report', () => {
  const failed = judge(evidence(allPass({ 'a.one': 'fail' })), catalogue);
  const result = {
    uuid: 'u',
    historyId: 'h',
    name: 'a.one: it is right',
    fullName: 'a.one',
    status: 'passed',
    stage: 'finished',
    start: 1,
    stop: 2,
    labels: [],
    links: [],
    steps: [],
    attachments: [],
    parameters: [],
  };

  it('is one file, and keeps a history over the runs, by a command that was loaded early or has ended', async () => {
    const dir = temporary();
    mkdirSync(join(dir, 'allure-results'));
    writeFileSync(join(dir, 'allure-results', 'u-result.json'), JSON.stringify(result));
    const [early, ended] = [loadAllure(), loadAllure()];
    ended.ref();
    ended.kill('SIGKILL');
    await once(ended, 'exit');
    for (const [runs, loaded] of [
      [1, early],
      [2, ended],
    ] as const) {
      const outcome = await generateAllure(dir, failed, 60_000, loaded);
      assert.ok(outcome.ok, JSON.stringify(outcome));
      assert.ok(statSync(outcome.file).size > 10_000);
      const page = readFileSync(outcome.file, 'utf8');
      assert.ok(page.includes(`${NO_PERCENT}${LINK_SCRIPT}</body>`));
      assert.ok(page.includes(`<title> Kiosk 1.4.2: ${failed.headline} </title>`));
      const history = readFileSync(join(dir, ALLURE_HISTORY), 'utf8').trim().split('\n');
      assert.equal(history.length, runs);
    }
    rmSync(dir, { recursive: true });
  });

  it('has the outcome of each check, a category for it, and a link to each requirement', () => {
    const rows = [
      ['fail', 'failed'],
      ['warn', 'broken'],
      ['inconclusive', 'unknown'],
      ['not-claimed', 'skipped'],
      ['pass', 'passed'],
    ] as const;
    for (const [outcome, status] of rows) {
      const [check] = judge(evidence([record('a.one', outcome)], { chosen: ['a.one'] }), catalogue).checks;
      assert.ok(check);
      const found = completed(
        { ...result, labels: [{ name: 'severity', value: 'minor' }] },
        { ...check, outcome },
      );
      assert.equal(found.status, status);
      assert.deepEqual(found.labels, [
        { name: 'outcome', value: outcome },
        { name: 'level', value: 'must' },
        { name: 'severity', value: 'critical' },
      ]);
      assert.deepEqual(found.links, [
        { type: 'requirement', name: 'events.5', url: '../statement.html#requirement-events.5' },
      ]);
      assert.equal(
        CATEGORIES.some((category) => category.outcome === outcome),
        outcome !== 'pass',
      );
    }
    assert.ok(renderStatement(failed, catalogue).includes('id="requirement-events.5"'));
  });

  it('says why there is none', async () => {
    const dir = temporary();
    assert.deepEqual(await generateAllure(dir, failed, 1000), {
      ok: false,
      reason: 'no Allure results were written',
    });
    mkdirSync(join(dir, 'allure-results'));
    assert.match(JSON.stringify(await generateAllure(dir, failed, 1)), /took longer than 0\.001 s/);
    rmSync(dir, { recursive: true });
  });
});

describe('the runner', () => {
  let dir: string;
  before(() => {
    dir = temporary();
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    writeFileSync(join(dir, 'playwright.config.mjs'), `export default { testDir: '.', reporter: 'line' };`);
    writeFileSync(
      join(dir, 'hang.spec.mjs'),
      `import { test } from '@playwright/test';
       import { writeFileSync } from 'node:fs';
       test('hangs', async () => {
         test.setTimeout(60_000);
         try { process.stdout.write('hanging\\n'); await new Promise(() => {}); } finally { writeFileSync('ended', ''); }
       });
       test.afterEach(async () => {
         if (process.env.STUBBORN) await new Promise((resolve) => setTimeout(resolve, 60_000));
         writeFileSync('cleaned', '');
       });`,
    );
    writeFileSync(
      join(dir, 'drive.ts'),
      `import { runPlaywright } from ${JSON.stringify(pathToFileURL(join(root, 'cli/support/run-playwright.ts')).href)};
       const end = await runPlaywright(process.argv.slice(2), {});
       console.log('END ' + JSON.stringify(end));`,
    );
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  function drive(args: readonly string[], env = {}) {
    const tsx = fileURLToPath(import.meta.resolve('tsx'));
    const child = spawn(process.execPath, ['--import', pathToFileURL(tsx).href, 'drive.ts', ...args], {
      cwd: dir,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const heard = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (output.includes(text)) resolve();
        };
        child.stdout.on('data', look);
        child.once('close', () => reject(new Error(`"${text}" was not heard in: ${output}`)));
        look();
      });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const end = once(child, 'close').then(() => JSON.parse(/END (.*)/.exec(output)?.[1] ?? 'null'));
    return { child, heard, end };
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`lets the tests clean up on ${signal}`, async () => {
      rmSync(join(dir, 'cleaned'), { force: true });
      const { child, heard, end } = drive(['hang.spec.mjs']);
      await heard('hanging');
      child.kill(signal);
      const { interruptedBy } = await end;
      assert.equal(interruptedBy, signal);
      assert.ok(existsSync(join(dir, 'cleaned')));
    });
  }

  it('is killed by a second signal', async () => {
    const { child, heard, end } = drive(['hang.spec.mjs'], { STUBBORN: '1' });
    await heard('hanging');
    const began = performance.now();
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const { code, interruptedBy } = await end;
    assert.equal(code, null);
    // Two signals sent at once may arrive in either order.
    assert.match(interruptedBy, /^SIG(INT|TERM)$/);
    assert.ok(performance.now() - began < 15_000);
  });

  it('tells the last lines of one that dies', async () => {
    const { end } = drive(['--config', 'no-such.config.ts']);
    const { code, interruptedBy, lastLines } = await end;
    assert.deepEqual([code, interruptedBy], [1, null]);
    assert.match(lastLines.join('\n'), /no-such\.config\.ts/);
  });
});

describe('gatecheck certify', () => {
  it('takes no flag that would do nothing', () => {
    const help = spawnSync(process.execPath, [join(root, 'cli/gatecheck.mjs'), 'certify', '--help'], {
      encoding: 'utf8',
    });
    const flags = [...help.stdout.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map((match) => match[1]);
    assert.deepEqual(flags, [
      '--config',
      '--reference',
      '--only',
      '--capability',
      '--seed',
      '--workers',
      '--shard',
      '--reading',
      '--sweep-readings',
      '--go-on',
      '--strict',
      '--storm',
      '--properties',
      '--path',
      '--baseline',
      '--requirements',
      '--sign',
      '--build',
      '--expires',
      '--no-allure',
      '--out',
      '--help',
    ]);
  });

  it('ends with 2 and the reason when the configuration cannot be used, and leaves old reports alone', () => {
    const dir = temporary();
    writeFileSync(join(dir, 'result.json'), '{}');
    writeFileSync(join(dir, 'bad.json'), '{"merchant":{}}');
    const args = [
      join(root, 'cli/gatecheck.mjs'),
      'certify',
      '--config',
      join(dir, 'bad.json'),
      '--out',
      dir,
    ];
    const child = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(child.status, 2);
    assert.match(child.stderr, /bad\.json cannot be used:\n {2}- /);
    assert.equal(readFileSync(join(dir, 'result.json'), 'utf8'), '{}');
    rmSync(dir, { recursive: true });
  });
});
