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

/** The second attempt of an order whose first one was rejected; undefined where the merchant makes none. */
export async function secondTry(t: Verbs): Promise<Payment | undefined> {
  const first = await t.order();
  await t.report(first, 6);
  await t.becomes(first, ({ state }) => ['failed', 'cancelled'].includes(state));
  const now = await t.driver.retry(first.orderId);
  return now.kind === 'ok' ? otherAttempt(t, first, now.value.shop_order_id) : undefined;
}
