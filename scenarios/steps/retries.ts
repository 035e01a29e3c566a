import { isOver } from '../../suite/drivers/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { LOST, refusing } from './effects.ts';
import { createdBadly } from './order-creation.ts';

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
  const { reference } = first;
  await t.mustBeNew({ object: 'invoice', reference, id: shopOrderId, gatewayId: invoice.paymentId });
  return { ...first, shopOrderId, paymentId: invoice.paymentId, amount: invoice.amount, invoice };
}

/** The second attempt of an order whose first one was rejected; undefined where the merchant makes none. */
export async function secondTry(t: Verbs): Promise<Payment | undefined> {
  if (!t.claims('order.retry')) return undefined;
  const first = await t.order();
  await t.report(first, 6);
  await t.becomes(first, isOver);
  const now = await t.driver.retry(first.orderId);
  return now.kind === 'ok' ? otherAttempt(t, first, now.value.shop_order_id) : undefined;
}

/** What the merchant made of a command on an order; undefined when it refuses by itself. */
export function commanded(t: Verbs, answer: Awaited<ReturnType<Verbs['driver']['cancel']>>) {
  if (answer.kind === 'unknown')
    return t.inconclusive(`A command on the order had no usable answer: ${answer.reason}.`);
  return answer.kind === 'ok' ? answer.value : undefined;
}

interface Attempts {
  readonly first: Payment;
  readonly second: Payment;
  /** The first one was refused with code 5, which a shop may take for the end of it (not shown). */
  readonly doubtful: boolean;
}

/** An order with two attempts, neither of them final at the gateway, where the merchant makes such. */
export async function twoAttempts(t: Verbs): Promise<Attempts | undefined> {
  const stuck = await t.order();
  await t.report(stuck, 3);
  await t.settle();
  const lost = await createdBadly(t, LOST, 'invoice/create ended with a reset connection');
  const refused = await createdBadly(t, refusing(5), 'invoice/create answered error code 5');
  for (const first of [stuck, lost, refused]) {
    if (first === undefined) continue;
    const now = commanded(t, await t.driver.retry(first.orderId));
    const second = now && (await otherAttempt(t, first, now.shop_order_id));
    if (second !== undefined) return { first, second, doubtful: first === refused };
  }
  return undefined;
}
