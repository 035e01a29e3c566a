import type { Exchange, RefundInHand, Verbs } from '../../suite/engine/index.ts';

export const HOUR_MS = 3_600_000;

export const DAY_MS = 24 * HOUR_MS;

export async function end(
  t: Verbs,
  { view }: Pick<RefundInHand, 'view'>,
  status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, { status, notify: 'deliver' });
}

/** A refund of all of a paid order that the answer to its creation ends already. */
export async function endsAtOnce(t: Verbs, status: 'SUCCESS' | 'FAILED') {
  const payment = await t.paid('100.00');
  await t.gateway.arm([
    { where: { operation: 'invoice/create-refund' }, effect: { kind: 'statuses', sequence: [status] } },
  ]);
  const answer = await t.askRefund(payment, payment.amount);
  await t.settle();
  await t.gateway.clearFaults();
  const [view] = await t.refundViews(payment);
  if (view === undefined) return t.inconclusive('The merchant did not request the refund from the gateway.');
  return { payment, answer, about: [...t.aboutPayment(payment), view.shopRefundId] };
}

/** The amounts of these requests are those that were asked for. */
export async function judgeAmount(
  t: Verbs,
  amount: string,
  calls: Promise<readonly Exchange[]>,
): Promise<boolean> {
  const request = (await calls)[0]?.request;
  if (request === undefined) return false;
  const sent = String(request.fields?.amount);
  const { operation } = request;
  const about = [request.exchange];
  if (!/^\d+(\.\d+)?$/.test(sent))
    t.fail(`${operation}: the amount ${amount} was sent as ${sent}.`, { about });
  if (!t.sameAmount(sent, amount))
    t.fail(`${operation}: the amount ${amount} was sent as ${sent}: money is lost.`, { about });
  return true;
}

/** More than single precision has cents for. */
export const DEAR = '131072.01';
