import type { Effect } from '../../simulator/index.ts';
import { check, type PayoutInHand, type Verbs } from '../../suite/engine/index.ts';
import { balanceIs, completes, oneIdOnly } from '../steps/payout-intents.ts';
import {
  claimedTypes,
  fundsAreBack,
  idsSent,
  isFailed,
  type Standing,
  sameEachTime,
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
  await sameEachTime(t, [String(made.shopPaymentId), id], 'The payout was rejected and retried');
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
  const since = await t.now();
  await Promise.all([t.driver.retryPayout(made.payoutId), t.driver.retryPayout(made.payoutId)]);
  await t.runJobsNow({ advancePolls: 1 });
  const ids = await idsSent(t, since);
  const standing = (await Promise.all(ids.map((id) => t.payoutView(id)))).filter(
    (view) => view !== undefined && view.status !== 6,
  );
  if (standing.length <= 1) return;
  t.fail(
    `A rejected payout was retried twice at once and became ${standing.length} payouts (${ids.join(', ')}): it can be paid twice.`,
    { about: [made.reference, ...ids] },
  );
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
  const what = 'Retried after a rejection, with an answer that was lost,';
  await oneIdOnly(t, since, made.reference, what);
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
  const before = await t.balance(who.customer);
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
    await fundsAreBack(t, made, before, `The payout was retried and ${says}`);
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
  requirements: ['transport.5', 'limits.unique-payment', 'law.11', 'law.9'],
  level: 'must',
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
    const seen = await t.lookAtPayout(again);
    if (before === undefined) return triedOtherwise(t);
    // A payout by ps_amount may cost the customer what the gateway writes off for it.
    const costs = [made.amount, again.view.shopWriteOff].map(String);
    if (!costs.some((cost) => t.sameAmount(seen.debited, cost))) {
      t.fail(
        `The payout of ${made.amount} was rejected twice and then completed, and debited is ${seen.debited}.`,
        {
          about: t.aboutPayout(again),
        },
      );
    }
    await balanceIs(
      t,
      who.customer ?? '',
      t.amountOf(before)?.minus(seen.debited).toString() ?? '',
      `A payout of ${made.amount} was rejected twice and then completed`,
    );
    await triedOtherwise(t);
  },
});
