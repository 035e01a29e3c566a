import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { type Under, underSchema } from '../../../reports/under/under.ts';
import { compileShop } from '../strength/compile-shop.ts';
import { type CliRun, gatecheck } from '../support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'under-test-'));
const e2e = resolve(import.meta.dirname, 'e2e.mjs');
let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(async () => {
  await shop.discard();
  rmSync(dir, { recursive: true, force: true });
});

const PAID = 'a paid order is credited once';
const DECLINED = 'a declined order stays unpaid';
const PAYOUT = 'a payout is made once';

interface Setting {
  readonly fault?: string;
  readonly tests?: readonly string[];
  readonly mode?: 'hang' | 'red' | 'late';
  /** Whether a JUnit file tells of single tests. */
  readonly junit?: boolean;
  readonly under?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
}

let runs = 0;

function prepared({ fault, tests, mode, junit = true, under = {} }: Setting): {
  config: string;
  out: string;
} {
  runs += 1;
  const [config, out, results] = ['config.json', 'out', 'results.xml'].map((name) =>
    join(dir, `${runs}-${name}`),
  );
  const start = {
    command: [process.execPath, shop.main],
    env: {
      PORT: '{port}',
      PAY_URL: '{gateway.baseUrl}',
      SHOP_ID: '{shop.id}',
      SHOP_KEY: '{shop.secret}',
      SELF: '{merchant.url}',
      DB: '{slot.dir}/shop.db',
      LOG: '{slot.dir}/shop.log',
      TEST_TOKEN: 'reference-test-interface',
      READ_TIMEOUT_MS: '500',
      ...(fault === undefined ? {} : { SHOP_FAULT: fault }),
    },
    ready: '/health',
  };
  const env = {
    SHOP_URL: '{merchant.url}',
    ...(junit ? { RESULTS: results } : {}),
    ...(tests === undefined ? {} : { TESTS: tests.join('|') }),
    ...(mode === undefined ? {} : { MODE: mode }),
  };
  writeFileSync(
    config ?? '',
    JSON.stringify({
      merchant: { start, callbackUrl: '{merchant.url}/payments/notify' },
      tempo: { settle: '300ms', readTimeout: '500ms' },
      under: { env, ...(junit ? { results } : {}), ...under },
    }),
  );
  return { config: config ?? '', out: out ?? '' };
}

async function run(
  setting: Setting,
): Promise<CliRun & { readonly under: Under | undefined; readonly out: string }> {
  const { config, out } = prepared(setting);
  const { args = [], command = [process.execPath, e2e] } = setting;
  const ended = await gatecheck([
    'under',
    '--config',
    config,
    '--seed',
    '5',
    '--out',
    out,
    ...args,
    '--',
    ...command,
  ]);
  const file = join(out, 'under.json');
  const under = existsSync(file) ? underSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  return { ...ended, under, out };
}

const only = (...ids: readonly string[]): readonly string[] => ids.flatMap((id) => ['--only-mischief', id]);

test('the tests of a right shop stay green under all of it', async () => {
  const { code, stdout, stderr, under, out } = await run({});
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^T0 traffic: /m);
  assert.match(stdout, /^Nothing found: 3 tests under 16 of 16 kinds of mischief$/m);
  assert.match(
    stdout,
    /A forged notification whose effect neither your tests nor the traffic show proves nothing/,
  );
  assert.deepEqual(
    under?.mischief.map(({ outcome }) => outcome),
    under?.mischief.map(() => 'harmless'),
  );
  const page = readFileSync(join(out, 'under.html'), 'utf8');
  assert.match(page, /T0 traffic/);
});

test('a shop that credits each of several notifications at once: which test, by what, and how to see it again', async () => {
  const { code, stdout, under } = await run({
    fault: 'cc-parallel-dup',
    tests: [PAID],
    args: only('notification.varied', 'notification.parallel'),
  });
  assert.equal(code, 1, stdout);
  const [finding] = under?.findings ?? [];
  assert.equal(finding?.kind, 'confirmed');
  assert.deepEqual(finding.mischief, ['notification.parallel']);
  assert.deepEqual(
    finding.tests.map(({ name }) => name),
    [`shop › ${PAID}`],
  );
  assert.match(finding.tests[0]?.message ?? '', /4 !== 1/);
  assert.match(finding.reproduce, /--only-mischief notification\.parallel --seed 5 -- /);
  assert.ok(finding.story.some(({ text }) => text.includes('bit: duplicate')));
});

test('a shop that believes what is not signed, by the exit code alone', async () => {
  const { code, stdout, under } = await run({
    fault: 'na-presence',
    tests: [DECLINED],
    junit: false,
    args: only('forged.unsigned'),
  });
  assert.equal(code, 1, stdout);
  const [finding] = under?.findings ?? [];
  assert.equal(finding?.kind, 'confirmed');
  assert.deepEqual(finding.mischief, ['forged.unsigned']);
  assert.deepEqual(
    finding.tests.map(({ name }) => name),
    ['the whole command'],
  );
  assert.match(finding.tests[0]?.message ?? '', /exit code 1\nred: a declined order stays unpaid/);
});

test('a shop that pays out twice after a read timeout, whose tests see nothing', async () => {
  const { code, stdout, under } = await run({
    fault: 'po-timeout-new-id',
    tests: [PAYOUT],
    args: only('payout.unanswered'),
  });
  assert.equal(code, 1, stdout);
  const [finding] = under?.findings ?? [];
  assert.equal(finding?.kind, 'books');
  assert.deepEqual(finding.surplus, [{ of: 'payouts', politely: 1, now: 2 }]);
});

test('a payer that pays by itself needs no page', async () => {
  const { code, stdout } = await run({
    tests: [DECLINED],
    mode: 'late',
    under: { payer: 'pays', payerDelay: '1ms' },
    args: only('notification.doubled'),
  });
  // The test declines, and somebody has paid: the configuration is not one for these tests.
  assert.equal(code, 3, stdout);
  assert.match(stdout, /^Inconclusive: none of your tests is green without any mischief$/m);
});

const unusable: readonly (readonly [string, Setting, number, RegExp])[] = [
  [
    'tests that are red politely decide nothing',
    { mode: 'red', tests: [PAID], junit: false },
    3,
    /Your tests are red without any mischief \(exit code 1\)/,
  ],
  [
    'tests that hang are ended',
    { mode: 'hang', junit: false, under: { timeout: '1s' } },
    3,
    /red without any mischief \(no end within 1000 ms\)/,
  ],
  [
    'there is no such command',
    { command: ['no-such-runner', 'test'] },
    2,
    /The command cannot be started: spawn no-such-runner ENOENT\.\n {2}Is "no-such-runner" the name of a program\?/,
  ],
  [
    'the file of results is not written',
    { tests: [PAID], under: { results: 'not-there.xml' } },
    2,
    /under\.results: found "not-there\.xml", but the command wrote no such file/,
  ],
  [
    'mischief that there is not',
    { args: only('notification.paralel') },
    2,
    /--only-mischief notification\.paralel is unknown\.\n {2}Did you mean notification\.parallel\?/,
  ],
  [
    'a variable that there is not',
    { under: { env: { SHOP: '{shop.url}' } } },
    2,
    /under\.env\.SHOP: \{shop\.url\} is not a template variable/,
  ],
];

for (const [says, setting, expected, words] of unusable) {
  test(says, async () => {
    const { code, stdout, stderr } = await run(setting);
    assert.equal(code, expected, stdout + stderr);
    assert.match(stdout + stderr, words);
  });
}

test('Ctrl-C ends the tests and the shop with them', async () => {
  const { config, out } = prepared({ mode: 'hang', junit: false });
  const bin = resolve('cli/gatecheck.mjs');
  const marker = join(dir, 'began');
  const tests = ['sh', '-c', `touch ${marker}; exec ${process.execPath} ${e2e}`];
  const child = spawn(process.execPath, [bin, 'under', '--config', config, '--out', out, '--', ...tests]);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const poll = setInterval(() => {
    if (!existsSync(marker)) return;
    clearInterval(poll);
    child.kill('SIGINT');
  }, 20);
  const code = await new Promise((done) => child.once('close', done));
  clearInterval(poll);
  assert.equal(code, 130);
  assert.match(said, /Interrupted: nothing is judged\./);
});
