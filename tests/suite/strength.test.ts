import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nullShops } from '../../fixtures/shops/null/index.ts';
import { tryBrowser } from '../../scripts/browser.mjs';
import { compileShop } from './strength/compile-shop.ts';
import { knownJobs } from './strength/known.ts';
import { measure } from './strength/measure.ts';
import { commitOf } from './strength/page.ts';
import type { ShopResult } from './strength/shop-result.ts';

/**
 * Faulty shops, evenly chosen, are caught by the check that is about their fault, and no null shop passes anything.
 * `npm run strength -- --all` takes all shops.
 */
const SAMPLE = 20;

// Before the first test is declared: from then on node:test follows every promise, which costs a tenth of the work.
const shop = await compileShop();
const results: readonly ShopResult[] = await measure(
  {
    scope: 'all',
    full: false,
    only: undefined,
    kinds: ['faulty', 'null'],
    pages: (await tryBrowser()).why === undefined,
    sample: SAMPLE,
    part: { index: 0, of: 1 },
    jobs: 3,
    seed: 1,
    main: shop.main,
    progress: () => undefined,
  },
  knownJobs<ShopResult>(undefined, commitOf),
).finally(() => shop.discard());

test(`${SAMPLE} faulty shops are caught by the check that is about their fault`, () => {
  const faulty = results.filter(({ kind }) => kind === 'faulty');
  assert.equal(faulty.length, SAMPLE);
  const missed = faulty.filter(({ ok }) => !ok);
  assert.deepEqual(
    missed.map(({ id, why }) => `${id}: ${why}`),
    [],
  );
});

for (const id of nullShops) {
  test(`the null shop ${id} passes no check`, () => {
    const result = results.find((shop) => shop.kind === 'null' && shop.id === id);
    assert.ok(result?.ok, result?.why);
  });
}
