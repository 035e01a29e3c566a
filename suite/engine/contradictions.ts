import type { DeliveryReply } from '../../simulator/index.ts';
import type { Answer, Order } from '../drivers/index.ts';
import { isBusy } from './busy.ts';
import { inconclusive, late } from './judgement.ts';
import { describeReply, isAccepted, lastNews } from './notifications.ts';
import { aboutPayment, look, orderInWords, type Payment, rulesWaitMs } from './orders.ts';
import { pause, type Stage } from './stage.ts';
import { settle } from './time.ts';
import { calls } from './traffic.ts';

type Refused = Extract<Answer<unknown>, { kind: 'refused' }>;

const ROUNDS = 4;

/** Whether the merchant says that it will not do this, and not that it cannot do it now, or does not offer it. */
export const saysNo = ({ status }: Refused): boolean => status === 409 || status === 422;

export const inWords = ({ status, message }: Refused): string => `${status} ${message}`.trim();

/** The merchant's last answer to a command that it refused: it may just have been at work on the object. */
export async function askedAgain<T>(
  stage: Stage,
  first: Refused,
  again: () => Promise<Answer<T>>,
): Promise<Answer<T> | Refused> {
  let answer: Answer<T> | Refused = first;
  await settle(stage);
  for (let round = 0; answer.kind === 'refused' && round < ROUNDS; round++) {
    await pause(rulesWaitMs(stage) / ROUNDS);
    answer = await again();
  }
  return answer;
}

/**
 * The merchant refused to charge held funds without a call to the gateway. Where it shows them, or had accepted the
 * notification of them, it contradicts itself.
 */
export async function refusedCharge(
  stage: Stage,
  payment: Payment,
  first: Refused,
  since: number,
): Promise<void> {
  const { driver, gateway } = stage.slot;
  const { orderId, paymentId } = payment;
  const wasSent = async (): Promise<boolean> =>
    (await calls(stage, { operation: 'invoice/charge', after: since })).length > 0;
  if (await wasSent()) return;
  const answer = await askedAgain(stage, first, () => driver.charge(orderId));
  if (answer.kind !== 'refused' || (await wasSent())) return;
  const order = await look(stage, payment);
  const isTold = (await lastNews(stage, payment, { status: 8 }))?.state === 'accepted';
  const isShown = order.state === 'held' || (order.state === 'pending' && isTold);
  const isHeld = (await gateway.invoice(paymentId)).status === 8;
  if (!saysNo(answer) || !isShown || !isHeld) {
    return inconclusive(`The charge was refused: ${inWords(answer)}.`);
  }
  return late(
    `The funds are held (status 8), the merchant ${isTold ? 'accepted the notification of it and ' : ''}shows the order as ${JSON.stringify(order.state)}, and it refuses the charge without a call to the gateway: ${inWords(answer)}. The funds can neither be charged nor is the order shown as ended.`,
    { about: aboutPayment(payment) },
  );
}

const OPEN: ReadonlySet<Order['state']> = new Set(['new', 'pending']);

/** The merchant shows the order as open, and refuses every notification of its payment. */
export function refusedPayment(payment: Payment, order: Order, replies: readonly DeliveryReply[]): void {
  const isRefusal = (reply: DeliveryReply): boolean =>
    reply.outcome === 'replied' && !isAccepted(reply) && !isBusy(reply);
  const last = replies.at(-1);
  if (last === undefined || !OPEN.has(order.state) || !replies.every(isRefusal)) return;
  late(
    `The order is ${orderInWords(order)}, it was paid (status 4), and the merchant refuses the genuine notification each time: ${describeReply(last)}.`,
    { about: aboutPayment(payment) },
  );
}
