import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  fuzzNotifications,
  NEWS_OF,
  type NoticeCase,
  type NoticeCounterexample,
  noticeCases,
  noticeCorpus,
  readCorpus,
  topicOf,
  tourOf,
  writeCounterexample,
} from '../../suite/fuzz/index.ts';
import { plainCase } from '../../suite/fuzz/plain.ts';
import { HonestReceiver } from './support/honest-receiver.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-campaign-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const options = { runs: 90, timeMs: null, seed: 7, shard: null, corpus: [] };

/** The cases of a campaign, without the plain ones by which it finds out whether anything is honoured. */
async function casesBy(given: Partial<Parameters<typeof fuzzNotifications>[1]>): Promise<{
  cases: readonly NoticeCase[];
  result: Awaited<ReturnType<typeof fuzzNotifications>>;
}> {
  const receiver = new HonestReceiver();
  const result = await fuzzNotifications(receiver, { ...options, ...given });
  return { cases: receiver.cases.slice(-result.statistics.runs), result };
}

const textOf = (cases: readonly NoticeCase[]): string[] => cases.map((each) => JSON.stringify(each));

const found: NoticeCase = {
  ...plainCase,
  message: { status: 4, twists: [{ mutation: 'content.currency.840' }] },
};

const example: NoticeCounterexample = {
  schema: 'gatecheck/counterexample@1',
  kind: 'notification',
  merchant: 'a receiver',
  target: { kind: 'config', config: null },
  seed: 7,
  readings: {},
  level: 'must',
  flaw: 'in currency 840: it was credited',
  expected: 'Nothing is credited.',
  actual: 'It was credited.',
  story: [],
  reproduce: 'gatecheck replay FILE',
  case: {
    order: found.order,
    before: [],
    message: { status: 4, twists: [...found.message.twists] },
    copies: 1,
  },
  base: 'record',
  format: 'json',
  finding: 'credited',
  curl: null,
};

describe('a campaign of notifications', () => {
  it('finds nothing at a receiver that is right, and makes all of its runs', async () => {
    const { result } = await casesBy({ runs: 1500 });
    assert.deepEqual(
      result.found.map(({ finding }) => `${finding.expectation.says}: ${finding.actual}`),
      [],
    );
    assert.equal(result.statistics.runs, 1500);
    assert.equal(result.timeUp, false);
  });

  it('is the same at the same seed, and another one at another', async () => {
    const [first, again, other] = await Promise.all([casesBy({}), casesBy({}), casesBy({ seed: 8 })]);
    assert.deepEqual(textOf(again.cases), textOf(first.cases));
    assert.notDeepEqual(textOf(other.cases), textOf(first.cases));
  });

  it('comes in shards that together make the runs of the whole, each once', async () => {
    const whole = await casesBy({});
    const shards = await Promise.all([1, 2, 3, 4].map((index) => casesBy({ shard: { index, total: 4 } })));
    assert.deepEqual(
      shards.map(({ result }) => result.statistics.runs),
      [23, 23, 22, 22],
    );
    assert.deepEqual(textOf(shards.flatMap(({ cases }) => cases)).sort(), textOf(whole.cases).sort());
  });

  it('ends when its time is up', async () => {
    const none = await casesBy({ timeMs: 0 });
    assert.deepEqual([none.result.timeUp, none.result.statistics.runs], [true, 0]);
    // A clock on which each case takes one millisecond: two plain ones, then batches of 24 and 96 runs.
    const receiver = new HonestReceiver();
    const some = await fuzzNotifications(receiver, {
      ...options,
      runs: 10_000,
      timeMs: 100,
      now: () => receiver.cases.length,
    });
    assert.deepEqual([some.timeUp, some.statistics.runs, some.seconds], [true, 120, 0.122]);
  });

  it('tries first what was found before, beside the runs that were asked for', async () => {
    const { cases, result } = await casesBy({ corpus: [found], runs: 10 });
    assert.equal(result.statistics.runs, 11);
    assert.deepEqual(cases[0], found);
    assert.deepEqual(textOf(cases.slice(1)), textOf((await casesBy({ runs: 10 })).cases));
  });

  it('takes what was found before from a folder, and leaves other files alone', () => {
    const folder = join(dir, 'corpus');
    assert.deepEqual(readCorpus(folder), []);
    const file = writeCounterexample(folder, example);
    assert.equal(writeCounterexample(folder, example), file);
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'notifications-statistics.json'), '{"runs":1}');
    writeFileSync(
      join(folder, 'old.json'),
      readFileSync(file, 'utf8').replace('content.currency.840', 'content.gone'),
    );
    assert.deepEqual(noticeCorpus(readCorpus(folder)), [found]);
  });

  it('keeps what a counterexample is about', () => {
    const folder = join(dir, 'refunds');
    const about = {
      ...example.case,
      about: 'refund' as const,
      message: { status: 'SUCCESS' as const, twists: [] },
    };
    writeCounterexample(folder, { ...example, case: about });
    assert.deepEqual(noticeCorpus(readCorpus(folder)), [about]);
  });
});

describe('the cases of a campaign', () => {
  const topics = ['payment', 'hold', 'rejection', 'refund'] as const;
  const of = (count: number): NoticeCase[] => {
    const setting = { format: 'json', freshOrders: true, topics } as const;
    const tour = tourOf(setting, 1);
    const drawn = fc.sample(noticeCases(setting), { seed: 1, numRuns: count });
    return [...tour, ...drawn].slice(0, count);
  };

  it('are about payments for the larger part, and about every topic', () => {
    const cases = of(5000);
    const share = (topic: string): number =>
      cases.filter((each) => topicOf(each) === topic).length / cases.length;
    assert.ok(share('payment') > 0.8, `${share('payment')} about payments`);
    for (const topic of topics) assert.ok(share(topic) > 0.02, `${share(topic)} about a ${topic}`);
  });

  it('begin with every hostile change alone, of every topic', () => {
    const alone = of(2000).filter(({ message }) => message.twists.length <= 1);
    for (const topic of topics) {
      const mine = alone.filter((each) => topicOf(each) === topic);
      assert.ok(mine.length > 25, `${mine.length} about a ${topic}`);
      for (const status of NEWS_OF[topic])
        assert.ok(
          mine.some(({ message }) => message.status === status),
          `${topic} ${status}`,
        );
    }
  });
});
