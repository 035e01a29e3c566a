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

/** Looks at a payout and at its customer's wallet when the merchant has had time to give back what it must. */
export async function looksWhenOver(t: Verbs, made: PayoutInHand | AskedPayout): Promise<void> {
  for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
  if ('payoutId' in made) await t.lookAtPayout(made);
  else if (made.answer.kind === 'ok') await t.lookAtPayout({ payoutId: made.answer.value.payout_id });
  await t.balance(made.customer);
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
