import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CheckRecord } from '../../history/index.ts';
import { checkNamed } from '../../scenarios/index.ts';
import { type ReferenceOptions, referenceConfig } from '../../suite/config/index.ts';
import type { MerchantDriver } from '../../suite/drivers/index.ts';
import { runCheck, type Verbs } from '../../suite/engine/index.ts';
import { SetupError } from '../../suite/process/index.ts';
import { openSlot, type Slot } from '../../suite/slots/index.ts';
import { compileShop } from './strength/compile-shop.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(() => shop.discard());

/** Works with the reference shop, or a faulty one, in a slot of its own. */
async function inSlot<T>(options: ReferenceOptions, work: (slot: Slot) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-blame-'));
  const slot = await openSlot(referenceConfig({ main: shop.main, ...options }), { index: 0, dir, seed: 1 });
  try {
    return await work(slot);
  } finally {
    await slot.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const judged = (slot: Slot, check: string): Promise<CheckRecord> =>
  runCheck(checkNamed(check), slot, { reproduce: '' });

/** The slot with some calls of its driver replaced: a test interface that fails where it likes. */
const driven = (slot: Slot, calls: Partial<MerchantDriver>): Slot => ({
  ...slot,
  driver: { ...slot.driver, ...calls },
});

test('a shop that a forged notification crashes is failed, with how it ended and what it said', () =>
  inSlot({ fault: 'na-crashes' }, async (slot) => {
    const record = await judged(slot, 'notification.sign.forged');
    assert.equal(record.outcome, 'fail', record.actual);
    assert.match(record.actual, /process ended by itself \(exit code 70\)/);
    assert.match(record.actual, /The last message sent to it was the notification "/);
    const log = record.proof.filter(({ channel }) => channel === 'log').map(({ text }) => text);
    assert.match(log.join('\n'), /signature mismatch in verifySign/);
    const next = await judged(slot, 'invoice.paid-only-after-notification');
    assert.equal(next.outcome, 'pass', `the next check finds the shop running: ${next.actual}`);
  }));

test('a shop that does not start again after a kill is failed once, and what cannot begin then ends by that', () =>
  inSlot({}, async (slot) => {
    let kills = 0;
    const { process } = slot;
    assert.ok(process);
    const start = async (): Promise<void> => {
      throw new SetupError('The merchant ended before it was ready: exit code 1.', 'Read what it says.');
    };
    const dead: Slot = {
      ...slot,
      process: {
        ...process,
        start,
        restart: async () => {
          kills += 1;
          await process.kill();
          return start();
        },
      },
    };
    const record = await judged(dead, 'notification.repeat.after-restart');
    assert.equal(record.outcome, 'fail', record.actual);
    assert.match(record.actual, /stopped, and does not start again\. .*exit code 1/);
    assert.equal(kills, 1);
    const next = await judged(dead, 'invoice.paid-only-after-notification');
    assert.equal(next.outcome, 'setup-failed', next.actual);
    for (const _ of [1, 2]) await judged(dead, 'invoice.paid-only-after-notification');
    assert.match((await judged(dead, 'notification.sign.forged')).actual, /does not run any more/);
  }));

test('a shop whose address somebody else has taken is not failed', () =>
  inSlot({}, async (slot) => {
    const { process } = slot;
    assert.ok(process);
    const restart = async (): Promise<void> => {
      throw new SetupError(
        'The merchant ended before it was ready: listen EADDRINUSE.',
        'End what listens there.',
      );
    };
    const record = await judged(
      { ...slot, process: { ...process, restart } },
      'notification.repeat.after-restart',
    );
    assert.equal(record.outcome, 'setup-failed', record.actual);
  }));

test('a shop whose jobs end when one status question fails is failed', () =>
  inSlot({ fault: 'po-jobs-die' }, async (slot) => {
    const record = await judged(slot, 'payout.status-call.fails');
    assert.equal(record.outcome, 'fail', record.actual);
  }));

test('a shop that hides an order after it booked a wrong amount is failed, not inconclusive', () =>
  inSlot({ fault: 'nc-no-amount' }, async (slot) => {
    const getOrder: MerchantDriver['getOrder'] = async (id) => {
      const answer = await slot.driver.getOrder(id);
      const hides = answer.kind === 'ok' && answer.value.credits > 0;
      return hides ? { kind: 'unknown', reason: 'GET answered HTTP 503' } : answer;
    };
    const record = await judged(driven(slot, { getOrder }), 'notification.content.amount');
    assert.equal(record.outcome, 'fail', record.actual);
    assert.match(record.actual, /The same call succeeded when the check left out its stimulus/);
  }));

test('a shop whose orders can never be looked at is inconclusive because of the merchant', () =>
  inSlot({}, async (slot) => {
    const getOrder: MerchantDriver['getOrder'] = async () => ({ kind: 'unknown', reason: 'HTTP 503' });
    const record = await judged(driven(slot, { getOrder }), 'notification.content.amount');
    assert.equal(record.outcome, 'inconclusive');
    assert.equal(record.cause, 'merchant');
  }));

test('a query of ours that had no answer is not held against a shop', () =>
  inSlot({}, async (slot) => {
    const getOrder: MerchantDriver['getOrder'] = async (id) => {
      const answer = await slot.driver.getOrder(id);
      const hides = answer.kind === 'ok' && answer.value.state === 'paid';
      return hides ? { kind: 'unknown', reason: 'recipes.getOrder took too long', isOurs: true } : answer;
    };
    const record = await judged(driven(slot, { getOrder }), 'notification.content.amount');
    assert.equal(record.outcome, 'inconclusive', record.actual);
    assert.equal(record.cause, 'suite');
  }));

/** A story that says nothing of its own: what was done to the merchant is judged by the rules alone. */
const told = async (t: Verbs): Promise<void> => {
  const payment = await t.paid();
  const made = await t.refund(payment, '30.00');
  await t.endRefund(made, 'SUCCESS');
  await t.repeatNews(payment, { type: 'refund' });
  await t.settled(payment);
};

for (const [fault, outcome] of [
  ['rf-dup-notice', 'fail'],
  [undefined, 'pass'],
] as const) {
  test(`a story without an assertion: the rule that it is about decides (${fault ?? 'a right shop'})`, () =>
    inSlot(fault === undefined ? {} : { fault }, async (slot) => {
      const { meta } = checkNamed('refund.repeated-notification');
      const record = await runCheck({ meta, body: told }, slot, { reproduce: '' });
      assert.equal(record.outcome, outcome, record.actual);
      if (outcome === 'fail') assert.match(record.actual, /refunded/);
    }));
}

for (const [how, missed] of [
  ['misses something', (t: Verbs) => t.late('Something did not come in time.')],
  ['cannot go on', (t: Verbs) => t.inconclusive('Something could not be done.')],
] as const) {
  test(`a story that ${how} when a rule is broken outright: the rule says what was wrong`, () =>
    inSlot({ fault: 'rf-dup-notice' }, async (slot) => {
      const { meta } = checkNamed('refund.repeated-notification');
      const body = async (t: Verbs): Promise<void> => {
        await told(t);
        missed(t);
      };
      const record = await runCheck({ meta, body }, slot, { reproduce: '' });
      assert.equal(record.outcome, 'fail', record.actual);
      assert.match(record.actual, /refunded/);
      assert.equal(record.attempts, 1);
    }));
}

test('the clock of a merchant that was started anew is set before the next check', () =>
  inSlot({ fault: 'po-4-paid' }, async (slot) => {
    // As the preflight leaves it: the gateway far ahead, and the merchant in real time.
    await slot.gateway.advance({ byMs: 37 * 3_600_000 });
    await slot.process?.restart();
    const record = await judged(slot, 'payout.status.not-final');
    assert.equal(record.outcome, 'fail', record.actual);
  }));
