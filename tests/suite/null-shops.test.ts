import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { type NullShop, nullShops } from '../../fixtures/shops/null/index.ts';

function launch(id: string) {
  return spawn(process.execPath, ['--import', 'tsx', 'fixtures/shops/null/main.ts', id], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** The port that the shop says that it listens on, once it does. */
async function portOf(shop: ReturnType<typeof launch>): Promise<number> {
  for await (const line of createInterface({ input: shop.stdout })) {
    const [, port] = /^listening on port (\d+)$/.exec(line) ?? [];
    if (port !== undefined) return Number(port);
  }
  throw new Error('The shop ended before it listened.');
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
    const shop = launch(id);
    try {
      const url = `http://127.0.0.1:${await portOf(shop)}`;
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
  const code = await new Promise((resolve) => launch('other').once('exit', resolve));
  assert.equal(code, 1);
});
