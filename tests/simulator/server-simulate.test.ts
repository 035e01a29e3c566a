import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { selfSigned } from '../support/certificates.ts';
import { plainInvoice, secret, signedBody, startReceiver } from './server-support.ts';

const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-simulate-'));
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Run {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Resolves with the first line of output. */
  firstLine: Promise<string>;
}

function simulate(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [command, 'simulate', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let stdout = '';
  let stderr = '';
  let sawLine: (line: string) => void = () => undefined;
  const firstLine = new Promise<string>((resolve) => {
    sawLine = resolve;
  });
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
    if (stdout.includes('\n')) sawLine(stdout.slice(0, stdout.indexOf('\n')));
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => {
      children.delete(child);
      sawLine('');
      resolve({ code, signal });
    });
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended, firstLine };
}

interface Ready {
  ready: boolean;
  gateway: { baseUrl: string; testBaseUrl: string };
  control: { url: string; openapi: string; console: string };
  seed: number;
  shops: number[];
}

const free = ['--port', '0', '--control-port', '0', '--json', '--quiet', '--transport', 'node'];

async function readyOf(run: Run): Promise<Ready> {
  const line = await run.firstLine;
  if (line === '') throw new Error(`it did not start: ${run.stderr()}`);
  return JSON.parse(line) as Ready;
}

async function post(
  url: string,
  body: string,
): Promise<{ result: boolean; error_code: number; data: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await response.json()) as { result: boolean; error_code: number; data: Record<string, unknown> };
}

test('one line of JSON when ready, then work, then 0 at SIGTERM and at SIGINT', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const run = simulate([...free, '--seed', '42']);
    const ready = await readyOf(run);
    assert.deepEqual([ready.ready, ready.seed, ready.shops], [true, 42, [5]]);
    const created = await post(
      `${ready.gateway.baseUrl}/invoice/create`,
      signedBody('invoice/create', plainInvoice),
    );
    assert.equal(created.result, true);
    assert.equal((await fetch(ready.control.openapi)).status, 200);
    assert.equal((await fetch(ready.control.console)).status, 200);
    run.child.kill(signal);
    assert.deepEqual(await run.ended, { code: 0, signal: null }, run.stderr());
    assert.equal(run.stdout().trimEnd().split('\n').length, 1);
    assert.equal(run.stderr(), '');
  }
});

test('people read the addresses, the shops, the seed and a first request; no secret of theirs', async () => {
  const run = simulate(
    [
      '--port',
      '0',
      '--control-port',
      '0',
      '--shop',
      '9:env:SHOP_KEY',
      '--callback-url',
      '9=http://127.0.0.1:1/n',
    ],
    {
      SHOP_KEY: 'a-very-private-key',
    },
  );
  await run.firstLine;
  run.child.kill('SIGTERM');
  assert.equal((await run.ended).code, 0);
  const text = run.stdout();
  for (const part of [
    /\/gateway\/v1/,
    /shop 9/,
    /environment variable SHOP_KEY/,
    /127\.0\.0\.1:1\/n/,
    /seed +\d+/,
    /curl -s http:\S+\/invoice\/create .*"sign":"[0-9a-f]{64}"/,
  ]) {
    assert.match(text, part);
  }
  assert.equal(text.includes('a-very-private-key'), false);
});

/** Runs a program to its end, whatever its exit code is. */
const output = (
  program: string,
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

/** Resolves when the output has this. */
async function saw(run: Run, pattern: RegExp): Promise<void> {
  while (!pattern.test(run.stdout())) {
    if (run.child.exitCode !== null) throw new Error(`it ended: ${run.stdout()}${run.stderr()}`);
    await once(run.child.stdout ?? run.child, 'data');
  }
}

test('it says what happens: the pasted request, what was triggered, the notification and the reply', async () => {
  const receiver = await startReceiver();
  const run = simulate(
    ['--port', '0', '--control-port', '0', '--transport', 'node', '--callback-url', receiver.url],
    {
      NO_COLOR: '1',
    },
  );
  await saw(run, /Ctrl-C ends it/);
  const request = /curl .*/.exec(run.stdout())?.[0] ?? '';
  assert.equal(JSON.parse((await output('bash', ['-c', request])).stdout).result, true);
  await saw(run, /→ invoice\/create order-\w+ 100\.00 RUB by card_rub: accepted as invoice \d+/);
  const control = /console +(\S+)/.exec(run.stdout())?.[1] ?? '';
  const trigger = (...args: string[]) =>
    output(process.execPath, [command, 'trigger', ...args, '--control', control]);
  assert.match(
    (await trigger('refunded')).stderr,
    /the simulator has no open refund\.\s+The shop asks for one by invoice\/create-refund\./,
  );
  assert.match(
    (await trigger('paid', 'nope')).stderr,
    /the simulator has no invoice "nope"\.\s+The shop makes one by invoice\/create\. The newest: order-\w+\./,
  );
  assert.match((await trigger('payd')).stderr, /there is no event "payd"\. Did you mean paid\?/);
  const paid = await trigger('paid');
  assert.equal(paid.code, 0);
  assert.match(
    paid.stdout,
    /^invoice \d+ \(order-\w+\): status 4 \(payment successful\)\. The shop replied HTTP 200 "OK"\./,
  );
  await saw(
    run,
    /← invoice notification about order-\w+, 4 \(payment successful\), attempt 1 of 25, to \S+: OK/,
  );
  assert.match((await trigger('paid')).stderr, /the simulator has no open invoice/);
  // A script must not go on as if a shop that is down had been told.
  await receiver.close();
  const untold = await trigger('repeated');
  assert.deepEqual([untold.code, /The shop gave no reply \(refused\)/.test(untold.stdout)], [1, true]);
  run.child.kill('SIGTERM');
  assert.equal((await run.ended).code, 0);
});

test('with --json each line is JSON, and whoever reads no further does not end the gateway', async () => {
  const run = simulate([...free.filter((option) => option !== '--quiet')]);
  const ready = await readyOf(run);
  const ask = (order: string) =>
    post(
      `${ready.gateway.baseUrl}/invoice/create`,
      signedBody('invoice/create', { ...plainInvoice, shop_order_id: order }),
    );
  await ask('told');
  await saw(run, /told/);
  const line = run.stdout().trimEnd().split('\n').at(-1) ?? '';
  const { kind, ok } = JSON.parse(line);
  assert.deepEqual([kind, ok], ['request', true]);
  run.child.stdout?.destroy();
  for (const order of ['unheard-1', 'unheard-2', 'unheard-3']) assert.equal((await ask(order)).result, true);
  run.child.kill('SIGTERM');
  assert.equal((await run.ended).code, 0);
});

test('what was acknowledged before kill -9 is there after a restart from the store', async () => {
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => response.writeHead(500).end();
  const journal = join(folder, 'killed.ndjson');
  const store = join(folder, 'killed.gatecheck');
  const args = [
    ...free,
    '--virtual-clock',
    '--store',
    store,
    '--journal',
    journal,
    '--callback-url',
    receiver.url,
  ];
  const first = simulate(args);
  const before = await readyOf(first);
  const acknowledged = new Map<string, number>();
  let sent = 0;
  const senders = Array.from({ length: 8 }, async () => {
    for (;;) {
      const orderId = `order-${++sent}`;
      try {
        const answer = await post(
          `${before.gateway.baseUrl}/invoice/create`,
          signedBody('invoice/create', { ...plainInvoice, shop_order_id: orderId }),
        );
        acknowledged.set(orderId, Number(answer.data.id));
      } catch {
        return;
      }
      // The kill comes in the midst of requests.
      if (acknowledged.size === 200) {
        const [, paymentId] = [...acknowledged][0] ?? [];
        await fetch(`${before.control.url}/invoices/${paymentId}/payer`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"action":"pay"}',
        }).catch(() => undefined);
        first.child.kill('SIGKILL');
      }
    }
  });
  await Promise.all(senders);
  assert.equal((await first.ended).signal, 'SIGKILL');
  assert.equal(acknowledged.size >= 200, true);

  const second = simulate(args);
  const again = await readyOf(second);
  for (const [orderId, paymentId] of acknowledged) {
    const checked = await post(
      `${again.gateway.baseUrl}/invoice/check`,
      signedBody('invoice/check', { shop_order_id: orderId, now: '2026-03-01T12:00:00+03:00' }),
    );
    assert.equal(checked.data?.payment_id, paymentId, orderId);
  }
  const [[firstOrder, firstPaid] = ['', 0]] = acknowledged;
  const paid = (await (await fetch(`${again.control.url}/invoices/${firstPaid}`)).json()) as {
    status: number;
  };
  assert.equal(paid.status, 4, firstOrder);
  const repeated = await post(
    `${again.gateway.baseUrl}/invoice/create`,
    signedBody('invoice/create', { ...plainInvoice, shop_order_id: firstOrder, amount: '7.00' }),
  );
  assert.equal(repeated.result, false);
  // The attempts that were still to come go on.
  await fetch(`${again.control.url}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"byMs":172800000}',
  });
  assert.equal(receiver.seen.length >= 25, true, `${receiver.seen.length} attempts`);
  second.child.kill('SIGTERM');
  await second.ended;
  const numbers = readFileSync(journal, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  assert.deepEqual(
    numbers,
    Array.from({ length: numbers.length }, (_, index) => index + 1),
  );
  assert.equal(readFileSync(journal, 'utf8').includes(secret), false);
  await receiver.close();
});

const badFaults = join(folder, 'faults.json');
writeFileSync(
  badFaults,
  '[{"where":{},"effect":{"kind":"delay","delayMs":1}},{"where":{},"effect":{"kind":"delay","delayMs":"soon"}}]',
);
const notJson = join(folder, 'not.json');
writeFileSync(notJson, '[{');

const mistakes: { args: string[]; says: RegExp }[] = [
  { args: ['--port', '70000'], says: /--port.*70000/ },
  { args: ['--port', 'x'], says: /--port/ },
  { args: ['--rate', '0'], says: /--rate/ },
  { args: ['--rate', '2', '--virtual-clock'], says: /--virtual-clock and --rate/ },
  { args: ['--shop', '5'], says: /--shop: there is no ":"/ },
  { args: ['--shop', '5:env:NO_SUCH_VARIABLE'], says: /NO_SUCH_VARIABLE is not set/ },
  { args: ['--shop', '5:SecretKey01', '--shop', '5:SecretKey01'], says: /shop 5 is given twice/ },
  { args: ['--callback-url', '6=http://127.0.0.1/'], says: /--callback-url: there is no shop 6/ },
  { args: ['--callback-url', 'nowhere'], says: /"nowhere" is not an http or https address/ },
  { args: ['--reading', 'no.such=x'], says: /--reading:.*no\.such/ },
  { args: ['--reading', 'hold.id'], says: /"hold\.id" is not ID=VALUE/ },
  {
    args: ['--faults', join(folder, 'absent.json')],
    says: /absent\.json" cannot be read: there is no such file/,
  },
  { args: ['--faults', notJson], says: /not\.json" is not valid JSON/ },
  { args: ['--faults', badFaults], says: /faults\.json"\[1\]\.effect\.delayMs: .*found "soon"/ },
  { args: ['--transport', 'carrier-pigeon'], says: /--transport/ },
  { args: ['--host', '203.0.113.7', '--transport', 'node'], says: /203\.0\.113\.7.*no such address/ },
  { args: ['--journal', join(folder, 'no', 'where.ndjson')], says: /where\.ndjson" cannot be written/ },
];
for (const { args, says } of mistakes) {
  test(`simulate ${args.join(' ').replaceAll(folder, '…')} ends with 2 and says why`, async () => {
    const run = simulate(['--port', '0', '--control-port', '0', ...args]);
    assert.equal((await run.ended).code, 2, run.stderr());
    assert.match(run.stderr(), says);
    assert.match(run.stderr().split('\n')[0] ?? '', /^gatecheck: /);
    assert.equal(run.stdout(), '');
  });
}

test('a busy port is named, with the option that chooses it', async () => {
  const first = simulate(free);
  const ready = await readyOf(first);
  for (const [option, url] of [
    ['--port', ready.gateway.baseUrl],
    ['--control-port', ready.control.url],
  ] as const) {
    for (const transport of option === '--port' ? ['node', 'mockttp'] : ['node']) {
      const other = simulate([...free, '--transport', transport, option, new URL(url).port]);
      assert.equal((await other.ended).code, 2, other.stderr());
      assert.match(other.stderr(), new RegExp(`${option}: 127\\.0\\.0\\.1:${new URL(url).port} is in use`));
    }
  }
  first.child.kill('SIGTERM');
  await first.ended;
});

test('--variation changes the members of answers, and nothing else does', async () => {
  const run = simulate([...free, '--variation', '--seed', '1']);
  try {
    const { gateway } = await readyOf(run);
    const members = new Set<string>();
    for (let turn = 0; turn < 20; turn += 1) {
      const order = { ...plainInvoice, shop_order_id: `v-${turn}` };
      const answer = await post(`${gateway.baseUrl}/invoice/create`, signedBody('invoice/create', order));
      members.add(`${Object.keys(answer)} ${Object.keys(answer.data)}`);
    }
    assert.ok(members.size > 1);
    assert.ok([...members].some((each) => each.includes('new_field')));
  } finally {
    run.child.kill('SIGTERM');
    await run.ended;
  }
});

test('as a stand is: notifications come from the given senders in turn, to a receiver of https that is vouched for, and nothing varies', async () => {
  const { key, cert } = await selfSigned('localhost');
  const authority = join(folder, 'receiver.pem');
  writeFileSync(authority, cert);
  const from = new Set<string>();
  const receiver = createServer({ key, cert }, (request, response) => {
    from.add(request.socket.remoteAddress ?? '');
    request.resume().on('end', () => response.end('OK'));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const senders = ['127.0.0.2', '127.0.0.3'];
  const run = simulate([
    ...free,
    ...senders.flatMap((address) => ['--sender', address]),
    ...['--callback-ca', authority],
    ...['--callback-url', `https://localhost:${(receiver.address() as AddressInfo).port}/n`],
  ]);
  try {
    const { gateway, control } = await readyOf(run);
    const members = new Set<string>();
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await post(
        `${gateway.baseUrl}/invoice/create`,
        signedBody('invoice/create', { ...plainInvoice, shop_order_id: `s-${turn}` }),
      );
      members.add(`${Object.keys(answer)} ${Object.keys(answer.data)}`);
      await post(`${control.url}/invoices/${Number(answer.data.id)}/payer`, '{"action":"pay"}');
    }
    assert.deepEqual([...members], ['result,message,error_code,data data,id,method,url']);
    while (from.size < senders.length) await once(receiver, 'request');
    assert.deepEqual([...from].toSorted(), senders);
  } finally {
    run.child.kill('SIGTERM');
    await run.ended;
    receiver.closeAllConnections();
    receiver.close();
  }
});

test('a store with a flipped top bit in any stored text ends with exit code 2 and says what to do', async () => {
  const store = join(folder, 'flipped.gatecheck');
  const args = [...free, '--store', store];
  const first = simulate(args);
  const { gateway } = await readyOf(first);
  const invoice = { ...plainInvoice, description: 'Книга о платежах' };
  await post(`${gateway.baseUrl}/invoice/create`, signedBody('invoice/create', invoice));
  first.child.kill('SIGTERM');
  await first.ended;
  const database = new Database(store);
  const texts = ['select data from names', 'select data from things', 'select value from meta'].flatMap(
    (query) => (database.prepare(query).raw().all() as [string][]).map(([text]) => text),
  );
  database.close();
  assert.ok(texts.length > 5, String(texts.length));
  const whole = readFileSync(store);
  const beginnings = texts.map((text) => ({ text, at: whole.indexOf(text) })).filter(({ at }) => at > 0);
  assert.ok(beginnings.length > 5, String(beginnings.length));
  for (const { text, at } of beginnings) {
    const bytes = Buffer.from(whole);
    const middle = at + Math.floor(Buffer.byteLength(text) / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x80;
    writeFileSync(store, bytes);
    const run = simulate(args);
    assert.deepEqual(await run.ended, { code: 2, signal: null }, text);
    assert.match(
      run.stderr(),
      /^gatecheck: the store ".*" (is damaged: .* Put back a copy|belongs to shop .* choose another)/,
      text,
    );
  }
});
