import type { Payment, RefundInHand, Verbs } from '../../suite/engine/index.ts';

/** Another refund of a payment that has one already; undefined where the merchant asks for one at a time. */
export async function furtherRefund(
  t: Verbs,
  payment: Payment,
  amount: string,
): Promise<Pick<RefundInHand, 'payment' | 'refundId' | 'view'> | undefined> {
  const before = new Set((await t.refundViews(payment)).map((view) => view.shopRefundId));
  const answer = await t.askRefund(payment, amount);
  if (answer.kind === 'unknown') t.inconclusive(`A further refund had no usable answer: ${answer.reason}.`);
  await t.settle();
  const view = (await t.refundViews(payment)).find((each) => !before.has(each.shopRefundId));
  if (view === undefined) return undefined;
  const refundId = answer.kind === 'ok' ? answer.value.refund_id : '';
  return { payment, refundId, view };
}
