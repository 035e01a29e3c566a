import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Result } from '../../reports/result.ts';
import { checks } from '../../scenarios/index.ts';
import { compileShop } from './strength/compile-shop.ts';
import { userEnv } from './support/cli.ts';
import { faultyMerchant } from './support/faulty-merchant.ts';

const root = resolve(import.meta.dirname, '../..');
const bin = join(root, 'cli/gatecheck.mjs');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-certify-'));
after(() => rmSync(work, { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly result: Result | undefined;
}

let runs = 0;

/** `gatecheck certify` as a user runs it: another process, its own report folder. */
function certify(config: object | undefined, ...args: string[]): Promise<Run> {
  return certifyWith({}, config, ...args);
}

async function certifyWith(
  more: Readonly<Record<string, string>>,
  config: object | undefined,
  ...args: string[]
): Promise<Run> {
  const out = join(work, `out-${++runs}`);
  const file = join(work, `config-${runs}.json`);
  if (config !== undefined) writeFileSync(file, JSON.stringify(config));
  const given = config === undefined ? [] : ['--config', file];
  const child = spawn(process.execPath, [bin, 'certify', ...given, '--no-allure', '--out', out, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: userEnv(more),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((done) => child.on('close', done));
  let result: Result | undefined;
  try {
    result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
  } catch {
    result = undefined;
  }
  return { code, output, result };
}

const tsx = import.meta.resolve('tsx');
const nodeScript = (file: string, ...args: string[]) => [
  process.execPath,
  '--import',
  tsx,
  join(root, file),
  ...args,
];

const merchant = (start: object) => ({
  merchant: {
    name: 'test merchant',
    version: '1',
    start: { env: { PORT: '{port}' }, ...start },
    callbackUrl: '{merchant.url}/payments/notify',
    interface: { type: 'http', baseUrl: '{merchant.url}/test', timeout: '2s' },
  },
  capabilities: ['invoice', 'hold', 'refund', 'payout', 'lookups', 'jobs', 'clock', 'restart'],
  tempo: { settle: '300ms', readTimeout: '500ms' },
});

describe('gatecheck certify', { concurrency: 2 }, () => {
  it('gives a merchant that answers OK to everything not one pass', async () => {
    const run = await certify(
      merchant({ command: nodeScript('fixtures/shops/null/main.ts', 'always-ok'), ready: '/health' }),
    );
    assert.ok(run.code === 1 || run.code === 3, `exit ${run.code}\n${run.output}`);
    assert.ok(run.result, run.output);
    assert.equal(run.result.summary.pass, 0);
    assert.notEqual(run.result.verdict, 'certified');
    assert.equal(run.result.checks.length, checks.length, 'every check is accounted for');
  });

  it('says of a merchant that never answers what to look at, and gives it not one pass', async () => {
    const run = await certify(
      merchant({ command: nodeScript('fixtures/shops/null/main.ts', 'dead'), readyTimeout: '1s' }),
    );
    assert.equal(run.code, 3, run.output);
    assert.equal(run.result?.summary.pass, 0);
    assert.equal(run.result?.checks.length, checks.length, 'every check is accounted for');
  });

  it('tells of a merchant that ends at once, with its last output', async () => {
    const run = await certify(
      merchant({ command: [process.execPath, '-e', 'console.error("no database"); process.exit(7)'] }),
    );
    assert.equal(run.code, 3, run.output);
    assert.match(run.output, /The merchant ended before it was ready/);
    assert.match(run.output, /no database/);
  });

  it('names a wrong key of the configuration, and the nearest right one', async () => {
    const right = merchant({ command: 'true' });
    const run = await certify({ ...right, tempo: { setle: '1s' } });
    assert.equal(run.code, 2, run.output);
    assert.match(run.output, /tempo\.setle/);
    assert.match(run.output, /settle/);
  });

  it('refuses a merchant that claims nothing', async () => {
    const run = await certify({ ...merchant({ command: 'true' }), capabilities: [] });
    assert.equal(run.code, 2, run.output);
    assert.match(run.output, /capabilities/);
  });

  it('refuses a filter that matches nothing', async () => {
    const run = await certify(undefined, '--only', 'notification.sign.frged');
    assert.equal(run.code, 2, run.output);
    assert.match(run.output, /notification\.sign\.forged/);
  });

  it('refuses a CHROMIUM_PATH that names no program, before anything begins', async () => {
    const run = await certifyWith({ CHROMIUM_PATH: '/nowhere/chromium' }, undefined, '--only', 'checkout.*');
    assert.equal(run.code, 2, run.output);
    assert.match(run.output, /CHROMIUM_PATH is "\/nowhere\/chromium", which is no program/);
  });

  it('says once, before the checks, that no browser starts, and tries no page', async () => {
    const broken = join(work, 'broken-chromium');
    writeFileSync(broken, '#!/bin/sh\necho "libnss3.so: cannot open" >&2\nexit 127\n', { mode: 0o755 });
    const run = await certifyWith({ CHROMIUM_PATH: broken }, undefined, '--only', 'checkout.*');
    assert.equal(run.code, 3, run.output);
    assert.match(run.output, /Preflight: checkout: .*libnss3\.so.*\n {2}What to do: Install Chromium/);
    assert.equal(run.output.match(/Preflight:/g)?.length, 1, run.output);
    assert.ok(run.output.indexOf('Preflight:') < run.output.indexOf('checkout.form'), run.output);
    assert.deepEqual(new Set(run.result?.checks.map(({ outcome }) => outcome)), new Set(['setup-failed']));
  });

  it('judges a chosen check and says that the run was partial', async () => {
    const run = await certify(undefined, '--only', 'notification.sign.forged');
    assert.equal(run.code, 0, run.output);
    assert.equal(run.result?.verdict, 'partial');
    assert.deepEqual(
      run.result?.checks.map(({ id, outcome }) => [id, outcome]),
      [['notification.sign.forged', 'pass']],
    );
  });

  it('takes a token that is an ordinary word out of nothing that it compares', async () => {
    const shop = await compileShop();
    const { merchant: given, ...rest } = faultyMerchant(shop.main, [], ['invoice']);
    const token = 'example';
    const tokened = {
      ...given,
      start: { ...given.start, env: { ...given.start.env, TEST_TOKEN: token } },
      interface: { ...given.interface, token },
    };
    // The gateway sends payers on by way of https://shop.example.
    const run = await certify({ ...rest, merchant: tokened }, '--only', 'redirect.create');
    await shop.discard();
    assert.equal(run.code, 0, run.output);
  });

  it('fails a merchant that believes unsigned notifications, with a proof that its developer understands', async () => {
    const shop = await compileShop();
    const faulty = faultyMerchant(shop.main, ['na-none'], ['invoice']);
    const run = await certify(faulty, '--only', 'notification.sign.forged');
    await shop.discard();
    assert.equal(run.code, 1, run.output);
    const forged = run.result?.checks.find(({ id }) => id === 'notification.sign.forged');
    assert.equal(forged?.outcome, 'fail');
    assert.match(forged?.actual ?? '', /after a notification that must not be accepted/);
    assert.ok(forged?.proof.some(({ channel }) => channel === 'gateway'));
    assert.ok(forged?.proof.some(({ channel }) => channel === 'state'));
    assert.match(forged?.reproduce ?? '', /gatecheck certify .*--only notification\.sign\.forged --seed \d+/);
  });
});
