import type { Payment, Verbs } from '../../suite/engine/index.ts';

/**
 * Notes the balances of the customers of unpaid orders: a new one may have got a bonus.
 *
 * @returns fails where one of them has more than before
 */
export async function watchBalances(
  t: Verbs,
  payments: readonly Payment[],
): Promise<(why: string) => Promise<void>> {
  if (!t.claims('wallet')) return async () => undefined;
  const before = new Map<Payment, string>();
  for (const payment of payments) before.set(payment, (await t.balance(payment.customer)) ?? '0');
  return async (why) => {
    for (const [payment, had] of before) {
      const balance = await t.balance(payment.customer);
      if (balance === undefined || !t.amountOf(balance)?.gt(had)) continue;
      t.fail(`The balance of customer ${payment.customer} rose from ${had} to ${balance}, and ${why}.`, {
        about: t.aboutPayment(payment),
        underAnyReading: true,
      });
    }
  };
}
