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
  const before = await t.balance(customer);
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
  return { since, answer, id, first, before };
}

/** After a read timeout the next call about the intent asks whether the payout exists (Errors 5). */
export async function asksFirst(t: Verbs, since: number, id: string): Promise<void> {
  const about = [id];
  const calls = await t.calls({ operation: ['withdraw/create', ...ASKING], after: since });
  const next = calls[1]?.request;
  if (next === undefined) return;
  if (next.operation === 'withdraw/create') {
    const again = String(next.fields?.shop_payment_id);
    t.fail(
      again === id
        ? 'After a read timeout withdraw/create was repeated without asking withdraw/shop_payment_status first.'
        : `After a read timeout the payout was sent again under a new shop_payment_id (${id}, then ${again}): it can be paid twice.`,
      { about: [...about, again], underAnyReading: true },
    );
  }
}
