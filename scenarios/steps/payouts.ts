import type { PayoutInHand, Verbs } from '../../suite/engine/index.ts';
import { ASKING } from './payout-steps.ts';

export const HOUR_MS = 3_600_000;

/** Calls that ask about this payout, by either of its ids. */
export async function asked(t: Verbs, made: PayoutInHand, after = 0) {
  const seen = await t.calls({ operation: ASKING, after });
  const ids = new Set([made.shopPaymentId, made.view?.payoutId].map(String));
  return seen.filter(({ request }) => {
    const id = request.fields?.shop_payment_id ?? request.fields?.withdraw_id;
    return ids.has(String(id));
  });
}

export const creates = (t: Verbs, after: number) => t.calls({ operation: 'withdraw/create', after });

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
  const answer = await t.askPayout(customer === undefined ? {} : { customer });
  const first = (await creates(t, since))[0]?.request;
  if (first === undefined) return t.inconclusive('The merchant never called withdraw/create.');
  const id = String(first.fields?.shop_payment_id);
  t.stage.about.push(id);
  return { since, answer, id };
}
