import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import Database from 'libsql';
import { huntForAll } from '../../suite/fuzz/campaign.ts';
import { readOrders } from '../../suite/fuzz/index.ts';
import { compileShop } from './strength/compile-shop.ts';
import { type CliRun, gatecheck } from './support/cli.ts';
import { faultyMerchant } from './support/faulty-merchant.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-lines-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const bin = join(dir, 'bin');
mkdirSync(bin);
const cli = resolve(import.meta.dirname, '../../cli/gatecheck.mjs');
writeFileSync(join(bin, 'gatecheck'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
chmodSync(join(bin, 'gatecheck'), 0o755);

/** Pastes a line into a shell; its exit code and what it printed. */
function paste(
  line: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; text: string }> {
  const path = `${bin}${delimiter}${process.env.PATH}`;
  return new Promise((done, failed) => {
    const child = spawn('sh', ['-c', line], { env: { ...process.env, PATH: path, ...env } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.on('error', failed).on('close', (code) => done({ code, text }));
  });
}

/** What a campaign printed to run its counterexamples again. */
const linesOf = ({ stdout }: CliRun): string[] =>
  [...stdout.matchAll(/^ +(gatecheck replay .*)$/gm)].map(([, line = '']) => line);

describe('what fuzz prints to run a counterexample again', { concurrency: 2 }, () => {
  let main = '';
  before(async () => {
    main = (await compileShop()).main;
  });
  after(() => rmSync(resolve(main, '..'), { recursive: true, force: true }));

  for (const [kind, faults, flaws, more] of [
    ['requests', ['sg-non-utf8', 'ma-trunc'], 2, ['--runs', '30']],
    ['notifications', ['nc-no-amount', 'nc-no-currency'], 2, ['--runs', '60']],
    ['journeys', ['ni-dup-credits'], 1, ['--depth', '2', '--stop-at-first']],
  ] as const)
    it(`works as printed: ${kind}, which tell ${flaws} of the flaws`, async () => {
      const config = join(dir, `${kind}.json`);
      const capabilities = ['invoice', 'payout', 'jobs'];
      writeFileSync(config, JSON.stringify(faultyMerchant(main, faults, capabilities)));
      const run = await gatecheck(
        ['fuzz', kind, '--config', config, '--seed', '1', '--out', join(dir, kind), ...more],
        {},
      );
      assert.equal(run.code, 1, run.stdout + run.stderr);
      const lines = linesOf(run);
      assert.equal(lines.length, flaws, run.stdout);
      assert.match(run.stdout, new RegExp(`^${flaws} counterexamples? found\\.$`, 'm'));
      for (const line of lines) {
        const { code, text } = await paste(line);
        assert.equal(code, 1, text);
        assert.match(text, /Still failing/);
      }
    });

  const orders = join(dir, 'orders.ndjson');
  const order = { amount: '10.50', currency: 643, payway: 'card_rub' };
  writeFileSync(
    orders,
    Array.from({ length: 30 }, (_, at) =>
      JSON.stringify({ ...order, shop_order_id: `o-${at}`, payment_id: 7700 + at }),
    ).join('\n'),
  );

  /** An endpoint that believes everything, and keeps what is paid in a table and in files. */
  async function withBeliever<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
    mkdirSync(folder, { recursive: true });
    const database = new Database(join(folder, 'shop.db'), { timeout: 5_000 });
    database.exec('CREATE TABLE orders (number TEXT, status TEXT)');
    const insert = database.prepare('INSERT INTO orders VALUES (?, ?)');
    for (const { shop_order_id: number } of readOrders(orders)) insert.run(number, 'new');
    const paid = database.prepare("UPDATE orders SET status = 'paid' WHERE number = ?");
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const number = /"shop_order_id":\s*"(o-\d+)"/.exec(body)?.[1];
      if (number !== undefined && /"status":\s*4/.test(body)) {
        paid.run(number);
        writeFileSync(join(folder, number), 'paid');
      }
      response.end('OK');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`);
    } finally {
      server.closeAllConnections();
      server.close();
      database.close();
    }
  }

  for (const [option, stateIn] of [
    ['--state-command', (folder: string) => [`cat "${folder}/$SHOP_ORDER_ID" 2>/dev/null || echo 'new'`]],
    [
      '--state-sql',
      (folder: string) => [
        'SELECT status FROM orders WHERE number = {shop_order_id}',
        ...['--database', `sqlite:${folder}/shop.db`],
      ],
    ],
  ] as const)
    it(`works as printed: an endpoint whose state is read by ${option}`, async () => {
      const folder = join(dir, `a shop's ${option}`);
      await withBeliever(folder, async (url) => {
        const env = { KEY_OF_SHOP: 'SecretKey01' };
        const run = await gatecheck(
          [
            ...['fuzz', 'notifications', '--callback-url', url, '--shop', '5:env:KEY_OF_SHOP'],
            ...['--order', orders, option, ...stateIn(folder), '--seed', '1', '--runs', '20'],
            ...['--settle', '20', '--stop-at-first', '--out', join(folder, 'out')],
          ],
          { env },
        );
        assert.equal(run.code, 1, run.stdout + run.stderr);
        const [line = ''] = linesOf(run);
        const { code, text } = await paste(line, env);
        assert.equal(code, 1, `${line}\n${text}`);
        assert.match(text, /Still failing/);
      });
    });
});

describe('a replay of a file of somebody else', () => {
  const ran = join(dir, 'ran');
  const config = join(dir, 'their.config.mjs');
  writeFileSync(
    config,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\n`,
  );
  const file = join(dir, 'theirs.json');
  writeFileSync(
    file,
    JSON.stringify({
      schema: 'gatecheck/counterexample@1',
      kind: 'journey',
      merchant: 'shop',
      target: { kind: 'config', config },
      ...{ seed: 1, readings: {}, level: 'must', steps: [], rule: 'law.single-credit', story: [] },
      ...{ flaw: 'a flaw', expected: 'this', actual: 'that', reproduce: 'gatecheck replay FILE' },
    }),
  );
  const [empty, own] = [join(dir, 'empty'), join(dir, 'own')];
  for (const each of [empty, own]) mkdirSync(each);
  writeFileSync(join(own, 'gatecheck.config.json'), '{}');

  for (const [what, cwd, more, says, isRun] of [
    [
      'runs nothing that only the file names',
      empty,
      [],
      /their\.config\.mjs".*\n.* --config '?.*their/,
      false,
    ],
    ['takes the configuration of the folder', own, [], /own.gatecheck\.config\.json/, false],
    ['takes the one that is named', empty, ['--config', config], /no default export/, true],
  ] as const)
    it(what, async () => {
      rmSync(ran, { force: true });
      const { code, stderr } = await gatecheck(['replay', file, ...more], { cwd });
      assert.equal(code, 2, stderr);
      assert.match(stderr, says);
      assert.equal(existsSync(ran), isRun);
    });
});

describe('a hunt for all flaws', () => {
  const hunted = async (most: number) => {
    const tried: number[] = [];
    const told: string[] = [];
    const found = await huntForAll<number, string>({
      arbitrary: fc.integer({ min: 0, max: 1000 }),
      examples: [3, 5, 15],
      numRuns: 200,
      seed: 1,
      most,
      ruleOf: (rule) => rule,
      isOver: () => false,
      onFound: (rule) => told.push(rule),
      fails: async (value, found, known) => {
        if (found === null) tried.push(value);
        const broken = [3, 5, 7].filter((by) => value % by === 0).map((by) => `divided by ${by}`);
        return broken.find((rule) => !known.has(rule)) ?? null;
      },
    });
    return { found, told, tried };
  };

  it('tells each broken rule once, as soon as it is found, and tries each case once', async () => {
    const { found, told, tried } = await hunted(8);
    assert.deepEqual(found, ['divided by 3', 'divided by 5', 'divided by 7']);
    assert.deepEqual(told, found);
    assert.equal(tried.length, 200);
  });

  it('ends with as many as are wanted', async () => {
    const { found, tried } = await hunted(1);
    assert.deepEqual(found, ['divided by 3']);
    assert.equal(tried.length, 1);
  });
});
