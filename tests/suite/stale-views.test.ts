import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;

before(async () => {
  shop = await compileShop();
});

after(() => shop.discard());

// Each alone is seen by strength; what one shows late, the other would have to ask for again.
test('a shop that reads from a replica, and asks about payouts late, is spared when one is rejected twice', async () => {
  const config = referenceConfig({ style: 'lags-behind,asks-late', main: shop.main });
  const [record] = await recordsOf(config, { index: 0, seed: 4 }, ['payout.retry.rejected']);
  assert.deepEqual([record?.outcome, record?.actual], ['pass', '']);
});
