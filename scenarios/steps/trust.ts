import {
  type DeliveryReply,
  signNotification,
  stringifyWire,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';
import { bodyOf } from './forgery.ts';

export type Refund = Awaited<ReturnType<Verbs['refund']>>;

const isForm = (t: Verbs): boolean => t.slot.config.profile.notifications === 'form';

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

interface RefundNews {
  readonly label: string;
  readonly set: Readonly<Record<string, WireValue>>;
  readonly tamper?: (body: WireObject) => WireObject;
  /** Signs with another secret than the shop's. */
  readonly secret?: string;
  /** It says what the gateway holds to be true. */
  readonly genuine?: boolean;
  /** A form where the profile has JSON, and the other way round. */
  readonly inOtherFormat?: boolean;
}

/** Sends a notification about this refund, built like a genuine one, and gives the reply. */
export async function sendOfRefund(
  t: Verbs,
  template: WireObject,
  made: Refund,
  news: RefundNews,
): Promise<DeliveryReply> {
  const { payment, view } = made;
  const names: Readonly<Record<string, WireValue>> = {
    shop_refund_id: view.shopRefundId,
    invoice_id: t.number(payment.paymentId),
    payment_id: t.number(payment.paymentId),
    shop_order_id: payment.shopOrderId,
  };
  const own = Object.fromEntries(Object.entries(names).filter(([name]) => name in template));
  const { sign: _, ...body } = { ...template, ...own, ...news.set };
  const signed = { ...body, sign: signNotification(body, news.secret ?? t.slot.shop.secret) };
  const sent = news.tamper?.(signed) ?? signed;
  const asForm = isForm(t) !== (news.inOtherFormat ?? false);
  const text = asForm
    ? new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value ?? '')])).toString()
    : stringifyWire(sent);
  const [reply] = await t.gateway.deliver({
    deliveries: [
      {
        ...(view.callbackUrl === null ? {} : { url: view.callbackUrl }),
        shopId: t.slot.shop.id,
        query: { type: 'refund' },
        headers: { 'content-type': asForm ? 'application/x-www-form-urlencoded' : 'application/json' },
        body: text,
        label: news.label,
        genuine: news.genuine ?? false,
        about: { paymentId: payment.paymentId, shopRefundId: view.shopRefundId },
      },
    ],
  });
  return reply ?? t.inconclusive('The notification could not be sent.');
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
