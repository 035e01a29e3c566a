import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;

before(async () => {
  shop = await compileShop();
});

after(() => shop.discard());

/** What one check says of an unusual shop. */
async function outcomeOf(style: string, check: string): Promise<string | undefined> {
  const config = referenceConfig({ style, main: shop.main });
  const [record] = await recordsOf(config, { index: 0, seed: 1 }, [check]);
  return record?.actual || record?.outcome;
}

describe('a check about an unusual shop comes to a verdict', { concurrency: 3 }, () => {
  it('jobs that ask every ten minutes are judged', async () => {
    assert.equal(await outcomeOf('asks-every-ten-minutes', 'invoice.status-call.fails'), 'pass');
  });

  it('a payout that a person looks at is still asked about', async () => {
    assert.equal(await outcomeOf('reviews-old-payouts', 'payout.polling.days'), 'pass');
  });

  it('a shop that does not ask about refunds is not left undecided', async () => {
    assert.equal(await outcomeOf('refunds-by-notification', 'refund.status-call.answers'), 'pass');
  });

  it('a shop that puts off notifications about a new order is killed after a later one', async () => {
    assert.equal(await outcomeOf('refuses-young', 'notification.reply.ok-is-kept'), 'pass');
  });
});
