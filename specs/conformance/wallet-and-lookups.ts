import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { profileLookups } from './lookup-parameters.ts';
import { PROXY_JSON } from './refusing.ts';

/** As many unpaid orders of one customer as the merchant takes, at most so many. */
async function openOrders(t: Verbs, customer: string, most: number): Promise<Payment[]> {
  const wish = { customer, amount: '10.50' };
  const made = [await t.order(wish)];
  while (made.length < most) {
    const since = await t.now();
    const asked = await t.ask(wish);
    const sent = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after: since });
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

export const walletAndLookups: Bodies = {
  'wallet.parallel-credits': async (t) => {
    const customer = t.unique('customer');
    const payments = await openOrders(t, customer, 20);
    if (payments.length === 1) t.notApplicable('A customer of the merchant has one open order at a time.');
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
    const balance = await t.balance(customer);
    const paid = t.sumOf(payments.map(({ amount }) => amount));
    if (!t.sameAmount(balance, paid)) {
      t.fail(
        `${payments.length} payments of 10.50 arrived at once, each is credited, and the customer's balance is ${balance} instead of ${paid}.`,
        {
          about: [customer],
        },
      );
    }
  },

  'lookup.answers': async (t) => {
    for (const [operation, parameters] of await profileLookups(t)) {
      await t.gateway.clearFaults();
      const good = await t.driver.lookup(operation, parameters);
      if (good.kind !== 'ok') {
        return t.inconclusive(`${operation}: a plain lookup was not answered: ${JSON.stringify(good)}.`);
      }
      if (good.value.error !== null || good.value.result === null) {
        t.fail(
          `${operation} succeeded at the gateway, and the merchant reports ${JSON.stringify(good.value)}.`,
        );
      }
      await t.gateway.arm([
        { where: { operation }, times: null, effect: { kind: 'answer', unknownFields: true, shuffle: true } },
      ]);
      const later = await t.driver.lookup(operation, parameters);
      if (later.kind !== 'ok' || later.value.error !== null) {
        t.fail(`${operation}: unknown fields in the answer broke the lookup: ${JSON.stringify(later)}.`);
      }
      await t.gateway.clearFaults();
      await t.gateway.arm([
        { where: { operation }, times: null, effect: { kind: 'error', code: 57, message: 'Новый код' } },
      ]);
      const bad = await t.driver.lookup(operation, parameters);
      if (bad.kind === 'unknown') {
        return t.fail(`${operation}: error code 57 left the lookup without a usable answer: ${bad.reason}.`);
      }
      if (bad.kind === 'ok' && bad.value.error === null) {
        t.fail(
          `${operation} answered error code 57, and the merchant reports success: ${JSON.stringify(bad.value)}.`,
        );
      }
      for (const [says, effect] of [
        ['no JSON', { kind: 'malformed', committed: true }],
        ["a proxy's JSON error (HTTP 504)", PROXY_JSON],
      ] as const) {
        await t.gateway.clearFaults();
        await t.gateway.arm([{ where: { operation }, times: null, effect }]);
        const spoilt = await t.driver.lookup(operation, parameters);
        if (spoilt.kind !== 'ok' || spoilt.value.error !== null) continue;
        t.fail(
          `${operation} answered ${says}, and the merchant reports success: ${JSON.stringify(spoilt.value)}.`,
        );
      }
    }
  },
};
