import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  DriverTarget,
  fuzzNotifications,
  noticeExample,
  readCounterexample,
  replayNotice,
  writeCounterexample,
} from '../../suite/fuzz/index.ts';
import type { Slot } from '../../suite/slots/index.ts';
import { fuzzOnce, NOTICE_FAULTS, OTHER_NEWS_FAULTS } from './fuzz/measure.ts';
import { ShopPool, shopConfig, withShop } from './fuzz/shops.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-fuzz-test-'));
const pool = new ShopPool(2);
after(async () => {
  await pool.close();
  rmSync(dir, { recursive: true, force: true });
});

/** What is left of a fault when it is shrunk, where that is one thing only. */
const FLAWS: Readonly<Record<string, RegExp>> = {
  'na-presence': /with (no sign at all|an empty sign|sign (null|false|0))|sign is called sign\[\]/,
  'na-keeps-empty': /has description beside|not have its effect/,
  'na-sanitised-input': /not have its effect/,
  'nc-no-amount': /another (amount|shop_amount)/,
  'nc-no-currency': /in currency/,
  'nc-wrong-amount-field': /shop_amount alone/,
  'na-refunds-unverified': /a refund notification of .*(sign|secret|digest)/,
  'nc-refunds-unmatched': /a refund notification of .*(another amount|in currency|never was)/,
  'rf-type-crossed': /the notification of the payment sent as type=refund/,
  'na-holds-unverified': /two-step order: .*status 8 .*(sign|secret|digest)/,
  'nc-holds-unmatched': /two-step order: .*status 8 .*(amount|currency|shop)/,
  'na-rejections-unverified': /status 6 \(rejected\) .*(sign|secret|digest)/,
  'ts-env-mixup': /after status 2: .*payment_id of another invoice/,
};

const withTarget = async <T>(slot: Slot, use: (target: DriverTarget) => Promise<T>): Promise<T> => {
  return use(new DriverTarget(slot, { readings: await slot.gateway.readings(), format: 'json' }));
};

describe('fuzzing notifications', { concurrency: 2 }, () => {
  it('finds nothing at the reference shop', async () => {
    const found = await pool.use(null, (slot) => fuzzOnce(slot, 'notifications', 1, { runs: 256 }));
    assert.equal(found.flaw, '');
    assert.equal(found.runs, 256);
  });

  for (const fault of [...NOTICE_FAULTS, 'ts-env-mixup']) {
    it(`finds ${fault} within 2,000 runs and shrinks it to one change`, async () => {
      const found = await pool.use(fault, (slot) => fuzzOnce(slot, 'notifications', 1, { firstOnly: true }));
      assert.ok(found.found, `${fault} was not found`);
      assert.ok(found.size <= 1, `${found.size} changes are left: ${found.flaw}`);
      assert.match(found.flaw, FLAWS[fault] ?? /./);
    });
  }

  for (const [fault, topic] of Object.entries(OTHER_NEWS_FAULTS)) {
    it(`finds ${fault} among notifications about a ${topic}, and shrinks it to one change`, async () => {
      const found = await pool.use(fault, (slot) =>
        fuzzOnce(slot, 'notifications', 1, { firstOnly: true, topics: [topic] }),
      );
      assert.ok(found.found, `${fault} was not found`);
      assert.equal(found.size, 1, found.flaw);
      assert.match(found.flaw, FLAWS[fault] ?? /./);
    });
  }

  it('finds what brings the merchant down', async () => {
    const found = await withShop(await shopConfig('ts-hostile-input'), (slot) =>
      fuzzOnce(slot, 'notifications', 1, { firstOnly: true }),
    );
    assert.match(found.flaw, /process ended/);
    assert.equal(found.size, 1);
  });

  for (const [fault, topic, type] of [
    ['nc-no-currency', 'payment', 'invoice'],
    ['na-refunds-unverified', 'refund', 'refund'],
  ] as const)
    it(`writes a counterexample of ${fault} that fails again, and is fixed once the fault is off`, async () => {
      const file = await pool.use(fault, (slot) =>
        withTarget(slot, async (target) => {
          const result = await fuzzNotifications(target, {
            runs: 2000,
            timeMs: null,
            seed: 1,
            shard: null,
            corpus: [],
            topics: [topic],
            firstOnly: true,
          });
          const [shrunk] = result.found;
          assert.ok(shrunk, 'nothing was found');
          const example = noticeExample(shrunk, {
            target,
            description: { kind: 'config', config: null },
            merchant: 'reference shop',
            seed: 1,
            base: result.base,
          });
          assert.match(
            example.curl ?? '',
            new RegExp(`^curl -i -X POST .*payments/notify\\?type=${type}`, 's'),
          );
          assert.ok(!JSON.stringify(example).includes(slot.shop.secret), 'the secret is in the file');
          const again = await replayNotice(target, example);
          assert.equal(again.outcome, 'failing');
          return writeCounterexample(dir, example);
        }),
      );
      const example = readCounterexample(file);
      assert.equal(example.kind, 'notification');
      await pool.use(null, (slot) =>
        withTarget(slot, async (target) => {
          const replayed = example.kind === 'notification' ? await replayNotice(target, example) : undefined;
          assert.equal(replayed?.outcome, 'fixed');
        }),
      );
    });
});
