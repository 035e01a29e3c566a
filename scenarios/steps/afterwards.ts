import type { Verbs } from '../../suite/engine/index.ts';
import { refusing } from './refusing.ts';

/** A refund that the gateway has although it answered this code ends in SUCCESS. */
export async function endsAfterCode(
  t: Verbs,
  code: number,
  givenUp: () => void = () => undefined,
): Promise<'judged' | 'refused'> {
  const what = `invoice/create-refund answered the code ${code}, and the refund took place`;
  const payment = await t.paid();
  await t.gateway.arm([{ where: { operation: 'invoice/create-refund' }, effect: refusing(code) }]);
  const answer = await t.askRefund(payment, payment.amount);
  await t.settle();
  await t.gateway.clearFaults();
  const about = t.aboutPayment(payment);
  const [view] = await t.refundViews(payment);
  if (view === undefined) return t.inconclusive('The merchant never requested the refund from the gateway.');
  if (answer.kind === 'refused') return 'refused';
  if (answer.kind === 'unknown')
    t.late(`${what}; the call that asked for it had no usable answer: ${answer.reason}.`, { about });
  if (answer.kind === 'ok') {
    const shown = await t.lookAtRefund({ payment, refundId: answer.value.refund_id });
    if (shown.state === 'failed') givenUp();
  }
  const { shopId, shopRefundId } = view;
  await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
  await t.mustBecome(payment, what, (order) => t.sameAmount(order.refunded, payment.amount));
  return 'judged';
}

/** For merchants that ask about an old payout more and more seldom. */
export const PATIENT_ROUNDS = 12;
