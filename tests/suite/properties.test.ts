import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { CheckRecord } from '../../history/index.ts';
import { properties as ledgerProperties } from '../../ledger/index.ts';
import {
  checkProperty,
  idempotency,
  journeys,
  notifications,
  type Property,
  signatures,
  statuses,
} from '../../suite/properties/index.ts';
import { ShopPool } from './fuzz/shops.ts';

const all: readonly Property[] = [...signatures, ...notifications, ...idempotency, ...statuses, ...journeys];
const pool = new ShopPool(2);
after(() => pool.close());

const named = (id: string): Property => {
  const found = all.find(({ meta }) => meta.id === id);
  assert.ok(found, id);
  return found;
};

const put = (
  fault: string | null,
  id: string,
  options: { readonly runs: number; readonly seed?: number; readonly path?: string },
): Promise<CheckRecord> =>
  pool.use(fault, (slot) =>
    checkProperty(named(id), slot, {
      seed: 1,
      ...options,
      timeMs: 120_000,
      reproduce: (path) => `again ${path ?? ''}`,
    }),
  );

describe('properties and journeys', { concurrency: 2 }, () => {
  it('are those of the ledger, each once', () => {
    assert.deepEqual(all.map(({ meta }) => meta.id).sort(), ledgerProperties.map(({ id }) => id).sort());
  });

  for (const { meta } of all) {
    it(`${meta.id} holds for the reference shop`, async () => {
      const record = await put(null, meta.id, { runs: 3 });
      assert.equal(record.outcome, 'pass', `${record.actual} ${record.note}`);
      assert.equal(record.property?.runs, 3);
    });
  }

  /** What each faulty shop breaks, and the law that says so. */
  for (const [fault, id, law] of [
    ['sg-all-fields', 'property.signatures.orders', 'law.signed-and-secret'],
    ['sg-payout-all-fields', 'property.signatures.payouts', 'law.signed-and-secret'],
    ['na-none', 'property.notifications.payment', 'law.credit-needs-final-4'],
    ['na-drops-zero', 'property.notifications.payment', 'law.notices-accepted'],
    ['na-refunds-unverified', 'property.notifications.refund', 'law.refund-counted-once'],
    ['ni-dup-credits', 'property.idempotency.payment', 'law.single-credit'],
    ['ni-regress', 'property.statuses.payment', 'law.final-stays-final'],
    ['po-result-paid', 'property.statuses.payout', 'law.payout-ends-as-told'],
    ['rf-waiting-success', 'journey.refund', 'law.refund-counted-once'],
  ] as const) {
    it(`${id} catches ${fault}, and its path alone gives the counterexample again`, async () => {
      const found = await put(fault, id, { runs: 100 });
      assert.equal(found.outcome, 'fail', `${found.actual} ${found.note}`);
      const { path, counterexample, rule } = found.property ?? {};
      assert.equal(rule, law);
      assert.ok(path !== undefined && counterexample !== undefined);
      assert.equal(found.reproduce, `again ${path}`);
      const again = await put(fault, id, { runs: 100, path });
      assert.equal(again.outcome, 'fail');
      assert.equal(again.property?.rule, law);
      assert.equal(again.property?.runs, 1);
    });
  }

  it('say what keeps them from being tried, and fail nobody for it', async () => {
    const record = await pool.use(null, (slot) =>
      checkProperty(
        named('journey.refund'),
        { ...slot, config: { ...slot.config, capabilities: ['invoice'] } },
        { runs: 3, seed: 1, timeMs: 60_000, reproduce: () => '' },
      ),
    );
    assert.equal(record.outcome, 'not-claimed');
    const late = await pool.use(null, (slot) =>
      checkProperty(named('journey.refund'), slot, { runs: 3, seed: 1, timeMs: 0, reproduce: () => '' }),
    );
    assert.equal(late.outcome, 'inconclusive');
    assert.match(late.actual, /^Only 0 of 3 cases/);
  });
});
