import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ensure } from '../../scripts/machine.mjs';

const script = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-setup-test-'));
  mkdirSync(join(folder, 'part'));
  project('1.0.0');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(value));
}

/** A project with one dependency, which lies beside it: nothing is fetched. */
function project(version: string): void {
  const dependencies = { part: 'file:part' };
  write('part/package.json', { name: 'part', version });
  write('package.json', { name: 'x', version, dependencies });
  write('package-lock.json', {
    name: 'x',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'x', version, dependencies },
      'node_modules/part': { resolved: 'part', link: true },
      part: { version },
    },
  });
}

function setUp(): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '--folder', folder], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

describe('scripts/setup.mjs', () => {
  it('installs once, then is quiet until the lock file changes', async () => {
    assert.match((await setUp()).output, /^setup: installing .*\nsetup: dependencies installed in \d+ s\n$/);
    assert.deepEqual(await setUp(), { code: 0, output: '' });
    project('1.0.1');
    rmSync(join(folder, 'node_modules/.package-lock.json'));
    assert.match((await setUp()).output, /installed in/);
    assert.deepEqual(await setUp(), { code: 0, output: '' });
  });

  it('installs once when several start together', async () => {
    const runs = await Promise.all([setUp(), setUp(), setUp()]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 0, 0],
    );
    assert.equal(runs.filter(({ output }) => output.includes('dependencies installed')).length, 1);
    assert.ok(existsSync(join(folder, 'node_modules/part')));
  });

  it('leaves alone what npm itself installed', async () => {
    await setUp();
    rmSync(join(folder, 'node_modules/.gatecheck-setup'));
    assert.deepEqual(await setUp(), { code: 0, output: '' });
  });

  it('says what is wrong in a line, and exits 3', async () => {
    rmSync(join(folder, 'package-lock.json'));
    const { code, output } = await setUp();
    assert.equal(code, 3);
    assert.match(output, /package-lock\.json is missing/);
  });
});

/** Makes programs that stand in for those of the machine; gives the folder for the PATH. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return bin;
}

async function ensured(scripts: Readonly<Record<string, string>>, mayInstallPackages: boolean) {
  const said: string[] = [];
  const env = { PATH: programs(scripts), BIN: join(folder, 'bin') };
  const missing = await ensure(['php'], { say: (line) => said.push(line), env, mayInstallPackages });
  return { missing, said };
}

const hasAll = 'echo "  Candidate: 8.2"';

describe('what is needed of the machine', () => {
  it('is installed where packages can be, and how long it took is said', async () => {
    const apt = `case "$*" in *php-cli*) printf '#!/bin/sh\\n' >$BIN/php; /bin/chmod 755 $BIN/php;; esac`;
    const { missing, said } = await ensured({ 'apt-get': apt, 'apt-cache': hasAll }, true);
    assert.deepEqual(missing, []);
    assert.match(said.join('\n'), /^setup: installing PHP .*\nsetup: php-cli, .* installed in \d+ s$/);
  });

  const noNetwork = 'echo "E: Failed to fetch http://mirror.example"; exit 100';
  for (const [name, scripts, mayInstall, why] of [
    ['without a network', { 'apt-get': noNetwork, 'apt-cache': hasAll }, true, /E: Failed to fetch/],
    ['without a package', { 'apt-get': '', 'apt-cache': '' }, true, /no package of it/],
    ['without apt-get', { 'apt-cache': hasAll }, true, /apt-get/],
    ['by somebody who is not root', { 'apt-get': 'exit 1' }, false, /only root/],
  ] as const)
    it(`that cannot be had ${name} is said in one line, with what to do`, async () => {
      const { missing, said } = await ensured(scripts, mayInstall);
      assert.deepEqual(missing, ['php']);
      const lines = said.filter((line) => line.includes('is missing'));
      assert.equal(lines.length, 1, said.join('\n'));
      assert.match(lines[0] ?? '', /^setup: PHP .* the merchant in PHP is left out \(.*\)\. Install php/);
      assert.match(lines[0] ?? '', why);
    });

  it('is nothing that could be installed when CHROMIUM_PATH names no browser', async () => {
    const say = () => undefined;
    for (const path of ['/nowhere/chromium', programs({ broken: 'exit 1' }).concat('/broken')])
      await assert.rejects(ensure(['browser'], { say, env: { CHROMIUM_PATH: path } }), /CHROMIUM_PATH/);
  });
});

describe('.ci/run', () => {
  /** Runs it beside a stand-in of the tool that makes machines as new. */
  function ciRun(fresh: string, npm: string): Promise<{ code: number; lines: string[] }> {
    const project = join(folder, 'project');
    mkdirSync(join(project, '.ci'), { recursive: true });
    mkdirSync(join(folder, 'shared/tools'), { recursive: true });
    copyFileSync(fileURLToPath(new URL('../../.ci/run', import.meta.url)), join(project, '.ci/run'));
    const tool = join(folder, 'shared/tools/fresh-machine');
    writeFileSync(tool, `#!/bin/sh\n${fresh}\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${programs({ id: 'echo 0', npm })}:${process.env.PATH}` };
    return new Promise((resolve) => {
      execFile('bash', [join(project, '.ci/run')], { env }, (error, stdout) =>
        resolve({ code: error === null ? 0 : Number(error.code), lines: stdout.trimEnd().split('\n') }),
      );
    });
  }

  const npm = 'echo "this machine: $*, CI=$CI"; echo "5 passed, 0 failed"';
  for (const [name, fresh, last, code] of [
    [
      'both commands do',
      'echo "$@"; echo "9 passed, 0 failed"; echo "left changes"',
      '9 passed, 0 failed',
      0,
    ],
    ['a test fails', 'echo "8 passed, 1 failed"; exit 1', '8 passed, 1 failed', 1],
    ['only the other command fails', 'echo "9 passed, 0 failed"; exit 1', '9 passed, 1 failed', 1],
    ['it ends without counts', 'exit 1', '0 passed, 1 failed', 1],
    // The tests, the shops of strangers, the clients and the examples, added up.
    ['no machine as new can be made', 'exit 2', '20 passed, 0 failed', 0],
  ] as const)
    it(`has the counts as its last line when ${name}`, async () => {
      const ran = await ciRun(fresh, npm);
      assert.deepEqual([ran.lines.at(-1), ran.code], [last, code], ran.lines.join('\n'));
      const isHere = ran.lines.some((line) => line.startsWith('this machine'));
      assert.equal(isHere, fresh === 'exit 2');
    });

  it('says once more at its end what failed', async () => {
    const fresh =
      'echo "FAILED a test (a.test.ts:1)"; echo "   1.0 s b.test.ts"; echo "8 passed, 1 failed"; exit 1';
    const { lines } = await ciRun(fresh, npm);
    assert.deepEqual(lines.slice(-2), ['FAILED a test (a.test.ts:1)', '8 passed, 1 failed']);
  });

  it('certifies the shops of strangers, and none is left out without a failure', async () => {
    const there = await ciRun('for command; do echo "[$command]"; done; echo "9 passed, 0 failed"', npm);
    assert.ok(there.lines.includes('[CI=true npm run strangers]'), there.lines.join('\n'));
    const here = await ciRun('exit 2', npm);
    const said = 'this machine: --silent run strangers, CI=true';
    assert.ok(here.lines.includes(said), here.lines.join('\n'));
    const failing = 'echo "5 passed, 0 failed"; case "$*" in *strangers*) exit 1;; esac';
    assert.equal((await ciRun('exit 2', failing)).code, 1);
  });
});
