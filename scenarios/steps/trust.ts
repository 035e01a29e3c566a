import type { DeliveryReply, WireObject, WireValue } from '../../simulator/index.ts';
import type { Craft, Verbs } from '../../suite/engine/index.ts';
import { bodyOf } from './forgery.ts';

export type Refund = Awaited<ReturnType<Verbs['refund']>>;

/** The body of a genuine refund notification, of which others are made. */
export async function refundTemplate(t: Verbs): Promise<WireObject> {
  const payment = await t.paid();
  const made = await t.refund(payment, payment.amount);
  await t.endRefund(made, 'SUCCESS');
  await t.mustBecome(payment, 'The refund ended in SUCCESS', (order) =>
    t.sameAmount(order.refunded, payment.amount),
  );
  return bodyOf(t, await t.lastNews(payment, { type: 'refund' }));
}

/** A notification about a refund: what it sets, and what is changed in it. */
type RefundNews = Pick<Craft, 'label' | 'set' | 'rows' | 'genuine'>;

/** Sends a notification about this refund, built like a genuine one, and gives the reply. */
export async function sendOfRefund(
  t: Verbs,
  template: WireObject,
  made: Refund,
  { set, ...news }: RefundNews,
): Promise<DeliveryReply> {
  const { payment, view } = made;
  const names: Readonly<Record<string, WireValue>> = {
    shop_refund_id: view.shopRefundId,
    invoice_id: t.number(payment.paymentId),
    payment_id: t.number(payment.paymentId),
    shop_order_id: payment.shopOrderId,
  };
  const own = Object.fromEntries(Object.entries(names).filter(([name]) => name in template));
  const { sign: _, ...body } = template;
  return t.sendOfRefund(made, { ...news, body: { ...body, ...own }, set: { ...set } });
}

/** As {@link sendOfRefund}, and gives the merchant the time to act on it. */
export async function tellOfRefund(...told: Parameters<typeof sendOfRefund>): Promise<DeliveryReply> {
  const reply = await sendOfRefund(...told);
  await told[0].settle();
  return reply;
}

export async function endsWell(t: Verbs, made: Refund): Promise<void> {
  await t.endRefund(made, 'SUCCESS');
  await t.mustBecome(made.payment, 'The refund ended in SUCCESS', (order) =>
    t.sameAmount(order.refunded, made.payment.amount),
  );
}
