import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readProject } from '../../cli/init/project.ts';
import { readFaults } from '../../cli/simulate-faults.ts';
import { shopsFromFiles } from '../../cli/simulate-shops.ts';
import { readBaseline } from '../../cli/support/baseline.ts';
import { readSecret } from '../../cli/support/secret.ts';
import { defaultShop } from '../../simulator/index.ts';
import { loadConfig } from '../../suite/config/index.ts';
import { readCounterexample, readOrders } from '../../suite/fuzz/index.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-mark-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const config = JSON.stringify({
  merchant: {
    url: 'http://127.0.0.1:1',
    callbackUrl: '{merchant.url}/notify',
    interface: { type: 'http', baseUrl: '{merchant.url}/test' },
  },
  capabilities: ['invoice'],
});
const counterexample = {
  ...{ schema: 'gatecheck/counterexample@1', kind: 'journey', merchant: 'shop', seed: 1, readings: {} },
  ...{ target: { kind: 'config', config: null }, level: 'must', steps: [], rule: 'law.single-credit' },
  ...{ flaw: 'a flaw', expected: 'this', actual: 'that', story: [], reproduce: 'gatecheck replay FILE' },
};
const order = { shop_order_id: 'o-1', payment_id: 1, amount: '10.50', currency: 643, payway: 'card_rub' };
const fault = { where: { shopOrderId: 'o-1' }, effect: { kind: 'reorder' } };

const readers: [
  what: string,
  name: string,
  content: string,
  read: (file: string) => unknown,
  found: unknown,
][] = [
  ['a configuration', 'a.json', config, async (file) => (await loadConfig(file)).capabilities, ['invoice']],
  [
    'a configuration in TypeScript',
    'a.ts',
    `export default ${config};`,
    async (file) => (await loadConfig(file)).capabilities,
    ['invoice'],
  ],
  [
    'a counterexample',
    'b.json',
    JSON.stringify(counterexample),
    (file) => readCounterexample(file).flaw,
    'a flaw',
  ],
  ['orders', 'c.ndjson', JSON.stringify(order), (file) => readOrders(file).length, 1],
  ['faults', 'd.json', JSON.stringify([fault]), async (file) => (await readFaults(file)).length, 1],
  ['a baseline', 'e.json', '[]', (file) => readBaseline(file), []],
  [
    'a secret',
    'f.key',
    'a-secret-of-1-shop\n',
    (file) => readSecret(`@${file}`, '--shop'),
    'a-secret-of-1-shop',
  ],
  [
    'what a shop is allowed',
    'g.json',
    '{"permissions":{"balance":false,"recurrent":true}}',
    (file) => shopsFromFiles([defaultShop(5, 'SecretKey01', undefined)], file, [])[0]?.permissions?.balance,
    false,
  ],
  ['a manifest', 'package.json', '{}', () => readProject(dir).get('package.json'), '{}'],
];

for (const [what, name, content, read, found] of readers) {
  test(`${what} may begin with a byte order mark`, async () => {
    const file = join(dir, name);
    writeFileSync(file, `\uFEFF${content}`);
    assert.deepEqual(await read(file), found);
  });
}
