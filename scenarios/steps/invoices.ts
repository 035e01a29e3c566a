import type { Payment, Verbs } from '../../suite/engine/index.ts';

/** The customers of unpaid orders have no money from them. */
export async function nothingIsRaised(t: Verbs, payments: readonly Payment[], why: string): Promise<void> {
  if (!t.claims('wallet')) return;
  for (const payment of payments) {
    const balance = await t.balance(payment.customer);
    if (balance === undefined || !t.amountOf(balance)?.gt('0')) continue;
    t.fail(`The balance of customer ${payment.customer} is ${balance}, and ${why}.`, {
      about: t.aboutPayment(payment),
      underAnyReading: true,
    });
  }
}
