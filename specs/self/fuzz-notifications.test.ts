import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { referenceConfig } from '../../fixtures/config/reference.ts';
import {
  DriverTarget,
  fuzzNotifications,
  noticeExample,
  readCounterexample,
  replayNotice,
  writeCounterexample,
} from '../../fixtures/fuzz/index.ts';
import { fuzzOnce, withShop } from './fuzz/measure.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-fuzz-test-'));
after(() => rmSync(dir, { recursive: true, force: true }));

describe('fuzzing notifications', () => {
  it('finds nothing at the reference shop', async () => {
    const found = await withShop(referenceConfig(), (slot) => fuzzOnce(slot, 'notifications', 1, 384));
    assert.equal(found.flaw, '');
    assert.equal(found.runs, 384);
  });

  for (const [fault, flaw] of [
    ['na-presence', /sign is (absent|an empty text|null|false|the number 0)/],
    ['na-keeps-empty', /has description beside|not honoured/],
    ['na-sanitised-input', /not honoured/],
    ['nc-no-amount', /another (amount|shop_amount)/],
    ['nc-wrong-amount-field', /client_price/],
  ] as const) {
    it(`finds ${fault} within 2,000 runs and shrinks it to one change`, async () => {
      const found = await withShop(referenceConfig({ fault }), (slot) => fuzzOnce(slot, 'notifications', 1));
      assert.ok(found.found, `${fault} was not found`);
      assert.ok(found.size <= 1, `${found.size} changes are left: ${found.flaw}`);
      assert.match(found.flaw, flaw);
    });
  }

  it('writes a counterexample that fails again, and is fixed once the fault is off', async () => {
    const file = await withShop(referenceConfig({ fault: 'nc-no-currency' }), async (slot) => {
      const target = new DriverTarget(slot, { readings: await slot.gateway.readings(), format: 'json' });
      const result = await fuzzNotifications(target, {
        runs: 2000,
        timeMs: null,
        seed: 1,
        shard: null,
        corpus: [],
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
      assert.match(example.curl ?? '', /^curl -i -X POST .*payments\/notify\?type=invoice/s);
      assert.ok(!JSON.stringify(example).includes(slot.shop.secret), 'the secret is in the file');
      const written = writeCounterexample(dir, example);
      const again = await replayNotice(target, example);
      assert.equal(again.outcome, 'failing');
      await target.close();
      return written;
    });
    const example = readCounterexample(file);
    assert.equal(example.kind, 'notification');
    await withShop(referenceConfig(), async (slot) => {
      const target = new DriverTarget(slot, { readings: await slot.gateway.readings(), format: 'json' });
      const replayed = example.kind === 'notification' ? await replayNotice(target, example) : undefined;
      assert.equal(replayed?.outcome, 'fixed');
      await target.close();
    });
  });
});
