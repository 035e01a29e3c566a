import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { ConfigError, resolveConfig } from '../../suite/config/index.ts';
import type { Answer, MerchantDriver } from '../../suite/drivers/index.ts';
import { recipeDriver } from '../../suite/recipes/index.ts';
import { gatecheck } from './support/cli.ts';
import {
  dyingPostgres,
  mariadbd,
  mariadbServer,
  postgresServer,
  sqliteFile,
  type TestDatabase,
} from './support/databases.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-recipes-sql-'));
after(() => rmSync(work, { recursive: true, force: true }));

const getOrder = {
  sql: `SELECT o.id AS order_id, o.reference, o.number AS shop_order_id, o.status AS state,
          o.total AS amount, o.currency, o.code AS "error.code", o.message AS "error.message",
          (SELECT coalesce(sum(cents), 0) FROM ledger WHERE order_id = o.id) AS booked_cents
        FROM orders o WHERE o.id = {order_id}`,
};
const booked = {
  sql: 'SELECT coalesce(sum(cents), 0) AS credited, count(*) AS credits FROM ledger WHERE order_id = {order_id}',
  amounts: 'minor',
};
const recipes = {
  createOrder: { http: 'POST /', out: { order_id: 'body' } },
  getOrder: [getOrder, booked],
  findOrders: { sql: 'SELECT id AS order_id FROM orders WHERE reference = {reference} ORDER BY id' },
};

const configOf = (database: string | undefined, own: object = {}, timeout = '5s') =>
  resolveConfig(
    {
      merchant: {
        url: 'http://127.0.0.1:9',
        callbackUrl: 'http://127.0.0.1:9/',
        interface: {
          type: 'recipes',
          ...(database === undefined ? {} : { database }),
          states: { order: { completed: 'paid', processing: 'pending', 'wc-failed': 'failed' } },
          recipes: { ...recipes, ...own },
          timeout,
        },
      },
      capabilities: ['invoice'],
    },
    { file: null, dir: work, env: {} },
  );

function driverOn(address: string, own: object = {}, timeout = '5s'): MerchantDriver {
  const { merchant, profile } = configOf(address, own, timeout);
  assert.ok(merchant.interface.type === 'recipes');
  return recipeDriver({
    recipes: merchant.interface,
    currency: 643,
    payways: profile.payways,
    ca: undefined,
    commands: { cwd: work, env: {} },
    project: work,
    dir: work,
    other: null,
  });
}

const said = (answer: Answer<unknown>): string => {
  if (answer.kind === 'ok') return `ok: ${JSON.stringify(answer.value)}`;
  return answer.kind === 'unknown' ? answer.reason : `${answer.status}: ${answer.message}`;
};

interface Engine {
  readonly name: string;
  readonly skip?: string | false;
  readonly open: () => Promise<TestDatabase>;
  /** The type of exact decimals. */
  readonly decimal: string;
  /** A query that would write, a number in floating point, and a query that lasts. */
  readonly writes: string;
  readonly float: string;
  readonly lasts: string | null;
}

const engines: readonly Engine[] = [
  {
    name: 'SQLite',
    open: () => sqliteFile(work),
    decimal: 'TEXT',
    writes: 'WITH x AS (SELECT 1) INSERT INTO ledger SELECT 1, 1 RETURNING order_id',
    float: '10.5e0',
    lasts: 'SELECT 1 AS order_id FROM orders',
  },
  {
    name: 'PostgreSQL',
    open: postgresServer,
    decimal: 'numeric(20,2)',
    writes: 'WITH x AS (INSERT INTO ledger VALUES (1, 1) RETURNING 1 AS order_id) SELECT * FROM x',
    float: '10.5::float8',
    // Within this process nothing can interrupt it.
    lasts: null,
  },
  {
    name: 'MariaDB',
    skip: mariadbd === undefined && 'there is no mariadbd. Install mariadb-server-core.',
    open: () => mariadbServer(mariadbd ?? '', work),
    decimal: 'decimal(20,2)',
    writes: 'SELECT nextval(numbers) AS order_id',
    float: '10.5e0',
    lasts: 'SELECT sleep(5)',
  },
];

const HOSTILE = `' OR 1=1; DROP TABLE orders; -- "ж"`;

for (const { name, skip = false, open, decimal, writes, float, lasts } of engines) {
  describe(`recipes that read ${name}`, { skip }, () => {
    let database: TestDatabase;
    const drivers: MerchantDriver[] = [];
    const quote = name === 'MariaDB' ? '`' : '"';
    const spelled = (sql: string): string => sql.replaceAll('"', quote);

    before(async () => {
      database = await open();
      const statements = [
        `CREATE TABLE orders (id bigint PRIMARY KEY, reference varchar(200), number varchar(40),
          total ${decimal}, currency integer, status varchar(20), code integer, message varchar(40))`,
        'CREATE TABLE ledger (order_id bigint, cents bigint)',
        `INSERT INTO orders VALUES
          (1, 'r-1', 'S-1', '10.50', 643, 'completed', NULL, NULL),
          (2, 'r-2', 'S-2', '90071992547409.93', 643, 'processing', NULL, NULL),
          (9007199254740993, '${HOSTILE.replaceAll("'", "''")}', 'S-3', '1.00', 643, 'wc-failed', 4, 'too small')`,
        'INSERT INTO ledger VALUES (1, 1050), (2, 9007199254740993), (2, 1)',
        ...(name === 'MariaDB' ? ['CREATE SEQUENCE numbers'] : []),
      ];
      for (const statement of statements) await database.run(statement);
    });
    after(async () => {
      await Promise.all(drivers.map((driver) => driver.close()));
      await database.close();
    });

    function by(own: object = {}, timeout = '5s', address = database.address): MerchantDriver {
      const driver = driverOn(address, own, timeout);
      drivers.push(driver);
      return driver;
    }
    const query = (sql: string, more: object = {}) => ({ getOrder: { sql: spelled(sql), ...more } });
    const usual = () => ({ getOrder: [{ sql: spelled(getOrder.sql) }, booked] });

    it('gives what is booked, with every digit, and the states by their own words', async () => {
      const driver = by(usual());
      const found = await Promise.all(['1', '2', '9007199254740993'].map((id) => driver.getOrder(id)));
      const seen = found.map((answer) => (answer.kind === 'ok' ? answer.value : assert.fail(said(answer))));
      assert.deepEqual(
        seen.map((order) => [order.order_id, order.state, order.amount, order.credited, order.credits]),
        [
          ['1', 'paid', '10.50', '10.50', 1],
          ['2', 'pending', '90071992547409.93', '90071992547409.94', 2],
          ['9007199254740993', 'failed', '1.00', '0.00', 0],
        ],
      );
      assert.deepEqual(seen[0]?.error, null);
      assert.deepEqual(seen[2]?.error, { code: 4, message: 'too small' });
    });

    it('binds values, whatever stands in them', async () => {
      const found = await by(usual()).findOrders(HOSTILE);
      assert.deepEqual(found.kind === 'ok' && found.value.map((order) => order.reference), [HOSTILE]);
      assert.deepEqual(await by(usual()).findOrders('nobody'), { kind: 'ok', value: [] });
    });

    const wrong = (credited: string) =>
      `SELECT '1' AS order_id, 'r' AS reference, 'S-1' AS shop_order_id, 'pending' AS state, '1' AS amount, 643 AS currency, 0 AS credits, ${credited} AS credited FROM orders WHERE id = {order_id}`;
    const failures: readonly [what: string, sql: string, id: string, expected: RegExp, timeout?: string][] = [
      ['no row', wrong("'1'"), '7', /^404: \(SELECT '1' AS.*\) gave no row, expected one$/],
      [
        'two rows',
        'SELECT order_id, cents AS credited FROM ledger',
        '1',
        /^recipe getOrder \(SELECT.*\) gave 3 rows, expected one$/,
      ],
      [
        'a floating-point number',
        wrong(float),
        '1',
        /^recipe getOrder gave a wrong answer: credited: found 10\.5, expected a decimal number as text/,
      ],
      [
        'nothing booked as null',
        wrong('NULL'),
        '1',
        /credited: found null, expected a decimal number as text/,
      ],
      ['a text', wrong("'much'"), '1', /credited: found "much", expected a decimal number as text/],
      [
        'a column that is not there',
        'SELECT nope FROM orders',
        '1',
        /\) failed: .*shop|postgres.* says .*nope/,
      ],
      ['a write', writes, '1', /would write, expected a query that changes and locks nothing: .* says /],
    ];
    for (const [what, sql, id, expected] of failures) {
      it(`says in one line that a query gives ${what}`, async () => {
        assert.match(said(await by(query(sql)).getOrder(id)), expected);
      });
    }

    // PGlite has one connection: nothing can be locked there.
    if (lasts !== null)
      it('waits for no lock beyond the time of a call', async () => {
        const isFile = name === 'SQLite';
        if (isFile) await database.run('BEGIN EXCLUSIVE');
        try {
          const answer = await by(query(lasts), '300ms').getOrder('1');
          assert.match(said(answer), /met a lock, or took too long: no answer within interface\.timeout/);
          assert.ok(answer.kind === 'unknown' && answer.isOurs, 'it is not held against the merchant');
        } finally {
          if (isFile) await database.run('COMMIT');
        }
        assert.match(said(await by(usual()).getOrder('1')), /^ok: /);
      });

    it('shows no password, and where it looked', async () => {
      const nowhere =
        name === 'SQLite' ? `sqlite:${work}/none.db` : database.address.replace(/:\d+\//, ':9/');
      const text = said(await by(usual(), '5s', nowhere).getOrder('1'));
      assert.match(
        text,
        name === 'SQLite' ? /there is no file .*none\.db/ : /127\.0\.0\.1:9\/\w+ says .*ECONNREFUSED/,
      );
      assert.doesNotMatch(text, /a-password/);
    });

    it('has changed nothing', async () => {
      const driver = by(
        query(
          spelled(
            "SELECT count(*) AS credits, 'r' AS reference, '1' AS amount, 643 AS currency, 'new' AS state, sum(cents) AS credited FROM ledger WHERE {order_id} = '1'",
          ),
        ),
      );
      const answer = await driver.getOrder('1');
      assert.match(said(answer), /"credited":"9007199254742044","credits":3/);
    });
  });
}

describe('recipes that read a SQLite whose texts are not UTF-8', () => {
  const columns = `'1' AS order_id, 'r' AS reference, 'S-1' AS shop_order_id, 'pending' AS state, '1' AS amount,
    643 AS currency, 0 AS credits, '0.00' AS credited`;
  const spoilt = (column: string): string =>
    columns.replace(new RegExp(`[^ ]+ AS ${column}\\b`), `CAST(x'637aff' AS text) AS ${column}`);
  const unreadable = /\) gave a text that is not valid UTF-8 in column "reference": bytes 637aff$/;
  const rows: readonly [what: string, encoding: string, sql: string, expected: RegExp][] = [
    ['is valid', 'UTF-8', `SELECT ${columns}`, /^ok: .*"reference":"r"/],
    ['is not', 'UTF-8', `SELECT ${spoilt('reference')}`, unreadable],
    ['is not, before a semicolon', 'UTF-8', `SELECT ${spoilt('reference')}; -- all`, unreadable],
    [
      'is not, in a table of a query',
      'UTF-8',
      `WITH x AS (SELECT ${spoilt('reference')}) SELECT * FROM x`,
      unreadable,
    ],
    [
      'is not, beside semicolons in texts and comments',
      'UTF-8',
      `SELECT ${spoilt('reference')}, 1 AS "a;b" /* ; */ -- ;\n WHERE 'a;''b' <> ';'`,
      unreadable,
    ],
    ['is not, and is not read', 'UTF-8', `SELECT ${columns} FROM (SELECT ${spoilt('reference')})`, /^ok: /],
    [
      'is of another encoding',
      'UTF-16',
      `SELECT ${columns.replace("'r'", "'\u0436'")}`,
      /^ok: .*"reference":"\u0436"/,
    ],
    ['is bad in another encoding', 'UTF-16', `SELECT ${spoilt('reference')}`, /^ok: /],
  ];
  for (const [what, encoding, sql, expected] of rows)
    it(`a text ${what}`, async () => {
      const dir = mkdtempSync(join(work, 'text-'));
      const database = await sqliteFile(dir);
      await database.run(`PRAGMA encoding = '${encoding}'; CREATE TABLE some (id integer)`);
      const driver = driverOn(database.address, { getOrder: { sql } });
      const answer = await driver.getOrder('1');
      assert.match(said(answer), expected);
      assert.ok(answer.kind !== 'unknown' || answer.isOurs === undefined, 'the merchant has stored it');
      await driver.close();
      await database.close();
    });
});

test('a campaign that reads such a text ends with a message', async (t) => {
  const dir = mkdtempSync(join(work, 'campaign-'));
  const database = await sqliteFile(dir);
  await database.run(
    "CREATE TABLE orders (id text, state text); INSERT INTO orders VALUES ('S-1', CAST(x'ff' AS text))",
  );
  await database.close();
  const orders = join(dir, 'orders.ndjson');
  const order = { shop_order_id: 'S-1', payment_id: 77, amount: '10.50', currency: 643, payway: 'card_rub' };
  writeFileSync(orders, `${JSON.stringify(order)}\n`);
  const endpoint = createServer((_, answer) => answer.end('OK')).listen(0, '127.0.0.1');
  t.after(() => endpoint.close());
  await once(endpoint, 'listening');
  const { port } = endpoint.address() as AddressInfo;
  const run = await gatecheck(
    [
      ...[
        'fuzz',
        'notifications',
        '--callback-url',
        `http://127.0.0.1:${port}/`,
        '--shop',
        '5:env:SQL_SHOP_KEY',
      ],
      ...['--order', orders, '--database', `sqlite:${join(dir, 'shop.db')}`, '--out', join(dir, 'out')],
      ...['--state-sql', 'SELECT state FROM orders WHERE id = {shop_order_id}'],
    ],
    { env: { SQL_SHOP_KEY: 'b7f0c9d8e7a6f5b4c3d2' } },
  );
  assert.match(run.stderr, /gave a text that is not valid UTF-8 in column "state": bytes ff/);
  assert.equal(run.code, 3, run.stderr);
});

const problems: readonly [what: string, database: string | undefined, own: object, expected: RegExp][] = [
  [
    'a query that changes something',
    'sqlite:a.db',
    { getOrder: { sql: 'DELETE FROM orders' } },
    /getOrder\.sql: found "DELETE FROM orders", expected a query that begins with SELECT or WITH/,
  ],
  [
    'two statements',
    'sqlite:a.db',
    { getOrder: { sql: 'SELECT 1; DELETE FROM orders' } },
    /getOrder\.sql: found several statements/,
  ],
  [
    'a lock',
    'sqlite:a.db',
    { getOrder: { sql: 'SELECT 1 FROM orders FOR UPDATE' } },
    /getOrder\.sql: found a lock/,
  ],
  [
    'a value between quotes',
    'sqlite:a.db',
    { getOrder: { sql: "SELECT 1 FROM orders WHERE id = '{order_id}'" } },
    /\{order_id\} stands between quotes; take them away/,
  ],
  [
    'an unknown value',
    'sqlite:a.db',
    { getOrder: { sql: 'SELECT {orderid}' } },
    /\{orderid\} is not given to this step; did you mean \{order_id\}/,
  ],
  ['no database', undefined, {}, /getOrder\[0\]\.sql: there is no merchant\.interface\.database/],
  [
    'an unknown kind of database',
    'oracle://a',
    {},
    /interface\.database: expected the address of a database/,
  ],
];
for (const [what, database, own, expected] of problems) {
  it(`finds ${what} before anything runs`, () => {
    assert.throws(
      () => configOf(database, own),
      (error) => error instanceof ConfigError && error.problems.some((problem) => expected.test(problem)),
    );
  });
}

test('a database that goes down between two statements of a query gives no answer, and ends nothing', async () => {
  const database = await postgresServer();
  const dying = await dyingPostgres(database.address, 'BEGIN');
  const driver = driverOn(dying.address);
  try {
    assert.match(said(await driver.getOrder('1')), /postgres:\/\/.* says /);
    // What nobody listens to would end the process by now.
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(said(await driver.findOrders('r-1')), /postgres:\/\/.* says /);
  } finally {
    await driver.close();
    await dying.close();
    await database.close();
  }
});
