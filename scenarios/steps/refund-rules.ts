import type { Payment, RefundInHand, Verbs } from '../../suite/engine/index.ts';
import { furtherRefund } from './refund-steps.ts';

export async function refundedIs(t: Verbs, payment: Payment, sum: string, what: string): Promise<void> {
  const order = await t.mustBecome(payment, what, (each) => t.sameAmount(each.refunded, sum));
  const whole = t.sameAmount(sum, payment.amount);
  if (whole !== (order.state === 'refunded') && order.state !== 'review') {
    t.fail(`${what}, and the order is ${t.orderInWords(order)}.`, { about: t.aboutPayment(payment) });
  }
}

/** How a refund ends at the gateway, and what the merchant calls that. */
interface Ending {
  readonly made: Pick<RefundInHand, 'payment' | 'refundId' | 'view'>;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly wanted: 'done' | 'failed';
}

/** Refunds of all of a payment, and of two parts of one, which end unlike. */
async function lostRefunds(t: Verbs): Promise<readonly Ending[]> {
  const ending: Ending[] = [];
  for (const end of [SUCCEEDS, FAILS]) {
    const payment = await t.paid();
    ending.push({ made: await t.refund(payment, payment.amount), ...end });
  }
  if (!t.claims('refund.partial')) return ending;
  const payment = await t.paid();
  const older = await t.refund(payment, '30.00');
  const newer = await furtherRefund(t, payment, '20.00');
  ending.push({ made: older, ...SUCCEEDS });
  if (newer !== undefined) ending.push({ made: newer, ...FAILS });
  return ending;
}

const SUCCEEDS = { status: 'SUCCESS', wanted: 'done' } as const;

const FAILS = { status: 'FAILED', wanted: 'failed' } as const;

/**
 * Refunds end at the gateway, each in its way, and no notification tells. `firstOpen` gives the merchant's jobs their
 * time, and then the first one that has not ended as the gateway says.
 */
export async function endUnheard(t: Verbs) {
  const ending = await lostRefunds(t);
  await t.gateway.arm([
    { where: { notification: { type: 'refund' } }, times: null, effect: { kind: 'drop' } },
  ]);
  for (const { made, status } of ending) {
    const { shopId, shopRefundId } = made.view;
    await t.gateway.setRefundStatus(shopId, shopRefundId, { status, notify: 'deliver' });
  }
  const look = async (): Promise<Ending | undefined> => {
    for (const each of ending) {
      if ((await t.lookAtRefund(each.made)).state !== each.wanted) return each;
    }
    return undefined;
  };
  const firstOpen = async (): Promise<Ending | undefined> => {
    const { recoverMs } = t.slot.config.tempo;
    await t.settle();
    for (let step = 0; step < 8 && (await look()) !== undefined; step++) {
      if (t.claims('clock')) await t.advance(recoverMs / 6);
      else await t.settle();
    }
    return look();
  };
  return { ending, firstOpen };
}
