import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readRecordings } from '../../reports/audit/read-file.ts';
import { referenceConfig } from '../../suite/config/index.ts';
import { openSlot } from '../../suite/slots/index.ts';
import { runStorm } from '../../suite/storm/index.ts';
import { compileShop } from './strength/compile-shop.ts';

/** Shops with one fault, and the law that a storm must show to be broken. `docs/storm.md` has the same table. */
const ROWS = [
  ['cc-overdraw', 'law.payouts-within-balance'],
  ['cc-parallel-dup', 'law.single-credit'],
  ['cc-notice-vs-check', 'law.single-credit'],
  ['ni-before-response', 'law.early-notice-kept'],
  ['ni-stale-overwrite', 'law.early-notice-kept'],
  ['po-fatal-retried', 'law.fatal-ends-operation'],
  ['po-funds-return', 'law.payout-debited-once'],
  ['po-reset-blind', 'law.status-after-lost-connection'],
  ['po-retry-new-id', 'law.one-id-per-payout'],
] as const;

let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(() => shop.discard());

/** Ids of the laws that do not hold after a small storm over the reference shop with this fault. */
async function brokenBy(fault: string): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-storm-'));
  const journalFile = join(dir, 'history.ndjson');
  const config = referenceConfig({ fault, main: shop.main });
  const slot = await openSlot(config, { index: 0, seed: 7, dir: join(dir, 'slot'), journalFile });
  try {
    const history = async () => (await readRecordings(journalFile)).flatMap(({ events }) => events);
    const { laws } = await runStorm(slot, { orders: 16, payouts: 10, history });
    return laws.filter(({ outcome }) => outcome === 'fail').map(({ law }) => law);
  } finally {
    await slot.close();
    await rm(dir, { recursive: true, force: true });
  }
}

for (const [fault, law] of ROWS) {
  test(`a small storm over ${fault} breaks ${law}`, async () => {
    const broken = await brokenBy(fault);
    assert.ok(broken.includes(law), `broken: ${broken.join(', ') || 'none'}`);
  });
}
