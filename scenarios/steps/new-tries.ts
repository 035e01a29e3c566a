import type { Payment, Verbs } from '../../suite/engine/index.ts';

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

/** Whether an order has come to nothing. */
export const isOver = ({ state }: Payment['order']): boolean => ['failed', 'cancelled'].includes(state);

/** The second attempt of an order whose first one was rejected; undefined where the merchant makes none. */
export async function secondTry(t: Verbs): Promise<Payment | undefined> {
  if (!t.claims('order.retry')) return undefined;
  const first = await t.order();
  await t.report(first, 6);
  await t.becomes(first, isOver);
  const now = await t.driver.retry(first.orderId);
  return now.kind === 'ok' ? otherAttempt(t, first, now.value.shop_order_id) : undefined;
}
