import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { selfSigned } from '../support/certificates.ts';
import { gatecheck } from './support/cli.ts';
import { handlerWith, type SmallEndpoint, type Stored, serve } from './support/small-handlers.ts';

/** An endpoint over https whose certificate no public authority vouches for, as test systems have them. */

const work = mkdtempSync(join(tmpdir(), 'gatecheck-https-'));
const tls = await selfSigned('localhost');
const ca = join(work, 'ca.pem');
writeFileSync(ca, tls.cert);

const ids = Array.from({ length: 12 }, (_, index) => `o-${index}`);
const orders = join(work, 'orders.ndjson');
const order = { amount: '10.50', currency: 643 };
writeFileSync(
  orders,
  ids
    .map((id, index) =>
      JSON.stringify({ shop_order_id: id, payment_id: 7700 + index, payway: 'card_rub', ...order }),
    )
    .join('\n'),
);

/** What verifies no signature, over https and over http, with orders that nothing has been told of. */
async function endpoint(): Promise<{ secure: SmallEndpoint; plain: SmallEndpoint }> {
  const stored = new Map(ids.map((id): [string, Stored] => [id, { ...order, state: 'pending', credits: 0 }]));
  const handler = handlerWith({ verifies: () => true });
  const secure = await serve(handler, stored, undefined, tls);
  const plain = await serve(handler, stored);
  after(() => {
    secure.close();
    plain.close();
  });
  return { secure, plain };
}
after(() => rmSync(work, { recursive: true, force: true }));

const run = (...args: readonly string[]) => gatecheck(args, { env: { ENDPOINT_KEY: 'SecretKey01' } });
const shop = ['--shop', '5:env:ENDPOINT_KEY'];
const campaign = (notify: SmallEndpoint, state: SmallEndpoint) => [
  ...['fuzz', 'notifications', '--callback-url', `${notify.origin}/notify`, ...shop, '--order', orders],
  ...['--state-url', `${state.origin}/state`, '--settle', '20', '--runs', '1', '--seed', '1'],
];

describe('an endpoint over https', { concurrency: 2 }, () => {
  it('is told with --callback-ca, and a replay needs no word of it', async () => {
    const { secure } = await endpoint();
    const out = join(work, 'out');
    const found = await run(...campaign(secure, secure), '--callback-ca', ca, '--out', out);
    assert.equal(found.code, 1, found.stdout + found.stderr);
    assert.match(found.stdout, /verifies no signature/);
    const file = readdirSync(out).find((name) => name.startsWith('notification-')) ?? 'none';
    const replayed = await run('replay', join(out, file), ...shop);
    assert.equal(replayed.code, 1, replayed.stdout + replayed.stderr);
  });

  it('is not without it, and what is missing is said', async () => {
    const { secure, plain } = await endpoint();
    for (const [notify, state, says] of [
      [secure, plain, /Nobody answers at .*: the TLS of the receiver is refused: .*by itself/],
      [plain, secure, /--state-url .* has a certificate that is not trusted here \(DEPTH_ZERO_SELF_SIGNED/],
    ] as const) {
      const { code, stderr } = await run(...campaign(notify, state), '--out', join(work, 'none'));
      assert.equal(code, 3, stderr);
      assert.match(stderr, says);
      assert.match(stderr, /name the file with it \(PEM\) in --callback-ca/);
    }
  });

  for (const [command, args, says] of [
    ['fuzz notifications', [ca], /--callback-ca is for endpoints without a driver/],
    ['probe', [orders, ...shop], /--callback-ca .*orders\.ndjson: .* cannot be read: expected PEM/],
  ] as const)
    it(`is a usage error of ${command}: ${says.source}`, async () => {
      const { code, stderr } = await run(...command.split(' '), '--callback-ca', ...args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, says);
    });
});
