import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

let shop: Awaited<ReturnType<typeof compileShop>>;
let results: readonly ShopResult[] = [];

before(async () => {
  shop = await compileShop();
  const options = {
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
  } as const;
  results = await measure(options, knownJobs<ShopResult>(undefined, commitOf));
});
after(() => shop.discard());

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
