import type { WireObject } from '../../simulator/index.ts';
import type { Craft, Verbs } from '../../suite/engine/index.ts';

export type Refund = Awaited<ReturnType<Verbs['refund']>>;

export async function endsWell(t: Verbs, made: Refund): Promise<void> {
  await t.endRefund(made, 'SUCCESS');
  await t.refunded(made.payment);
}

/** The body of a genuine refund notification, of which others are made. */
export async function refundTemplate(t: Verbs): Promise<WireObject> {
  const payment = await t.paid();
  await endsWell(t, await t.refund(payment));
  return t.bodyOf(await t.lastNews(payment, { type: 'refund' }));
}

/** Sends a notification about this refund, built like a genuine one, and gives the merchant the time to act on it. */
export async function tellOfRefund(t: Verbs, template: WireObject, made: Refund, news: Craft) {
  const reply = await t.sendOfRefund(made, template, news);
  await t.settle();
  return reply;
}
