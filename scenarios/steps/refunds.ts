import type { RefundView } from '../../simulator/index.ts';
import type { Payment, RefundInHand, Verbs } from '../../suite/engine/index.ts';
import { refusing, statusAtOnce } from './effects.ts';
import { isKnownInTheEnd, tellUntil } from './holds.ts';

/** A refund as the gateway has it, and by what the merchant knows it. */
type Standing = Pick<RefundInHand, 'payment' | 'refundId' | 'view'>;

/** How much of a payment of 100.00 this merchant can refund. */
export const part = (t: Verbs): string => (t.claims('refund.partial') ? '30.00' : '100.00');

/** The refund that the gateway has for a payment; without one the check cannot go on. */
export async function standing(t: Verbs, payment: Payment): Promise<RefundView> {
  const [view] = await t.refundViews(payment);
  return view ?? t.inconclusive('The merchant never requested the refund from the gateway.');
}

/** Another refund of a payment that has one already; undefined where the merchant asks for one at a time. */
export async function furtherRefund(
  t: Verbs,
  payment: Payment,
  amount: string,
): Promise<Standing | undefined> {
  const { answer, made } = await askFurtherRefund(t, payment, amount);
  if (made === undefined && answer.kind === 'ok')
    return t.inconclusive(`A further refund of ${amount} was taken, and the gateway does not have it.`);
  return made;
}

/** Asks for another refund of a payment; `made` is what the gateway has of it. */
export async function askFurtherRefund(t: Verbs, payment: Payment, amount: string) {
  const before = new Set((await t.refundViews(payment)).map((view) => view.shopRefundId));
  const answer = await t.askRefund(payment, amount);
  if (answer.kind === 'unknown') t.inconclusive(`A further refund had no usable answer: ${answer.reason}.`);
  await t.settle();
  const view = (await t.refundViews(payment)).find((each) => !before.has(each.shopRefundId));
  const made: Standing | undefined = view && {
    payment,
    refundId: answer.kind === 'ok' ? answer.value.refund_id : '',
    view,
  };
  return { answer, made };
}

/** A SUCCESS whose notification may have come too early is known in the end. */
export async function isCounted(t: Verbs, payment: Payment, amount: string): Promise<void> {
  const wanted = (order: Payment['order']): boolean => t.sameAmount(order.refunded, amount);
  await tellUntil(t, payment, wanted, { type: 'refund' });
  await isKnownInTheEnd(t, payment, 'The refund ended in SUCCESS', { wanted });
}

/** A refund of all of a paid order that the answer to its creation ends already. */
export async function endsAtOnce(t: Verbs, status: 'SUCCESS' | 'FAILED') {
  const payment = await t.paid();
  await t.nextCall('invoice/create-refund', statusAtOnce(status));
  const answer = await t.askRefund(payment);
  await t.settle();
  await t.gateway.clearFaults();
  const { shopRefundId } = await standing(t, payment);
  return { payment, answer, about: [...t.aboutPayment(payment), shopRefundId] };
}

/** A refund that the gateway has although it answered this code ends in SUCCESS. */
export async function endsAfterCode(
  t: Verbs,
  code: number,
  givenUp: () => void = () => undefined,
): Promise<'judged' | 'refused'> {
  const payment = await t.paid();
  await t.nextCall('invoice/create-refund', refusing(code));
  const answer = await t.askRefund(payment);
  await t.settle();
  await t.gateway.clearFaults();
  const view = await standing(t, payment);
  if (answer.kind === 'refused') return 'refused';
  if (answer.kind === 'unknown') {
    t.late(
      `invoice/create-refund answered the code ${code}; the call that asked for the refund had no usable answer: ${answer.reason}.`,
      { about: t.aboutPayment(payment) },
    );
  }
  if (answer.kind === 'ok') {
    const shown = await t.lookAtRefund({ payment, refundId: answer.value.refund_id });
    if (shown.state === 'failed') givenUp();
  }
  await t.moveRefund(view, 'SUCCESS');
  await t.refunded(payment);
  return 'judged';
}

/** How a refund ends at the gateway, and what the merchant calls that. */
interface Ending {
  readonly made: Standing;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly wanted: 'done' | 'failed';
}

const SUCCEEDS = { status: 'SUCCESS', wanted: 'done' } as const;

const FAILS = { status: 'FAILED', wanted: 'failed' } as const;

/** Refunds of all of a payment, and of two parts of one, which end unlike. */
async function lostRefunds(t: Verbs): Promise<readonly Ending[]> {
  const ending: Ending[] = [];
  for (const end of [SUCCEEDS, FAILS]) ending.push({ made: await t.refund(await t.paid()), ...end });
  if (!t.claims('refund.partial')) return ending;
  const payment = await t.paid();
  const older = await t.refund(payment, '30.00');
  const newer = await furtherRefund(t, payment, '20.00');
  ending.push({ made: older, ...SUCCEEDS });
  if (newer !== undefined) ending.push({ made: newer, ...FAILS });
  return ending;
}

/**
 * Refunds end at the gateway, each in its way, and no notification tells. `firstOpen` gives the merchant's jobs their
 * time, and then the first one that has not ended as the gateway says.
 */
export async function endUnheard(t: Verbs) {
  const ending = await lostRefunds(t);
  await t.loseNotifications({ type: 'refund' });
  for (const { made, status } of ending) await t.moveRefund(made.view, status);
  const look = async (): Promise<Ending | undefined> => {
    for (const each of ending) if ((await t.lookAtRefund(each.made)).state !== each.wanted) return each;
    return undefined;
  };
  const firstOpen = async (): Promise<Ending | undefined> => {
    const { recoverMs } = t.slot.config.tempo;
    await t.settle();
    for (let step = 0; step < 9 && (await look()) !== undefined; step++) {
      if (t.claims('clock')) await t.advance(recoverMs / 6);
      else await t.settle();
    }
    return look();
  };
  return { ending, firstOpen };
}
