import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Outcome } from '../../history/index.ts';
import { referenceConfig } from '../../suite/config/reference.ts';
import { check } from '../../suite/engine/index.ts';
import { runCheck } from '../../suite/engine/run-check.ts';
import { compileShop } from './strength/compile-shop.ts';
import { lawsOf, recordsOf, withSlot } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;

before(async () => {
  shop = await compileShop();
});

after(() => shop.discard());

/** What the reference shop comes to, which knows the default interpretation only, at a gateway with another one. */
async function outcomes(readings: Readonly<Record<string, string>>, checks: readonly string[]) {
  const config = referenceConfig({ main: shop.main, readings });
  const records = await recordsOf(config, { index: 0, seed: 7 }, checks);
  return { outcomes: records.map(({ outcome }): Outcome => outcome), laws: lawsOf(records) };
}

// "Request and response fields: not shown" (invoice/unhold); "Path, request and response fields: not shown" (refunds).
describe('a request that the specification does not show', { concurrency: 3 }, () => {
  it('a release that names the other id is signed correctly', async () => {
    const found = await outcomes({ 'unhold.request': 'by-shop-order-id' }, ['sign.hold', 'hold.release']);
    assert.deepEqual(found, { outcomes: ['pass', 'pass'], laws: [] });
  });

  it('a refund at the other path calls an operation', async () => {
    const { laws } = await outcomes({ 'refund.path': 'invoice/refund' }, ['sign.refund']);
    assert.deepEqual(laws, []);
  });
});

describe('a story that fails under one interpretation', () => {
  /** A story in which the shop believes a forgery, and fails under these answers of a reading; or never fails itself. */
  const storyUnder = (answers: readonly string[], fails: boolean) =>
    check('notification.sign.forged', {
      title: 'A forged notification changes nothing.',
      must: ['events.5.sign'],
      readings: ['unhold.status'],
      expectation: 'The order is not paid.',
      fix: 'Verify the signature.',
      story: async (t) => {
        const payment = await t.order();
        const { 'unhold.status': answer = '' } = await t.gateway.readings();
        if (!answers.includes(answer)) return;
        await t.send(payment, { rows: ['sign.wrong.last-digit'] });
        await t.settled(payment);
        if (fails) t.fail('The release was not understood.');
      },
    });

  const recordOf = (story: ReturnType<typeof storyUnder>) =>
    withSlot(referenceConfig({ main: shop.main, fault: 'na-presence-only' }), { index: 1, seed: 7 }, (slot) =>
      runCheck(story, slot, { reproduce: '' }),
    );

  it('fails nobody, and what it broke is not on record', async () => {
    const { outcome, note, laws } = await recordOf(storyUnder(['6'], true));
    assert.equal(outcome, 'pass', note);
    assert.match(note ?? '', /holds under the reading unhold\.status/);
    const broken = laws.filter((law) => law.outcome === 'fail');
    assert.deepEqual(broken, []);
  });

  it('fails where it fails under all of them', async () => {
    const { outcome } = await recordOf(storyUnder(['6', '7', '8'], true));
    assert.equal(outcome, 'fail');
  });

  it('fails where a rule is broken, which knows the readings itself', async () => {
    const { outcome, laws } = await recordOf(storyUnder(['6'], false));
    assert.equal(outcome, 'fail');
    assert.ok(laws.some((law) => law.outcome === 'fail'));
  });
});
