import { check, type PayoutInHand, type Verbs } from '../../suite/engine/index.ts';
import { LOST, refused, statusAtOnce } from '../steps/effects.ts';
import {
  amountTypes,
  balanceIs,
  idsSent,
  isFailed,
  looksWhenOver,
  OR_REVIEW,
  type Standing,
  wisher,
} from '../steps/payouts.ts';

/** The new attempt of a payout that failed, as the gateway has it; undefined where the merchant allows no further one. */
async function newAttempt(
  t: Verbs,
  made: PayoutInHand,
  which: 'first' | 'further',
): Promise<Standing | undefined> {
  const since = await t.now();
  const answer = await t.driver.retryPayout(made.payoutId);
  if (answer.kind === 'refused' && answer.status === 409 && which === 'further') return undefined;
  if (answer.kind !== 'ok') {
    const why = answer.kind === 'unknown' ? answer.reason : `${answer.status} ${answer.message}`;
    return t.inconclusive(`The rejected payout could not be retried: ${why}.`);
  }
  for (let round = 0; round < 2 && (await idsSent(t, since)).length === 0; round++) await t.polls();
  const [id] = await idsSent(t, since);
  if (id === undefined) {
    return t.inconclusive('The payout was to be retried, and the merchant sent nothing.');
  }
  if (id === made.shopPaymentId) {
    t.fail(`The payout was rejected (status 6) and is retried under the same id ${id}.`, {
      about: [...t.aboutPayout(made), id],
    });
  }
  // A merchant that reads from a replica may still show the attempt before, which has failed.
  if (isFailed(await t.lookAtPayout(made))) await t.askEveryone();
  const view = await t.payoutView(id);
  return view === undefined
    ? t.inconclusive(`The new attempt ${id} does not exist at the gateway.`)
    : { ...made, shopPaymentId: id, view };
}

/** A payout that was rejected. */
async function rejected(t: Verbs): Promise<Standing> {
  const who = await wisher(t);
  await t.balance(who.customer);
  const made = await t.payout(who);
  await t.payoutEnds(made, 6);
  return made;
}

/** Two clicks on the button that tries a rejected payout again. */
async function clickedTwice(t: Verbs): Promise<void> {
  const { payoutId } = await rejected(t);
  await Promise.all([t.driver.retryPayout(payoutId), t.driver.retryPayout(payoutId)]);
  await t.polls();
}

/** The answer to a new attempt is lost. */
async function lostWhenTriedAgain(t: Verbs): Promise<void> {
  const made = await rejected(t);
  await t.nextCall('withdraw/create', LOST);
  const since = await t.now();
  await t.driver.retryPayout(made.payoutId);
  await t.polls(2);
  const [id = null] = await idsSent(t, since);
  const view = await t.payoutView(id);
  if (view !== undefined) await t.payoutEnds({ ...made, shopPaymentId: id, view }, 5, OR_REVIEW);
}

/** New attempts that come to nothing at once: refused with a fatal code, or final in the answer. */
async function refusedWhenTriedAgain(t: Verbs): Promise<void> {
  for (const effect of [refused(4), statusAtOnce(6)]) {
    const made = await rejected(t);
    await t.nextCall('withdraw/create', effect);
    const since = await t.now();
    await t.driver.retryPayout(made.payoutId);
    await t.polls();
    await t.gateway.clearFaults();
    if ((await idsSent(t, since)).length === 0) continue;
    await t.payoutShows(made, 6);
    await looksWhenOver(t, made);
  }
}

export default check('payout.retry.rejected', {
  title: 'A payout that is retried after a rejection has a new id and is debited once.',
  must: ['transport.5', 'limits.unique-payment', 'law.9', 'law.11', 'law.29'],
  capabilities: ['payout', 'payout.retry'],
  means: ['jobs'],
  rule: 'Transport rule 5: shop_payment_id is unique within a shop, so a new attempt needs a new one. 6 is final.',
  expectation:
    'After 6 a retry calls withdraw/create with another shop_payment_id and the same amount, amount_type, currency, payway and account. After a second 6 all funds are returned; the third attempt debits them once, and 5 completes the payout, where the shop allows a third. Two simultaneous retries create one payout at the gateway, and so does a retry whose answer is lost, which 5 completes. After a retry that is refused with a fatal code, or ends with 6 at once, all funds are returned.',
  fix: 'Create a new shop_payment_id for each attempt after a final 6, and debit the returned funds again. Leave the state "failed" in the transaction that starts the new attempt.',
  story: async (t) => {
    const who = await wisher(t);
    const before = await t.balance(who.customer);
    const [amountType] = amountTypes(t);
    const made = await t.payout({ ...who, amountType });
    await t.payoutEnds(made, 6);
    const second = await newAttempt(t, made, 'first');
    if (second === undefined) return;
    await t.payoutEnds(second, 6);
    if (before !== undefined && who.customer !== undefined) {
      await balanceIs(t, who.customer, before, 'A payout was rejected twice');
    }
    const again = await newAttempt(t, second, 'further');
    if (again !== undefined) {
      await t.payoutEnds(again, 5);
      await looksWhenOver(t, again);
    }
    await clickedTwice(t);
    await lostWhenTriedAgain(t);
    await refusedWhenTriedAgain(t);
  },
});
