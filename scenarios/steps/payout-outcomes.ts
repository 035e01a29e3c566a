import type { Effect } from '../../simulator/index.ts';
import type { AskedPayout, Verbs } from '../../suite/engine/index.ts';
import { takenForFatal, type WaitingCode } from './non-fatal-codes.ts';
import {
  ASKING,
  askBeside,
  isFailed,
  isPaid,
  lost,
  payoutBeside,
  questions,
  SCENE,
  type Standing,
  wisher,
} from './payout-steps.ts';
import { PROXY_JSON, timesOf } from './refusing.ts';

export interface Way {
  readonly says: string;
  readonly effect: Effect;
}

/** Ends of a creation that leave open whether the gateway has the payout; a read timeout has its own checks. */
export const GARBLED: readonly Way[] = [
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: 'a cut answer', effect: { kind: 'truncate', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: "a proxy's JSON error (HTTP 504)", effect: PROXY_JSON },
];

export async function paysIn(t: Verbs, made: Standing, what: string): Promise<void> {
  await t.movePayout(made, 5);
  await t.payoutBecomes(made, `${what}, and then the payout was completed (status 5)`, isPaid);
}

/** As many failed questions as shops that count them are known to allow. */
const FAILING_ROUNDS = 12;

/** For merchants that ask more and more seldom. */
const PATIENT_ROUNDS = 40;

/**
 * Payouts whose status questions fail, each in one of these ways, for some rounds of jobs; then they are completed.
 * One about which nothing fails is completed meanwhile.
 */
export async function failQuestions(t: Verbs, ways: readonly Way[]): Promise<void> {
  const who = await wisher(t, '200.00');
  const made: Standing[] = [];
  for (const { effect } of ways) {
    const one = await payoutBeside(t, who);
    await t.movePayout(one, 3, SCENE);
    made.push(one);
    const { payoutId, shopPaymentId } = one.view;
    const times = timesOf(effect);
    await t.gateway.arm([
      { where: { operation: [...ASKING], payoutId }, times, effect },
      { where: { operation: [...ASKING], shopPaymentId }, times, effect },
    ]);
  }
  const healthy = await payoutBeside(t, who);
  const since = await t.now();
  for (let round = 0; round < FAILING_ROUNDS; round++) await t.runJobsNow({ advancePolls: 1 });
  for (const one of made) if ((await questions(t, one, since)).length === 0) await t.askEveryone();
  await t.movePayout(healthy, 5);
  await t.payoutBecomes(
    healthy,
    'The payout was completed (status 5), while questions about older ones failed',
    isPaid,
    PATIENT_ROUNDS,
  );
  const unseen: string[] = [];
  for (const [index, one] of made.entries()) {
    const says = ways[index]?.says ?? '';
    await t.lookAtPayout(one);
    if ((await questions(t, one, since)).length === 0) unseen.push(says);
  }
  await t.gateway.clearFaults();
  for (const one of made) await t.movePayout(one, 5);
  for (const [index, one] of made.entries()) {
    const says = ways[index]?.says ?? '';
    const what = `A question about the status ended with ${says}, and then the payout was completed (status 5)`;
    await t.payoutBecomes(one, what, isPaid, PATIENT_ROUNDS);
  }
  if (unseen.length > 0)
    t.inconclusive(`The merchant asked nothing that could end with ${unseen.join(', ')}.`);
}

/** A payout that the gateway does not have, and which it refused with this code. */
export async function neverMade(t: Verbs, code: number): Promise<AskedPayout> {
  const customer = await t.funded();
  await t.balance(customer);
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect: { kind: 'error', code } }]);
  return t.askPayout(customer === undefined ? {} : { customer });
}

export async function createFails(
  t: Verbs,
  effect: Effect,
  who: { customer?: string },
  wish?: Parameters<typeof askBeside>[2],
) {
  await t.gateway.clearFaults();
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
  const since = await t.now();
  return { since, asked: await askBeside(t, who, wish) };
}

/** A payout whose creation ended in this way although the gateway has it. */
export async function createGarbled(t: Verbs, effect: Effect, who: { customer?: string }) {
  const { since, asked } = await createFails(t, effect, who);
  return { since, made: await lost(t, asked, since) };
}

type Asked = Awaited<ReturnType<typeof createFails>>['asked'];

/** Ends the check where the merchant has given up what a code has answered that nobody calls non-fatal. */
export async function mayGiveUp(t: Verbs, { code, isStated }: WaitingCode, { answer }: Asked): Promise<void> {
  if (isStated || answer.kind === 'unknown') return;
  const isGivenUp =
    answer.kind === 'refused' || isFailed(await t.lookAtPayout({ payoutId: answer.value.payout_id }));
  if (isGivenUp) takenForFatal(t, code, 'the payout');
}
