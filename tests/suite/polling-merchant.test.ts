import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { referenceCapabilities, referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { lawsOf, recordsOf } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;

before(async () => {
  shop = await compileShop();
});

after(() => shop.discard());

/** The outcomes of checks of a shop whose jobs the suite cannot run: it polls in real time, every two seconds. */
async function outcomes(variant: { style?: string; fault?: string }, checks: readonly string[]) {
  const config = referenceConfig({
    ...variant,
    main: shop.main,
    capabilities: referenceCapabilities.filter((each) => each !== 'jobs' && each !== 'clock'),
    pollMs: 2_000,
  });
  const records = await recordsOf(config, { index: 0, seed: 7 }, checks);
  return {
    checks: Object.fromEntries(records.map(({ id, outcome, actual }) => [id, actual || outcome])),
    laws: lawsOf(records),
  };
}

// They wait for the shop's own interval, each its own shop.
describe('a shop that polls in real time', { concurrency: 3 }, () => {
  it('a shop that learns of its refunds by asking, at its own interval, is spared', async () => {
    const ids = [
      'refund.waiting',
      'refund.failed',
      'refund.failed.again',
      'refund.sum',
      'refund.partial.interleaved',
      'notification.order.after-refund',
    ];
    assert.deepEqual(await outcomes({ style: 'refunds-by-asking' }, ids), {
      checks: Object.fromEntries(ids.map((id) => [id, 'pass'])),
      laws: [],
    });
  });

  it('a shop that never hears of the end of a refund is caught without jobs, too', async () => {
    const { checks } = await outcomes({ style: 'refunds-by-asking', fault: 'rf-no-recovery' }, [
      'refund.failed',
    ]);
    assert.match(
      checks['refund.failed'] ?? '',
      /The refund FAILED, and the merchant still shows it as pending/,
    );
  });

  it('a time that means another zone is seen without a clock that can be set', async () => {
    const ids = ['time.now'];
    assert.deepEqual(await outcomes({}, ids), { checks: { 'time.now': 'pass' }, laws: [] });
    const { checks } = await outcomes({ fault: 'tm-zone' }, ids);
    assert.match(checks['time.now'] ?? '', /read as UTC\+03:00.*180 minutes behind/);
  });
});
