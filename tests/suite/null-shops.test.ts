import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NullShop, nullShops } from '../../fixtures/shops/null/index.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

function launch(id: string, port: number): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'fixtures/shops/null/main.ts', id], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
}

/** The status and body of an answer, or the reason why there is none. */
async function ask(url: string, init: RequestInit = {}): Promise<string> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(300) });
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'not there';
  }
}

const EXPECTED: Readonly<Record<NullShop, readonly [health: string, order: string, notice: string]>> = {
  dead: ['no answer', 'no answer', 'no answer'],
  echo: ['200 ok', '200 {"a":1}', '200 {"a":1}'],
  'always-ok': ['200 ok', '200 {}', '200 OK'],
  'always-refuse': ['200 ok', '500 no', '403 no'],
};

for (const id of nullShops) {
  test(`the null shop ${id} does nothing of what a merchant does`, async () => {
    const port = await freePort();
    const shop = launch(id, port);
    const url = `http://127.0.0.1:${port}`;
    try {
      // A busy machine takes its time to start it; one that cannot start has ended.
      while ((await ask(`${url}/health`)) === 'not there' && shop.exitCode === null) await sleep(20);
      const post = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } };
      const seen = [
        await ask(`${url}/health`),
        await ask(`${url}/test/orders`, post),
        await ask(`${url}/payments/notify?type=invoice`, post),
      ];
      assert.deepEqual(seen, EXPECTED[id]);
    } finally {
      shop.kill('SIGKILL');
    }
  });
}

test('an unknown null shop ends at once', async () => {
  const code = await new Promise((resolve) => launch('other', 1).once('exit', resolve));
  assert.equal(code, 1);
});
