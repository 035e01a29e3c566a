import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigError, loadConfig, resolveConfig } from '../../suite/config/index.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gatecheck-config-'));
  await writeFile(join(dir, 'driver.ts'), 'export default {};\n');
});
after(() => rm(dir, { recursive: true }));

const minimal = {
  merchant: {
    start: { command: 'python3 shop.py' },
    callbackUrl: '{merchant.url}/notify',
    interface: { type: 'http', baseUrl: '{merchant.url}/test' },
  },
  capabilities: ['invoice'],
} as const;

type Edit = (config: Record<string, unknown>, merchant: Record<string, unknown>) => void;

function edited(edit: Edit): unknown {
  const config = structuredClone(minimal) as unknown as { merchant: Record<string, unknown> };
  edit(config, config.merchant);
  return config;
}

const env = { SHOP_KEY: 'canary-secret-value', EMPTY: '' };
const resolve = (input: unknown) => resolveConfig(input, { file: 'gatecheck.config.json', dir, env });

function problemsOf(input: unknown): string {
  try {
    resolve(input);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.problems.join('\n');
  }
  assert.fail('the configuration was accepted');
}

const wrong: readonly [what: string, edit: Edit, ...messages: RegExp[]][] = [
  [
    'no callback address',
    (_, m) => delete m.callbackUrl,
    /^merchant\.callbackUrl: missing, expected an http/,
  ],
  [
    'no interface',
    (_, m) => delete m.interface,
    /^merchant\.interface: missing, expected an object whose "type"/,
  ],
  ['no capabilities', (c) => delete c.capabilities, /^capabilities: missing, expected an array/],
  [
    'an empty claim',
    (c) => {
      c.capabilities = [];
    },
    /^capabilities: found an empty array, expected at least one of/,
  ],
  [
    'an unknown capability',
    (c) => {
      c.capabilities = ['invoice', 'refnd'];
    },
    /^capabilities\[1\]: found "refnd", which is not a capability; did you mean "refund"\?/,
  ],
  [
    'a capability twice',
    (c) => {
      c.capabilities = ['invoice', 'invoice'];
    },
    /^capabilities\[1\]: found "invoice" a second time/,
  ],
  [
    'clock without jobs',
    (c) => {
      c.capabilities = ['invoice', 'clock'];
    },
    /"clock" needs jobs, which is not claimed/,
  ],
  [
    'means alone',
    (c) => {
      c.capabilities = ['jobs'];
    },
    /at least one of "invoice", "hold", "payout"/,
  ],
  [
    'refund without a way to pay in',
    (c) => {
      c.capabilities = ['payout', 'refund'];
    },
    /"refund" needs one of invoice, hold, hold\.auto/,
  ],
  [
    'both kinds of hold',
    (c) => {
      c.capabilities = ['hold', 'hold.auto'];
    },
    /found "hold" and "hold\.auto", expected one of them/,
  ],
  [
    'an unknown key',
    (_, m) => {
      m.strat = {};
    },
    /^merchant\.strat: unknown key; did you mean "start"\?/,
  ],
  [
    'an unknown key far from all others',
    (c) => {
      c.zzzzzzzzzz = 1;
    },
    /^zzzzzzzzzz: unknown key; known here: merchant, gateway, shop/,
  ],
  [
    'an unknown key of the interface',
    (_, m) => {
      m.interface = { type: 'http', baseUrl: 'http://127.0.0.1/', tokn: 'x' };
    },
    /^merchant\.interface\.tokn: unknown key; did you mean "token"\?/,
  ],
  [
    'an unknown kind of interface',
    (_, m) => {
      m.interface = { type: 'grpc' };
    },
    /^merchant\.interface\.type: found "grpc", expected "http", "module" or "recipes"$/,
  ],
  [
    'a duration without a unit',
    (c) => {
      c.tempo = { settle: '300' };
    },
    /^tempo\.settle: found "300", expected a duration such as "300ms"/,
  ],
  [
    'a duration as a number',
    (c) => {
      c.tempo = { settle: 300 };
    },
    /^tempo\.settle: found 300, expected a duration/,
  ],
  [
    'a duration of nothing',
    (c) => {
      c.tempo = { poll: '0s' };
    },
    /^tempo\.poll: found a duration of 0,/,
  ],
  [
    'a number in env',
    (_, m) => {
      m.start = { command: 'x', env: { PORT: 8041 } };
    },
    /^merchant\.start\.env\.PORT: found a number, expected a text/,
  ],
  [
    'an unknown variable',
    (_, m) => {
      m.callbackUrl = '{merchant.ulr}/x';
    },
    /^merchant\.callbackUrl: found "\{merchant|\{merchant\.ulr\} is not a template variable/,
  ],
  [
    'an unknown variable in env',
    (_, m) => {
      m.start = { command: 'x', env: { A: '{gateway.url}' } };
    },
    /^merchant\.start\.env\.A: \{gateway\.url\} is not a template variable; expected one of \{gateway\.baseUrl\}/,
  ],
  [
    'an environment variable that is not set',
    (_, m) => {
      m.start = { command: 'x {env.NOT_SET}' };
    },
    /^merchant\.start\.command: \{env\.NOT_SET\} is not set/,
  ],
  [
    'an address made of itself',
    (_, m) => {
      m.url = 'http://{merchant.url}';
    },
    /^merchant\.url: \{merchant\.url\} has no value here/,
  ],
  [
    'neither start nor url',
    (_, m) => delete m.start,
    /^merchant\.url: missing, expected the address of the merchant, or merchant\.start/,
  ],
  [
    'a port without start',
    (_, m) => {
      delete m.start;
      m.url = 'http://127.0.0.1:{port}';
    },
    /^merchant\.url: \{port\} has no value without merchant\.start/,
  ],
  [
    'start and control',
    (_, m) => {
      m.control = { kill: 'a', start: 'b' };
    },
    /^merchant\.control: found beside merchant\.start/,
  ],
  [
    'a merchant elsewhere',
    (_, m) => {
      m.url = 'https://shop.example';
    },
    /^merchant\.url: found host "shop\.example", which is not this machine; expected a loopback address, or "remote": true/,
  ],
  [
    'an interface elsewhere',
    (_, m) => {
      m.interface = { type: 'http', baseUrl: 'http://10.0.0.1/test' };
    },
    /^merchant\.interface\.baseUrl: found host "10\.0\.0\.1"/,
  ],
  [
    'an address that is none',
    (_, m) => {
      m.callbackUrl = 'http://:99999999';
    },
    /^merchant\.callbackUrl: found "http:\/\/:99999999", expected an http or https address/,
  ],
  [
    'a driver module that is not there',
    (_, m) => {
      m.interface = { type: 'module', path: './nope.ts' };
    },
    /^merchant\.interface\.path: found "\.\/nope\.ts", but there is no file/,
  ],
  [
    'a folder that is not there',
    (_, m) => {
      m.start = { command: 'x', cwd: 'nope' };
    },
    /^merchant\.start\.cwd: found "nope", but there is no folder/,
  ],
  [
    'a secret that is not set',
    (c) => {
      c.shop = { secret: { env: 'NOT_SET' } };
    },
    /^shop\.secret: environment variable NOT_SET is not set/,
  ],
  [
    'a secret that is empty',
    (c) => {
      c.shop = { secret: { env: 'EMPTY' } };
    },
    /^shop\.secret: environment variable EMPTY is empty/,
  ],
  [
    'a secret of the wrong type',
    (c) => {
      c.shop = { secret: 123456 };
    },
    /^shop\.secret: found a number, expected a text, or \{ "env"/,
  ],
  [
    'a reading that does not exist',
    (c) => {
      c.profile = { readings: { 'notification.stats': 'text' } };
    },
    /^profile\.readings: Unknown reading "notification\.stats"/,
  ],
  [
    'a reading without that answer',
    (c) => {
      c.profile = { readings: { 'notification.status': 'emoji' } };
    },
    /Reading notification\.status cannot be "emoji": expected one of integer, text/,
  ],
  [
    'a lookup that is none',
    (c) => {
      c.profile = { lookups: ['invoice/create'] };
    },
    /^profile\.lookups\[0\]: found "invoice\/create", which is not a lookup operation/,
  ],
  [
    'lookups without operations',
    (c) => {
      c.capabilities = ['invoice', 'lookups'];
      c.profile = { lookups: [] };
    },
    /^profile\.lookups: found an empty array/,
  ],
  [
    'a port beyond the range',
    (c) => {
      c.gateway = { port: 70_000 };
    },
    /^gateway\.port: found 70000, expected a port from 1 to 65535/,
  ],
  [
    'a sender that is a name',
    (c) => {
      c.gateway = { senders: ['localhost'] };
    },
    /^gateway\.senders\[0\]: found "localhost", expected an IP address/,
  ],
  [
    'a payway outside its alphabet',
    (c) => {
      c.profile = { payways: { invoice: 'card-rub' } };
    },
    /^profile\.payways\.invoice: found "card-rub", expected a payway alias/,
  ],
  [
    'a waiver without an owner',
    (c) => {
      c.waivers = [{ check: 'a', reason: 'b', expiry: '2027-01-31' }];
    },
    /^waivers\[0\]\.owner: missing/,
  ],
  [
    'a waiver until no day',
    (c) => {
      c.waivers = [{ check: 'a', reason: 'b', owner: 'c', expiry: 'soon' }];
    },
    /^waivers\[0\]\.expiry: found "soon", expected a day/,
  ],
  [
    'several problems at once',
    (c, m) => {
      delete m.callbackUrl;
      c.tempo = { poll: 'x' };
    },
    /merchant\.callbackUrl: missing/,
    /tempo\.poll: found "x"/,
  ],
];

for (const [what, edit, ...messages] of wrong) {
  test(`says what is wrong: ${what}`, () => {
    const problems = problemsOf(edited(edit));
    for (const message of messages) {
      assert.match(problems, message);
    }
  });
}

for (const input of [null, 5, 'text', [], undefined]) {
  test(`a configuration that is ${JSON.stringify(input)} is refused`, () => {
    assert.match(problemsOf(input), /^The whole: .*expected an object/);
  });
}

test('never quotes a secret', () => {
  const secret = 'canary-secret-value';
  const configs = [
    edited((c) => {
      c.shop = { secret: [secret] };
    }),
    edited((c) => {
      c.shop = { secret: { env: 'SHOP_KEY', more: secret } };
    }),
    edited((_, m) => {
      m.interface = { type: 'http', baseUrl: 'http://127.0.0.1', token: { value: secret } };
    }),
    edited((_, m) => {
      m.start = { command: 'x', env: { KEY: [secret] } };
    }),
    edited((c) => {
      c.shop = { secret };
      c.tempo = { poll: 'x' };
    }),
  ];
  for (const config of configs) {
    assert.doesNotMatch(problemsOf(config), new RegExp(secret));
  }
});

test('fills in the defaults of the smallest configuration', () => {
  const config = resolve(minimal);
  assert.equal(config.merchant.url, 'http://127.0.0.1:{port}');
  assert.deepEqual(config.merchant.logs, ['{slot.dir}/merchant.log']);
  assert.deepEqual(config.tempo, { settleMs: 3000, pollMs: 30_000, readTimeoutMs: 2000, recoverMs: 600_000 });
  assert.deepEqual(config.shop, { id: 5, secret: null });
  assert.equal(config.gateway.port, null);
  assert.equal(config.merchant.start?.maxSlots, 4);
  assert.deepEqual(config.warnings, []);
});

test('a merchant that already runs has a fixed gateway port, and warnings where it cannot work', () => {
  const config = resolve(
    edited((c, m) => {
      delete m.start;
      m.url = 'http://localhost:9000/';
      c.tempo = { poll: '5s' };
      c.capabilities = ['invoice', 'payout', 'restart'];
    }),
  );
  assert.equal(config.gateway.port, 8040);
  assert.equal(config.merchant.url, 'http://localhost:9000');
  const warnings = config.warnings.join('\n');
  assert.match(warnings, /tempo\.poll: 5s is below the recommended 30s/);
  assert.match(warnings, /shop\.secret: left out/);
  assert.match(warnings, /"restart" without merchant\.start and merchant\.control/);
});

const causes: readonly [what: string, edit: Edit, ...messages: RegExp[]][] = [
  [
    'neither start nor url, and a port in an address',
    (_, m) => {
      delete m.start;
      m.callbackUrl = 'http://127.0.0.1:{port}/notify';
    },
    /^merchant\.url: missing, expected the address of the merchant, or merchant\.start$/,
  ],
  [
    'a start that is a command',
    (_, m) => {
      m.start = 'npm start';
    },
    /^merchant\.start: found "npm start", expected an object$/,
  ],
  [
    'a url and ports without start',
    (_, m) => {
      delete m.start;
      m.url = 'http://127.0.0.1:{port}';
      m.callbackUrl = 'http://127.0.0.1:{port2}/notify';
    },
    /^merchant\.url: \{port\} has no value .* that runs, here and in merchant\.callbackUrl$/,
  ],
  [
    'an unknown capability that others need',
    (c) => {
      c.capabilities = ['invioce', 'refund'];
    },
    /^capabilities\[0\]: found "invioce"/,
  ],
  [
    'an unknown capability that resembles none',
    (c) => {
      c.capabilities = ['nonsense', 'refund'];
    },
    /^capabilities\[0\]: found "nonsense"/,
  ],
  [
    'an unknown capability beside one that lacks another',
    (c) => {
      c.capabilities = ['invioce', 'clock'];
    },
    /^capabilities\[0\]: found "invioce"/,
    /^capabilities\[1\]: "clock" needs jobs/,
  ],
  [
    'a refund and nothing to pay with',
    (c) => {
      c.capabilities = ['refund'];
    },
    /^capabilities\[0\]: "refund" needs one of/,
  ],
];

for (const [what, edit, ...messages] of causes) {
  test(`says each cause once: ${what}`, () => {
    const lines = problemsOf(edited(edit)).split('\n');
    assert.equal(lines.length, messages.length, lines.join('\n'));
    messages.forEach((message, index) => {
      assert.match(lines[index] ?? '', message);
    });
  });
}

test('warns of a first currency in which there are no amounts such as 10.50', () => {
  const warningsWith = (...currencies: number[]) =>
    resolve(
      edited((c) => {
        c.profile = { currencies };
      }),
    ).warnings;
  assert.match(warningsWith(392, 643).join(), /profile\.currencies: 392 has no fractional digits/);
  assert.deepEqual(warningsWith(414, 392), []);
});

test('the digest knows every key and no secret', () => {
  const digest = (secret: string, poll: string) =>
    resolve(
      edited((c) => {
        c.shop = { secret };
        c.tempo = { poll };
      }),
    ).digest;
  assert.match(digest('SecretKey01', '30s'), /^sha256:[0-9a-f]{64}$/);
  assert.equal(digest('SecretKey01', '30s'), digest('SecretKey02', '30s'));
  assert.notEqual(digest('SecretKey01', '30s'), digest('SecretKey01', '45s'));
});

const secrets: readonly [secret: string, found: RegExp | null][] = [
  ['SecretKey01', null],
  ['a1b2c3d4e5', null],
  ['kjhgfdsapoiuytrewqkj', null],
  ['a', /of 1 character,/],
  ['order', /of 5 characters/],
  ['card', /of 4 characters/],
  ['a1b2c3d', /of 7 characters/],
  ['notification', /without digits/],
  ['4111111111111111', /without letters/],
  ['order-15', /of words that requests are made of/],
  ['gateway/v1/invoice', /of words that requests are made of/],
  ['shop_payment_status_shop', /of words that requests are made of/],
];

for (const [secret, found] of secrets) {
  const given: readonly [where: string, value: string | { readonly env: string }][] = [
    ['in the file', secret],
    ['in the environment', { env: 'WEAK' }],
  ];
  for (const [where, value] of given) {
    test(`a secret ${where}: ${secret} is ${found === null ? 'taken' : 'refused'}`, () => {
      const config = () =>
        resolveConfig(
          edited((c) => {
            c.shop = { secret: value };
          }),
          { file: 'gatecheck.config.json', dir, env: { ...env, WEAK: secret } },
        );
      if (found === null) return assert.equal(config().shop.secret, secret);
      assert.throws(config, ({ message }: Error) => {
        assert.match(message, /shop\.secret/);
        assert.match(message, found);
        assert.match(message, /at least 8 characters with letters and digits/);
        assert.equal(/WEAK/.test(message), where === 'in the environment');
        return true;
      });
    });
  }
}

test('reads a JSON file and a TypeScript module, and finds the one in the folder', async () => {
  const json = join(dir, 'gatecheck.config.json');
  await writeFile(json, JSON.stringify(minimal));
  assert.equal((await loadConfig(undefined, { cwd: dir })).file, json);
  const module = join(dir, 'gatecheck.config.ts');
  const text = JSON.stringify({ ...minimal, tempo: { settle: '1s' } });
  await writeFile(module, `const config: Record<string, unknown> = ${text};\nexport default config;\n`);
  const config = await loadConfig(undefined, { cwd: dir });
  assert.equal(config.file, module);
  assert.equal(config.tempo.settleMs, 1000);
  assert.equal(config.dir, dir);
});

const unreadable: readonly [name: string, content: string | null, message: RegExp][] = [
  ['missing.json', null, /there is no file .*missing\.json/],
  ['broken.json', '{"a":', /broken\.json cannot be used:\n {2}- the file is not valid JSON/],
  ['throws.ts', 'throw new Error("boom");', /the module cannot be loaded: boom/],
  ['empty.ts', 'export const a = 1;', /the module has no default export/],
  ['config.yaml', 'a: 1', /expected a \.ts, \.js or \.json file/],
];

for (const [name, content, message] of unreadable) {
  test(`refuses ${name}`, async () => {
    if (content !== null) {
      await writeFile(join(dir, name), content);
    }
    await assert.rejects(loadConfig(name, { cwd: dir, env }), message);
  });
}

test('says which files were looked for', async () => {
  await assert.rejects(
    loadConfig(undefined, { cwd: tmpdir() }),
    /neither gatecheck\.config\.ts nor gatecheck\.config\.json/,
  );
});

test('all that is wrong is told at once, of its form and of what it means', () => {
  const problems = problemsOf({
    ...structuredClone(minimal),
    gateway: { port: 'x' },
    capabilities: ['invoice', 'nope'],
    shop: { secret: 'abc' },
    tempo: { poll: '1x', setle: '1s' },
  });
  for (const wanted of [
    /^gateway\.port: found "x"/m,
    /^capabilities\[1\]: found "nope"/m,
    /^shop\.secret: /m,
    /^tempo\.poll: /m,
    /^tempo\.setle: unknown key/m,
  ]) {
    assert.match(problems, wanted);
  }
});

const renamed = (value: object, key: string, to: string): object =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name === key ? to : name, inner]));

for (const [key, config] of [
  ['capabilites', renamed(minimal, 'capabilities', 'capabilites')],
  ['merchant.strat', { ...minimal, merchant: renamed(minimal.merchant, 'start', 'strat') }],
  ['merchant.interfase', { ...minimal, merchant: renamed(minimal.merchant, 'interface', 'interfase') }],
  [
    'merchant.interface.baseURL',
    {
      ...minimal,
      merchant: {
        ...minimal.merchant,
        interface: renamed(minimal.merchant.interface, 'baseUrl', 'baseURL'),
      },
    },
  ],
] as const) {
  test(`a key that is only misspelt is told once, as that: ${key}`, () => {
    assert.match(
      problemsOf(structuredClone(config)),
      new RegExp(`^${key.replaceAll('.', '\\.')}: unknown key; did you mean "[a-zA-Z]+"\\?$`),
    );
  });
}

test('what is wrong is told in our words, whatever stands at whatever key', () => {
  const whole = { ...structuredClone(minimal), ...{ gateway: { port: 8040, senders: ['127.0.0.1'] } } };
  const start = { command: 'x', prepare: ['x'], env: { A: 'b' }, ready: '/', maxSlots: 2 };
  const base = { ...whole, merchant: { ...whole.merchant, start }, profile: { currencies: [643] } };
  const values = [null, 5, 'x', true, [], {}, -1, 1.5, '', [5], { a: 1 }, undefined];
  function* variants(value: unknown): Generator<unknown> {
    yield* values;
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      for (const variant of variants(inner)) {
        yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant };
      }
    }
  }
  let refused = 0;
  for (const variant of variants(base)) {
    try {
      resolve(variant);
    } catch (error) {
      refused += 1;
      assert.ok(error instanceof ConfigError, String(error));
      assert.doesNotMatch(error.message, /Too (small|big)|Invalid|nonoptional|[Uu]nrecognized|undefined/);
    }
  }
  assert.ok(refused > 100, `${refused} were refused`);
});

test('whatever is wrong with one key is told in plain words, each key once', () => {
  const call = {
    request: { method: 'GET', path: '/o/{id}', json: { a: 1 }, headers: { A: 'b' } },
    read: { state: '$.s' },
  };
  const full = {
    merchant: {
      ...minimal.merchant,
      start: {
        command: ['x'],
        prepare: 'x',
        cwd: '.',
        env: { A: 'b' },
        ready: '/',
        readyTimeout: '1s',
        maxSlots: 1,
      },
      control: { kill: 'x', start: 'x' },
      url: 'http://127.0.0.1:{port}',
      remote: false,
      caFile: 'x',
      callbackUrls: ['http://127.0.0.1:1'],
      allowCallbacksTo: ['x'],
      logs: ['x'],
      checkout: { paid: '#x' },
      interface: { type: 'recipes', createOrder: call, getOrder: call, timeout: '1s' },
    },
    gateway: { host: '127.0.0.1', port: 1, publicUrl: 'http://x', tls: true, senders: ['127.0.0.1'] },
    shop: { id: 5, secret: { env: 'SHOP_KEY' } },
    capabilities: ['invoice'],
    profile: {
      preset: 'spec',
      payways: { invoice: 'x' },
      currencies: [643],
      notifications: 'json',
      lookups: ['shop_balance'],
      readings: { 'notification.status': 'text' },
    },
    tempo: { settle: '1s' },
    under: { env: { A: 'b' }, results: 'x', payer: 'page', repeatsRedTests: true },
    waivers: [{ check: 'x', reason: 'x', owner: 'x', expiry: '2027-01-01' }],
  };
  const paths: string[][] = [];
  const walk = (value: unknown, path: string[]): void => {
    if (path.length > 0) paths.push(path);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  };
  walk(full, []);
  assert.ok(paths.length > 60, `${paths.length} keys`);
  const raw = /Invalid |received|undefined|nonoptional|Too (small|big)|discriminator|at least 1 /;
  for (const path of paths)
    for (const value of [undefined, null, 7, 'zz zz', '', true, [], {}, { nonesuch: 1 }]) {
      const config: Record<string, unknown> = structuredClone(full);
      const last = path.at(-1) ?? '';
      const parent = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, config);
      if (value === undefined) delete parent[last];
      else parent[last] = value;
      try {
        resolve(config);
      } catch (error) {
        assert.ok(error instanceof ConfigError, `${path.join('.')}: ${String(error)}`);
        for (const problem of error.problems)
          assert.doesNotMatch(problem, raw, `${path.join('.')} = ${JSON.stringify(value)}`);
        assert.equal(new Set(error.problems).size, error.problems.length, error.problems.join('\n'));
      }
    }
});
