import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { RUN_ENV } from '../../history/run-env.ts';
import type { Result } from '../../reports/result.ts';
import { lacks } from '../../scripts/machine.mjs';
import { userEnv } from './support/cli.ts';

const root = resolve(import.meta.dirname, '../..');
const dir = mkdtempSync(join(tmpdir(), 'gatecheck-projects-'));
after(() => rmSync(dir, { recursive: true, force: true }));
/** Not there before the run. */
const out = join(dir, 'out');

/** Runs Playwright as whoever knows it does; throws with its output when it does not end with 0. */
const playwright = (args: readonly string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules/.bin/playwright'), 'test', ...args], {
    cwd: root,
    env: userEnv(env),
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error) => assert.fail(`${error.message}\n${error.stdout}\n${error.stderr}`));

const skip = await lacks('python');

test('one project of Playwright alone tries a merchant that is not ours', { skip }, async () => {
  await playwright(['--project', 'journeys', '--grep', 'journey\\.refund'], {
    [RUN_ENV.config]: 'fixtures/shops/foreign/python/gatecheck.config.json',
    [RUN_ENV.out]: out,
    [RUN_ENV.properties]: '2',
    [RUN_ENV.workers]: '1',
  });
  const { verdict, properties = [] }: Result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
  assert.equal(readFileSync(join(out, '.gitignore'), 'utf8'), '*\n');
  assert.equal(verdict, 'partial');
  assert.deepEqual(
    properties.map(({ id, outcome }) => [id, outcome]),
    [['journey.refund', 'pass']],
  );
});
