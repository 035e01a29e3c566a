import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Config, referenceConfig, resolveConfig } from '../../suite/config/index.ts';
import {
  blockedBy,
  type PreflightResult,
  paceInWords,
  preflight,
  withPreflight,
} from '../../suite/preflight/index.ts';
import { settleFor } from '../../suite/preflight/pace.ts';
import { openSlot } from '../../suite/slots/index.ts';
import { selfSigned } from '../support/certificates.ts';
import { tinyShopConfig } from './support/tiny-shop-config.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gatecheck-preflight-'));
});
after(() => rm(dir, { recursive: true }));

const tinyConfig = (
  mode: string,
  capabilities: string[] = ['invoice'],
  more: Partial<Config['merchant']> = {},
) =>
  resolveConfig(
    { ...tinyShopConfig({ MODE: mode }, more), capabilities },
    { file: null, dir, env: process.env },
  );

let slots = 0;

async function tried(config: Parameters<typeof openSlot>[0]): Promise<PreflightResult> {
  slots += 1;
  const slot = await openSlot(config, { index: 0, dir: join(dir, `slot-${slots}`), seed: 1 });
  try {
    const begun = performance.now();
    const result = await preflight(slot);
    assert.ok(performance.now() - begun < 20_000, 'the preflight took longer than 20 s');
    return result;
  } finally {
    await slot.close();
  }
}

const findingOf = (result: PreflightResult, capability: string) => {
  const finding = result.findings.find((one) => one.capability === capability);
  assert.ok(finding, `there is no finding about ${capability}`);
  return finding;
};

test('a right merchant of the smallest claim is fine', async () => {
  const result = await tried(tinyConfig(''));
  assert.equal(result.ok, true, JSON.stringify(result.findings));
  assert.deepEqual(result.notes, []);
  assert.equal(blockedBy(result, ['invoice']), undefined);
});

for (const mode of ['busy-at-first', 'first-call-lost', 'late-once', 'polls', 'asks-afterwards']) {
  test(`a right merchant is fine, and understood as configured: ${mode}`, async () => {
    const given = { ...tinyShopConfig({ MODE: mode }), capabilities: ['invoice'] };
    const tempo = { settle: '600ms', readTimeout: '300ms' };
    const result = await tried(resolveConfig({ ...given, tempo }, { file: null, dir, env: process.env }));
    assert.deepEqual(
      result.findings.filter((finding) => !finding.ok),
      [],
    );
    assert.deepEqual(result.notes, []);
  });
}

const understood: readonly [mode: string, note: RegExp, notifications: string, status: string][] = [
  ['text-status', /understands notifications when reading notification\.status is "text"/, 'json', 'text'],
  ['form', /understands notifications when they are sent as form/, 'form', 'integer'],
  ['form-polls', /understands notifications when they are sent as form/, 'form', 'integer'],
  ['text-polls', /understands notifications when reading notification\.status is "text"/, 'json', 'text'],
  [
    'form-text-observed',
    /as form.* and reading notification\.status is "text" and reading notification\.fields is "observed".*"profile": \{"notifications":"form","readings":\{"notification\.status":"text","notification\.fields":"observed"\}\}/,
    'form',
    'text',
  ],
];

for (const [mode, note, notifications, status] of understood) {
  test(`finds how a merchant understands notifications: ${mode}`, async () => {
    const result = await tried(tinyConfig(mode));
    assert.equal(result.ok, true, JSON.stringify(result.findings));
    assert.match(result.notes.join('\n'), note);
    assert.equal(result.notifications, notifications);
    assert.equal(result.readings['notification.status'], status);
  });
}

test('a merchant that books after tempo.settle is understood as configured, and told how long it takes', async () => {
  const result = await tried(tinyConfig('late'));
  const finding = findingOf(result, 'invoice');
  assert.equal(result.ok, false);
  assert.equal(finding.conformance ?? false, false);
  assert.match(finding.message, /credited once, but only \d+\.\d s after .*, and tempo\.settle is 0\.1 s/);
  assert.match(finding.remedy, /"tempo": \{ "settle": "\d+m?s" \}/);
  assert.deepEqual(result.notes, [], 'no reading explains it');
  assert.equal(result.pace, undefined);
});

/** A configuration that does not say how long the merchant takes. */
const unsaid = (mode: string, capabilities = ['invoice']) => {
  const { tempo, ...given } = tinyShopConfig({ MODE: mode });
  const { settle: _, ...rest } = tempo;
  return resolveConfig({ ...given, tempo: rest, capabilities }, { file: null, dir, env: process.env });
};

test('how long a merchant takes is measured where the configuration does not say, with a margin', async () => {
  const config = unsaid('late');
  slots += 1;
  const slot = await openSlot(config, { index: 0, dir: join(dir, `slot-${slots}`), seed: 1 });
  try {
    const result = await preflight(slot);
    assert.equal(result.ok, true, JSON.stringify(result.findings));
    const { pace } = result;
    assert.ok(pace !== undefined && pace.slowestMs >= 250, JSON.stringify(pace));
    assert.equal(pace.settleMs, settleFor(pace.slowestMs));
    assert.match(
      paceInWords(pace),
      /^Payments were booked within 0\.\d s of their notifications, so each check waits \d\.\d s for an effect/,
    );
    const { config: adapted } = await withPreflight(slot, result);
    assert.equal(adapted.tempo.settleMs, pace.settleMs);
    assert.equal(config.tempo.settleMs, 3000, 'until it is measured');
  } finally {
    await slot.close();
  }
});

test('nothing is measured where the merchant has jobs, which are run instead of waited for', () => {
  assert.equal(unsaid('', ['invoice', 'jobs']).isSettleMeasured, false);
  assert.equal(unsaid('').isSettleMeasured, true);
  assert.equal(tinyConfig('').isSettleMeasured, false);
});

test('a fast merchant has a second, a slower one a wide margin while that is cheap, and half as much again', () => {
  const table: readonly [slowestMs: number, settleMs: number][] = [
    [3, 1000],
    [200, 1000],
    [350.5, 1800],
    [700, 3000],
    [2000, 3000],
    [5000, 7500],
  ];
  for (const [slowestMs, settleMs] of table) assert.equal(settleFor(slowestMs), settleMs);
});

const setupFailures: readonly [mode: string, capability: string, message: RegExp, remedy: RegExp][] = [
  [
    'ok',
    'invoice',
    /POST http:.*\/test\/orders answered HTTP 200 with a body that is not valid JSON: OK/,
    /Answer as the test interface says/,
  ],
  ['echo', 'invoice', /order_id: missing, expected an id as text/, /Answer as the test interface says/],
  [
    'refuse',
    'invoice',
    /POST http:.*\/test\/orders was refused with 409: no/,
    /payway and currency of profile/,
  ],
  ['hang', 'set-up', /no usable answer.*gave no answer within 1500 ms/, /interface\.timeout/],
  ['reset', 'set-up', /no usable answer to 3 calls in a row/, /log|output/],
  ['broken', 'set-up', /answered HTTP 500: it broke/, /log|output/],
  ['no-gateway', 'invoice', /the gateway received no request/, /\{gateway\.baseUrl\}/],
  [
    'wrong-gateway',
    'invoice',
    /POST \/api\/invoice\/create, which is not a path of the gateway/,
    /\{gateway\.baseUrl\}/,
  ],
  ['other-reference', 'invoice', /answered reference "x"/, /as it was given/],
  ['no-notify', 'invoice', /like an address that does not exist/, /merchant\.callbackUrl/],
];

for (const [mode, capability, message, remedy] of setupFailures) {
  test(`a set-up that cannot be judged: ${mode}`, async () => {
    const result = await tried(tinyConfig(mode));
    const finding = findingOf(result, capability);
    assert.equal(result.ok, false);
    assert.match(finding.message, message);
    assert.match(finding.remedy, remedy);
    assert.notEqual(finding.conformance, true);
    assert.ok(blockedBy(result, ['invoice']));
  });
}

test('a receiver of https is told only where its certificate can be trusted, and that it takes an old TLS is said', async () => {
  const { key, cert } = await selfSigned('localhost');
  await writeFile(join(dir, 'shop.pem'), key + cert);
  await writeFile(join(dir, 'ca.pem'), cert);
  const config = (caFile?: string, old: Record<string, string> = {}) =>
    resolveConfig(
      tinyShopConfig(
        { TLS_PORT: '{port2}', TLS_FILE: join(dir, 'shop.pem'), ...old },
        {
          callbackUrl: 'https://localhost:{port2}/notify',
          interface: { type: 'http', baseUrl: '{merchant.url}/test' },
          ...(caFile === undefined ? {} : { caFile }),
        },
      ),
      { file: null, dir, env: process.env },
    );
  const refused = await tried(config());
  assert.deepEqual(refused.notes, []);
  const untrusted = findingOf(refused, 'invoice');
  assert.match(untrusted.message, /the TLS of the receiver is refused: .*signed by itself/);
  assert.match(untrusted.remedy, /merchant\.caFile/);
  assert.notEqual(untrusted.conformance, true);
  const trusted = await tried(config('ca.pem', { TLS_MIN: 'TLSv1' }));
  assert.match(
    trusted.notes.join(),
    /^The receiver at https:\/\/localhost:\d+ takes TLS 1\.1 or older as well/,
  );
  assert.equal(trusted.ok, true, JSON.stringify(trusted.findings));
  assert.deepEqual(
    trusted.findings.filter((finding) => !finding.ok),
    [],
  );
});

const ownFaults: readonly [mode: string, message: RegExp][] = [
  ['wrong-sign', /its signature is wrong .*Likely mistake/],
  ['wrong-path', /has no operation at POST \/gateway\/v1\/invoice\/make/],
  ['drops-zero', /A plain payment did not mark its order as paid.*HTTP 403 "bad sign"/],
];

for (const [mode, message] of ownFaults) {
  test(`what is the merchant's own fault blocks nothing: ${mode}`, async () => {
    const result = await tried(tinyConfig(mode));
    const finding = findingOf(result, 'invoice');
    assert.equal(finding.ok, false);
    assert.equal(finding.conformance, true);
    assert.match(finding.message, message);
    assert.equal(result.ok, true);
    assert.equal(blockedBy(result, ['invoice']), undefined);
    assert.equal(result.readings['notification.status'], 'integer');
  });
}

test('what is signed as with another secret names the secret, and is still judged', async () => {
  const other = tinyShopConfig({ SHOP_KEY: 'another-secret' });
  const result = await tried(resolveConfig(other, { file: null, dir, env: process.env }));
  const { cause, conformance, remedy } = findingOf(result, 'invoice');
  assert.deepEqual([result.ok, cause, conformance], [true, { kind: 'secret' }, true]);
  assert.match(remedy, /most likely.*\{shop\.secret\}/i);
});

test('says that a claimed capability is not offered', async () => {
  const result = await tried(tinyConfig('', ['invoice', 'order.cancel', 'lookups']));
  assert.match(findingOf(result, 'order.cancel').remedy, /take "order\.cancel" out of capabilities/);
  assert.match(findingOf(result, 'lookups').message, /POST http:.*\/test\/lookups .*was refused with 404/);
  assert.equal(result.ok, true);
  assert.equal(blockedBy(result, ['invoice']), undefined);
  assert.ok(blockedBy(result, ['invoice', 'lookups']));
});

test('what this machine lacks blocks what needs it, and nothing else', async () => {
  const slot = await openSlot(tinyConfig('', ['invoice', 'checkout']), {
    index: 0,
    dir: join(dir, 'lacks'),
    seed: 1,
  });
  try {
    const lack = { message: 'There is no Chromium.', remedy: 'Install one.' };
    const result = await preflight(slot, { checkout: lack });
    assert.deepEqual(blockedBy(result, ['invoice', 'checkout']), {
      capability: 'checkout',
      ok: false,
      ...lack,
    });
    assert.equal(blockedBy(result, ['invoice']), undefined);
    assert.equal(result.ok, true);
  } finally {
    await slot.close();
  }
});

test('a status page that only the payer sees is opened as the payer who saw the pay page', async () => {
  const config = referenceConfig({ style: 'shows-its-payer-only', capabilities: ['invoice', 'checkout'] });
  const { ok, message } = findingOf(await tried(config), 'checkout');
  assert.ok(ok, message);
});

test('says that the base address of the test interface is wrong', async () => {
  const config = tinyConfig('', ['invoice'], {
    interface: { type: 'http', baseUrl: '{merchant.url}/tests', timeout: '1500ms' },
  });
  const result = await tried(config);
  const { message, remedy } = findingOf(result, 'invoice');
  assert.match(message, /POST http:.*\/tests\/orders was refused with 404/);
  assert.match(remedy, /is merchant\.interface\.baseUrl \(http:.*\/tests\) right\?/);
});

test('a merchant that loses its data in a restart is told so', async () => {
  const result = await tried(tinyConfig('', ['invoice', 'restart']));
  assert.match(findingOf(result, 'restart').message, /no longer shows the order/);
});

test('a merchant that does not start is a problem of the set-up, in every capability', async () => {
  const config = tinyConfig('', ['invoice', 'payout'], {
    start: { command: 'echo "no database" >&2; exit 1', ready: '/health' },
  });
  const result = await tried(config);
  assert.equal(result.ok, false);
  for (const capability of ['set-up', 'invoice', 'payout']) {
    assert.match(
      findingOf(result, capability).message,
      /ended before it was ready: exit code 1[\s\S]*no database/,
    );
  }
});

test('the reference shop does all that it claims', async () => {
  const result = await tried(referenceConfig());
  assert.deepEqual(
    result.findings.filter((finding) => !finding.ok),
    [],
  );
  assert.equal(result.findings.length, referenceConfig().capabilities.length);
  assert.deepEqual(result.notes, []);
});

test('a merchant whose now stands still is at fault itself, whatever its clock does', async () => {
  const config = referenceConfig();
  const { start } = config.merchant;
  assert.ok(start);
  const merchant = {
    ...config.merchant,
    start: { ...start, env: { ...start.env, SHOP_FAULT: 'tm-frozen' } },
  };
  const result = await tried({ ...config, merchant });
  const finding = findingOf(result, 'clock');
  assert.match(finding.message, /s apart carried the same now "20/);
  assert.equal(finding.conformance, true);
  assert.equal(blockedBy(result, ['clock']), undefined);
});
