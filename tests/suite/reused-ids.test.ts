import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CheckRecord } from '../../history/index.ts';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf } from './strength/in-slot.ts';

/** A shop whose ids begin anew with a restart: the first checks use up some, and the restart is in the second. */
const CHECKS = [
  'invoice.status.rejected',
  'order.ids.unique',
  'notification.sign.forged',
  'notification.sign.never-early',
  'invoice.late-payment',
];

describe('ids that begin anew with a restart', () => {
  let shop: Awaited<ReturnType<typeof compileShop>>;
  let records: readonly CheckRecord[];
  before(async () => {
    shop = await compileShop();
    const config = referenceConfig({ main: shop.main, fault: 'fl-id-overwritten' });
    records = await recordsOf(config, { index: 60, seed: 1 }, CHECKS);
  });
  after(() => shop.discard());
  const recordOf = (id: string): CheckRecord => {
    const record = records.find((each) => each.id === id);
    assert.ok(record, id);
    return record;
  };

  it('fail the check of unique ids, with the id that an older order has', () => {
    const { outcome, actual, laws } = recordOf('order.ids.unique');
    assert.equal(outcome, 'fail');
    assert.match(actual, /shop_order_id order-\d+, which .* has already/);
    const law = laws.find(({ id }) => id === 'law.one-order-per-id');
    assert.equal(law?.outcome, 'fail');
  });

  it('never make another check fail or the suite itself: what stands on them ends by that cause', () => {
    for (const id of CHECKS.slice(2)) {
      const { outcome, actual, cause } = recordOf(id);
      assert.notEqual(outcome, 'harness-failed', `${id}: ${actual}`);
      assert.notEqual(outcome, 'fail', `${id}: ${actual}`);
      if (outcome !== 'inconclusive') continue;
      assert.match(actual, /order\.ids\.unique|has already/);
      assert.equal(cause, 'merchant');
    }
    assert.ok(records.some(({ outcome }) => outcome === 'inconclusive'));
  });
});
