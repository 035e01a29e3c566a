import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gatecheck } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-environment-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const file = join(dir, 'a-file');
writeFileSync(file, '');
const absent = join(dir, 'absent');

interface Row {
  readonly what: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  readonly says: RegExp;
}

const certify = ['certify', '--reference', '--only', 'invoice.status.not-paid'];
const out = ['--out', join(dir, 'out')];
const noFolder = /temporary files, .*absent, cannot be written: there is no such folder\.\n {2}Set TMPDIR/;
const rows: readonly Row[] = [
  {
    what: 'certify without a TMPDIR',
    command: [...certify, ...out],
    env: { TMPDIR: absent },
    says: noFolder,
  },
  {
    what: 'certify with a TMPDIR that is a file',
    command: [...certify, ...out],
    env: { TMPDIR: file },
    says: /a-file, cannot be written: a part of the path is a file\./,
  },
  {
    what: 'certify with --out that is a file',
    command: [...certify, '--out', file],
    says: /the folder .*a-file cannot be written: it is a file\.\n {2}Choose another folder with --out\./,
  },
  {
    what: 'certify with a reporter that is not there',
    command: [...certify, ...out],
    env: { PW_TEST_REPORTER: join(absent, 'reporter.js') },
    says: /the reporter .*reporter\.js, which PW_TEST_REPORTER names for Playwright, is not there\./,
  },
  {
    what: 'doctor without a TMPDIR',
    command: ['doctor', '--reference'],
    env: { TMPDIR: absent },
    says: noFolder,
  },
];

describe('an environment in which nothing can be written ends with exit code 2 and a sentence', () => {
  for (const { what, command, env, says } of rows) {
    it(what, async () => {
      const run = await gatecheck(command, env === undefined ? {} : { env });
      assert.match(run.stderr, says);
      assert.equal(run.code, 2);
      assert.ok(!existsSync(join(dir, 'out', 'result.json')));
    });
  }
});
