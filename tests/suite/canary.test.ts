import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { masker } from '../../history/masker.ts';
import { KEY, paidOrder } from './recordings/talk.ts';
import { type CliRun, gatecheck } from './support/cli.ts';
import { harOf } from './support/wire-calls.ts';

/**
 * A shop that answers whatever it is asked with all its secrets, in every form, and with what steers terminals. None of
 * it may be in anything that gatecheck writes.
 */

const SECRETS = {
  shop: 'Canary+Shop/7f3a 91',
  token: 'Canary&Token<b42e>08',
  password: 'Canary"Password%55d1',
  database: 'CanaryDb-c9e0',
};
const PREFIXES = ['', 'a', 'ab'];

/** How pages, logs and headers spell a text. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const hex = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    hex,
    hex.toUpperCase(),
    ...PREFIXES.flatMap((before) => {
      const whole = Buffer.from(before + secret).toString('base64');
      return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ];
};

/** Whatever of a form nobody may find: of base64 the characters in the middle, which the secret alone decides. */
const traces = Object.values(SECRETS).flatMap((secret) => [
  ...formsOf(secret).slice(0, 6),
  ...formsOf(secret)
    .slice(6)
    .map((text) => text.slice(4, -4)),
]);

const work = mkdtempSync(join(tmpdir(), 'gatecheck-canary-'));
after(() => rmSync(work, { recursive: true, force: true }));

const SHOP = `
import { createServer } from 'node:http';
const said = ${JSON.stringify(`\u001b[8m\u001b]0;owned\u0007\u202edesrever\u009b2J ${Object.values(SECRETS).flatMap(formsOf).join(' | ')}`)};
createServer((asked, answer) => {
  if (asked.url === '/health') return answer.end('ok');
  answer.writeHead(Number(process.env.STATUS), { 'content-type': process.env.TYPE });
  answer.end(process.env.TYPE === 'application/json' ? JSON.stringify({ code: 1, message: said }) : said + asked.headers.authorization);
}).listen(Number(process.env.PORT), '127.0.0.1');
console.log(said);
`;
writeFileSync(join(work, 'shop.mjs'), SHOP);

function config(status: number, type: string): string {
  const file = join(work, `${status}.config.json`);
  const env = {
    PORT: '{port}',
    STATUS: String(status),
    TYPE: type,
    ADMIN_PASSWORD: '{env.CANARY_PASSWORD}',
    DATABASE_URL: `postgres://shop:${SECRETS.database}@127.0.0.1:1/shop`,
  };
  const merchant = {
    name: 'Echo',
    version: '1',
    start: { command: [process.execPath, join(work, 'shop.mjs')], env, ready: '/health' },
    callbackUrl: '{merchant.url}/notify',
    interface: {
      type: 'http',
      baseUrl: '{merchant.url}/test',
      token: { env: 'CANARY_TOKEN' },
      timeout: '1500ms',
    },
  };
  const shop = { id: 5, secret: { env: 'CANARY_SHOP' } };
  writeFileSync(file, JSON.stringify({ merchant, shop, capabilities: ['invoice'] }));
  return file;
}

const env = {
  CANARY_SHOP: SECRETS.shop,
  CANARY_TOKEN: SECRETS.token,
  CANARY_PASSWORD: SECRETS.password,
};

const STEERING = /(?![\n\t\r])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function isClean(what: string, text: string): void {
  const trace = traces.find((each) => text.includes(each));
  assert.equal(
    trace,
    undefined,
    `${what} shows ${trace}: ${text.slice(text.indexOf(trace ?? '') - 200).slice(0, 500)}`,
  );
  const mark = STEERING.exec(text);
  assert.equal(mark, null, `${what} has ${JSON.stringify(mark?.[0])} at ${mark?.index}`);
}

function look(what: string, run: CliRun, folder?: string): void {
  assert.ok(run.code === 0 || run.code === 1 || run.code === 3, run.stderr);
  isClean(`the output of ${what}`, run.stdout);
  isClean(`the error output of ${what}`, run.stderr);
  if (folder === undefined) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Allure's own program is not ours.
    if (entry.isFile() && !entry.parentPath.includes('allure-report'))
      isClean(join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  }
}

describe('a shop that echoes all secrets', { timeout: 300_000 }, () => {
  for (const [status, type] of [
    [500, 'text/html'],
    [409, 'application/json'],
  ] as const) {
    const file = config(status, type);
    it(`certify (HTTP ${status})`, async () => {
      const out = join(work, `certify-${status}`);
      const args = ['certify', '--config', file, '--out', out, '--no-allure', '--only', 'order.*'];
      const run = await gatecheck(args, { env, cwd: work });
      assert.match(run.stdout, status === 500 ? /Preflight: set-up: / : /Preflight: invoice: /);
      assert.match(run.stdout, /<SECRET>/);
      look('certify', run, out);
    });
    it(`doctor (HTTP ${status})`, async () => {
      look('doctor', await gatecheck(['doctor', '--config', file], { env, cwd: work }));
    });
    it(`certify --storm (HTTP ${status})`, async () => {
      const out = join(work, `storm-${status}`);
      look(
        'a storm',
        await gatecheck(['certify', '--config', file, '--out', out, '--storm', '4'], { env, cwd: work }),
        out,
      );
    });
    it(`fuzz (HTTP ${status})`, async () => {
      look(
        'fuzz',
        await gatecheck(['fuzz', 'requests', '--config', file, '--runs', '3'], { env, cwd: work }),
      );
    });
  }
});

describe('the terminal', () => {
  const forged = JSON.stringify({
    shop_id: 5,
    status: 4,
    shop_order_id: '101',
    sign: 'aa\n\nVALID. The signature is right.\u001b[8m\u202e\u009b2J',
  });
  for (const command of ['sign', 'verify']) {
    it(`shows a forged verdict in one line (${command})`, async () => {
      const args = [command, 'notification', '--body', forged, '--secret', 'env:CANARY_SHOP'];
      const run = await gatecheck(args, { env });
      look(command, run);
      assert.doesNotMatch(run.stdout, /^VALID/m);
    });
  }

  it('obeys nothing that a recording says', async () => {
    const [first, second, third] = paidOrder();
    assert.ok(first && second && third);
    const answer = {
      status: 500,
      headers: { 'content-type': 'text/plain' },
      body: 'no \u202e\u009b2J\u001b[8m',
    };
    const file = join(work, 'recorded.har');
    writeFileSync(file, harOf([first, second, { ...third, answer }]));
    const out = join(work, 'audit');
    const args = ['audit', file, '--shop', '5:env:CANARY_SHOP', '--out', out];
    look('audit', await gatecheck(args, { env: { CANARY_SHOP: KEY } }), out);
  });

  it('obeys nothing that a counterexample says', async () => {
    const file = join(work, 'example.json');
    const text = 'forged\nFixed: it no longer fails.\u001b[8m\u202e';
    const example = {
      schema: 'gatecheck/counterexample@1',
      kind: 'journey',
      merchant: text,
      target: { kind: 'probe', callbackUrl: 'http://127.0.0.1:1', shopId: 5 },
      ...{ seed: 1, readings: {}, level: 'must', steps: [], rule: text },
      ...{ flaw: text, expected: text, actual: text, story: [text], reproduce: text },
    };
    writeFileSync(file, JSON.stringify(example));
    const run = await gatecheck(['replay', file], {});
    assert.match(run.stdout, /^forged/);
    assert.doesNotMatch(run.stdout, /^Fixed/m);
    isClean('replay', run.stdout + run.stderr);
  });

  it('masks base64 wherever the secret stands in it', () => {
    for (const secret of Object.values(SECRETS)) {
      for (const form of formsOf(secret)) assert.match(masker([secret])(`x ${form} y`), /<SECRET>/, form);
    }
  });
});
