import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

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
    execFile(process.execPath, [script, folder], (error, stdout, stderr) =>
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
