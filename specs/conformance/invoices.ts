import type { Verbs } from '../../fixtures/engine/index.ts';
import type { Bodies } from './bodies.ts';

/** An answer of invoice/check that says nothing of the payment does not end the order. */
async function survivesSpoiltAnswers(t: Verbs): Promise<void> {
  for (const [how, effect] of [
    ['with the unknown error code 57', { kind: 'error', code: 57 }],
    ['without JSON', { kind: 'malformed', committed: true }],
  ] as const) {
    const payment = await t.order();
    const { shopOrderId } = payment;
    await t.gateway.arm([{ where: { operation: 'invoice/check', shopOrderId }, times: null, effect }]);
    await t.advance(t.slot.config.tempo.recoverMs / 2);
    await t.gateway.clearFaults();
    const asked = await t.calls({ operation: 'invoice/check', fields: { shop_order_id: shopOrderId } });
    if (asked.length === 0) continue;
    const result = await t.recordsLatePayment(payment);
    if (result.ok) continue;
    t.late(
      `invoice/check was answered ${how}, and a genuine payment after it is recorded nowhere: ${t.describeRefusal(result)}.`,
      { about: t.aboutPayment(payment) },
    );
  }
}

export const invoices: Bodies = {
  'invoice.paid-only-after-notification': async (t) => {
    const payment = await t.order();
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `The order is ${t.orderInWords(paid[1])} although nobody has paid: invoice/create only answered result true.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
    await t.stillHonours([payment]);
  },

  'invoice.status.not-final': async (t) => {
    for (const status of [3, 5]) {
      const payment = await t.order();
      // Trouble on the way has a code; it is the status that says whether it is the end.
      const trouble = { status, errorCode: 2000, notify: 'deliver' } as const;
      await t.gateway.setInvoiceStatus(payment.paymentId, trouble);
      await t.settle();
      const result = await t.honours(payment, () => t.report(payment, 4));
      if (result.ok) continue;
      await t.pay(await t.order());
      t.late(
        `Status ${status} and then status 4: the payment was not honoured: ${t.describeRefusal(result)}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
  },

  'invoice.status.not-paid': async (t) => {
    const statuses = [1, 2, 3, 5, 6];
    const payments = await t.orders(statuses.length);
    for (const [index, status] of statuses.entries()) {
      const payment = payments[index];
      if (payment === undefined) continue;
      if (status === 1) await t.send(payment, { label: 'genuine, status 1', status, genuine: true });
      else await t.report(payment, status);
    }
    const paid = await t.paidAmong(payments);
    for (const [payment, order] of paid) {
      const status = statuses[payments.indexOf(payment)];
      t.fail(`A notification of status ${status} paid the order: it is ${t.orderInWords(order)}.`, {
        about: t.aboutPayment(payment),
      });
    }
    await t.pay(await t.order());
  },

  'invoice.status.rejected': async (t) => {
    const payment = await t.order();
    await t.report(payment, 6);
    await t.mustBecome(payment, 'Status 6 (rejected) did not end the order', (order) =>
      ['failed', 'cancelled'].includes(order.state),
    );
    const order = await t.look(payment);
    if (t.isPaid(order))
      t.fail(`A rejected order is ${t.orderInWords(order)}.`, { about: t.aboutPayment(payment) });
  },

  'invoice.recovery': async (t) => {
    const payment = await t.order();
    const rejected = await t.order();
    for (const [{ shopOrderId, paymentId }, status] of [
      [payment, 4],
      [rejected, 6],
    ] as const) {
      await t.gateway.arm([
        { where: { shopOrderId, notification: {} }, times: null, effect: { kind: 'drop' } },
      ]);
      await t.gateway.setInvoiceStatus(paymentId, { status, notify: 'deliver' });
    }
    const isFound = async (): Promise<boolean> => t.isPaidOnce(await t.look(payment));
    const isOver = async (): Promise<boolean> =>
      ['failed', 'cancelled'].includes((await t.look(rejected)).state);
    const { recoverMs } = t.slot.config.tempo;
    // A third more than promised, so that a timer that was started a little late is not blamed.
    for (let step = 0; step < 8; step++) {
      await t.advance(recoverMs / 6);
      if ((await isFound()) && (await isOver())) return survivesSpoiltAnswers(t);
    }
    const [what, lost] = (await isFound()) ? ['rejection', rejected] : ['payment', payment];
    t.late(
      `Every notification of the ${what} was lost, and ${recoverMs / 60_000} minutes later the order is still ${t.orderInWords(await t.look(lost))}: invoice/check would have told.`,
      { about: t.aboutPayment(lost) },
    );
  },
};
