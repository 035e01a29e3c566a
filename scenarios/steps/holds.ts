import { DAY_MS, HOUR_MS, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { type Renewable, renewable } from './stored-instruments.ts';

/** A way in which a payer's money comes, with the first news of it that matters. */
export interface WayIn {
  readonly mode: 'single' | 'hold';
  readonly operation: 'invoice/create' | 'invoice/hold';
  readonly status: 4 | 8;
  readonly wanted: (order: Payment['order']) => boolean;
  /** What is asked for beside the mode. */
  readonly wish?: Renewable;
}

/** Whether this merchant takes payments in two steps. */
export const takesHolds = (t: Verbs): boolean => t.claims('hold') || t.claims('hold.auto');

/** Why there is nothing to be judged of a charge that did not come. */
export const LATER = 'The merchant charges by itself, later than the suite can wait.';

/** Whether this merchant may charge its holds later than the suite can wait. */
export const chargesUnseen = (t: Verbs): boolean => t.claims('hold.auto') && !t.claims('clock');

/** Sends the last news of a payment again, as the gateway would, until the merchant has done what they say. */
export async function tellUntil(
  t: Verbs,
  payment: Payment,
  wanted: WayIn['wanted'],
  news: Parameters<Verbs['repeatNews']>[1] = {},
): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await t.becomes(payment, wanted)).met) return;
    // The gateway re-sends only what was not answered OK.
    if ((await t.lastNews(payment, news))?.state !== 'due') return;
    await t.repeatNews(payment, news);
  }
}

/**
 * What a notification told that came too early is known in the end. A merchant that answers OK and heals by asking is
 * right (Errors 3 asks for no more than the end); where nobody can run its jobs that may take longer than one can wait.
 */
export async function isKnownInTheEnd(
  t: Verbs,
  payment: Payment,
  what: string,
  { status, wanted }: Pick<WayIn, 'wanted'> & Partial<WayIn>,
): Promise<void> {
  const { met, order } = await t.becomesInTime(payment, wanted);
  if (met || (status === 8 && (await chargesWhatItHides(t, payment, order)))) return;
  const seen = `${what}: the order is ${t.orderInWords(order)}`;
  if (t.claims('jobs')) t.late(`${seen}.`);
  t.note(`${seen}; its jobs cannot be run.`);
}

/** A merchant that has no state between new and paid shows by its charge that it knows of held funds. */
async function chargesWhatItHides(t: Verbs, payment: Payment, { state }: Payment['order']): Promise<boolean> {
  if (state !== 'pending' || !t.claims('hold')) return false;
  await t.driver.charge(payment.orderId);
  return (await chargesOf(t, payment)).length > 0;
}

/** Whether the merchant knows that funds are held; one that charges by itself is a step further. */
export const isHeld =
  (t: Verbs) =>
  ({ state }: Payment['order']): boolean =>
    state === 'held' || (state === 'pending' && t.claims('hold.auto'));

/** The ways in which this merchant takes payments, each with what it needs in order to begin. */
export async function waysIn(t: Verbs): Promise<readonly WayIn[]> {
  const plain = { mode: 'single', operation: 'invoice/create', status: 4, wanted: t.isPaidOnce } as const;
  const wish = t.claims('invoice') ? await renewable(t) : undefined;
  const ways: readonly WayIn[] = [
    plain,
    ...(wish === undefined ? [] : [{ ...plain, wish }]),
    { mode: 'hold', operation: 'invoice/hold', status: 8, wanted: isHeld(t) },
  ];
  return ways.filter(({ mode }) => (mode === 'hold' ? takesHolds(t) : t.claims('invoice')));
}

export const chargesOf = (t: Verbs, payment: Payment, after = 0) =>
  t.calls({ operation: 'invoice/charge', fields: { invoice_id: payment.paymentId }, after });

/** The merchant calls invoice/charge for a held order. */
export async function mustCharge(t: Verbs, payment: Payment): Promise<void> {
  await t.charge(payment);
  if ((await chargesOf(t, payment)).length > 0) return;
  if (chargesUnseen(t)) t.notSeen(LATER);
  t.inconclusive('The merchant did not call invoice/charge for the held order.');
}

export const releasesOf = (t: Verbs, payment: Payment) =>
  t.calls({ operation: 'invoice/unhold', fields: { invoice_id: payment.paymentId } });

/**
 * Whether the merchant releases a hold that it does not want any more: it has the five days for it, so that one whose
 * clock can be set is given them.
 */
export async function releasesInTime(t: Verbs, payment: Payment): Promise<boolean> {
  const isReleased = async (): Promise<boolean> => (await releasesOf(t, payment)).length > 0;
  await t.settle();
  if (!t.claims('clock')) return isReleased();
  const untilMs = (await t.gatewayNow()) + 5 * DAY_MS - 10 * 60_000;
  while (!(await isReleased())) {
    const leftMs = untilMs - (await t.gatewayNow());
    if (leftMs <= 0) return false;
    await t.advance(leftMs > DAY_MS ? DAY_MS / 2 : Math.min(leftMs, HOUR_MS));
  }
  return true;
}
