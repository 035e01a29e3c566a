import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readHistory } from '../../history/index.ts';
import { judge } from '../../obligations/index.ts';
import type { DeliveryReply } from '../../simulator/index.ts';
import { resolveConfig } from '../../suite/config/index.ts';
import { preflight } from '../../suite/preflight/index.ts';
import { openSlot, type Slot } from '../../suite/slots/index.ts';

const script = fileURLToPath(new URL('support/hostile-shop.mjs', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'gatecheck-hostile-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Only a reply that never ends needs a short limit; a busy machine needs its time for the others. */
const NEVER_ENDS: ReadonlySet<string> = new Set(['hang', 'trickle']);

let count = 0;

/** A slot with the hostile merchant of one kind, closed when the work is done; then nothing of it may run. */
async function withMerchant(mode: string, work: (slot: Slot) => Promise<void>): Promise<void> {
  count += 1;
  const mark = `hostile-${process.pid}-${count}`;
  const config = resolveConfig(
    {
      merchant: {
        name: mode,
        start: {
          command: [process.execPath, script, mark],
          env: { PORT: '{port}', MODE: mode },
          ready: '/health',
        },
        callbackUrl: '{merchant.url}/notify',
        interface: { type: 'http', baseUrl: '{merchant.url}/test', timeout: '500ms' },
      },
      gateway: { deliveryTimeout: NEVER_ENDS.has(mode) ? '500ms' : '9s' },
      capabilities: ['invoice', 'restart'],
      tempo: { settle: '100ms', readTimeout: '200ms' },
    },
    { file: null, dir, env: process.env },
  );
  const slot = await openSlot(config, { index: 0, dir: join(dir, mark), seed: 7 });
  try {
    assert.equal(slot.setupProblem, null);
    await work(slot);
  } finally {
    await slot.close();
  }
  const left = spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' }).stdout.trim();
  assert.equal(left, '', `${mode} left processes behind`);
}

const deliver = async (slot: Slot): Promise<DeliveryReply | undefined> => {
  const delivery = { label: 'hostile', body: '{}', query: { type: 'invoice' } };
  return (await slot.gateway.deliver({ deliveries: [delivery] }))[0];
};

/** How each reply must be reported; each within the time limit of a reply, and none of them accepted. */
const replies: readonly (readonly [mode: string, outcome: DeliveryReply['outcome'] | 'any'])[] = [
  ['hang', 'timeout'],
  ['trickle', 'timeout'],
  ['endless', 'too-large'],
  ['huge', 'too-large'],
  ['reset', 'reset'],
  ['half', 'any'],
  ['invalid-utf8', 'replied'],
  ['html', 'replied'],
  ['redirect', 'replied'],
  ['no-http', 'any'],
];
for (const [mode, outcome] of replies) {
  test(`a merchant whose notification reply is "${mode}" holds nothing up`, async () => {
    await withMerchant(mode, async (slot) => {
      const begun = performance.now();
      const reply = await deliver(slot);
      assert.ok(reply !== undefined);
      if (outcome !== 'any') assert.equal(reply.outcome, outcome);
      assert.ok(reply.body.length <= 2 ** 20, 'an endless reply was kept');
      assert.ok(performance.now() - begun < 10_000, 'it took too long');
      const { events } = await slot.gateway.journal({ kind: 'reply' });
      assert.deepEqual(
        events.map(({ accepted }) => accepted),
        [false],
      );
    });
  });
}

for (const mode of [
  'garbage',
  'lies',
  'dies',
  'endless-answer',
  'array-bomb',
  'floods',
  'forks',
  'ignores-signals',
]) {
  test(`a test interface that is "${mode}" ends in a clear message and proves nothing`, async () => {
    await withMerchant(mode, async (slot) => {
      const found = await preflight(slot);
      const invoice = found.findings.find(({ capability }) => capability === 'invoice');
      assert.equal(invoice?.ok, false, JSON.stringify(found.findings));
      assert.ok(invoice.message.length > 20 && invoice.message.length < 5_000, invoice.message);
      // Whatever it said about itself, no credit of it may be taken for one that a payment stands behind.
      const { events } = await slot.gateway.journal({ limit: 1000 });
      const lines = events.map((event) => JSON.stringify(event));
      const verdicts = judge(readHistory(lines).events, { capabilities: ['invoice'] });
      const credit = verdicts.find(({ law }) => law === 'law.credit-needs-final-4');
      assert.notEqual(credit?.outcome, 'pass');
    });
  });
}

test('a notification address elsewhere than allowed is refused', async () => {
  await withMerchant('html', async (slot) => {
    const delivery = { label: 'elsewhere', body: '{}', url: 'http://192.0.2.1/notify' };
    const answer = await slot.gateway.deliver({ deliveries: [delivery] }).catch((error: unknown) => error);
    const text = answer instanceof Error ? answer.message : JSON.stringify(answer);
    assert.match(text, /192\.0\.2\.1|refused/);
  });
});
