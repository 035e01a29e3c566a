import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import type { Result } from '../../../reports/result.ts';
import { lacks } from '../../../scripts/machine.mjs';

const root = resolve(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-foreign-'));
after(() => rmSync(work, { recursive: true, force: true }));

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

/** A merchant in another language is certified for what it claims, where this machine can run it. */
export async function isCertified(language: 'python' | 'php'): Promise<void> {
  const skip = await lacks(language);
  test(`the ${language} merchant, which is not ours, is certified for what it claims`, { skip }, async () => {
    const out = join(work, language);
    const { code, output } = await certify(language, out);
    assert.equal(code, 0, output);
    const result: Result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
    assert.equal(result.verdict, 'certified');
    assert.equal(result.summary.inconclusive, 0);
    assert.equal(result.summary['not-run'], 0);
  });
}
