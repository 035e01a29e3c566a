import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { userEnv } from './support/cli.ts';
import { tinyShopConfig } from './support/tiny-shop-config.ts';

/** What the user wrote never gives the processor back: each command still ends, by itself or by a signal. */

const bin = resolve(import.meta.dirname, '../../cli/gatecheck.mjs');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-silent-'));
after(() => rmSync(work, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(work, name);
  writeFileSync(path, text);
  return path;
};

interface Run {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Runs a command; `act` is told of what it has written so far. */
function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  act: (written: string, child: ChildProcess) => void = () => {},
): Promise<Run> {
  return new Promise((resolveRun) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: work, env: userEnv(env) });
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk;
      act(output, child);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', (code, signal) => resolveRun({ code, signal, output }));
  });
}

/** Sends a signal once, half a second after a text was written: by then the loop stands still. */
function signalAfter(text: string, signal: 'SIGINT' | 'SIGTERM') {
  let isSent = false;
  return (written: string, child: ChildProcess): void => {
    if (isSent || !written.includes(text)) return;
    isSent = true;
    setTimeout(() => child.kill(signal), 500);
  };
}

const isOurs = (pid: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(work);
  } catch {
    return false;
  }
};

/** Waits until no process that was told of this folder is left. */
async function untilGone(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (!readdirSync('/proc').some((name) => /^\d+$/.test(name) && isOurs(name))) return;
    await sleep(100);
  }
  assert.fail('a process of the run is left');
}

const LOOP = "process.stdout.write('looping\\n'); for (;;);";
const TIMEOUT = { timeout: 180_000 };
const SHORT = { GATECHECK_SILENCE_MS: '5000' };

describe('a configuration that loops for ever', TIMEOUT, () => {
  const config = file('loop.config.mjs', LOOP);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`is ended by ${signal}`, async () => {
      const ended = await run(['certify', '--config', config], {}, signalAfter('looping', signal));
      assert.deepEqual([ended.code, ended.signal], [code, null], ended.output);
      assert.match(ended.output, new RegExp(`${signal} ends gatecheck, which does not answer`));
    });
  }

  it('is ended when it has not answered for too long', async () => {
    const ended = await run(['certify', '--config', config], SHORT);
    assert.equal(ended.code, 3, ended.output);
    assert.match(ended.output, /has not answered for 5 seconds and is ended/);
  });
});

describe('a driver that loops for ever', TIMEOUT, () => {
  const shop = createServer((_asked, answer) => answer.end('OK'));
  let port = 0;
  let free = 0;
  before(async () => {
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    port = (shop.address() as AddressInfo).port;
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    free = (other.address() as AddressInfo).port;
    await once(other.close(), 'close');
  });
  after(() => shop.close());

  const configOf = (name: string, driver: string): string => {
    file(`${name}.driver.mjs`, driver);
    return file(
      `${name}.config.json`,
      JSON.stringify({
        merchant: {
          name: 'Loop',
          version: '1',
          url: `http://127.0.0.1:${port}`,
          callbackUrl: `http://127.0.0.1:${port}/notify`,
          interface: { type: 'module', path: `./${name}.driver.mjs` },
        },
        gateway: { port: free },
        shop: { id: 5, secret: 'LoopSecret-82b1' },
        capabilities: ['invoice'],
      }),
    );
  };

  it('ends the run, which says what was going on', async () => {
    const config = configOf('create', `export default { createOrder() { ${LOOP} }, getOrder() {} };`);
    const ended = await run(['certify', '--config', config, '--no-allure'], SHORT);
    assert.equal(ended.code, 3, ended.output);
    assert.match(ended.output, /has not answered for 5 seconds and is ended\. Last: check preflight/);
  });

  it('is ended by a signal, without a wait for the processes of the run', async () => {
    const config = configOf('signal', `export default { createOrder() { ${LOOP} }, getOrder() {} };`);
    const started = performance.now();
    const ended = await run(
      ['certify', '--config', config, '--no-allure'],
      {},
      signalAfter('looping', 'SIGTERM'),
    );
    assert.equal(ended.code, 143, ended.output);
    assert.ok(performance.now() - started < 40_000);
  });

  /** A shop whose driver catches each worker, and leaves a file then. */
  const caught = (marker: string): string => {
    file(
      'worker.driver.mjs',
      `import { writeFileSync } from 'node:fs';
      const ask = async (url, init) => (await fetch(url, init)).json();
      export default ({ merchantUrl }) => ({
        createOrder(body) {
          if (process.env.TEST_WORKER_INDEX !== undefined) {
            writeFileSync(${JSON.stringify(marker)}, '');
            ${LOOP}
          }
          const headers = { 'content-type': 'application/json' };
          return ask(merchantUrl + '/test/orders', { method: 'POST', headers, body: JSON.stringify(body) });
        },
        getOrder: (id) => ask(merchantUrl + '/test/orders/' + id),
      });`,
    );
    const changes = { interface: { type: 'module' as const, path: './worker.driver.mjs' } };
    return file('worker.config.json', JSON.stringify(tinyShopConfig({}, changes)));
  };

  it('ends the run also where a worker is caught', async () => {
    const ended = await run(
      ['certify', '--config', caught(join(work, 'caught')), '--no-allure', '--only', 'order.*', '--go-on'],
      SHORT,
    );
    assert.equal(ended.code, 3, ended.output);
    assert.match(ended.output, /has not answered for 5 seconds and is ended\. Last: check order\./);
    // Both workers were caught, and each ends by itself.
    if (process.platform === 'linux') await untilGone();
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    it(`does not hold up ${signal} where a worker is caught, and nothing is left`, async () => {
      const marker = join(work, `${signal}.caught`);
      const args = ['certify', '--config', caught(marker), '--no-allure', '--only', 'order.*'];
      const child = spawn(process.execPath, [bin, ...args], { cwd: work, env: userEnv(), stdio: 'ignore' });
      const ended = once(child, 'close');
      while (!existsSync(marker)) await sleep(20);
      const sentAt = performance.now();
      child.kill(signal);
      assert.deepEqual(await ended, [code, null]);
      const tookMs = performance.now() - sentAt;
      // Before, the runner was killed after 20 seconds.
      assert.ok(tookMs < 10_000, `${tookMs} ms`);
      if (process.platform === 'linux') await untilGone();
    });
});

describe('a rule of the simulator that loops for ever', TIMEOUT, () => {
  const rules = file(
    'rules.mjs',
    `export default async (mockttp) => { await mockttp.forAnyRequest().thenCallback(() => { ${LOOP} }); };`,
  );
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`is ended by ${signal}`, async () => {
      const onReady = signalAfter('looping', signal);
      let isAsked = false;
      const args = ['simulate', '--port', '0', '--control-port', '0', '--json', '--rules', rules];
      const ended = await run(args, {}, (written, child) => {
        const [, url] = /"baseUrl":"([^"]+)"/.exec(written) ?? [];
        if (url !== undefined && !isAsked) {
          isAsked = true;
          request(`${url}/invoice/create`, { method: 'POST' })
            .on('error', () => {})
            .end('{}');
        }
        onReady(written, child);
      });
      assert.deepEqual([ended.code, ended.signal], [code, null], ended.output);
    });
  }
});
