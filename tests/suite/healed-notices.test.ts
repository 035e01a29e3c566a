import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { lawsOf, recordsOf } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;

before(async () => {
  shop = await compileShop();
});

after(() => shop.discard());

/** What comes of a check of a shop that answers OK to whatever it cannot verify, and asks about open orders in a job. */
async function recordOf(check: string, fault?: string) {
  const config = referenceConfig({
    style: 'ok-to-forgery',
    ...(fault === undefined ? {} : { fault }),
    main: shop.main,
  });
  const records = await recordsOf(config, { index: 0, seed: 7 }, [check]);
  assert.deepEqual(lawsOf(records), []);
  return records[0];
}

const cases = [
  ['notification.sign.zeros', 'na-drops-zero', /with zeros as numbers and as texts/],
  ['notification.sign.numbers', 'na-number-reformat', /over 23\.15/],
] as const;

for (const [check, fault, says] of cases) {
  test(`${check}: what is verified wrongly, answered OK and found later by asking is a warning`, async () => {
    const record = await recordOf(check, fault);
    assert.equal(record?.outcome, 'warn');
    assert.match(record.actual, says);
    assert.match(record.actual, /only a later job found the payment/);
  });

  test(`${check}: a shop that verifies rightly is not remarked on`, async () => {
    const record = await recordOf(check);
    assert.equal(record?.outcome, 'pass');
    assert.equal(record.actual, '');
  });
}
