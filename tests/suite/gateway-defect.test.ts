import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkNamed } from '../../scenarios/index.ts';
import { referenceConfig } from '../../suite/config/reference.ts';
import { type Check, runCheck } from '../../suite/engine/index.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf, withSlot } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;

before(async () => {
  shop = await compileShop();
});

after(() => shop.discard());

/** A check in which invoice/check answers 6 about an invoice that is paid a moment later, declared or not. */
const contradicting = (declared: boolean): Check => ({
  meta: checkNamed('notification.order.stale-answer').meta,
  body: async (t) => {
    const payment = await t.order();
    const { shopOrderId } = payment;
    await t.everyCall(
      'invoice/check',
      { kind: 'answer', set: { 'data.status': 6 }, ...(declared && { breaksSpec: true }) },
      { shopOrderId },
    );
    // Jobs ask about what is open, due or not.
    await t.settle();
    await t.gateway.clearFaults();
    await t.report(payment, 4);
    await t.settled(payment);
  },
});

const recordOf = (declared: boolean) =>
  withSlot(referenceConfig({ main: shop.main }), { index: 0, seed: 5 }, (slot) =>
    runCheck(contradicting(declared), slot, { reproduce: '' }),
  );

test('a contradiction of the gateway that a check does not declare is a failure of the suite', async () => {
  const { outcome, actual, proof } = await recordOf(false);
  assert.equal(outcome, 'harness-failed', actual);
  assert.match(actual, /broke gateway\.final-stays, and nothing declared it: .*final status 6.*status 4/);
  assert.ok(proof.length > 0);
});

test('one that it declares is held against nobody', async () => {
  const { outcome, actual, laws } = await recordOf(true);
  assert.equal(outcome, 'pass', actual);
  assert.deepEqual(
    laws.filter((law) => law.outcome === 'fail'),
    [],
  );
});

test('a token that a check makes up is whole where a shop asks invoice/check about it', async () => {
  const config = referenceConfig({ main: shop.main, style: 'token-from-check' });
  const [record] = await recordsOf(config, { index: 0, seed: 5 }, ['token.expired']);
  assert.equal(record?.outcome, 'pass', record?.actual);
});
