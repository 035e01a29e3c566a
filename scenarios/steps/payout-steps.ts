import type { OperationId, PayoutView } from '../../simulator/index.ts';
import type { AskedPayout, PayoutInHand, PayoutWish, Verbs } from '../../suite/engine/index.ts';

/** A status that a merchant need not hear of: nothing is judged by it. */
export const SCENE = { unless: 'it only prepares the check' } as const;

/** The operations that ask about a payout. */
export const ASKING: readonly OperationId[] = ['withdraw/status', 'withdraw/shop_payment_status'];

interface HasState {
  readonly state: string;
}

export const isPaid = (payout: HasState): boolean => payout.state === 'paid';

export const isFailed = (payout: HasState): boolean => payout.state === 'failed';

export const isOver = (payout: HasState): boolean => payout.state === 'paid' || payout.state === 'failed';

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

/** Digits and letters alone: spaces and marks between them are for people. */
export const bare = (account: string): string => account.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** What a creation asks for, whatever its id and its spelling. */
const WISHED: readonly (readonly [string, (sent: unknown) => string])[] = [
  ['amount', (sent) => String(Number(sent))],
  ['amount_type', String],
  ['shop_currency', String],
  ['payway', String],
  ['account', (sent) => bare(String(sent))],
];

/** Whoever sends a payout again sends the same payout. */
export async function sameEachTime(t: Verbs, ids: readonly string[], what: string): Promise<void> {
  const sent = (await t.calls({ operation: 'withdraw/create' })).filter(({ request }) =>
    ids.includes(String(request.fields?.shop_payment_id)),
  );
  const [first, ...later] = sent.map(({ request }) => request);
  for (const again of later) {
    for (const [name, asWished] of WISHED) {
      const [then, now] = [first?.fields?.[name], again.fields?.[name]];
      if (asWished(then) === asWished(now)) continue;
      t.fail(`${what}: ${name} was ${JSON.stringify(then)} and is ${JSON.stringify(now)}.`, {
        about: [...ids, again.exchange],
      });
    }
  }
}

/** A wish with the customer who pays for it, where the merchant has wallets. */
export async function wisher(t: Verbs, amount = '100.00'): Promise<{ customer?: string }> {
  const customer = await t.funded(amount);
  return customer === undefined ? {} : { customer };
}

/**
 * Asks for one more payout beside those that may still be open. A shop may have one open payout for each customer:
 * what it refuses for that reason is asked for by another one.
 */
export async function askBeside(
  t: Verbs,
  who: { customer?: string },
  wish: Pick<PayoutWish, 'amount' | 'amountType' | 'account'> = {},
): Promise<AskedPayout> {
  const since = await t.now();
  const asked = await t.askPayout({ ...wish, ...who });
  if (asked.answer.kind !== 'refused' || who.customer === undefined) return asked;
  return (await idsSent(t, since)).length > 0 ? asked : t.askPayout(wish);
}

/** One more payout beside those that are open. */
export async function payoutBeside(
  t: Verbs,
  who: { customer?: string },
  wish?: Parameters<typeof askBeside>[2],
): Promise<Standing> {
  return t.standing(await askBeside(t, who, wish));
}

/** By what the amount of a payout may be given, as the merchant claims. */
export const claimedTypes = (t: Verbs) =>
  (['ps_amount', 'shop_amount'] as const).filter((type) => t.claims(`payout.${type}`));

/** The wallet has exactly what was there before: nothing kept, nothing given back twice. */
export async function fundsAreBack(
  t: Verbs,
  made: PayoutInHand,
  before: string | undefined,
  what = 'The payout did not take place',
): Promise<void> {
  const more = { about: t.aboutPayout(made), underAnyReading: true };
  const payout = await t.lookAtPayout(made);
  if (!t.isReturned(payout)) t.fail(`${what}, and debited is ${payout.debited}.`, more);
  const after = await t.balance(made.customer);
  if (before !== undefined && !t.sameAmount(before, after)) {
    t.fail(`${what}: the customer's balance was ${before} before it and is ${after} now.`, more);
  }
}

/** The payout of an answer that was lost: by the id that was sent, with the gateway's view of it. */
export async function lost(
  t: Verbs,
  asked: Awaited<ReturnType<Verbs['askPayout']>>,
  since: number,
): Promise<Standing> {
  const [id] = await idsSent(t, since);
  if (id === undefined) return t.inconclusive('The merchant never called withdraw/create.');
  t.stage.about.push(id);
  const made = await t.inHand(asked);
  const view = await t.payoutView(id);
  return view === undefined
    ? t.inconclusive(`The gateway does not have the payout ${id}, so the check could not start.`)
    : { ...made, shopPaymentId: made.shopPaymentId ?? id, view };
}
