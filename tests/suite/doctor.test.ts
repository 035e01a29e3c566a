import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { byCause } from '../../cli/doctor/causes.ts';
import { wrong } from '../../cli/doctor/finding.ts';
import { browserFinding, nodeFinding } from '../../cli/doctor/machine.ts';
import { trafficFindings } from '../../cli/doctor/traffic.ts';
import type { Diagnosis } from '../../cli/doctor.ts';
import type { HistoryEvent } from '../../history/index.ts';
import { gatecheck } from './support/cli.ts';
import { plainConfig, plainRecipes } from './support/recipes.ts';
import { tinyShopConfig } from './support/tiny-shop-config.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-doctor-test-'));
after(() => rmSync(work, { recursive: true, force: true }));

let files = 0;
async function diagnose(input: object): Promise<{ code: number | null; diagnosis: Diagnosis }> {
  const file = join(work, `config-${++files}.json`);
  writeFileSync(file, JSON.stringify(input));
  const run = await gatecheck(['doctor', '--json', '--config', file]);
  return { code: run.code, diagnosis: JSON.parse(run.stdout) };
}

const wrongOf = ({ findings }: Diagnosis) => findings.filter((finding) => finding.state === 'wrong');

describe('gatecheck doctor', { concurrency: 2 }, () => {
  it('finds nothing wrong with a set-up that works', async () => {
    const { code, diagnosis } = await diagnose(tinyShopConfig());
    assert.deepEqual(wrongOf(diagnosis), []);
    assert.equal(code, 0);
    assert.ok(diagnosis.ok);
    const fine = diagnosis.findings.filter(({ state }) => state === 'ok').map(({ what }) => what);
    for (const what of [
      'Node',
      'configuration',
      'ports',
      'merchant',
      'test interface',
      'reaches the gateway',
      'can be notified',
      'invoice',
    ]) {
      assert.ok(fine.includes(what), `${what} in ${fine}`);
    }
  });

  const broken: readonly (readonly [
    name: string,
    input: object,
    code: number,
    what: string,
    message: RegExp,
    consequences?: readonly string[] | undefined,
    remedy?: RegExp,
  ])[] = [
    [
      'a key that does not exist',
      { ...tinyShopConfig(), tempo: { setle: '1s' } },
      2,
      'configuration',
      /tempo\.setle/,
    ],
    [
      'a merchant that ends at once',
      tinyShopConfig(
        {},
        {
          start: { command: [process.execPath, '-e', 'console.error("no database"); process.exit(7)'] },
        },
      ),
      3,
      'merchant',
      /no database/,
    ],
    [
      'a test interface at another address',
      tinyShopConfig(
        {},
        { interface: { type: 'http', baseUrl: '{merchant.url}/elsewhere', timeout: '1500ms' } },
      ),
      3,
      'invoice',
      /elsewhere\/orders was refused with 404/,
      ['test interface', 'reaches the gateway'],
    ],
    [
      'a merchant that does not know where the gateway is',
      tinyShopConfig({ PAY_URL: 'http://127.0.0.1:1/gateway/v1' }),
      3,
      'set-up',
      /no usable answer/,
      ['invoice', 'test interface', 'reaches the gateway'],
      /No request has reached the gateway: does the merchant use its address/,
    ],
    [
      'a merchant that signs with another secret',
      tinyShopConfig({ SHOP_KEY: 'another-secret' }),
      3,
      'invoice',
      /its signature is wrong \(string to sign: .*<SECRET>\)\.$/,
      undefined,
      /^Most likely the merchant signs with another secret: .*\{shop\.secret\} in merchant\.start\.env/,
    ],
    [
      'notifications that go nowhere',
      tinyShopConfig({ MODE: 'no-notify' }),
      3,
      'invoice',
      /like an address that does not exist/,
      ['can be notified'],
      /merchant\.callbackUrl/,
    ],
    [
      'recipes whose login is refused',
      plainConfig({ sessions: { staff: { http: 'POST /login', form: { password: 'wrong' } } } }),
      3,
      'invoice',
      /has no session "staff".*answered HTTP 401/,
      ['order.cancel', 'test interface', 'recipe createOrder'],
      /merchant\.interface\.sessions\.staff/,
    ],
    [
      'a database that is not there',
      plainConfig({
        database: 'sqlite:{slot.dir}/none.db',
        sessions: {},
        recipes: {
          createOrder: plainRecipes.createOrder,
          getOrder: { sql: 'SELECT 1 AS order_id' },
          cancel: { http: 'GET /' },
        },
      }),
      3,
      'invoice',
      /there is no file/,
      ['order.cancel', 'test interface', 'recipe createOrder'],
      /address, user and password of merchant\.interface\.database/,
    ],
    [
      'one recipe that does not work',
      plainConfig({
        sessions: { staff: { http: 'POST /login', form: { password: 'open sesame' } } },
        recipes: { ...plainRecipes, cancel: { http: 'POST /nowhere/{order_id}' } },
      }),
      3,
      'order.cancel',
      /recipe cancel was refused with 404/,
      ['recipe cancel'],
    ],
  ];
  for (const [name, input, code, what, message, consequences, remedy] of broken) {
    it(`says what is wrong, and what to do: ${name}`, async () => {
      const run = await diagnose(input);
      const found = wrongOf(run.diagnosis);
      const [finding] = found;
      // One cause is one finding.
      assert.equal(found.length, 1, JSON.stringify(found, null, 1));
      assert.equal(finding?.what, what);
      assert.match(finding.message, message);
      assert.deepEqual(finding.consequences, consequences);
      assert.match(finding.remedy, remedy ?? /.{20}/);
      assert.equal(run.code, code);
      assert.equal(run.diagnosis.ok, false);
    });
  }

  it('prints marks for a person', async () => {
    const file = join(work, 'person.json');
    writeFileSync(file, JSON.stringify({ ...tinyShopConfig(), capabilities: [] }));
    const run = await gatecheck(['doctor', '--config', file]);
    assert.equal(run.code, 2);
    assert.match(run.stdout, /^ok +Node: /m);
    assert.match(run.stdout, /^WRONG configuration: [\s\S]*What to do: /m);
    assert.match(run.stdout, /1 finding to fix/);
    assert.ok(run.stdout.endsWith(`\nNext: gatecheck doctor --config ${file}\n`), run.stdout);
  });

  it('ends with the command that comes next, quoted for a shell, and claims nothing of pages that are not there', async () => {
    const file = join(work, 'a shop.json');
    writeFileSync(file, JSON.stringify(tinyShopConfig()));
    const run = await gatecheck(['doctor', '--config', file]);
    assert.equal(run.code, 0, run.stdout);
    assert.ok(run.stdout.endsWith(`\nNext: gatecheck certify --config '${file}'\n`), run.stdout);
    assert.match(run.stdout, /^ok +browser: Not looked for: no capability that is claimed needs one\.$/m);
  });

  it('sends whoever has no configuration to init', async () => {
    const run = await gatecheck(['doctor'], { cwd: mkdtempSync(join(work, 'empty-')) });
    assert.equal(run.code, 2);
    assert.match(run.stdout, /\nNext: gatecheck init\n$/);
  });
});

describe('findings with one cause', () => {
  const refused = (call: string) => ({ kind: 'call', call, reason: 'refused with 404' }) as const;
  const told = (...[seen, flows]: Parameters<typeof byCause>) =>
    byCause(seen, flows).map(({ what, consequences = [] }) => [what, ...consequences]);

  it('are told by their cause, whatever their words have in common', () =>
    assert.deepEqual(
      told(
        [
          wrong('recipe cancel', 'It was refused.', '', refused('cancel')),
          wrong('recipe retry', 'It was refused.', '', refused('retry')),
        ],
        [wrong('order.cancel', 'The recipe was refused.', '', refused('cancel'))],
      ),
      [['recipe retry'], ['order.cancel', 'recipe cancel']],
    ));

  it('are one also where their words differ', () =>
    assert.deepEqual(
      told(
        [],
        [
          wrong('invoice', 'Order 1 made no request.', '', { kind: 'gateway' }),
          wrong('hold', 'Order 2 made no request.', '', { kind: 'gateway' }),
          wrong('refund', 'Not tried.', '', { kind: 'untried', capability: 'hold' }),
        ],
      ),
      [['invoice', 'hold', 'refund']],
    ));
});

describe('what the traffic shows', () => {
  it('is counted as people say it', () => {
    const request = { kind: 'request', operation: 'invoice/create', method: 'POST', path: '/x' };
    const said = (events: readonly object[]) =>
      trafficFindings(events as readonly HistoryEvent[], {
        gatewayUrl: 'http://gateway',
        callbackUrl: 'http://shop/notify',
        interface: 'over HTTP',
      }).map(({ message }) => message);
    const outcome = { kind: 'outcome', status: 'ok' };
    const reply = { kind: 'reply', accepted: true };
    assert.deepEqual(said([request, outcome, reply]), [
      '1 of 1 call succeeded (over HTTP).',
      '1 request has arrived at http://gateway.',
      '1 of 1 notification answered with 200 and OK.',
    ]);
    assert.deepEqual(said([request, request, outcome, outcome, reply, reply]), [
      '2 of 2 calls succeeded (over HTTP).',
      '2 requests have arrived at http://gateway.',
      '2 of 2 notifications answered with 200 and OK.',
    ]);
    const astray = { ...request, operation: null };
    assert.match(said([astray])[1] ?? '', /^1 request has arrived, and none calls an operation/);
  });
});

describe('the machine', () => {
  for (const [version, state] of [
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
    ['20.18.3', 'wrong'],
    ['18.20.0', 'wrong'],
  ] as const) {
    it(`Node ${version} is ${state}`, () => assert.equal(nodeFinding(version).state, state));
  }

  it('misses a browser only for a claimed checkout', async () => {
    const none = async () => undefined;
    assert.equal((await browserFinding(none, true)).state, 'wrong');
    assert.match((await browserFinding(none, false)).message, /^Not looked for: no capability/);
    assert.equal((await browserFinding(async () => process.execPath, true)).state, 'ok');
    const unusable = () => Promise.reject(new Error('CHROMIUM_PATH is "x"'));
    assert.match((await browserFinding(unusable, true)).message, /CHROMIUM_PATH/);
  });
});
