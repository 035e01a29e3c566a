import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fencesOf } from '../../scripts/docs/markdown.ts';
import { type Bench, plainInvoice, startBench } from './server-support.ts';

/** The rules of docs/mockttp.md, each as it stands there. */

const page = readFileSync('docs/mockttp.md', 'utf8');
const rules = [...page.matchAll(/^\| ([^|]+) \| `(await mockttp\.[^`]+)` \|$/gm)].map(
  ([, wanted = '', rule = '']) => ({ wanted, rule }),
);
const AsyncFunction = (async () => undefined).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<unknown>;
const add = (rule: string, bench: Bench, stand = ''): Promise<unknown> =>
  new AsyncFunction('mockttp', 'stand', rule)(bench.simulator.mockttp, stand);

const check = { shop_order_id: 'order-7', now: '2026-03-01T12:00:00+03:00' };
const payout = {
  shop_currency: 643,
  payway: 'card_rub_payout',
  amount: '10.00',
  amount_type: 'ps_amount',
  account: '4111111111111111',
  shop_payment_id: 'payout-1',
};

/** How each rule is seen: the calls, and what becomes of each. */
const seen: Record<string, (bench: Bench) => Promise<void>> = {
  'withdraw/create': async (bench) => {
    const signal = AbortSignal.timeout(300);
    await assert.rejects(bench.call('withdraw/create', payout, { signal }), { name: 'TimeoutError' });
    assert.deepEqual((await bench.control<{ items: unknown[] }>('GET', '/payouts')).items, []);
    assert.equal(typeof (await bench.call('withdraw/create', payout)).error_code, 'number');
  },
  'withdraw/status': async (bench) => {
    const ask = () => bench.call('withdraw/status', { withdraw_id: 1, now: check.now });
    await assert.rejects(ask());
    await assert.rejects(ask());
    assert.equal((await ask()).result, false);
  },
  'invoice/create': async (bench) => {
    await assert.rejects(bench.call('invoice/create', plainInvoice));
    assert.equal((await bench.call('invoice/create', plainInvoice)).result, true);
  },
  'invoice/try': async (bench) => {
    await assert.rejects(bench.call('invoice/try', plainInvoice), SyntaxError);
    assert.equal((await bench.call('invoice/try', plainInvoice)).message, 'Ok');
  },
  'invoice/check': async (bench) => {
    assert.equal((await bench.call('invoice/check', check)).error_code, 8);
    const other = await bench.call('invoice/check', { ...check, shop_order_id: 'order-8' });
    assert.notEqual(other.error_code, 8);
  },
};

describe('rules of mockttp beside the gateway', () => {
  for (const { wanted, rule } of rules.filter(({ rule }) => !rule.includes('stand'))) {
    test(wanted, async () => {
      const bench = await startBench({ transport: 'mockttp' });
      try {
        await add(rule, bench);
        const look = Object.entries(seen).find(([operation]) => rule.includes(operation))?.[1];
        assert.ok(look, rule);
        await look(bench);
      } finally {
        await bench.stop();
      }
    });
  }

  test('one operation goes to a real stand with the bytes that were sent', async () => {
    const bodies: string[] = [];
    const stand = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      bodies.push(`${request.url} ${text}`);
      response.end('{"result":true,"message":"Ok","error_code":0,"data":{"of":"the stand"}}');
    });
    await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
    const bench = await startBench({ transport: 'mockttp' });
    try {
      const rule = rules.find((each) => each.rule.includes('stand'))?.rule ?? '';
      await add(rule, bench, `http://127.0.0.1:${(stand.address() as AddressInfo).port}`);
      const answer = await bench.call('shop_balance', { now: check.now });
      assert.deepEqual({ ...answer.data }, { of: 'the stand' });
      assert.match(bodies[0] ?? '', /^\/gateway\/v1\/shop_balance \{.*"sign":"[0-9a-f]{64}"\}$/);
      assert.equal((await bench.call('invoice/create', plainInvoice)).result, true);
    } finally {
      await bench.stop();
      stand.closeAllConnections();
      stand.close();
    }
  });

  test('what came is recorded where that is asked for', async () => {
    const bench = await startBench({ transport: 'mockttp', mockttp: { recordTraffic: true } });
    try {
      const { mockttp } = bench.simulator;
      assert.ok(mockttp);
      const endpoint = await mockttp.forPost('/gateway/v1/invoice/check').thenJson(200, { result: false });
      await bench.call('invoice/check', check);
      const [request] = await endpoint.getSeenRequests();
      assert.match((await request?.body.getText()) ?? '', /"shop_order_id":"order-7"/);
    } finally {
      await bench.stop();
    }
  });
});

test('the fast transport has no mockttp', async () => {
  const bench = await startBench({ transport: 'node' });
  assert.equal(bench.simulator.mockttp, undefined);
  await bench.stop();
});

describe('gatecheck simulate --rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-rules-'));
  after(() => rmSync(folder, { recursive: true }));
  const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));

  function simulate(module: string, ...more: string[]) {
    const file = join(folder, 'rules.mjs');
    writeFileSync(file, module);
    const options = ['--port', '0', '--control-port', '0', '--json', '--rules', file, ...more];
    return spawn(process.execPath, [command, 'simulate', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  test('adds the rules of a module', async () => {
    const example = fencesOf(page).find(({ language }) => language === 'js');
    const child = simulate(example?.text ?? '');
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        const ready = JSON.parse(line) as { gateway: { baseUrl: string } };
        const answer = await fetch(new URL('/about', ready.gateway.baseUrl));
        assert.deepEqual(await answer.json(), { baseUrl: ready.gateway.baseUrl });
        break;
      }
    } finally {
      child.kill('SIGTERM');
    }
  });

  for (const [what, module, more, says] of [
    ['a default export that is no function', 'export default 5;', [], 'must be a function (found number)'],
    ['a module that throws', "export default () => { throw new Error('no') };", [], 'failed: no.'],
    [
      'the transport node',
      'export default () => undefined;',
      ['--transport', 'node'],
      'rules need --transport mockttp',
    ],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const child = simulate(module, ...more);
      let text = '';
      child.stderr.on('data', (chunk) => {
        text += String(chunk);
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      assert.equal(code, 2);
      assert.ok(text.includes(says), text);
    });
  }
});
