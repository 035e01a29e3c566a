import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { fuzzJourneys, journeyExample, replayJourney } from '../../suite/fuzz/index.ts';
import { stepNamed } from '../../suite/model/commands/index.ts';
import { journeysAbout } from '../../suite/model/journeys.ts';
import { emptyModel } from '../../suite/model/model.ts';
import { interleavings } from '../../suite/model/schedule-events.ts';
import { fuzzOnce } from './fuzz/measure.ts';
import { ShopPool, shopConfig, withShop } from './fuzz/shops.ts';

describe('schedules', () => {
  it('are every order of events, each once, the shortest first', () => {
    const all = interleavings(4);
    const texts = all.map((each) => JSON.stringify(each));
    assert.equal(new Set(texts).size, all.length);
    assert.deepEqual(all[0], { events: ['response', 'notification'], paidFirst: false });
    for (const { events } of all) {
      assert.ok(events.includes('response'));
      assert.ok(!events.includes('retry') || events.indexOf('retry') > events.indexOf('notification'));
      assert.ok(!events.includes('check') || events.indexOf('answer') > events.indexOf('check'));
    }
  });
});

describe('journeys', () => {
  for (const theme of ['payment', 'restart', 'hold', 'refund', 'payout', 'everything'] as const) {
    it(`about ${theme} always have a step that can be carried out`, () => {
      const claimed = ['invoice', 'refund', 'payout', 'hold', 'recurrent', 'wallet'];
      const drawn = journeysAbout(theme, claimed, 10);
      assert.ok(drawn);
      for (const steps of fc.sample(drawn, { seed: 1, numRuns: 300 })) {
        const possible = steps.filter((step) => stepNamed(step.do)?.isPossible(emptyModel(), step.with));
        assert.notEqual(possible.length, 0, JSON.stringify(steps));
      }
    });
  }
});

describe('fuzzing journeys', { concurrency: 3 }, () => {
  for (const seed of [1, 2, 3]) {
    // An undeclared contradiction of the gateway ends a campaign with an error.
    it(`finds nothing at the reference shop, nor at its gateway (seed ${seed})`, async () => {
      await withShop(await shopConfig(), async (slot) => {
        const campaign = await fuzzJourneys(slot, {
          runs: 16,
          timeMs: null,
          seed,
          shard: { index: 1, total: 4 },
          corpus: [],
          depth: 2,
        });
        assert.deepEqual(campaign.found, []);
        assert.equal(campaign.schedules, 1);
        assert.equal(campaign.runs, 1 + campaign.stories + 4);
      });
    });
  }

  for (const fault of ['ni-dup-credits', 'ni-before-response', 'po-result-paid']) {
    it(`finds ${fault} and shrinks it to at most 6 steps`, async () => {
      const found = await withShop(await shopConfig(fault), (slot) => fuzzOnce(slot, 'journeys', 1));
      assert.ok(found.found, `${fault} was not found`);
      assert.ok(found.size <= 6, `${found.size} steps are left`);
    });
  }

  it('replays what it found: failing, and fixed once the fault is off', async () => {
    const example = await withShop(await shopConfig('cc-parallel-dup'), async (slot) => {
      const campaign = await fuzzJourneys(slot, {
        runs: 200,
        timeMs: null,
        seed: 1,
        shard: null,
        corpus: [],
        depth: 2,
        firstOnly: true,
      });
      const [found] = campaign.found;
      assert.ok(found, 'nothing was found');
      const written = journeyExample(found, {
        merchant: 'reference shop',
        description: { kind: 'config', config: null },
        seed: 1,
        readings: {},
      });
      assert.notEqual(await replayJourney(slot, written), null);
      return written;
    });
    await withShop(await shopConfig(), async (slot) => {
      assert.equal(await replayJourney(slot, example), null);
    });
  });
});

describe('fuzzing requests', { concurrency: 3 }, () => {
  const pool = new ShopPool(1);
  after(() => pool.close());

  it('finds nothing at the reference shop', async () => {
    const found = await pool.use(null, (slot) => fuzzOnce(slot, 'requests', 1, { runs: 120 }));
    assert.equal(found.flaw, '');
  });

  for (const fault of ['sg-non-utf8', 'sg-wrong-recipe', 'ma-trunc']) {
    it(`finds ${fault}`, async () => {
      const found = await pool.use(fault, (slot) => fuzzOnce(slot, 'requests', 1));
      assert.ok(found.found, `${fault} was not found`);
    });
  }
});
