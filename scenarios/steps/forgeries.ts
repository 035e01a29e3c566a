import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { pastRecovery } from './recovery.ts';

/** The fields in which the answer of invoice/check contradicts the order. */
type Contradiction = Readonly<Record<string, unknown>>;

// Whoever verifies before he asks is told by a right sign, which says nothing of a payment either.
const POKES = [
  { label: 'a pending notification with a wrong sign', status: 2, rows: ['sign.wrong.last-digit'] },
  { label: 'a validly signed notification of status 2', status: 2 },
] as const;

/** An answer of invoice/check that says 4 and contradicts the order does not pay it. */
export async function checkAnswersAreCompared(
  t: Verbs,
  contradictions: readonly Contradiction[],
): Promise<void> {
  const asks = async ({ shopOrderId }: Payment): Promise<boolean> => {
    const fields = { shop_order_id: shopOrderId };
    return (await t.calls({ operation: 'invoice/check', fields })).length > 0;
  };
  // Who asks by its own interval alone is given that time.
  const askLater = async (): Promise<void> => {
    if (t.claims('clock')) await pastRecovery(t, 3);
  };
  for (const set of contradictions) {
    const payment = await t.order();
    const { shopOrderId } = payment;
    const says = { 'data.status': 4, ...set };
    await t.everyCall('invoice/check', { kind: 'answer', set: says, breaksSpec: true }, { shopOrderId });
    for (const poke of POKES) {
      await t.send(payment, poke);
      await t.settled(payment);
      if (await asks(payment)) break;
    }
    if (!(await asks(payment))) await askLater();
    await t.look(payment);
    if (!(await asks(payment))) t.notSeen('The merchant did not ask invoice/check about an open order.');
  }
  const control = await t.order();
  await t.setTruth(control, 4);
  for (const poke of POKES) {
    await t.send(control, poke);
    await t.settle();
    if ((await t.becomes(control, t.isPaidOnce)).met) return;
  }
  await askLater();
  if ((await t.becomes(control, t.isPaidOnce)).met) return;
  t.notSeen('The merchant does not act on the answer of invoice/check, whatever it says.');
}

export const priced = (amount: string): Contradiction => ({
  'data.shop_amount': { $number: amount },
  'data.client_price': { $number: amount },
});
