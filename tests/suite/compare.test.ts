import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defaultShop, parseWire, resolveReadings, startSimulator } from '../../simulator/index.ts';
import { type Comparison, type Difference, differencesBetween } from '../../suite/compare/index.ts';
import { harOf, observedRecording } from './support/observed-recording.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'gatecheck-compare-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const recording = join(dir, 'observed.har');
writeFileSync(recording, harOf(observedRecording));

function compare(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'cli/gatecheck.mjs'), 'compare', ...args], {
    env: { ...process.env, SHOP_KEY: 'a-key-of-the-stand-only' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

const read = (text: string) => {
  const result = parseWire(Buffer.from(text));
  assert.ok(result.ok);
  return result.value;
};

describe('differences between answers', () => {
  const rows: readonly [recorded: string, found: string, ...expected: string[]][] = [
    ['{"a":1,"b":"x"}', '{"a":2,"b":"y"}'],
    ['{"a":10.5}', '{"a":6}'],
    ['{"a":6.0}', '{"a":6}', 'type a: number written with zeros, number'],
    ['{"a":6.0}', '{"a":7.5}'],
    ['{"a":1}', '{"a":"1"}', 'type a: number, decimal text'],
    ['{"a":"12"}', '{"a":"x-12"}'],
    ['{"a":true}', '{"a":"true"}', 'type a: boolean, text'],
    ['{"a":null}', '{"a":{}}', 'type a: null, object'],
    [
      '{"a":"2026-01-01T10:00:00"}',
      '{"a":"2026-01-01T10:00:00+03:00"}',
      'type a: time without zone, time with zone',
    ],
    ['{"a":"{\\"b\\":1}"}', '{"a":{"b":1}}', 'type a: JSON text, object'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', 'order : a, b, b, a'],
    ['{"a":1,"b":2}', '{"a":1}', 'shape b: number, absent'],
    ['{"a":1}', '{"a":1,"c":{}}', 'shape c: absent, object'],
    ['{"l":[{"a":1},{"a":"x"}]}', '{"l":[{"a":1}]}', 'type l[].a: text, number'],
    ['{"l":[{"b":1},{"a":1}]}', '{"l":[{"a":1},{"b":1}]}'],
    ['{"l":[]}', '{"l":[{"a":1}]}'],
  ];
  for (const [recorded, found, ...expected] of rows) {
    it(`${recorded} and ${found}`, () => {
      const said = differencesBetween(read(recorded), read(found)).map(
        ({ kind, path, recorded: then, found: now }) => `${kind} ${path}: ${then}, ${now}`,
      );
      assert.deepEqual(said, expected);
    });
  }
});

describe('gatecheck compare', { concurrency: 2 }, () => {
  /** What the simulator, told to be as observed, does not do as it was recorded. */
  const known = (operation: string, { kind, path }: Difference): boolean =>
    kind === 'shape' &&
    operation === 'withdraw/status' &&
    (path === 'data.rrn' || path === 'data.bank_transaction_id');

  it('finds the simulator as it was observed, but for what is known', async () => {
    const { code, stdout } = await compare(recording, '--json');
    const { compared, skipped }: Comparison = JSON.parse(stdout);
    assert.ok(code === 0 || code === 1, String(code));
    assert.equal(compared.length + skipped.length, observedRecording.length);
    assert.ok(compared.length >= 10, stdout);
    const unknown = compared.flatMap(({ operation, differences }) =>
      differences
        .filter((each) => !known(operation, each))
        .map((each) => `${operation} ${JSON.stringify(each)}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('knows exchange, payment method and refused sums of a stand by its recording', async () => {
    const { stdout } = await compare(recording, '--json', '--preset', 'spec');
    const { compared }: Comparison = JSON.parse(stdout);
    const codes = compared.flatMap(({ operation, differences }) =>
      differences.filter(({ kind }) => kind === 'code').map((each) => `${operation} ${each.recorded}`),
    );
    assert.deepEqual(codes, []);
    const tried = compared.find(({ operation }) => operation === 'invoice/try');
    assert.deepEqual(
      tried?.differences.map(({ kind }) => kind).filter((kind) => kind !== 'order'),
      [],
    );
  });

  it('tells where it goes by the specification instead, and ignores what it is told to', async () => {
    const { code, stdout } = await compare(recording, '--preset', 'spec', '--ignore', 'order');
    assert.equal(code, 1);
    assert.match(stdout, /is_active: recorded boolean, here text \(request 3\)/);
    assert.match(stdout, /min_amount: recorded number written with zeros, here number/);
    assert.match(stdout, /data\.account_info: recorded null, here object/);
    assert.doesNotMatch(stdout, /^ {2}order/m);
    const types = ['type', 'shape', 'code', 'order'].flatMap((kind) => ['--ignore', kind]);
    assert.equal((await compare(recording, '--preset', 'spec', ...types)).code, 0);
  });

  it('takes a recording of its own, and finds itself alike', async (t) => {
    const secret = 'a-key-of-the-stand-only';
    const journalFile = join(dir, 'own.ndjson');
    const stand = await startSimulator({
      shops: [{ ...defaultShop(5, secret), callbackUrl: 'http://127.0.0.1:9/notify' }],
      readings: resolveReadings('observed'),
      transport: 'node',
      journalFile,
    });
    t.after(() => stand.stop());
    const { host } = new URL(stand.baseUrl);
    const shop = ['--shop', '5:env:SHOP_KEY', '--against', stand.baseUrl];
    const refused = await compare(recording, ...shop);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /orders and payouts included[\s\S]*--i-may-send-to 127\.0\.0\.1:\d+/);
    const wrong = await compare(recording, ...shop, '--i-may-send-to', 'other.example');
    assert.equal(wrong.code, 2);
    const sent = await compare(recording, ...shop, '--i-may-send-to', host);
    assert.equal(sent.code, 1, sent.stderr);
    assert.match(sent.stderr, new RegExp(`^${observedRecording.length} requests go to http`));
    assert.match(sent.stdout, /error_code 1 /);
    await stand.stop();
    const again = await compare(journalFile);
    assert.equal(again.code, 0, again.stdout);
    assert.ok(!`${sent.stdout}${sent.stderr}${again.stdout}`.includes(secret));
  });

  it('says what cannot be used', async () => {
    const text = join(dir, 'text.txt');
    writeFileSync(text, 'hello');
    const masked = join(dir, 'masked.har');
    const [first] = observedRecording;
    assert.ok(first);
    writeFileSync(masked, harOf([{ ...first, request: '{"shop_id":5,"now":"***","sign":"x"}' }]));
    for (const [args, says] of [
      [[text], /is no recording that can be read/],
      [[join(dir, 'absent.har')], /cannot be read \(ENOENT\)/],
      [[masked], /masked a value that would have to be sent/],
      [[recording, '--ignore', 'colour'], /Expected one of http-status, code/],
      [[recording, '--against', 'ftp://x'], /is no http or https address/],
      [[recording, '--shop', '5:env:KEY'], /are for a stand/],
    ] as const) {
      const { code, stderr } = await compare(...args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, says);
    }
    const dead = await compare(
      recording,
      '--against',
      'http://127.0.0.1:9',
      '--i-may-send-to',
      '127.0.0.1:9',
      '--shop',
      '5:env:SHOP_KEY',
    );
    assert.equal(dead.code, 3);
    assert.match(dead.stderr, /gave no answer/);
  });
});
