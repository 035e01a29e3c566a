import { amountOf, sameAmount } from '../../history/money.ts';
import type { Answer, Refund } from '../drivers/index.ts';
import { askedAgain, inWords, saysNo } from './contradictions.ts';
import { inconclusive, late } from './judgement.ts';
import { aboutPayment, look, orderInWords, type Payment } from './orders.ts';
import { paid } from './payments.ts';
import { claims, type Stage } from './stage.ts';
import { advance, DAY_MS } from './time.ts';
import { calls } from './traffic.ts';

type Refused = Extract<Answer<unknown>, { kind: 'refused' }>;

/** A plain refund of another order; a merchant may have limits for what it refunds, but not for everything. */
const CONTROLS = ['100.00', '25.00'] as const;

/**
 * The merchant refused a refund without a call to the gateway. Where it shows the order as paid, with so much left to
 * refund, and refuses a plain refund of another order alike, it contradicts itself.
 *
 * @returns what it answered to the refund when asked again
 */
export async function refusedRefund(
  stage: Stage,
  payment: Payment,
  amount: string,
  first: Refused,
  ask: (payment: Payment, amount: string) => Promise<Answer<Refund>>,
): Promise<Answer<Refund>> {
  const wasSent = async ({ paymentId }: Payment): Promise<boolean> => {
    const fields = { invoice_id: paymentId };
    return (await calls(stage, { operation: 'invoice/create-refund', fields })).length > 0;
  };
  const giveUp = (why: Refused): never =>
    inconclusive(`The refund of ${amount} could not be created: ${inWords(why)}.`);
  if (!claims(stage, sameAmount(amount, payment.amount) ? 'refund' : 'refund.partial') || !saysNo(first))
    giveUp(first);
  const before = await look(stage, payment);
  const left = amountOf(before.credited)?.minus(amountOf(before.refunded) ?? 0);
  const isOwed = ['paid', 'partially_refunded'].includes(before.state) && left?.gte(amount) === true;
  if (!isOwed || (await wasSent(payment))) giveUp(first);
  // A merchant may refund nothing on the day of the payment.
  if (claims(stage, 'clock')) await advance(stage, DAY_MS);
  const answer = await askedAgain(stage, first, () => ask(payment, amount));
  if (answer.kind !== 'refused') return answer;
  if (await wasSent(payment)) giveUp(answer);
  const other = await paid(
    stage,
    CONTROLS.find((each) => !sameAmount(each, amount)),
  );
  const control = await ask(other, other.amount);
  if (control.kind !== 'refused' || !saysNo(control) || (await wasSent(other))) giveUp(answer);
  const order = await look(stage, payment);
  return late(
    `The merchant shows the order as ${orderInWords(order)}, and refuses to refund ${amount} of it without a call to the gateway: ${inWords(answer)}. It refuses a plain refund of another paid order as well.`,
    { about: aboutPayment(payment) },
  );
}
