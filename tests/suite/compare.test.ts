import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defaultShop, parseWire, resolveReadings, startSimulator } from '../../simulator/index.ts';
import {
  type Difference,
  differencesBetween,
  type Fidelity,
  type Values,
} from '../../suite/compare/index.ts';
import {
  harOf,
  type ObservedExchange,
  observedFolder,
  observedRecording,
} from './support/observed-recording.ts';

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

describe('values of answers', () => {
  const values: Values = {
    isCompared: (path) => path !== 'id',
    expected: (text) => text.replace('o-1', 'o-1-x'),
    shown: (_, value) => String(value),
  };
  const rows: readonly [recorded: string, found: string, ...expected: string[]][] = [
    ['{"a":299.45}', '{"a":299.45}'],
    ['{"a":299.45}', '{"a":299.450}', 'value a: 299.45, 299.450'],
    ['{"a":6.0}', '{"a":6}', 'type a: number written with zeros, number'],
    ['{"a":6.0}', '{"a":7.5}', 'value a: 6.0, 7.5'],
    ['{"a":true}', '{"a":false}', 'value a: true, false'],
    ['{"id":1}', '{"id":2}'],
    ['{"id":1}', '{"id":"2"}', 'type id: number, decimal text'],
    ['{"a":"o-1"}', '{"a":"o-1-x"}'],
    ['{"a":"o-1"}', '{"a":"o-1"}', 'value a: o-1, o-1'],
    ['{"l":[{"a":1,"b":1},{"a":2,"b":2}]}', '{"l":[{"a":2,"b":2},{"a":1,"b":3}]}', 'value l[].b: 1, 3'],
    ['{"l":["x"]}', '{"l":["y","x"]}'],
  ];
  for (const [recorded, found, ...expected] of rows) {
    it(`${recorded} and ${found}`, () => {
      const said = differencesBetween(read(recorded), read(found), values).map(
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
    const { compared, skipped }: Fidelity = JSON.parse(stdout);
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
    const { compared }: Fidelity = JSON.parse(stdout);
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
    const types = ['type', 'shape', 'code', 'value', 'order'].flatMap((kind) => ['--ignore', kind]);
    assert.equal((await compare(recording, '--preset', 'spec', ...types)).code, 0);
  });

  /** The recording with another text in its answers, as a file. */
  function changed(name: string, from: string, to: string): string {
    const file = join(dir, name);
    const has = ({ answer }: ObservedExchange): boolean => answer.includes(from);
    assert.ok(observedRecording.some(has), from);
    writeFileSync(
      file,
      harOf(observedRecording.map((each) => ({ ...each, answer: each.answer.replace(from, to) }))),
    );
    return file;
  }

  /** The differences in value that a comparison found. */
  const valuesIn = (stdout: string) => {
    const { compared }: Fidelity = JSON.parse(stdout);
    return compared.flatMap(({ operation, differences }) =>
      differences
        .filter(({ kind }) => kind === 'value')
        .map(({ path, recorded, found, why }) => [operation, path, recorded, found, why]),
    );
  };

  it('finds the one value that differs, and says that no reading explains it', async () => {
    const file = changed('refund.har', '"shop_refund":284.48', '"shop_refund":284.40');
    const { code, stdout } = await compare(file, '--json');
    assert.equal(code, 1);
    assert.deepEqual(valuesIn(stdout), [
      ['invoice/check', 'data.shop_refund', '284.40', '284.48', { kind: 'unexplained' }],
    ]);
    const { stdout: text } = await compare(file);
    assert.match(text, /^invoice\/check +0 of 1 +20 of 21 +12 of 13 /m);
    assert.match(text, /^ {2}value +data\.shop_refund: recorded 284\.40, here 284\.48 \(request 6\)$/m);
  });

  it('names the reading under which a value is alike', async () => {
    const { stdout } = await compare(observedFolder, '--preset', 'spec', '--ignore', 'order');
    assert.match(
      stdout,
      /data\.status: recorded 3, here 1 .*\n +alike with the reading payout\.initial-status=3/,
    );
    assert.match(stdout, /"profile" in the configuration: \{.*"payout\.initial-status":"3"/);
    const again = await compare(observedFolder, '--preset', 'spec', '--reading', 'payout.initial-status=3');
    assert.doesNotMatch(again.stdout, /data\.status/);
  });

  it('says what the simulator cannot know', async () => {
    const file = changed(
      'denied.har',
      '"error_code":7,"message":"Operation is not found"',
      '"error_code":15,"message":"Shop ip 192.0.2.1 denied"',
    );
    const { stdout } = await compare(file);
    assert.match(
      stdout,
      /error_code 15, here result false, error_code 7 .*\n +the simulator cannot know it: the addresses/,
    );
    assert.match(
      stdout,
      /recorded absent, here decimal text .*\n +.*cannot know it: what the payment system says/,
    );
  });

  it('takes the fee, its shares and the ids of payways from the recording', async () => {
    const file = join(dir, 'shares.har');
    const answers: readonly (readonly [string, string])[] = [
      ['"percent_part":"1.0"', '"percent_part":"0.5"'],
      ['"percent":5.0', '"percent":4.0'],
      ['"id":101', '"id":4711'],
      ['"client_price":299.45', '"client_price":305.44'],
      ['"shop_refund":284.48', '"shop_refund":293.46'],
    ];
    const replaced = (answer: string): string =>
      answers.reduce((text, [from, to]) => text.replace(from, to), answer);
    writeFileSync(file, harOf(observedRecording.map((each) => ({ ...each, answer: replaced(each.answer) }))));
    assert.deepEqual(
      valuesIn((await compare(file, '--json')).stdout).filter(([operation]) => operation !== 'invoice/try'),
      [],
    );
  });

  it('compares by form what no two gateways send alike', async () => {
    const file = join(dir, 'form.har');
    const other = (answer: string): string =>
      answer
        .replace('"session_id":"abc"', '"session_id":"another"')
        .replace('"balance":1000.5', '"balance":7.25')
        .replace('"paymethod_name":"Card"', '"paymethod_name":"Bank card"')
        .replace('"rating":100', '"rating":7')
        .replace('"updated":"2026-03-01T10:01:00"', '"updated":"2025-01-01T00:00:00"');
    writeFileSync(file, harOf(observedRecording.map((each) => ({ ...each, answer: other(each.answer) }))));
    assert.deepEqual(valuesIn((await compare(file, '--json')).stdout), []);
  });

  it('reads a folder, leaves out what is no recording, and counts all of it', async () => {
    const folder = join(dir, 'several');
    mkdirSync(join(folder, 'below'), { recursive: true });
    const known = ({ path }: ObservedExchange): boolean => path !== 'withdraw/status';
    const isShop = ({ path }: ObservedExchange): boolean => path.startsWith('shop_');
    const exchanges = observedRecording.filter(known);
    writeFileSync(join(folder, 'a.har'), harOf(exchanges.filter((each) => !isShop(each))));
    writeFileSync(join(folder, 'below', 'shops.har'), harOf(exchanges.filter(isShop)));
    writeFileSync(join(folder, 'READ\u001b[31mME.md'), 'Not a recording.');
    writeFileSync(join(folder, '.hidden'), 'Not looked at.');
    const { code, stdout, stderr } = await compare(folder, join(folder, 'a.har'));
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      new RegExp(`^${exchanges.length} of ${exchanges.length} recorded exchanges and (\\d+) of \\1 `, 'm'),
    );
    assert.match(stderr, /^Left out: .*READ\\u\{1b\}\[31mME\.md: it is no recording/m);
    assert.doesNotMatch(stderr, /hidden/);
    const { operations, score }: Fidelity = JSON.parse((await compare(folder, '--json')).stdout);
    assert.equal(score.exchanges.of, exchanges.length);
    assert.equal(
      operations.reduce((sum, { fields }) => sum + fields.of, 0),
      score.fields.of,
    );
    rmSync(join(folder, 'a.har'));
    rmSync(join(folder, 'below'), { recursive: true });
    const nothing = await compare(folder);
    assert.equal(nothing.code, 2);
    assert.match(nothing.stderr, /several cannot be read as a recording\. .*it is no recording/);
  });

  it('shows texts of others harmlessly, and no card', async () => {
    const file = changed(
      'hostile.har',
      '"Operation is not found"',
      '"\\u001b[2Jcard 4111111111111111\\u202e is not found"',
    );
    const description = changed(
      'hostile-2.har',
      '"description":"Order 1"',
      '"description":"\\u001b[2J\\u202e"',
    );
    for (const args of [[file], [file, '--json'], [description], [description, '--json']]) {
      const { stdout } = await compare(...args);
      for (const harmful of ['\u001b', '\u202e', '411111111111'])
        assert.ok(!stdout.includes(harmful), stdout);
    }
    assert.match(
      (await compare(description)).stdout,
      /data\.description: recorded "\\u001b\[2J\\u\{202e\}", here "Order 1"/,
    );
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
