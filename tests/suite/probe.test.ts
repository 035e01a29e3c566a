import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { selfSigned } from '../support/certificates.ts';
import { gatecheck } from './support/cli.ts';
import {
  type Habits,
  handlerWith,
  type SmallEndpoint,
  type Stored,
  serve,
} from './support/small-handlers.ts';

const KEY = 'SecretKey01';
const work = mkdtempSync(join(tmpdir(), 'gatecheck-probe-'));
after(() => rmSync(work, { recursive: true, force: true }));

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** A shop whose checkout asks the gateway at this port for an invoice. */
async function shopAt(port: number, habits: Habits, key = KEY, tls?: Tls): Promise<SmallEndpoint> {
  const orders = new Map<string, Stored>();
  const checkout = async () => {
    const id = `order-${orders.size + 1}`;
    orders.set(id, { amount: '25.00', currency: 643, state: 'pending', credits: 0 });
    const fields = { amount: '25.00', currency: 643, payway: 'card_rub', shop_id: 5, shop_order_id: id };
    const sign = createHash('sha256')
      .update(Object.values(fields).join(':') + key)
      .digest('hex');
    const answer = await fetch(`http://127.0.0.1:${port}/gateway/v1/invoice/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, callback_url: `${shop.origin}/notify`, sign }),
    });
    return answer.text();
  };
  const shop: SmallEndpoint = await serve(handlerWith(habits), orders, checkout, tls);
  return shop;
}

type Tls = Awaited<ReturnType<typeof selfSigned>>;

interface Run {
  readonly habits?: Habits;
  readonly key?: string;
  /** Over https, with a certificate that it signed by itself. */
  readonly tls?: Tls;
  readonly state: (origin: string) => readonly string[];
  readonly checkout?: (origin: string) => string;
}

let runs = 0;

async function probe({
  habits = {},
  key = KEY,
  tls,
  state,
  checkout = (origin) => `curl -skf -X POST ${origin}/checkout`,
}: Run) {
  const port = await freePort();
  const shop = await shopAt(port, habits, key, tls);
  const out = join(work, `run-${++runs}`);
  const ca = join(work, `ca-${runs}.pem`);
  if (tls !== undefined) writeFileSync(ca, tls.cert);
  try {
    const result = await gatecheck(
      [
        ...[
          'probe',
          '--shop',
          '5:env:PROBE_KEY',
          '--port',
          String(port),
          '--checkout',
          checkout(shop.origin),
        ],
        ...['--settle', '20', '--runs', '60', '--seed', '1', '--out', out, ...state(shop.origin)],
        ...(tls === undefined ? [] : ['--callback-ca', ca]),
      ],
      { env: { PROBE_KEY: KEY } },
    );
    return { ...result, out };
  } finally {
    shop.close();
  }
}

const byUrl = (origin: string) => ['--state-url', `${origin}/state`];

describe('gatecheck probe', { concurrency: 2 }, () => {
  it('learns an order from a checkout, and leaves a right shop alone, by its page, over https', async () => {
    const state = (origin: string) => [
      ...['--state-page', `${origin}/page?shop_order_id={shop_order_id}`, '--paid', '<p>paid'],
    ];
    const tls = await selfSigned('localhost');
    const { code, stdout, stderr } = await probe({ habits: { format: 'form', paid: 'success' }, tls, state });
    assert.equal(code, 0, stdout + stderr);
    assert.match(
      stdout,
      /Learned of a checkout: order "order-1" over 25\.00 \(currency 643\), payway card_rub, notifications to https:/,
    );
    assert.match(stdout, /"profile": \{"notifications":"form"/);
    // A recommendation may be told of; nothing that it must do is broken.
    assert.doesNotMatch(stdout, /Counterexample \d+: /);
  });

  it('tells plainly what is wrong, with as many orders as it needs, and keeps no command', async () => {
    const { code, stdout, stderr, out } = await probe({
      habits: { verifies: () => true, amount: () => true },
      state: (origin) => ['--state-command', `curl -sf "${origin}/state?shop_order_id=$SHOP_ORDER_ID"`],
    });
    assert.equal(code, 1, stdout + stderr);
    assert.match(
      stdout,
      /It believes everything, because it verifies no signature: 24 of 24 forgeries were believed/,
    );
    assert.match(
      stdout,
      /It does not compare the amount with that of the order: 9 of 9 other amounts were believed/,
    );
    assert.match(stdout, /the same gatecheck probe tries it first/);
    const file = readdirSync(out).find((name) => name.startsWith('notification-')) ?? 'none';
    const replayed = await gatecheck(['replay', join(out, file), '--shop', '5:env:PROBE_KEY'], {
      env: { PROBE_KEY: KEY },
    });
    assert.equal(replayed.code, 2);
    assert.match(replayed.stderr, /Run the same gatecheck probe again/);
  });

  for (const [name, run, message] of [
    [
      'a checkout that fails',
      { checkout: () => 'echo "no cart" >&2; exit 3' },
      /--checkout ended with exit code 3: no cart/,
    ],
    [
      'a checkout of which nothing comes',
      { key: 'AnotherSecret99' },
      /No invoice came of the checkout.*The gateway saw: .*(sign|10)/,
    ],
    [
      'a state that shows nothing',
      { state: () => ['--state-command', 'echo "{}"'] },
      /--state-command gave \{\}, which shows no state/,
    ],
  ] as const) {
    it(`says what is wrong with ${name}`, async () => {
      const { code, stderr } = await probe({ state: byUrl, ...run });
      assert.equal(code, 3, stderr);
      assert.match(stderr, message);
    });
  }

  for (const [args, message] of [
    [[], /--shop is missing/],
    [['--shop', '5:env:PROBE_KEY', '--state-page', 'http://127.0.0.1:1/'], /--state-page needs --paid/],
    [['--shop', '5:env:PROBE_KEY', '--state-sql', 'SELECT 1', '--database', 'sqlite:x'], /names no order/],
    [
      ['--shop', '5:env:PROBE_KEY', '--state-url', 'http://x/', '--state-command', 'x'],
      /cannot be used together/,
    ],
  ] as const) {
    it(`is a usage error: ${message.source}`, async () => {
      const { code, stderr } = await gatecheck(['probe', ...args], { env: { PROBE_KEY: KEY } });
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    });
  }
});
