import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { busyMs, isBusy, Patience } from '../../suite/engine/busy.ts';

interface Reply {
  readonly outcome: 'replied';
  readonly status: number;
  readonly headers: Record<string, string>;
}

const replied = (status: number, headers: Record<string, string> = {}): Reply => ({
  outcome: 'replied',
  status,
  headers,
});

/** A merchant that puts everything off for so long, and counts how often it is asked. */
function merchant(status: number, forMs: number, headers: Record<string, string> = {}) {
  const until = performance.now() + forMs;
  let asked = 0;
  const answer = (): Reply => {
    asked += 1;
    return performance.now() < until ? replied(status, headers) : replied(200);
  };
  return { answer, again: async () => answer(), asked: () => asked };
}

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

// "Otherwise notifications are re-sent with growing intervals, 25 attempts in total" (Events 6).
describe('a message that is put off', () => {
  for (const status of [409, 423, 425, 429, 503])
    it(`with ${status} is sent again until it is taken`, async () => {
      const { answer, again, asked } = merchant(status, 200);
      assert.equal((await new Patience(2_000).untilHeard(answer(), again)).status, 200);
      assert.ok(asked() < 12, `asked ${asked()} times`);
    });

  it('is sent again for so long and no longer', async () => {
    const { answer, again } = merchant(503, 60_000);
    const ms = await took(async () =>
      assert.equal((await new Patience(300).untilHeard(answer(), again)).status, 503),
    );
    assert.ok(ms >= 280 && ms < 1_500, `${ms} ms`);
  });

  it('is sent again when the merchant says, also where that is later', async () => {
    const { answer, again, asked } = merchant(429, 900, { 'Retry-After': '1' });
    assert.equal((await new Patience(100).untilHeard(answer(), again)).status, 200);
    assert.equal(asked(), 2);
  });

  it('is not waited for as long after a wait in vain, until something is heard', async () => {
    const patience = new Patience(1_000);
    const gone = merchant(503, 60_000);
    const wait = () => took(() => patience.untilHeard(gone.answer(), gone.again));
    assert.ok((await wait()) >= 900);
    assert.ok((await wait()) < 900);
    await patience.untilHeard(replied(200), async () => replied(200));
    assert.ok((await wait()) >= 900);
  });

  it('is not waited for where a conflict is the answer to all that is hostile', async () => {
    const patience = new Patience(300);
    const strict = merchant(409, 60_000);
    await patience.untilHeard(strict.answer(), strict.again, 'hostile');
    await patience.untilHeard(replied(403), strict.again, 'hostile');
    assert.ok((await took(() => patience.untilHeard(strict.answer(), strict.again, 'hostile'))) < 50);
    const young = merchant(409, 100);
    assert.equal((await patience.untilHeard(young.answer(), young.again)).status, 200);
  });

  it('is given five seconds, fifteen at most, and more where the merchant is slow', () => {
    assert.deepEqual(
      [busyMs(500, 1), busyMs(3_000, 1), busyMs(500, 4), busyMs(30_000, 4)],
      [5_000, 6_000, 15_000, 15_000],
    );
  });

  it('is put off by no refusal', () => {
    for (const status of [200, 400, 403, 404, 422, 500])
      assert.equal(isBusy({ outcome: 'replied', status }), false);
    assert.equal(isBusy({ outcome: 'reset', status: null }), false);
  });
});
