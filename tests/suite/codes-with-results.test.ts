import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf } from './strength/in-slot.ts';

/** The checks about a code after which a result follows (Errors 2). */
const checks = [
  'error.non-fatal-code',
  'refund.non-fatal-code',
  'payout.non-fatal-code',
  'payout.non-fatal-code.two-hours',
];

let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(() => shop.discard());

const outcomes = async (changes: Partial<Parameters<typeof referenceConfig>[0]>) => {
  const config = referenceConfig({ main: shop.main, ...changes });
  const records = await recordsOf(config, { index: 0, seed: 1 }, checks);
  return Object.fromEntries(records.map(({ id, outcome }) => [id, outcome]));
};

test('by default there is a code after which a result follows, and the checks about it apply', async () => {
  assert.deepEqual(await outcomes({}), Object.fromEntries(checks.map((id) => [id, 'pass'])));
});

test('a shop that takes the code for fatal honours a payment all the same, and is not judged by more', async () => {
  assert.deepEqual(await outcomes({ style: 'processing-is-fatal' }), {
    'error.non-fatal-code': 'not-applicable',
    'refund.non-fatal-code': 'not-applicable',
    'payout.non-fatal-code': 'not-applicable',
    'payout.non-fatal-code.two-hours': 'not-applicable',
  });
});

test('where the operator calls the code non-fatal, such a shop fails', async () => {
  const stated = { readings: { 'error.non-fatal-codes': '8' } };
  const { 'payout.non-fatal-code': payout } = await outcomes({ style: 'processing-is-fatal', ...stated });
  assert.equal(payout, 'fail');
});
