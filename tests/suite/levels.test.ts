import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf } from './strength/in-slot.ts';

/** Shops that lose or take somebody's money, or leave what Events and Errors state: a warning is not enough. */
const ROWS = [
  ['rt-token-of-another', 'token.of-payer'],
  ['rt-token-shared', 'token.of-payer'],
  ['rt-dup-renewal', 'token.renewal-once'],
  ['th-double-charge', 'hold.charge.once'],
  ['is-lost-answer', 'invoice.create.lost-answer'],
  ['rl-not-final', 'notification.reply.not-final'],
  ['po-any-code-absent', 'payout.read-timeout.code'],
  ['po-any-code-failed', 'payout.read-timeout.code'],
  ['po-status-code-failed', 'payout.status-call.error-code'],
  ['rf-timeout-reissue', 'refund.lost-answer'],
  ['po-jobs-die', 'payout.status-call.fails'],
  ['po-jobs-die-of-code', 'payout.status-call.error-code'],
  ['po-jobs-die-lost', 'payout.read-timeout.code'],
] as const;

let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(() => shop.discard());

// They wait for what does not come: for deadlines, and for more patience when they look again.
describe('levels', { concurrency: 3 }, () => {
  for (const [fault, check] of ROWS) {
    it(`${fault} fails ${check}`, async () => {
      const config = referenceConfig({ fault, main: shop.main, style: 'one-reading' });
      const [record] = await recordsOf(config, { index: 0, seed: 4 }, [check]);
      assert.equal(record?.outcome, 'fail', `${record?.actual} ${record?.note}`);
      assert.equal(record.level, 'must');
    });
  }

  it('a merchant whose jobs nobody can run may find an early payment later, and is not failed', async () => {
    const config = referenceConfig({
      fault: 'ni-before-response',
      main: shop.main,
      capabilities: ['invoice'],
      // What it is watched for is two of its own intervals.
      pollMs: 2_000,
    });
    const [record] = await recordsOf(config, { index: 0, seed: 4 }, ['notification.order.before-response']);
    assert.equal(record?.outcome, 'pass', record?.actual);
    assert.match(record.note ?? '', /its jobs cannot be run/);
  });
});
