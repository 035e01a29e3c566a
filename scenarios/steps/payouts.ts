import type { Effect, PayoutView } from '../../simulator/index.ts';
import type { AskedPayout, PayoutInHand, PayoutWish, Verbs } from '../../suite/engine/index.ts';
import { takenForFatal, type WaitingCode } from './codes.ts';
import { LOST, timesOf, WAYS, type Way } from './effects.ts';
import { tail } from './long-texts.ts';
import { ASKING } from './operations.ts';

/** A status that a merchant need not hear of: nothing is judged by it. */
export const SCENE = { unless: 'it only prepares the check' } as const;

/** For merchants that ask about an old payout more and more seldom. */
export const PATIENT_ROUNDS = 12;

/** Who wishes for a payout: the customer who pays for it, where the merchant has wallets. */
export type Wisher = Pick<PayoutWish, 'customer'>;

export const isFailed = ({ state }: { readonly state: string }): boolean => state === 'failed';

export const hasEnded = ({ state }: { readonly state: string }): boolean =>
  state === 'paid' || state === 'failed';

/** A payout that stands at the gateway, whatever the merchant knows of it. */
export interface Standing extends PayoutInHand {
  readonly view: PayoutView;
}

/** Calls that ask about this payout, by either of its ids. */
export async function questions(t: Verbs, made: PayoutInHand, after = 0) {
  const ids = new Set([made.shopPaymentId, made.view?.payoutId].map(String));
  const seen = await t.calls({ operation: ASKING, after });
  return seen.filter(({ request }) => {
    const id = request.fields?.shop_payment_id ?? request.fields?.withdraw_id;
    return ids.has(String(id));
  });
}

/** The ids under which withdraw/create was called since, without those of payouts that earlier checks made. */
export async function idsSent(t: Verbs, after: number): Promise<string[]> {
  const sent = await t.calls({ operation: 'withdraw/create', after });
  const ids = [...new Set(sent.map(({ request }) => String(request.fields?.shop_payment_id)))];
  return ids.length < 2 ? ids : withoutEarlier(t, ids);
}

/** A merchant may send a payout of an earlier check again, when it has waited long enough for an answer. */
async function withoutEarlier(t: Verbs, ids: readonly string[]): Promise<string[]> {
  const made = new Set<unknown>();
  for (const event of await t.history()) {
    const isNew = event.kind === 'state' && event.object === 'payout' && event.from === null;
    if (isNew) made.add(event.entity.shopPaymentId);
  }
  const own: string[] = [];
  for (const id of ids) if (made.has(id) || (await t.payoutView(id)) === undefined) own.push(id);
  return own;
}

/** Two payouts whose references are long and differ only at the end; where the shop makes no such payouts the check ends. */
export async function longTwins(t: Verbs) {
  const [reference, other] = tail(t, 'long-payout');
  const first = await t.askPayout({ reference });
  if (first.answer.kind === 'refused')
    t.notSeen(`The merchant refuses a reference of 300 characters: ${first.answer.message}.`);
  const one = await t.inHand(first);
  if (one.view === undefined) t.inconclusive('The first of the two payouts does not exist at the gateway.');
  const { answer } = await t.askPayout({ reference: other });
  const two = answer.kind === 'ok' ? answer.value : await t.findPayout(other);
  return { one, two, answer, about: [reference, other] };
}

/** What is refused or not answered counts only where a payout with a short reference is made. */
export async function needsShortReference(t: Verbs): Promise<void> {
  const { answer } = await t.askPayout();
  if (answer.kind !== 'ok') t.inconclusive('No second payout could be created, whatever its reference.');
}

/** A customer who can pay for payouts, where the merchant has wallets. */
export async function wisher(t: Verbs, amount = '100.00'): Promise<Wisher> {
  return { customer: await t.funded(amount) };
}

/**
 * Asks for one more payout beside those that may still be open. A shop may have one open payout for each customer:
 * what it refuses for that reason is asked for by another one.
 */
export async function askBeside(
  t: Verbs,
  who: Wisher,
  wish: Pick<PayoutWish, 'amount' | 'amountType' | 'account'> = {},
): Promise<AskedPayout> {
  const since = await t.now();
  const asked = await t.askPayout({ ...wish, ...who });
  if (asked.answer.kind !== 'refused' || who.customer === undefined) return asked;
  return (await idsSent(t, since)).length > 0 ? asked : t.askPayout(wish);
}

/** One more payout beside those that are open. */
export async function payoutBeside(t: Verbs, who: Wisher): Promise<Standing> {
  return t.standing(await askBeside(t, who));
}

/** As {@link payoutBeside}; undefined where the shop allows no more open payouts. */
export async function payoutIfAllowed(t: Verbs, who: Wisher): Promise<Standing | undefined> {
  const since = await t.now();
  const asked = await askBeside(t, who);
  const isRefused = asked.answer.kind === 'refused' && (await idsSent(t, since)).length === 0;
  return isRefused ? undefined : t.standing(asked);
}

/** By what the amount of a payout may be given, as the merchant claims; left out where it claims nothing. */
export function amountTypes(t: Verbs): readonly ('ps_amount' | 'shop_amount' | undefined)[] {
  const claimed = (['ps_amount', 'shop_amount'] as const).filter((type) => t.claims(`payout.${type}`));
  return claimed.length === 0 ? [undefined] : claimed;
}

/** Looks at a payout and at its customer's wallet when the merchant has had time to give back what it must. */
export async function looksWhenOver(t: Verbs, made: PayoutInHand | AskedPayout): Promise<void> {
  await t.polls(2);
  if ('payoutId' in made) await t.lookAtPayout(made);
  else if (made.answer.kind === 'ok') await t.lookAtPayout({ payoutId: made.answer.value.payout_id });
  await t.balance(made.customer);
}

/** The payout of an answer that was lost: by the id that was sent, with the gateway's view of it. */
export async function lost(t: Verbs, asked: AskedPayout, since: number): Promise<Standing> {
  const [id] = await idsSent(t, since);
  if (id === undefined) return t.inconclusive('The merchant never called withdraw/create.');
  t.stage.about.push(id);
  const made = await t.inHand(asked);
  const view = await t.payoutView(id);
  return view === undefined
    ? t.inconclusive(`The gateway does not have the payout ${id}, so the check could not start.`)
    : { ...made, shopPaymentId: made.shopPaymentId ?? id, view };
}

/** Asks for a payout whose creation ends like this. */
export async function createEnds(
  t: Verbs,
  effect: Effect,
  who: Wisher = {},
  wish?: Parameters<typeof askBeside>[2],
) {
  await t.gateway.clearFaults();
  await t.nextCall('withdraw/create', effect);
  const since = await t.now();
  return { since, asked: await askBeside(t, who, wish) };
}

/** A payout that the gateway has although its creation ended like this. */
export async function createdWith(t: Verbs, effect: Effect, who: Wisher = {}) {
  const { since, asked } = await createEnds(t, effect, who);
  return { since, made: await lost(t, asked, since) };
}

/** A payout whose creation has this end, and about which every question fails until the faults are cleared. */
export async function unanswered(t: Verbs, effect: Effect = LOST, who: Wisher = {}): Promise<Standing> {
  // A merchant that dies before it asks has met the first of the two.
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect },
    { where: { operation: [...ASKING] }, times: null, effect: WAYS.http500.effect },
  ]);
  const since = await t.now();
  return lost(t, await askBeside(t, who), since);
}

/** A payout that the gateway does not have, and which it refused with this code. */
export async function neverMade(t: Verbs, code: number): Promise<AskedPayout> {
  const customer = await t.funded();
  await t.balance(customer);
  await t.nextCall('withdraw/create', { kind: 'error', code });
  return t.askPayout({ customer });
}

/** A payout whose first creations have no answer, each carried out at the gateway or not. */
export async function beginTimeout(t: Verbs, ...committed: readonly boolean[]) {
  const customer = await t.funded();
  await t.balance(customer);
  await t.gateway.arm(
    committed.map((each, skip) => ({
      where: { operation: 'withdraw/create' },
      skip,
      effect: { kind: 'read-timeout', committed: each },
    })),
  );
  const since = await t.now();
  const made = await t.inHand(await t.askPayout({ customer }));
  const sent = async () =>
    (await t.calls({ operation: 'withdraw/create', after: since })).map(({ request }) =>
      String(request.fields?.shop_payment_id),
    );
  const [id] = await sent();
  if (id === undefined) return t.inconclusive('The merchant never called withdraw/create.');
  t.stage.about.push(id);
  return { since, made, id, sent };
}

/** A merchant that cannot understand what was answered about a payout may leave it to a person. */
export const OR_REVIEW = { orReview: true } as const;

/** Ends the check where the merchant has given up, or left to a person, what a code has answered that nobody calls non-fatal. */
export async function mayGiveUp(
  t: Verbs,
  { code, isStated }: WaitingCode,
  { answer }: AskedPayout,
): Promise<void> {
  if (isStated || answer.kind === 'unknown') return;
  if (answer.kind === 'refused') takenForFatal(t, code, 'the payout');
  const { state } = await t.lookAtPayout({ payoutId: answer.value.payout_id });
  if (state === 'failed' || state === 'review') takenForFatal(t, code, 'the payout');
}

/** All questions about this payout, by either of its ids, end like this. */
export async function questionsEnd(t: Verbs, { view }: Standing, effect: Effect): Promise<void> {
  const { payoutId, shopPaymentId } = view;
  await t.gateway.arm(
    [{ payoutId }, { shopPaymentId }].map((of) => ({
      where: { operation: [...ASKING], ...of },
      times: timesOf(effect),
      effect,
    })),
  );
}

/** As many failed questions as shops that count them are known to allow. */
const FAILING_ROUNDS = 12;

/**
 * Payouts whose status questions fail, each in one of these ways, for some rounds of jobs; then they are completed, and
 * shown as that or left to a person. One about which nothing fails is completed meanwhile.
 */
export async function failQuestions(t: Verbs, ways: readonly Way[]): Promise<void> {
  const who = await wisher(t, '200.00');
  for (let tried = 0; tried < ways.length; ) tried += await failTogether(t, who, ways.slice(tried));
}

/** The first of these ways, as many as the shop allows open payouts at a time; gives how many. */
async function failTogether(t: Verbs, who: Wisher, ways: readonly Way[]): Promise<number> {
  const rounds = 40;
  const made: (Standing & { readonly says: string })[] = [];
  for (const { says, effect } of ways) {
    const one = await payoutIfAllowed(t, who);
    if (one === undefined) break;
    await t.movePayout(one, 3, SCENE);
    made.push({ ...one, says });
    await questionsEnd(t, one, effect);
  }
  if (made.length === 0) return t.inconclusive('The merchant refused a payout while none was open.');
  const healthy = await payoutIfAllowed(t, who);
  const since = await t.now();
  const isUnseen = async (one: Standing) => (await questions(t, one, since)).length === 0;
  await t.polls(FAILING_ROUNDS);
  for (const one of made) if (await isUnseen(one)) await t.askEveryone();
  if (healthy !== undefined) await t.payoutEnds(healthy, 5, { rounds });
  const unseen: string[] = [];
  for (const one of made) {
    await t.lookAtPayout(one);
    if (await isUnseen(one)) unseen.push(one.says);
  }
  await t.gateway.clearFaults();
  for (const one of made) await t.moveUnlessLeft(one, 5);
  for (const one of made) await t.payoutShows(one, 5, { rounds, ...OR_REVIEW });
  if (unseen.length > 0)
    t.inconclusive(`The merchant asked nothing that could end with ${unseen.join(', ')}.`);
  return made.length;
}

/** The balance of a customer comes to be this. */
export async function balanceIs(t: Verbs, customer: string, expected: string, what: string): Promise<void> {
  let seen = await t.balance(customer);
  for (let round = 0; round < 3 && !t.sameAmount(seen, expected); round++) {
    await t.polls();
    seen = await t.balance(customer);
  }
  if (t.sameAmount(seen, expected)) return;
  t.fail(`${what}, and the customer's balance is ${seen} instead of ${expected}.`, { about: [customer] });
}
