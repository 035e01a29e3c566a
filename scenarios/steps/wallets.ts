import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { CREATE } from './operations.ts';

/** As many unpaid orders of one customer as the merchant takes, at most so many. */
async function openOrders(t: Verbs, customer: string, most: number): Promise<Payment[]> {
  // In binary arithmetic twenty of them are less than 202.
  const wish = { customer, amount: '10.10' };
  const made = [await t.order(wish)];
  while (made.length < most) {
    const since = await t.now();
    const asked = await t.ask(wish);
    const sent = await t.calls({ operation: CREATE, after: since });
    if (asked.answer.kind === 'refused' && sent.length === 0) break;
    made.push((await t.paymentOf(asked)) ?? (await t.order(wish)));
  }
  return made;
}

/** After OK the gateway sends nothing more: the payment is booked from a queue, or found by asking. */
async function mustBeFound(t: Verbs, payment: Payment): Promise<void> {
  const { recoverMs } = t.slot.config.tempo;
  if ((await t.becomesInTime(payment, t.isPaidOnce)).met) return;
  for (let step = 0; step < 8 && t.claims('clock'); step++) {
    await t.advance(recoverMs / 6);
    if (t.isPaidOnce(await t.look(payment))) return;
  }
  t.late(
    `Notifications of twenty payments of one customer arrived at once; one was answered OK, and its order is ${t.orderInWords(await t.look(payment))}.`,
    { about: t.aboutPayment(payment) },
  );
}

/** Twenty payments of one customer are notified at once, and all are credited in the end; then the balance is looked at. */
export async function paidTogether(t: Verbs): Promise<void> {
  const customer = t.unique('customer');
  const payments = await openOrders(t, customer, 20);
  if (payments.length === 1) t.notSeen('A customer of the merchant has one open order at a time.');
  for (const payment of payments) await t.setTruth(payment, 4);
  const craft = {
    label: 'genuine, together with others of this customer',
    genuine: true,
  } as const;
  const replies = await t.sendTogether(payments.map((payment) => ({ payment, craft })));
  for (const [index, payment] of payments.entries()) {
    if ((await t.becomes(payment, t.isPaidOnce)).met) continue;
    const reply = replies[index];
    if (reply !== undefined && t.isAccepted(reply)) await mustBeFound(t, payment);
    const result = await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }));
    if (!result.ok)
      t.inconclusive(
        `One of ${payments.length} payments did not mark its order as paid: ${t.describeRefusal(result)}.`,
      );
  }
  await t.settle();
  await t.balance(customer);
}
