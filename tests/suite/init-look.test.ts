import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { frameworks } from '../../cli/init/frameworks.ts';
import { FILL_IN, propose } from '../../cli/init/propose.ts';
import { lacks } from '../../scripts/machine.mjs';
import { type Config, resolveConfig } from '../../suite/config/index.ts';
import { gatecheck } from './support/cli.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-look-'));
after(() => rmSync(work, { recursive: true, force: true }));

const npm = (name: string) =>
  JSON.stringify({ scripts: { start: 'node x.js' }, dependencies: { [name]: '1' } });
const composer = (name: string) => JSON.stringify({ require: { [name]: '^1' } });

/** The files by which each framework is told, as its projects have them. */
const PROJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Medusa: { 'package.json': npm('@medusajs/medusa') },
  Vendure: { 'package.json': npm('@vendure/core'), 'docker-compose.yml': 'db:\n  image: postgres:16\n' },
  WooCommerce: { 'wp-config.php': '<?php', 'wp-content/plugins/woocommerce/': '' },
  WordPress: { 'cups.php': '<?php\n/**\n * Plugin Name: Cups\n */' },
  OpenCart: { 'catalog/controller/extension/payment/cups.php': '<?php' },
  Nest: {
    'package.json': npm('@nestjs/core'),
    'prisma/schema.prisma':
      'datasource db {\n  provider = "postgresql"\n}\nmodel Order {\n  id Int @id\n  number String\n  total Int\n  status String\n  @@map("orders")\n}\nmodel Payment {\n  id Int @id\n  orderId Int @map("order_id")\n  amount Int\n}\n',
  },
  Express: { 'package.json': npm('express') },
  Laravel: {
    'composer.json': composer('laravel/framework'),
    '.env.example': 'DB_CONNECTION=mysql\nPAYMENT_GATEWAY_URL=\nPAYMENT_SHOP_ID=\nPAYMENT_SECRET=\n',
  },
  Symfony: { 'composer.json': composer('symfony/framework-bundle') },
  Django: { 'requirements.txt': 'Django==5.1\npsycopg\n', 'manage.py': '' },
  FastAPI: { 'requirements.txt': 'fastapi[standard]\n', 'main.py': 'app = FastAPI()' },
  Flask: { 'pyproject.toml': 'dependencies = ["flask>=3"]' },
  Rails: { Gemfile: "gem 'rails', '~> 8.0'\n" },
  Spring: { 'pom.xml': '<groupId>org.springframework.boot</groupId>' },
  Go: { 'go.mod': 'module example.com/shop\n' },
  PHP: { 'index.php': '<?php' },
  'Node.js': { 'package.json': npm('koa') },
  Python: { 'shop.py': 'if __name__ == "__main__":' },
};

/** A configuration whose placeholders a team has filled in. */
const filled = (config: Config): Config =>
  JSON.parse(JSON.stringify(config).replace(FILL_IN, (mark) => mark.replace('FILL_IN_', 'own_')));

describe('what init proposes', () => {
  it('has a row for every framework of this table, and the table for every row', () =>
    assert.deepEqual(frameworks.map(({ name }) => name).sort(), Object.keys(PROJECTS).sort()));

  for (const [name, files] of Object.entries(PROJECTS)) {
    it(`is a configuration that loads: ${name}`, () => {
      const proposal = propose(new Map(Object.entries(files)), 'shop');
      assert.ok(proposal, 'nothing was recognised');
      assert.match(proposal.why[0] ?? '', new RegExp(`^${name}, told by `));
      assert.deepEqual(proposal.config.capabilities, ['invoice']);
      const env = { PGPASSWORD: 'read-only-password', DB_PASSWORD: 'read-only-password' };
      const config = resolveConfig(filled(proposal.config), { file: null, dir: work, env });
      assert.ok(config.merchant.start?.command.length);
      for (const mark of JSON.stringify(proposal.config).match(FILL_IN) ?? [])
        assert.ok(
          proposal.toDo.some((line) => line.startsWith(mark)),
          `${mark} is not told of`,
        );
    });
  }

  it('takes a script that serves for a shop of Node.js', () => {
    const script = 'const server = createServer(answer); server.listen(process.env.PORT);';
    const proposal = propose(new Map([['tea.mjs', script]]), 'shop');
    assert.equal(proposal?.config.merchant.start?.command, 'exec node tea.mjs');
  });

  it('knows nothing of an empty folder', () => assert.equal(propose(new Map(), 'shop'), undefined));

  it('takes the provider and the place of the database from a Medusa, and no password', () => {
    const proposal = propose(
      new Map([
        ['package.json', npm('@medusajs/medusa')],
        ['.env', 'DATABASE_URL=postgres://medusa:s3cret@db.local:5433/tea-shop\n'],
        [
          'medusa-config.ts',
          "modules: [{ resolve: '@medusajs/medusa/payment', options: { providers: [\n{ resolve: './src/modules/pay', id: 'main', options: { key: 1 } }] } }]",
        ],
        [
          'src/modules/pay/service.ts',
          "class Pay extends AbstractPaymentProvider { static identifier = 'pay' }",
        ],
      ]),
      'shop',
    );
    assert.ok(proposal);
    const text = JSON.stringify(proposal.config);
    assert.match(text, /hooks\/payment\/pay_main"/);
    assert.match(text, /"provider_id":"pp_pay_main"/);
    assert.match(text, /postgres:\/\/FILL_IN_reader:\{env\.PGPASSWORD\}@db\.local:5433\/tea-shop"/);
    assert.doesNotMatch(text + proposal.toDo.join('\n'), /s3cret|FILL_IN_provider_id/);
  });

  const SHOW = 'const show = (o) => ({ shop_order_id: o.number, credited: o.credited, credits: o.credits });';
  const routed: readonly (readonly [how: string, files: Readonly<Record<string, string>>, base: string])[] = [
    [
      'paths that are compared',
      {
        'x.js': `${SHOW} if (path === '/test/orders' && method === 'POST') make(); get(path.replace('/test/orders/', ''));`,
      },
      '{merchant.url}/test',
    ],
    [
      'a router below a path of another file',
      {
        'x.js': "app.use('/api', shop); app.use('/internal/test', routes(process.env.TEST_TOKEN));",
        'routes.js': `${SHOW} r.post('/orders', make); r.get('/orders/:id', read);`,
      },
      '{merchant.url}/internal/test',
    ],
    [
      'a prefix of its own router',
      {
        'shop.py': `r = APIRouter(prefix="/checks")\n@r.post("/orders")\n@r.get("/orders/{order_id}")\ndef show(o): return {"shop_order_id": 1, "credited": o.c, "credits": o.n}`,
      },
      '{merchant.url}/checks',
    ],
    [
      'a path that is taken apart',
      {
        'shop.py': `if u.path == "/test/orders": post()\nif parts[:2] == ["test", "orders"]: get(parts[2])\ndef show(o): return {"shop_order_id": 1, "credited": o.c, "credits": o.n}`,
      },
      '{merchant.url}/test',
    ],
  ];
  for (const [how, files, base] of routed) {
    it(`takes the test interface that a shop has: ${how}`, () => {
      const proposal = propose(
        new Map(
          Object.entries({ ...files, 'package.json': npm('express'), '.env': 'DB_FILE=sqlite:shop.db\n' }),
        ),
        'shop',
      );
      const chosen = proposal?.config.merchant.interface;
      assert.ok(chosen?.type === 'http');
      assert.equal(chosen.baseUrl, base);
      const start = proposal?.config.merchant.start;
      assert.equal(chosen.token, start?.env?.TEST_TOKEN);
    });
  }

  it('does not take the API for customers for a test interface, and writes no query where nothing shows a database', () => {
    const api = "app.post('/api/orders', make); app.get('/api/orders/:id', read);";
    const proposal = propose(
      new Map(Object.entries({ 'x.js': api, 'package.json': npm('express') })),
      'shop',
    );
    assert.deepEqual(proposal?.config.merchant.interface, { type: 'http', baseUrl: '{merchant.url}/test' });
    assert.doesNotMatch(JSON.stringify(proposal?.config), /SELECT/);
    assert.match(proposal?.toDo.join('\n') ?? '', /no database and no test interface was found/);
  });

  it('takes tables of Prisma, their names and their cents', () => {
    const proposal = propose(new Map(Object.entries(PROJECTS.Nest ?? {})), 'shop');
    const text = JSON.stringify(proposal?.config);
    assert.match(text, /FROM payment WHERE order_id = o\.id|FROM \\"Payment\\" WHERE order_id = o\.id/);
    assert.match(text, /"amounts":"minor"/);
    assert.match(text, /\{amount\.minor\}/);
  });
});

const noPhp = await lacks('php');
const noFlask =
  spawnSync('python3', ['-c', 'import flask']).status === 0 ? false : 'Flask is not installed for python3';

describe('small shops, as their projects are', { concurrency: 2 }, () => {
  for (const [name, skip] of [
    ['express', false],
    ['flask', noFlask],
    ['php', noPhp],
  ] as const) {
    it(`is configured so that it works at once: ${name}`, { skip }, async () => {
      const dir = join(work, name);
      cpSync(fileURLToPath(new URL(`support/projects/${name}`, import.meta.url)), dir, { recursive: true });
      if (name === 'express')
        symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(dir, 'node_modules'));
      const written = await gatecheck(['init', '--dir', dir, '--ci', 'github']);
      assert.equal(written.code, 0, written.stderr);
      assert.match(written.stdout, /Found:\n {2}\w+, told by /);
      assert.ok(existsSync(join(dir, '.github/workflows/gatecheck.yml')));
      const text = readFileSync(join(dir, 'gatecheck.config.ts'), 'utf8');
      assert.doesNotMatch(text, FILL_IN);
      const tried = await gatecheck(['doctor', '--config', join(dir, 'gatecheck.config.ts')]);
      assert.equal(tried.code, 0, tried.stdout + tried.stderr);
      assert.match(tried.stdout, /A plain order was paid, notified and credited once/);
      const again = await gatecheck(['init', '--dir', dir]);
      assert.equal(again.code, 2);
      assert.match(again.stderr, /gatecheck\.config\.ts is there already; nothing was written/);
    });
  }
});
