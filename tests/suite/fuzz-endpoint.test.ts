import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import {
  EndpointTarget,
  familiesFor,
  fuzzNotifications,
  judgeMessage,
  type MessageContext,
  NEWS_OF,
  readOrders,
  readSight,
  renderMessage,
  replayNotice,
  twistsOf,
  twistsWith,
} from '../../suite/fuzz/index.ts';
import { gatecheck } from './support/cli.ts';
import { facts } from './support/honest-receiver.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-endpoint-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const orders = join(dir, 'orders.ndjson');
writeFileSync(
  orders,
  Array.from({ length: 12 }, (_, index) =>
    JSON.stringify({
      shop_order_id: `o-${index}`,
      payment_id: 7700 + index,
      amount: '10.50',
      currency: 643,
      payway: 'card_rub',
    }),
  ).join('\n'),
);

/** Starts the bare endpoint, uses it, ends it. */
async function withEndpoint<T>(
  fault: string,
  use: (origin: string) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const script = fileURLToPath(new URL('support/bare-endpoint.py', import.meta.url));
  const child = spawn('python3', [script], {
    env: { ...process.env, PORT: '0', KEY: 'SecretKey01', SHOP: '5', ORDERS: orders, FAULT: fault, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [origin] = await new Promise<string[]>((done, failed) => {
      child.once('error', failed);
      createInterface(child.stdout).once('line', (line) => done([line]));
    });
    return await use(origin ?? '');
  } finally {
    child.kill('SIGKILL');
  }
}

const secret = 'SecretKey01';

/** What shows acceptance: an address of states, the replies, or nothing. */
type Shown = 'state' | 'reply' | 'nothing';

const targetAt = (origin: string, shown: Shown): EndpointTarget =>
  new EndpointTarget({
    callbackUrl: `${origin}/notify`,
    shop: { id: 5, secret },
    orders: readOrders(orders),
    state: shown === 'state' ? { kind: 'url', url: `${origin}/state` } : null,
    okMeansAccepted: shown === 'reply',
    readings: resolveReadings('spec', {}),
    format: 'json',
    settleMs: 20,
    timeoutMs: 2_000,
  });

async function fuzz(origin: string, shown: Shown, runs: number) {
  const target = targetAt(origin, shown);
  try {
    return await fuzzNotifications(target, { runs, timeMs: null, seed: 1, shard: null, corpus: [] });
  } finally {
    await target.close();
  }
}

const flawsOf = ({ found }: Awaited<ReturnType<typeof fuzz>>): string[] =>
  found.map(({ says, finding }) => says ?? `${finding.expectation.says}: ${finding.actual}`);

describe('a bare notification endpoint in another language', { concurrency: 6 }, () => {
  for (const [shown, runs] of [
    ['reply', 400],
    ['state', 120],
  ] as const) {
    it(`is left alone when it is right, by its ${shown}`, async () => {
      await withEndpoint('', async (origin) =>
        assert.deepEqual(flawsOf(await fuzz(origin, shown, runs)), []),
      );
    });
  }

  for (const [fault, shown, flaw] of [
    ['presence', 'reply', /believes some wrong signatures: .*no sign at all/],
    ['no-amount', 'reply', /does not compare the amount .*: \d+ of \d+ other amounts/],
    ['no-amount', 'state', /does not compare the amount .*: \d+ of \d+ other amounts/],
    ['drops-zero', 'reply', /that has ps_data, (error_code|shop_refund) beside/],
    ['credits-again', 'state', /credits a payment again/],
  ] as const) {
    it(`is found out: ${fault}, by its ${shown}`, async () => {
      await withEndpoint(fault, async (origin) => {
        const result = await fuzz(origin, shown, 300);
        assert.match(flawsOf(result)[0] ?? 'nothing', flaw);
        const twists = result.found.map(({ finding }) => finding.testCase.message.twists.length);
        assert.ok((twists[0] ?? 0) <= 1, `${twists[0]} changes are left`);
      });
    });
  }

  it('tells a flaw once, with all that led to it, and the flaw is there again when its case is replayed', async () => {
    await withEndpoint('credits-again', async (origin) => {
      const { found, base } = await fuzz(origin, 'state', 600);
      const [first, ...others] = found.map(({ finding }) => finding);
      assert.deepEqual(
        others.map(({ actual }) => actual),
        [],
      );
      const sent = first?.trail.filter(({ who }) => who === 'gateway') ?? [];
      assert.equal(sent.length, 2, JSON.stringify(first?.trail));
      const target = targetAt(origin, 'state');
      const example = { base, case: first?.testCase } as Parameters<typeof replayNotice>[1];
      const replayed = await replayNotice(target, example).finally(() => target.close());
      assert.equal(replayed.outcome, 'failing');
    });
  });

  it('says of genuine notifications what was seen: that none had an effect, or that none was answered with OK', async () => {
    await withEndpoint('wrong-reply', async (origin) => {
      const { statistics } = await fuzz(origin, 'state', 200);
      assert.deepEqual(statistics.warnings(), []);
      await assert.rejects(
        fuzz(origin, 'reply', 50),
        /No plain notification is answered with HTTP 200 and OK/,
      );
    });
  });

  it('gives suspicions only when nothing shows a state', async () => {
    await withEndpoint('presence', async (origin) => {
      const result = await fuzz(origin, 'nothing', 300);
      assert.match(flawsOf(result)[0] ?? 'nothing', /with sign/);
    });
  });

  it('is fuzzed from the command line; a replay fails again, and says when it is fixed', async () => {
    const out = join(dir, 'no-verify');
    const env = { ENDPOINT_KEY: secret };
    const example = (): string => {
      const name = readdirSync(out).find((each) => each.startsWith('notification-'));
      return join(out, name ?? 'nothing');
    };
    await withEndpoint('no-verify', async (origin) => {
      const endpoint = ['--callback-url', `${origin}/notify`, '--shop', '5:env:ENDPOINT_KEY'];
      const result = await gatecheck(
        [
          'fuzz',
          'notifications',
          ...[...endpoint, '--order', orders, '--state-url', `${origin}/state`],
          ...['--seed', '1', '--runs', '120', '--settle', '20', '--out', out],
        ],
        { env },
      );
      assert.equal(result.code, 1, result.stdout + result.stderr);
      assert.match(result.stdout, /Counterexample 1/);
      assert.match(result.stdout, /, all runs made, seed 1\./);
      const printed = /^ +gatecheck (replay .*)$/m.exec(result.stdout)?.[1]?.split(' ') ?? [];
      assert.ok(!result.stdout.includes(secret), 'the secret is shown');
      const replayed = await gatecheck(printed, { env });
      assert.equal(replayed.code, 1, replayed.stdout + replayed.stderr);
      const again = await gatecheck(
        [
          'fuzz',
          'notifications',
          ...[...endpoint, '--order', orders, '--state-url', `${origin}/state`],
          ...['--runs', '1', '--time', '1m', '--shard', '1/2', '--settle', '20', '--out', out],
        ],
        { env },
      );
      assert.equal(again.code, 1, again.stdout + again.stderr);
      assert.match(again.stdout, /1 counterexample\(s\) found before are tried first/);
    });
    await withEndpoint('', async (origin) => {
      const replayed = await gatecheck(
        [
          ...['replay', example(), '--shop', '5:env:ENDPOINT_KEY'],
          ...['--callback-url', `${origin}/notify`, '--state-url', `${origin}/state`],
        ],
        { env },
      );
      assert.equal(replayed.code, 0, replayed.stdout + replayed.stderr);
      assert.match(replayed.stdout, /Fixed/);
    });
  });

  it('is replayed on another machine by the printed line, and not because the file names it', async () => {
    const out = join(dir, 'elsewhere');
    const env = { ENDPOINT_KEY: secret };
    await withEndpoint('no-verify', async (origin) => {
      // It is not a loopback address, and leads here.
      const named = origin.replace('127.0.0.1', '0.0.0.0');
      const found = await gatecheck(
        [
          ...['fuzz', 'notifications', '--callback-url', `${named}/notify`, '--remote'],
          ...['--shop', '5:env:ENDPOINT_KEY', '--order', orders, '--state-url', `${named}/state`],
          ...['--seed', '1', '--runs', '60', '--settle', '20', '--out', out],
        ],
        { env },
      );
      assert.equal(found.code, 1, found.stdout + found.stderr);
      const printed = /^ +gatecheck (replay .*)$/m.exec(found.stdout)?.[1]?.split(' ') ?? [];
      const replayed = await gatecheck(printed, { env });
      assert.equal(replayed.code, 1, replayed.stdout + replayed.stderr);
    });

    const name = readdirSync(out).find((each) => each.startsWith('notification-')) ?? 'nothing';
    const example = JSON.parse(readFileSync(join(out, name), 'utf8'));
    const asked: string[] = [];
    const server = createServer((request, answer) => {
      asked.push(request.url ?? '');
      answer.end('{"state":"new"}');
    }).listen(0, '0.0.0.0');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [here, there] = [`http://127.0.0.1:${port}`, `http://0.0.0.0:${port}`];
    try {
      for (const [callbackUrl, stateUrl, given, refused] of [
        [`${here}/notify`, `${there}/state`, [], ['--state-url']],
        [`${there}/notify`, `${here}/state`, [], ['--callback-url']],
        [`${there}/notify`, `${there}/state`, ['--remote'], ['--callback-url', '--state-url']],
        [`${there}/notify`, `${there}/state`, ['--callback-url', `${here}/notify`], ['--state-url']],
        [`${here}/notify`, `http://127.0.0.1:${port}@0.0.0.0:${port}/{shop_order_id}`, [], ['--state-url']],
        [`${here}/notify`, `http://{shop_order_id}/`, [], ['--state-url']],
        [`${here}/notify`, 'file:///etc/passwd', [], ['--state-url']],
        [`${here}/notify`, `${here}/state`, [], []],
        [`${there}/notify`, null, ['--callback-url', `${there}/notify`, '--remote'], []],
      ] as const) {
        const file = join(dir, 'stranger.json');
        writeFileSync(
          file,
          JSON.stringify({ ...example, target: { ...example.target, callbackUrl, stateUrl } }),
        );
        asked.length = 0;
        const run = await gatecheck(['replay', file, '--shop', '5:env:ENDPOINT_KEY', ...given], { env });
        const says = `${callbackUrl} ${stateUrl}: ${run.stdout}${run.stderr}`;
        assert.equal(asked.length > 0, refused.length === 0, says);
        if (refused.length === 0) continue;
        assert.equal(run.code, 2, says);
        assert.match(
          run.stderr,
          /not on this machine\. .+\n {2}If its owner agreed: gatecheck replay .+ --remote$/m,
        );
        const named = run.stderr.match(/--(?:callback|state)-url/g) ?? [];
        assert.deepEqual(named, refused, says);
      }
    } finally {
      server.close();
    }
  });

  it('is judged by what a message does to an unpaid order, in a database that outlives the campaign', async () => {
    const env = { ENDPOINT_KEY: secret };
    const out = join(dir, 'outlived');
    const kept = join(dir, 'kept.json');
    const atOrigin = (origin: string) => [
      ...['--callback-url', `${origin}/notify`, '--state-url', `${origin}/state`],
      ...['--shop', '5:env:ENDPOINT_KEY'],
    ];
    const campaign = (origin: string) =>
      gatecheck(
        [
          ...['fuzz', 'notifications', ...atOrigin(origin), '--order', orders],
          ...['--runs', '60', '--seed', '1', '--settle', '20', '--out', out],
        ],
        { env },
      );
    const found = await withEndpoint('no-verify', campaign, { KEPT: kept });
    assert.equal(found.code, 1, found.stdout + found.stderr);
    const name = readdirSync(out).find((each) => each.startsWith('notification-'));
    const replayed = (origin: string) =>
      gatecheck(['replay', join(out, name ?? 'nothing'), ...atOrigin(origin)], { env });

    const broken = await withEndpoint('no-verify', replayed, { KEPT: kept });
    assert.equal(broken.code, 1, broken.stdout + broken.stderr);
    const mended = await withEndpoint('', replayed, { KEPT: kept });
    assert.equal(mended.code, 0, mended.stdout + mended.stderr);
    assert.match(mended.stdout, /Fixed/);
    const right = await withEndpoint('', campaign, { KEPT: kept });
    assert.equal(right.code, 0, right.stdout + right.stderr);

    writeFileSync(
      kept,
      JSON.stringify(Object.fromEntries(readOrders(orders).map((order) => [order.shop_order_id, 1]))),
    );
    const untold = await withEndpoint('', replayed, { KEPT: kept });
    assert.equal(untold.code, 3, untold.stdout + untold.stderr);
    assert.match(untold.stderr, /Every order of --order is paid already: o-0, o-1/);
    assert.match(untold.stderr, /orders that are not paid yet/);
  });

  it('is told how long it takes when it books later than was waited for, and no form that it happened to honour then', async () => {
    await withEndpoint('late', async (origin) => {
      const result = await gatecheck(
        [
          ...[
            'fuzz',
            'notifications',
            '--callback-url',
            `${origin}/notify`,
            '--state-url',
            `${origin}/state`,
          ],
          ...['--shop', '5:env:ENDPOINT_KEY', '--order', orders, '--settle', '40'],
        ],
        { env: { ENDPOINT_KEY: secret } },
      );
      assert.equal(result.code, 3, result.stdout + result.stderr);
      assert.match(result.stderr, /has its effect only after \d+ ms, and 40 ms is waited for/);
      assert.match(result.stderr, /Give --settle \d+,/);
      assert.doesNotMatch(result.stdout, /understands notifications when/);
    });
  });

  it('is a usage error when something is missing', async () => {
    const noShop = await gatecheck(['fuzz', 'notifications', '--callback-url', 'http://127.0.0.1:1/x']);
    assert.equal(noShop.code, 2);
    assert.match(noShop.stderr, /--shop is missing/);
  });
});

describe('states that endpoints show', () => {
  for (const [value, paid, once] of [
    [{ paid: true }, true, true],
    [{ paid: false, credits: 0 }, false, false],
    [{ state: 'pending' }, false, false],
    [{ order: { state: 'paid', credits: 1, credited: '10.50' } }, true, true],
    [{ state: 'paid', credits: 2 }, true, false],
    [{ credited: '0.00' }, false, false],
    [{ state: 'paid', credited: '1050' }, true, false],
  ] as const) {
    it(`reads ${JSON.stringify(value)}`, () => {
      const sight = readSight(value, '10.50');
      assert.deepEqual([sight?.booked, sight?.bookedOnce], [paid, once]);
    });
  }
  it('reads nothing out of something else', () => assert.equal(readSight({ other: 1 }, '10.50'), undefined));
});

describe('the rows of the table', () => {
  const context = (format: 'json' | 'form'): MessageContext => ({
    secret: 'SecretKey01',
    format,
    readings: {},
    facts,
  });

  for (const format of ['json', 'form'] as const) {
    it(`can all be made in ${format}`, () => {
      for (const about of ['payment', 'hold', 'rejection', 'refund'] as const) {
        for (const family of familiesFor(format, about)) {
          for (const twist of fc.sample(twistsOf(family), { seed: 1, numRuns: 10 })) {
            const message = { status: NEWS_OF[about][0] ?? 4, twists: [twist] };
            assert.ok(renderMessage(message, context(format)).headers, twist.mutation);
            assert.notEqual(judgeMessage(message, format).says, '', twist.mutation);
          }
        }
      }
    });

    it(`that must be accepted are rightly signed, in ${format}`, () => {
      for (const [about, status] of [
        ['payment', 4],
        ['hold', 8],
        ['refund', 'SUCCESS'],
      ] as const) {
        fc.assert(
          fc.property(twistsWith('accept', format, about), (twists) =>
            assert.ok(renderMessage({ status, twists }, context(format)).rightlySigned, about),
          ),
          { seed: 1, numRuns: 300 },
        );
      }
    });
  }
});
