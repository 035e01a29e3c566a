/** What others name, send, close or fill does not steer, hang or blame anybody. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { printable } from '../../history/printable.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { judge } from '../../reports/verdict.ts';
import { defaultShop, startSimulator } from '../../simulator/index.ts';
import { resolveConfig } from '../../suite/config/index.ts';
import { failureOf } from '../../suite/drivers/transfer.ts';
import { waitUntilReady } from '../../suite/process/ready.ts';
import { allPass, catalogue, evidence } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';

const bin = resolve(import.meta.dirname, '../../cli/gatecheck.mjs');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-harmless-'));
after(() => rmSync(work, { recursive: true }));

const SIMULATE = ['simulate', '--port', '0', '--control-port', '0', '--quiet', '--json'];

/** A name that would end a line, begin a command of CI, clear a terminal, and turn the direction of what follows. */
const HOSTILE = 'Kiosk\n::error::owned\u001b[2J\u202Etxt';

test('the name of a merchant is one harmless line wherever it is told', () => {
  const config = resolveConfig(
    {
      merchant: {
        name: HOSTILE,
        version: HOSTILE,
        url: 'http://127.0.0.1:1',
        callbackUrl: 'http://127.0.0.1:1/notify',
        interface: { type: 'http', baseUrl: 'http://127.0.0.1:1/test' },
      },
      capabilities: ['invoice'],
    },
    { file: join(work, 'gatecheck.config.json'), dir: work, env: {} },
  );
  for (const text of [config.merchant.name, config.merchant.version]) {
    assert.match(text, /^Kiosk\\u\{a\}::error::owned\\u\{1b\}\[2J\\u\{202e\}txt$/);
  }
});

test('what a merchant said is one harmless command of CI', () => {
  const failed = evidence(allPass({ 'a.one': 'fail' }));
  const records = failed.records.map((record) => ({ ...record, actual: HOSTILE }));
  const lines = githubAnnotations(judge({ ...failed, records }, catalogue), catalogue);
  assert.ok(
    lines.some((line) => line.includes('owned')),
    lines.join('\n'),
  );
  for (const line of lines) {
    assert.match(line, /^::(error|warning) title=/);
    assert.equal(line, printable(line));
    assert.doesNotMatch(line, /\n/);
  }
});

test('what would turn or steer a text is shown', () => {
  assert.equal(printable('a\u202Eb\u001b[2Jc\nd'), 'a\\u202eb\\x1b[2Jc\nd');
});

test('a reader that has seen enough does not change how a certification ends', async () => {
  const out = join(work, 'out');
  const args = ['certify', '--reference', '--only', 'invoice.status.not-paid', '--no-allure', '--out', out];
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise((done) => child.once('close', done));
  assert.equal(code, 0, said);
  assert.equal(said, '');
  assert.ok(existsSync(join(out, 'result.json')));
});

test('a disk that is full is no defect of gatecheck', { skip: !existsSync('/dev/full') }, () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [bin, 'list', 'checks'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  assert.equal(status, 3, stderr);
  assert.match(stderr, /^gatecheck: the disk is full: ENOSPC.*\n {2}Make room/);
  assert.doesNotMatch(stderr, /defect|internal error/);
});

test('a journal on a full disk ends the simulator, which says so', {
  skip: !existsSync('/dev/full'),
}, async () => {
  const { code, stderr } = await gatecheck([...SIMULATE, '--journal', '/dev/full']);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /the journal "\/dev\/full" cannot be written: ENOSPC/);
});

test('the token of the control plane comes by environment or file', async () => {
  const file = join(work, 'token');
  writeFileSync(file, 'a-token-of-the-tests\n');
  for (const given of ['env:CONTROL_TOKEN', `@${file}`]) {
    const child = spawn(process.execPath, [bin, ...SIMULATE, '--control-token', given], {
      env: { ...process.env, CONTROL_TOKEN: 'a-token-of-the-tests' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout, 'data');
    const { control } = JSON.parse(String(line)) as { control: { url: string } };
    const asked = async (token: string) =>
      (await fetch(`${control.url}/shops`, { headers: { authorization: `Bearer ${token}` } })).status;
    assert.deepEqual([await asked('a-token-of-the-tests'), await asked(given)], [200, 401]);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }
});

const PLAIN = 'a-secret-of-the-tests';
const NOTHING = ['--callback-url', 'http://127.0.0.1:9/notify'];
const SQL = ['--state-sql', 'SELECT 1 AS paid FROM orders WHERE id = {shop_order_id}'];
const secretOptions: readonly (readonly string[])[] = [
  [...SIMULATE, '--shop', `5:${PLAIN}`],
  [...SIMULATE, '--shop', '5:SecretKey01', '--test-secret', `5:${PLAIN}`],
  [...SIMULATE, '--control-token', PLAIN],
  // What is public may name a shop, and opens no door.
  [...SIMULATE, '--control-token', 'SecretKey01'],
  ['trigger', 'paid', '--control-token', PLAIN],
  ['sign', 'notification', '--body', '{}', '--secret', PLAIN],
  ['verify', 'notification', '--body', '{}', '--secret', PLAIN],
  ['fuzz', 'notifications', ...NOTHING, '--order', 'orders.ndjson', '--shop', `5:${PLAIN}`],
  ['probe', ...NOTHING, '--shop', `5:${PLAIN}`],
  ['probe', ...NOTHING, '--shop', '5:env:SHOP_KEY', ...SQL, '--database', `postgres://me:${PLAIN}@db/shop`],
  [
    'probe',
    ...NOTHING,
    '--shop',
    '5:env:SHOP_KEY',
    ...SQL,
    '--database',
    `mysql://db/shop?password=${PLAIN}`,
  ],
  ['audit', 'recording.har', '--shop', `5:${PLAIN}`],
  [
    'compare',
    'recording.har',
    '--against',
    'http://127.0.0.1:9',
    '--i-may-send-to',
    '127.0.0.1:9',
    '--shop',
    `5:${PLAIN}`,
  ],
];

for (const args of secretOptions) {
  const option = args.findLast((each) => each.startsWith('--'));
  test(`${args[0]} takes no ${option} as it is, and says how it takes it`, async () => {
    const { code, stdout, stderr } = await gatecheck(args, { env: { SHOP_KEY: PLAIN } });
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`^gatecheck: ${option}: .* on the command line.*\\n {2}.*env:NAME`));
    assert.doesNotMatch(stdout + stderr, new RegExp(PLAIN));
  });
}

test('of a merchant with a certificate that nobody vouches for, merchant.caFile is named', async () => {
  const simulator = await startSimulator({
    shops: [defaultShop(5, 'a-secret-of-the-tests', 'http://127.0.0.1:9/notify')],
    tls: { caFile: join(work, 'ca.pem') },
  });
  const hint = /has a certificate that is not trusted here \(\w+\): .* in merchant\.caFile$/;
  const why = await waitUntilReady({ url: simulator.baseUrl, needsSuccess: false, timeoutMs: 400 });
  assert.match(why ?? '', hint);
  const error = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  assert.match(failureOf(error, 1000, false), hint);
  await simulator.stop();
});

test('what somebody else made among the temporary files beforehand ends nothing', async () => {
  const uid = process.getuid?.() ?? 'all';
  writeFileSync(join(work, `gatecheck-ports-${uid}`), 'not a folder');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '-e',
      "import('./suite/slots/ports.ts').then(async (m) => console.log(await m.freePort()))",
    ],
    { env: { ...process.env, TMPDIR: work }, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+\n$/);
});

test('nothing is sent to another machine without its consent', async () => {
  const url = 'https://merchant.example/notify';
  const shop = ['--shop', '5:env:SHOP_KEY'];
  const example = join(work, 'example.json');
  for (const args of [
    ['fuzz', 'notifications', '--callback-url', url, ...shop, '--order', example],
    ['probe', '--callback-url', url, ...shop],
  ]) {
    const { code, stderr } = await gatecheck(args, { env: { SHOP_KEY: 'a-secret-of-the-tests' } });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /"merchant\.example" is not this machine\.\n {2}Give --remote/);
  }
});
