import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  OutputLog,
  ProcessGroup,
  runCommand,
  SetupError,
  supervisedProcess,
  waitUntilReady,
} from '../../suite/process/index.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gatecheck-process-'));
});
after(() => rm(dir, { recursive: true }));

/** Whether a process runs; one that ended and that nobody has collected yet does not. */
const alive = (pid: number): boolean => {
  const stat = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return stat !== '' && !stat.startsWith('Z');
};

async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + 10_000;
  while (!(await condition())) {
    assert.ok(performance.now() < until, `${what} did not happen`);
    await sleep(5);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

let logs = 0;
const secret = 'canary-secret-0123456789';

async function supervised(script: string, more: { readyTimeoutMs?: number; limitBytes?: number } = {}) {
  const port = await freePort();
  logs += 1;
  const file = join(dir, `merchant-${logs}.log`);
  const output = new OutputLog({
    file,
    secrets: [secret],
    ...(more.limitBytes === undefined ? {} : { limitBytes: more.limitBytes }),
  });
  const events: string[] = [];
  const merchant = supervisedProcess({
    command: [process.execPath, '-e', script],
    cwd: dir,
    env: { PORT: String(port), KEY: secret },
    parentEnv: { ...process.env, GATECHECK_PRIVATE: 'not inherited' },
    ca: undefined,
    ready: {
      url: `http://127.0.0.1:${port}/health`,
      needsSuccess: true,
      timeoutMs: more.readyTimeoutMs ?? 10_000,
    },
    output,
    onLife: ({ action, detail }) => events.push(`${action} ${detail}`.trim()),
  });
  return { merchant, port, file, output, events };
}

const server = `require('node:http').createServer((q, r) => r.end(JSON.stringify({ pid: process.pid, env: process.env }))).listen(process.env.PORT, '127.0.0.1');`;

const ask = async (port: number): Promise<{ pid: number; env: Record<string, string> }> =>
  JSON.parse(await (await fetch(`http://127.0.0.1:${port}/`)).text());

test('starts, kills and starts again with its own environment', async () => {
  const { merchant, port, events, output } = await supervised(server);
  await merchant.start();
  const first = await ask(port);
  assert.equal(first.env.KEY, secret);
  assert.equal(first.env.PATH, process.env.PATH);
  assert.equal(first.env.GATECHECK_PRIVATE, undefined);
  await merchant.kill();
  assert.equal(await merchant.running(), false);
  assert.equal(alive(first.pid), false);
  await assert.rejects(ask(port));
  await merchant.restart({ TZ: 'Asia/Tokyo' });
  const second = await ask(port);
  assert.equal(second.env.TZ, 'Asia/Tokyo');
  assert.notEqual(second.pid, first.pid);
  await merchant.restart();
  assert.equal((await ask(port)).env.TZ, process.env.TZ);
  await merchant.stop();
  await output.close();
  assert.deepEqual(events, [
    'start',
    'ready',
    'kill SIGKILL',
    'start TZ=Asia/Tokyo',
    'ready',
    'kill SIGKILL',
    'start',
    'ready',
  ]);
});

test('kill takes a merchant that ignores SIGTERM and the children it forked', async () => {
  const { merchant, port, output } = await supervised(`
    process.on('SIGTERM', () => {});
    const child = require('node:child_process').spawn('/bin/sh', ['-c', 'trap "" TERM; sleep 600 & echo child $!; wait'], { stdio: ['ignore', 'inherit', 'inherit'] });
    ${server}`);
  await merchant.start();
  const { pid } = await ask(port);
  await eventually('the child prints its pid', async () => /child \d+/.test(await merchant.tail()));
  const child = Number(/child (\d+)/.exec(await merchant.tail())?.[1]);
  assert.ok(alive(child));
  await merchant.kill();
  assert.equal(alive(pid), false);
  await eventually('the grandchild ends', () => !alive(child));
  await output.close();
});

/** Leaves a daemon behind: in a session of its own, and no child of anybody. */
const daemon = `require('node:child_process').execFileSync('setsid', ['/bin/sh', '-c', 'trap "" TERM; sleep 600 & echo daemon $!'], { stdio: ['ignore', 'inherit', 'inherit'] });`;
const daemonOf = (text: string): number => Number(/daemon (\d+)/.exec(text)?.[1]);

for (const [when, script, end] of [
  ['is stopped', `${daemon}${server}`, async (merchant) => merchant.stop()],
  [
    'is killed and then stopped',
    `${daemon}${server}`,
    async (merchant) => {
      await merchant.kill();
      await merchant.stop();
    },
  ],
] as [string, string, (merchant: ReturnType<typeof supervisedProcess>) => Promise<void>][]) {
  test(`no daemon of a merchant that ${when} stays`, { skip: process.platform !== 'linux' }, async () => {
    const { merchant, output } = await supervised(script);
    await merchant.start();
    await eventually('the daemon says its pid', async () => daemonOf(await merchant.tail()) > 0);
    const pid = daemonOf(await merchant.tail());
    assert.ok(alive(pid));
    await end(merchant);
    assert.equal(alive(pid), false);
    await output.close();
  });
}

test('no daemon of a merchant that ends too early stays', {
  skip: process.platform !== 'linux',
}, async () => {
  const { merchant, output } = await supervised(daemon);
  await assert.rejects(merchant.start(), /ended before it was ready/);
  assert.equal(alive(daemonOf(output.tail())), false);
  await output.close();
});

test('stop is patient for two seconds, then kills', async () => {
  const { merchant, port, output } = await supervised(`process.on('SIGTERM', () => {});${server}`);
  await merchant.start();
  const { pid } = await ask(port);
  const begun = performance.now();
  await merchant.stop();
  assert.ok(performance.now() - begun >= 1900);
  assert.equal(alive(pid), false);
  await output.close();
});

test('a merchant that floods its output is limited and goes on', async () => {
  const { merchant, port, file, output } = await supervised(
    `${server} const line = 'x'.repeat(999) + '\\n'; for (let i = 0; i < 2000; i += 1) process.stdout.write(line); console.log('end of flood');`,
    { limitBytes: 100_000 },
  );
  await merchant.start();
  await eventually('the flood ends', async () => (await merchant.tail()).includes('end of flood'));
  await ask(port);
  await merchant.kill();
  await output.close();
  const kept = await readFile(file, 'utf8');
  assert.ok(kept.length < 101_000, String(kept.length));
  assert.match(kept, /\[output beyond 100000 bytes is dropped\]/);
});

test('quotes the last output of a merchant that dies early, without its secret', async () => {
  const { merchant, output, events } = await supervised(
    `console.error('cannot open the database with key ' + process.env.KEY); process.exit(3);`,
  );
  await assert.rejects(merchant.start(), (error: unknown) => {
    assert.ok(error instanceof SetupError);
    assert.match(error.message, /ended before it was ready: exit code 3/);
    assert.match(error.message, /cannot open the database with key <SECRET>/);
    assert.match(error.remedy, /merchant\.start\.command/);
    return true;
  });
  assert.equal(await merchant.running(), false);
  await output.close();
  assert.deepEqual(events, ['start', 'exit exit code 3']);
});

test('says that a merchant listens nowhere', async () => {
  const { merchant, output } = await supervised('setInterval(() => {}, 1000);', { readyTimeoutMs: 200 });
  await assert.rejects(merchant.start(), (error: unknown) => {
    assert.ok(error instanceof SetupError);
    assert.match(
      error.message,
      /not ready within 200 ms: GET http:.*\/health was refused: nothing listens there/,
    );
    assert.match(error.message, /It printed nothing/);
    const [, port] = /127\.0\.0\.1:(\d+)\/health/.exec(error.message) ?? [];
    assert.ok(error.remedy.startsWith(`Does the merchant listen on port ${port}?`), error.remedy);
    return true;
  });
  await output.close();
});

test('says that a merchant is not ready yet', async () => {
  const unready = createHttpServer((_, response) => {
    response.statusCode = 503;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(unready, 'listening');
  const address = unready.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const asked = { url: `http://127.0.0.1:${port}/health`, timeoutMs: 1000, givenUp: () => undefined };
  try {
    assert.match((await waitUntilReady({ ...asked, needsSuccess: true })) ?? '', /answered HTTP 503/);
    assert.equal(await waitUntilReady({ ...asked, needsSuccess: false }), undefined);
  } finally {
    unready.closeAllConnections();
    unready.close();
  }
});

test('a program that does not exist is a set-up error', async () => {
  const output = new OutputLog({ file: join(dir, 'none.log') });
  const options = {
    key: 'merchant.start.prepare',
    cwd: dir,
    env: {},
    parentEnv: process.env,
    output,
    timeoutMs: 5000,
  };
  await assert.rejects(
    runCommand({ ...options, command: ['/nonexistent/program'] }),
    /merchant\.start\.prepare cannot be started: .*ENOENT/,
  );
  await assert.rejects(
    runCommand({ ...options, command: 'echo broken; exit 4' }),
    /ended with exit code 4\.[\s\S]*broken/,
  );
  await assert.rejects(
    runCommand({ ...options, timeoutMs: 100, command: 'sleep 60' }),
    /took longer than 100 ms/,
  );
  await runCommand({ ...options, command: 'echo "$HOME" > home.txt' });
  assert.equal((await readFile(join(dir, 'home.txt'), 'utf8')).trim(), process.env.HOME ?? '');
  await output.close();
});

test('a secret split over two writes is masked in the tail', async () => {
  const output = new OutputLog({ file: join(dir, 'split.log'), secrets: [secret] });
  output.write(Buffer.from(`key ${secret.slice(0, 7)}`));
  output.write(Buffer.from(`${secret.slice(7)} used\n`));
  assert.equal(output.tail(), 'key <SECRET> used');
  await output.close();
});

test('nothing is left behind when the runner is killed', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../suite/process/index.ts')).href;
  const port = await freePort();
  const merchant = `${process.platform === 'linux' ? daemon : ''}process.on('SIGHUP', () => {}).on('SIGTERM', () => {}); console.log('own', process.pid); ${server}`;
  const script = `
    const { OutputLog, supervisedProcess } = await import(${JSON.stringify(module)});
    const output = new OutputLog({ file: ${JSON.stringify(join(dir, 'killed.log'))} });
    await supervisedProcess({
      command: [process.execPath, '-e', ${JSON.stringify(merchant)}],
      cwd: '/', env: { PORT: '${port}' }, parentEnv: process.env, ca: undefined, output, onLife() {},
      ready: { url: 'http://127.0.0.1:${port}/', needsSuccess: true, timeoutMs: 10_000 },
    }).start();
    console.log(output.tail());
    setInterval(() => {}, 1000);`;
  const runner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(import.meta.dirname, '../..'),
  });
  const [text] = await once(runner.stdout, 'data');
  const pids = [...String(text).matchAll(/(?:own|daemon) (\d+)/g)].map(([, pid]) => Number(pid));
  assert.equal(pids.length, process.platform === 'linux' ? 2 : 1, String(text));
  assert.deepEqual(
    pids.map(alive),
    pids.map(() => true),
  );
  runner.kill('SIGKILL');
  await eventually('all of them end', () => !pids.some(alive));
});

test('a group knows that its command has ended', async () => {
  const group = await ProcessGroup.start({ command: 'exit 7', cwd: dir, env: {}, onOutput() {} });
  assert.equal(await group.ended, 'exit code 7');
  assert.equal(group.alive(), false);
});
