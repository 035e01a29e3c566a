import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { auditSchema } from '../../../reports/audit/audit.ts';
import { bin, gatecheck, signalled } from '../support/cli.ts';
import { harOf } from '../support/wire-calls.ts';
import { create, elsewhere, KEY, paidOrder } from './talk.ts';

const dir = mkdtempSync(join(tmpdir(), 'recordings-test-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer): string => {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
};

const har = harOf([...paidOrder(), elsewhere]);
const env = { SHOP_KEY: KEY };

test('a HAR is told by what it holds, and judged with the key that is named', async () => {
  const out = join(dir, 'out');
  const right = await gatecheck(['audit', file('day.txt', har), '--shop', '5:env:SHOP_KEY', '--out', out], {
    env,
  });
  assert.equal(right.code, 0, right.stderr);
  assert.match(
    right.stdout,
    /^T0 traffic: .*\nAudit of .*day\.txt\n {2}\d+ events .*HAR \(WebInspector 537\.36\)/,
  );
  assert.match(right.stdout, /✓ .*law\.signed-and-secret \(2\)/);
  assert.equal(
    auditSchema.parse(JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8'))).tier,
    'T0 traffic',
  );
  assert.match(readFileSync(join(out, 'audit.html'), 'utf8'), /T0 traffic/);

  const pretty = JSON.stringify(JSON.parse(har), null, 2);
  const json = await gatecheck(['audit', file('pretty.har', `\uFEFF${pretty}`), '--json']);
  assert.equal(json.code, 0, json.stderr);
  const [recording] = auditSchema.parse(JSON.parse(json.stdout)).recordings;
  assert.match(recording?.unseen.join('\n') ?? '', /Give it with --shop/);

  const wrong = harOf([...paidOrder(), create(9, { shop_order_id: 'x' }, 100, { key: 'other' })]);
  const broken = await gatecheck(['audit', file('wrong.har', wrong), '--shop', '5:env:SHOP_KEY'], { env });
  assert.equal(broken.code, 1, broken.stderr);
  assert.match(broken.stdout, /✗ law\.signed-and-secret/);
  assert.ok(!broken.stdout.includes(KEY) && !broken.stderr.includes(KEY));
});

const huge = file('huge.har', '{"log":{"entries":[');
truncateSync(huge, 2 ** 31 + 5);

for (const [says, path, args, message] of [
  ['nothing', file('empty.har', ''), [], /is empty/],
  ['gzip', file('day.har.gz', gzipSync(har)), [], /compressed \(gzip\): unpack it first/],
  ['a ZIP archive', file('day.saz', Buffer.from('504b0304140000', 'hex')), [], /export it as HAR/],
  ['UTF-16', file('day-utf16.har', Buffer.from(`\uFEFF${har}`, 'utf16le')), [], /save it as UTF-8/],
  [
    'something else',
    file('day.pcap', Buffer.from('d4c3b2a1020004000000', 'hex')),
    [],
    /no recording that can be read/,
  ],
  ['a HAR that was cut', file('cut.har', har.slice(0, -400)), [], /cut off after \d+ bytes/],
  ['a HAR that is no JSON', file('odd.har', har.replace('"entries":', '"entries";')), [], /it is not JSON/],
  ['a HAR of 2 GB', huge, [], /longer than 256 MiB/],
  [
    'a HAR of other traffic',
    file('other.har', harOf([elsewhere])),
    [],
    /1 calls, none of them to the gateway/,
  ],
  ['a HAR, read as a history', file('as.har', har), ['--format', 'history'], /Line 1: kind is missing/],
  [
    'a history, read as a HAR',
    file('as.ndjson', '{"seq":1}\n'),
    ['--format', 'har'],
    /no list "log\.entries"/,
  ],
  [
    'a wrong address',
    file('address.har', har),
    ['--gateway', 'gateway.example'],
    /--gateway: "gateway\.example"/,
  ],
  ['a wrong format', file('format.har', har), ['--format', 'pcap'], /pcap/],
] as const) {
  test(`a file that holds ${says} gets one clear line and exit code 2`, async () => {
    const run = await gatecheck(['audit', path, ...args]);
    assert.equal(run.code, 2, run.stdout + run.stderr);
    assert.match(run.stderr, message);
    assert.equal(run.stdout, '');
    assert.ok(run.stderr.trim().split('\n').length <= 2, run.stderr);
  });
}

/** A named pipe. */
function pipe(name: string): string {
  const path = join(dir, name);
  execFileSync('mkfifo', [path]);
  return path;
}

test('a named pipe is judged as a file is', async () => {
  const path = pipe('day.pipe');
  const [run] = await Promise.all([
    gatecheck(['audit', path, '--out', join(dir, 'of-pipe')]),
    writeFile(path, har),
  ]);
  assert.equal(run.code, 0, run.stdout + run.stderr);
  assert.match(run.stdout, /HAR \(WebInspector 537\.36\)/);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`a named pipe that never ends is left at ${signal}, with ${code}`, { timeout: 30_000 }, async (t) => {
    const path = pipe(`${signal}.pipe`);
    const child = spawn(process.execPath, [bin, 'audit', path], { stdio: 'ignore' });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'close');
    // Opened when the command reads.
    const writer = await open(path, 'w');
    child.kill(signal);
    assert.deepEqual(await ended, [code, null]);
    await writer.close();
  });

  test(`a standard input that never ends is left at ${signal}, with ${code}`, async () => {
    assert.equal(await signalled(['audit', '/dev/stdin'], signal), code);
  });
}
