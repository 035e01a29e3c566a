import type { Payment, Verbs } from '../../suite/engine/index.ts';

/**
 * Amounts that binary arithmetic has no exact value for, or that a careless spelling changes: times a hundred some come
 * to less than their cents (8.20, 4.35, 64.10, 70.07) and some to more (1.10, 2.20); 999999.99 has no cents in single
 * precision, and 1000000.00 is written with an exponent or with marks.
 */
export const AWKWARD = [
  '8.20',
  '17.08',
  '19.99',
  '316.46',
  '582.42',
  '0.10',
  '1.10',
  '2.20',
  '4.35',
  '9.95',
  '33.33',
  '64.10',
  '70.07',
  '1001.10',
  '1234.56',
  '999999.99',
  '1000000.00',
] as const;

/** Orders over those amounts that the merchant sells: what is outside its own limits it refuses, and rightly so. */
export async function ordersOver(t: Verbs, amounts: readonly string[]): Promise<readonly Payment[]> {
  const made: Payment[] = [];
  for (const amount of amounts) {
    const payment = await t.paymentOf(await t.ask({ amount }));
    if (payment !== undefined) made.push(payment);
  }
  return made;
}
