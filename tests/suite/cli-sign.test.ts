import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gatecheck, signalled } from './support/cli.ts';

const secret = 'SecretKey01';
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const request =
  '{"shop_order_id":4126,"amount":"12.34","payway":"perfectmoney_usd","shop_id":"5","currency":643,"description":"x"}';
const requestDigest = '07a596eb1dbcb83d5a7b2f1c9572d455af7e71b9ea5c32e3c3892f099ae67ac2';
const requestText = '12.34:643:perfectmoney_usd:5:4126';
const notificationDigest = 'c07ccd376381b3fd45fe866ecab8a9de7404b4aa109da275d7654a3f0ff5194c';
const notification = {
  status: 4,
  payment_id: 77,
  shop_order_id: '101',
  shop_id: 5,
  ps_currency: 643,
  payway: 'card_rub',
  ps_data: '{"ps_payer_account":"4111******1111"}',
  description: '',
  created: '2024-01-02T03:04:05',
  shop_currency: 643,
  shop_amount: 10.5,
  shop_refund: 0,
  client_price: 10.5,
  error_code: 0,
  settlement_rate: null,
};

describe('gatecheck sign', () => {
  it('shows fields, string and digest, never the secret', async () => {
    const run = await gatecheck(['sign', 'invoice/create', file('r.json', request), '--secret', secret]);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, new RegExp(`${requestText}<SECRET>`));
    assert.match(run.stdout, new RegExp(requestDigest));
    assert.match(run.stdout, /description +\(not a signature field/);
    assert.ok(!run.stdout.includes(secret));
  });

  const secretForms: [name: string, args: string[], env?: Record<string, string>][] = [
    ['env:NAME', ['--secret', 'env:KEY'], { KEY: secret }],
    ['--secret-env', ['--secret-env', 'KEY'], { KEY: secret }],
    ['@FILE with a line end', ['--secret', `@${join(folder, 'key')}`]],
    ['--secret-file', ['--secret-file', join(folder, 'key')]],
  ];
  file('key', `${secret}\n`);
  for (const [name, args, env = {}] of secretForms) {
    it(`takes the secret as ${name} and the body from standard input`, async () => {
      const run = await gatecheck(['sign', 'invoice/create', ...args, '--json'], { env, input: request });
      assert.equal(run.code, 0, run.stderr);
      const shown = JSON.parse(run.stdout);
      assert.equal(shown.sign, requestDigest);
      assert.equal(shown.stringToSign, `${requestText}<SECRET>`);
    });
  }

  it('signs a notification, also as a form', async () => {
    const json = await gatecheck(['sign', 'notification', '--secret', secret, '--json'], {
      input: JSON.stringify(notification),
    });
    assert.equal(JSON.parse(json.stdout).sign, notificationDigest);
    const entries = Object.entries(notification).map(([key, value]): [string, string] => [
      key,
      String(value ?? ''),
    ]);
    const form = await gatecheck([
      'sign',
      'notification',
      '--form',
      '--secret',
      secret,
      '--json',
      '--body',
      `${new URLSearchParams(entries)}`,
    ]);
    assert.equal(JSON.parse(form.stdout).sign, notificationDigest);
  });

  it('keeps number literals and, if asked, empty places', async () => {
    const body = '{"amount":1.50,"currency":643.0,"payway":null,"shop_id":5,"shop_order_id":"1"}';
    const run = await gatecheck([
      'sign',
      '/gateway/v1/invoice/create',
      '--body',
      body,
      '--secret',
      secret,
      '--empty',
      'empty-slot',
    ]);
    assert.match(run.stdout, /1\.50:643\.0::5:1<SECRET>/);
  });
});

describe('gatecheck sign of a request that lacks what its operation requires', () => {
  const sign = (operation: string, body: object, ...args: string[]) =>
    gatecheck(['sign', operation, '--secret', secret, ...args], { input: JSON.stringify(body) });
  const partial = { shop_id: 5, amount: '10.00', currency: 643 };

  it('names each field with its section, signs nothing and exits 2', async () => {
    const run = await sign('invoice/create', partial);
    assert.deepEqual([run.code, run.stdout], [2, '']);
    assert.match(
      run.stderr,
      /shop_order_id is missing; invoice\/create requires it \(Endpoints, invoice\/create\)/,
    );
    assert.match(run.stderr, /payway is missing/);
    assert.match(run.stderr, /--incomplete/);
  });
  it('signs it with --incomplete, and warns', async () => {
    const run = await sign('invoice/create', partial, '--incomplete', '--json');
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /^Warning: shop_order_id is missing.*\nWarning: payway is missing/);
    const { missing } = JSON.parse(run.stdout) as { missing: { key: string }[] };
    assert.deepEqual(
      missing.map(({ key }) => key),
      ['shop_order_id', 'payway'],
    );
  });
  it('warns of null and empty ones, and of those that the gateway asks for by default', async () => {
    const body = { shop_id: 5, amount: '10.00', payway: null, shop_order_id: '' };
    const run = await sign('invoice/try', body);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /payway is null; invoice\/try requires it \(Endpoints/);
    assert.match(run.stderr, /shop_order_id is empty/);
    assert.match(run.stderr, /currency is missing; invoice\/try requires it by default/);
  });
  it('says nothing of a complete request', async () => {
    assert.equal((await sign('invoice/create', JSON.parse(request))).stderr, '');
  });
});

describe('gatecheck verify', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const ask = (body: object, ...args: string[]) =>
    gatecheck(['verify', ...args, '--secret', secret], { input: JSON.stringify(body) });

  it('says VALID and exits 0', async () => {
    const run = await ask({ ...notification, sign: notificationDigest }, 'notification');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /^VALID\./m);
  });
  it('takes the digest from --sign', async () => {
    assert.equal((await ask(JSON.parse(request), 'invoice/create', '--sign', requestDigest)).code, 0);
  });

  const mistakes: [sign: unknown, id: string][] = [
    [sha(`${requestText}:${secret}`), 'colon-before-secret'],
    [createHmac('sha256', secret).update(requestText).digest('hex'), 'hmac-sha256'],
    [requestDigest.toUpperCase(), 'upper-case-hex'],
    [true, 'sign-not-text'],
    ['', 'sign-empty'],
  ];
  for (const [sign, id] of mistakes) {
    it(`exits 1 and names ${id}`, async () => {
      const run = await ask({ ...JSON.parse(request), sign }, 'invoice/create', '--json');
      assert.equal(run.code, 1, run.stderr);
      const shown = JSON.parse(run.stdout);
      assert.deepEqual([shown.ok, shown.mistake.id, shown.expected], [false, id, requestDigest]);
      assert.ok(!run.stdout.includes(secret));
    });
  }
  const told =
    '{"status":"success","payment_id":77,"shop_amount":10,"client_price":10.5,"shop_refund":9.5,"error_code":0,' +
    '"description":"","settlement_rate":null,"ps_data":"{\\"a\\": 6.0}","paid_at":"Noon"}';
  const right = ['10.5', '0', 'Noon', '77', '{"a": 6.0}', '10', '9.5', 'success'];
  const at = (index: number, ...texts: string[]) => right.toSpliced(index, 1, ...texts);
  const fits: [name: string, values: string[], id: string, says: RegExp][] = [
    [
      '10.0 for 10',
      at(5, '10.0'),
      'numbers-lengthened',
      /fits if shop_amount is written 10\.0 instead of 10\./,
    ],
    ['"10" for 10', at(5, '"10"'), 'numbers-quoted', /shop_amount is written "10" instead of 10\./],
    [
      'two of four',
      at(5, '10.00').with(6, '9.50'),
      'numbers-lengthened',
      /shop_amount is written 10\.00 instead of 10 and shop_refund is written 9\.50/,
    ],
    ['a zero dropped', at(1), 'zeros-dropped', /fits if error_code is left out/],
    ['an empty kept', at(1, '', '0'), 'empties-kept', /fits if description keeps an empty place/],
    ['null as a word', at(5, 'null', '10'), 'null-as-word', /fits if settlement_rate is written null/],
    ['ps_data encoded again', at(4, '{"a":6}'), 'json-text-rewritten', /It concerns ps_data/],
    ['ps_data with its literals', at(4, '{"a":6.0}'), 'json-text-rewritten', /It concerns ps_data/],
    ['the case of one value', at(7, 'SUCCESS'), 'values-upper-cased', /It concerns status/],
    [
      'the order of the body',
      ['success', '77', '10', '10.5', '9.5', '0', '{"a": 6.0}', 'Noon'],
      'insertion-order',
      /order/,
    ],
  ];
  for (const [name, values, id, says] of fits) {
    it(`says with what the signature would fit: ${name}`, async () => {
      const sign = sha(`${values.join(':')}${secret}`);
      const run = await gatecheck(['verify', 'notification', '--secret', secret, '--sign', sign, '--json'], {
        input: told,
      });
      const { mistake } = JSON.parse(run.stdout) as { mistake: { id: string; says: string } };
      assert.deepEqual([run.code, mistake?.id], [1, id], run.stdout);
      assert.match(mistake.says, says);
    });
  }
  it('names a field whose value is masked elsewhere without its value', async () => {
    const body = { amount: '10.00', account: '4111111111111111', payway: 'card_rub', shop_id: 5 };
    const sign = sha(`"4111111111111111":10.00:card_rub:5${secret}`);
    const run = await ask({ ...body, sign }, 'check_account', '--json');
    const { mistake } = JSON.parse(run.stdout) as { mistake: { says: string } };
    assert.match(mistake.says, /It concerns account\.$/);
    assert.ok(!mistake.says.includes('4111'), mistake.says);
  });
  it('speaks of two fields as two', async () => {
    const run = await ask(
      { ...JSON.parse(request), sign: sha(`12.34:perfectmoney_usd:5${secret}`) },
      'invoice/create',
    );
    assert.match(
      run.stdout,
      /Left out of the signed string: currency, shop_order_id\. They belong to the signature\./,
    );
  });
  it('says so when no recipe fits', async () => {
    const run = await ask({ ...JSON.parse(request), sign: sha('other') }, 'invoice/create');
    assert.equal(run.code, 1);
    assert.match(run.stdout, /INVALID\. No known recipe[^\n]*\nTried in vain: other literals of numbers/);
  });
});

describe('unusable input: exit code 2, one line and a hint', () => {
  const cases: [name: string, args: string[], line: RegExp, input?: string | Buffer][] = [
    [
      'an unknown operation',
      ['sign', 'invoice/creat', '--body', '{}', '--secret', 'SecretKey01'],
      /Did you mean invoice\/create\?/,
    ],
    [
      'a missing file',
      ['sign', 'notification', 'nowhere.json', '--secret', 'SecretKey01'],
      /"nowhere.json" cannot be read: there is no such file/,
    ],
    ['no secret', ['sign', 'notification', '--body', '{}'], /the secret is missing/],
    [
      'two secrets',
      ['sign', 'notification', '--body', '{}', '--secret', 'env:A', '--secret-env', 'B'],
      /give only one of them/,
    ],
    [
      'an unset variable',
      ['sign', 'notification', '--body', '{}', '--secret', 'env:NO_SUCH_KEY'],
      /NO_SUCH_KEY is not set/,
    ],
    ['an empty secret', ['sign', 'notification', '--body', '{}', '--secret', ''], /the secret is empty/],
    [
      'not JSON',
      ['verify', 'notification', '--body', 'status=4&sign=x', '--secret', 'SecretKey01'],
      /not JSON.*\n.*add --form/,
    ],
    [
      'an array',
      ['verify', 'notification', '--body', '[]', '--secret', 'SecretKey01'],
      /a JSON object is expected/,
    ],
    [
      'a doubled key',
      ['verify', 'notification', '--body', '{"a":1,"a":1}', '--secret', 'SecretKey01'],
      /"a" is twice/,
    ],
    [
      'a doubled field',
      ['verify', 'notification', '--form', '--body', 'a=1&a=2', '--secret', 'SecretKey01'],
      /more than once: a/,
    ],
    [
      'no UTF-8',
      ['verify', 'notification', '--secret', 'SecretKey01'],
      /not UTF-8/,
      Buffer.from([0x7b, 0xff]),
    ],
    [
      'no sign',
      ['verify', 'notification', '--body', '{"a":1}', '--secret', 'SecretKey01'],
      /signature to check is missing/,
    ],
    [
      'an unknown option',
      ['sign', 'notification', '--secrt', 'x'],
      /unknown option '--secrt' \(Did you mean/,
    ],
    ['an unknown command', ['sing'], /unknown command "sing"\. Did you mean sign\?/],
    ['a missing argument', ['verify'], /missing required argument 'what'/],
  ];
  for (const [name, args, line, input = ''] of cases) {
    it(name, async () => {
      const run = await gatecheck(args, { input });
      assert.equal(run.code, 2, run.stderr);
      assert.equal(run.stdout, '');
      assert.match(run.stderr, /^gatecheck: /);
      assert.match(run.stderr, line);
      assert.ok(run.stderr.trimEnd().split('\n').length <= 2, run.stderr);
    });
  }
});

describe('the command itself', () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends with ${code} on ${signal}, also while it reads`, async () => {
      assert.equal(await signalled(['verify', 'notification', '--secret', 'SecretKey01'], signal), code);
    });
  }
  it('prints help and exits 0; without arguments it exits 2', async () => {
    const [asked, bare] = await Promise.all([gatecheck(['--help']), gatecheck([])]);
    assert.equal(asked.code, 0);
    assert.match(asked.stdout, /Commands:.*sign.*verify.*Exit codes/s);
    assert.equal(bare.code, 2);
    assert.match(bare.stderr, /Usage: gatecheck/);
  });
  it('prints the version', async () => {
    assert.match((await gatecheck(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
