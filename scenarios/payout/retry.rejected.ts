import type { Effect } from '../../simulator/index.ts';
import { check, type PayoutInHand, type Verbs } from '../../suite/engine/index.ts';
import { balanceIs, completes } from '../steps/payout-intents.ts';
import {
  claimedTypes,
  idsSent,
  isFailed,
  looksWhenOver,
  type Standing,
  wisher,
} from '../steps/payout-steps.ts';

interface Way {
  readonly says: string;
  readonly effect: Effect;
}

/** The new attempt of a payout that failed, as the gateway has it. */
async function newAttempt(t: Verbs, made: PayoutInHand, since: number): Promise<Standing> {
  let ids = await idsSent(t, since);
  for (let round = 0; round < 2 && ids.length === 0; round++) {
    await t.runJobsNow({ advancePolls: 1 });
    ids = await idsSent(t, since);
  }
  const about = [...t.aboutPayout(made), ...ids];
  const [id] = ids;
  if (id === undefined)
    return t.late('The payout was to be retried, and the merchant sent nothing.', { about });
  if (id === made.shopPaymentId) {
    return t.fail(`The payout was rejected (status 6) and is retried under the same id ${id}.`, {
      about,
    });
  }
  // A merchant that reads from a replica may still show the attempt before, which has failed.
  if (isFailed(await t.lookAtPayout(made))) await t.askEveryone();
  const view = await t.payoutView(id);
  return view === undefined
    ? t.inconclusive(`The new attempt ${id} does not exist at the gateway.`)
    : { ...made, shopPaymentId: id, view };
}

async function triedAgain(t: Verbs, made: PayoutInHand): Promise<Standing> {
  const since = await t.now();
  const answer = await t.driver.retryPayout(made.payoutId);
  if (answer.kind === 'ok') return newAttempt(t, made, since);
  const why = answer.kind === 'unknown' ? answer.reason : `${answer.status} ${answer.message}`;
  return t.inconclusive(`The rejected payout could not be retried: ${why}.`);
}

/** Two clicks on the button that tries a rejected payout again. */
async function clickedTwice(t: Verbs): Promise<void> {
  const made = await t.payout(await wisher(t));
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  await Promise.all([t.driver.retryPayout(made.payoutId), t.driver.retryPayout(made.payoutId)]);
  await t.runJobsNow({ advancePolls: 1 });
}

/** The answer to a new attempt is lost. */
async function lostWhenTriedAgain(t: Verbs): Promise<void> {
  const made = await t.payout(await wisher(t));
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
  ]);
  const since = await t.now();
  await t.driver.retryPayout(made.payoutId);
  for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
  const [id] = await idsSent(t, since);
  const view = await t.payoutView(id);
  if (id === undefined || view === undefined) return;
  await completes(t, { ...made, shopPaymentId: id, view }, 'The payout was retried and the answer was lost');
}

/** New attempts that come to nothing at once. */
const AT_ONCE: readonly Way[] = [
  { says: 'was refused with the fatal code 4', effect: { kind: 'error', code: 4 } },
  { says: 'was answered with the final status 6', effect: { kind: 'statuses', sequence: [6] } },
];

async function refusedWhenTriedAgain(t: Verbs): Promise<void> {
  const who = await wisher(t);
  await t.balance(who.customer);
  const made = await t.payout(who);
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  for (const { says, effect } of AT_ONCE) {
    await t.gateway.clearFaults();
    await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
    const since = await t.now();
    await t.driver.retryPayout(made.payoutId);
    await t.runJobsNow({ advancePolls: 1 });
    if ((await idsSent(t, since)).length === 0) continue;
    await t.payoutBecomes(made, `The payout was retried and ${says}`, isFailed);
    await looksWhenOver(t, made);
  }
  await t.gateway.clearFaults();
}

async function triedOtherwise(t: Verbs): Promise<void> {
  await clickedTwice(t);
  await lostWhenTriedAgain(t);
  await refusedWhenTriedAgain(t);
}

export default check('payout.retry.rejected', {
  title: 'A payout that is retried after a rejection has a new id and is debited once.',
  must: ['transport.5', 'limits.unique-payment', 'law.9', 'law.11', 'law.12', 'law.29'],
  capabilities: ['payout', 'payout.retry'],
  means: ['jobs'],
  rule: 'Transport rule 5: shop_payment_id is unique within a shop, so a new attempt needs a new one. 6 is final.',
  expectation:
    'After 6 a retry calls withdraw/create with another shop_payment_id and the same amount, amount_type, currency, payway and account. After a second 6 all funds are returned; the third attempt debits them once, and 5 completes the payout. Two simultaneous retries create one payout at the gateway, and so does a retry whose answer is lost, which 5 completes. After a retry that is refused with a fatal code, or ends with 6 at once, all funds are returned.',
  fix: 'Create a new shop_payment_id for each attempt after a final 6, and debit the returned funds again. Leave the state "failed" in the transaction that starts the new attempt.',
  story: async (t) => {
    const who = await wisher(t);
    const before = await t.balance(who.customer);
    const [amountType] = claimedTypes(t);
    const made = await t.payout({ ...who, ...(amountType === undefined ? {} : { amountType }) });
    await t.movePayout(made, 6);
    await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
    const second = await triedAgain(t, made);
    await t.movePayout(second, 6);
    await t.payoutBecomes(second, 'The second attempt of the payout was rejected, too (status 6)', isFailed);
    if (before !== undefined && who.customer !== undefined) {
      await balanceIs(t, who.customer, before, 'A payout was rejected twice');
    }
    const again = await triedAgain(t, second);
    await completes(t, again, 'The payout was rejected twice and retried');
    await looksWhenOver(t, again);
    await triedOtherwise(t);
  },
});
