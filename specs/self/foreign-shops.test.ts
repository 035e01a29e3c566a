import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Result } from '../../reports/result.ts';

const root = resolve(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-foreign-'));
after(() => rmSync(work, { recursive: true, force: true }));

/** Merchants in other languages, and a command that says whether this machine can run each. */
const shops = [
  { language: 'python', needs: ['python3', '-c', 'import sqlite3, http.server'] },
  {
    language: 'php',
    needs: ['php', '-r', 'exit(extension_loaded("curl") && extension_loaded("pdo_sqlite") ? 0 : 1);'],
  },
] as const;

async function certify(language: string, out: string) {
  const config = join(root, 'fixtures/shops/foreign', language, 'gatecheck.config.json');
  const child = spawn(
    process.execPath,
    [
      join(root, 'cli/gatecheck.mjs'),
      'certify',
      '--config',
      config,
      '--out',
      out,
      '--seed',
      '7',
      '--no-allure',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, output };
}

describe('merchants that are not ours are certified for what they claim', () => {
  for (const { language, needs } of shops) {
    const [command, ...args] = needs;
    const there = spawnSync(command, args).status === 0;
    it(language, { skip: there ? false : `${command} is not installed; .ci/run installs it` }, async () => {
      const out = join(work, language);
      const { code, output } = await certify(language, out);
      assert.equal(code, 0, output);
      const result: Result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
      assert.equal(result.verdict, 'certified');
      assert.equal(result.summary.inconclusive, 0);
      assert.equal(result.summary['not-run'], 0);
    });
  }
});
