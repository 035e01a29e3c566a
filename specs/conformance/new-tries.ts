import type { Payment, Verbs } from '../../fixtures/engine/index.ts';

/** The attempt that an order has now, when it is another one than before. */
export async function otherAttempt(
  t: Verbs,
  first: Payment,
  shopOrderId: string | null,
): Promise<Payment | undefined> {
  if (!shopOrderId || shopOrderId === first.shopOrderId) return undefined;
  const [invoice] = await t.gateway.invoices({ shopOrderId });
  if (invoice === undefined) return undefined;
  t.stage.about.push(shopOrderId, invoice.paymentId);
  return { ...first, shopOrderId, paymentId: invoice.paymentId, amount: invoice.amount, invoice };
}
