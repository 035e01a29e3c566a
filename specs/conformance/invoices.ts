import type { Effect } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { isOver, secondTry } from './new-tries.ts';
import { renewal, triesAgain } from './renewed.ts';
import { isHeld, takesHolds } from './ways-in.ts';

/** A payment whose end no notification tells. */
interface Lost {
  readonly what: string;
  readonly payment: Payment;
  readonly status: 4 | 6;
  readonly wanted: (order: Payment['order']) => boolean;
}

/** Payments of every kind that this merchant takes, each about to end unheard. */
async function losing(t: Verbs): Promise<readonly Lost[]> {
  const waiting: Lost[] = [
    { what: 'the payment', payment: await t.order(), status: 4, wanted: t.isPaidOnce },
    { what: 'the rejection', payment: await t.order(), status: 6, wanted: isOver },
  ];
  const again = await secondTry(t);
  if (again !== undefined) {
    waiting.push({ what: 'the payment of a retried order', payment: again, status: 4, wanted: t.isPaidOnce });
  }
  const renewed = await renewal(t);
  if (renewed !== undefined) {
    const what = 'the charge of a stored instrument';
    waiting.push({ what, payment: renewed, status: 4, wanted: t.isPaidOnce });
  }
  if (takesHolds(t)) {
    const held = await t.held();
    await t.charge(held);
    waiting.push({ what: 'the outcome of a charge', payment: held, status: 4, wanted: t.isPaidOnce });
  }
  return waiting;
}

/** The customers of unpaid orders have no money from them. */
async function nothingIsRaised(t: Verbs, payments: readonly Payment[], why: string): Promise<void> {
  if (!t.claims('wallet')) return;
  for (const payment of payments) {
    const balance = await t.balance(payment.customer);
    if (balance === undefined || !t.amountOf(balance)?.gt('0')) continue;
    t.fail(`The balance of customer ${payment.customer} is ${balance}, and ${why}.`, {
      about: t.aboutPayment(payment),
    });
  }
}

/** The status of the charge of a stored instrument may be open for long, too. */
async function renewalGoesOn(t: Verbs): Promise<void> {
  const payment = await renewal(t);
  if (payment === undefined) return;
  for (const status of [3, 5]) {
    await t.gateway.setInvoiceStatus(payment.paymentId, { status, errorCode: 2000, notify: 'deliver' });
    await t.settle();
  }
  const result = await t.recordsLatePayment(payment);
  if (result.ok) return;
  t.late(
    `The charge of a stored instrument had the statuses 3, 5 and then 4: the order was not marked as paid: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

/** The answer to a charge may tell of trouble on the way, too. */
async function chargeMeets(t: Verbs, payment: Payment, status: number): Promise<void> {
  const effect: Effect = { kind: 'statuses', sequence: [status] };
  await t.gateway.arm(
    [{ where: { operation: 'invoice/charge', paymentId: payment.paymentId }, effect }],
    t.claims('hold.auto') ? { unless: 'the merchant charges when the check is over' } : {},
  );
  await t.charge(payment);
  await t.gateway.clearFaults();
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
    await nothingIsRaised(t, [payment], 'nobody has paid');
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
        `After status ${status} and then status 4 the order was not marked as paid: ${t.describeRefusal(result)}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
    await renewalGoesOn(t);
    if (!takesHolds(t)) return;
    for (const status of [3, 5]) {
      const payment = await t.order({ mode: 'hold' });
      const trouble = { status, errorCode: 2000, notify: 'deliver' } as const;
      await t.gateway.setInvoiceStatus(payment.paymentId, trouble);
      await t.settle();
      const held = await t.honours(payment, () => t.report(payment, 8), isHeld(t));
      if (held.ok) await chargeMeets(t, payment, status);
      const result = await t.recordsLatePayment(payment);
      if (result.ok) continue;
      await t.held();
      t.late(
        `A two-step order had status ${status}, then status 8, and then status 4: the order was not marked as paid: ${t.describeRefusal(result)}.`,
        { about: t.aboutPayment(payment) },
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
      t.fail(`A notification of status ${status} marked the order as paid: it is ${t.orderInWords(order)}.`, {
        about: t.aboutPayment(payment),
      });
    }
    await nothingIsRaised(t, payments, 'none of their payments has status 4');
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
      t.fail(`A rejected order is shown as ${t.orderInWords(order)}.`, {
        about: t.aboutPayment(payment),
      });
    const renewed = await renewal(t);
    if (renewed !== undefined) {
      await t.report(renewed, 6);
      await t.mustBecome(
        renewed,
        'The charge of a stored instrument was rejected (status 6), and the order did not end',
        (each) => isOver(each) || triesAgain(each, renewed),
      );
    }
    if (!takesHolds(t)) return;
    const held = await t.held();
    await t.honours(held, () => t.report(held, 6), isOver);
    await t.mustBecome(
      held,
      'The funds were held, and then status 6 (rejected) did not end the order',
      (each) => ['failed', 'cancelled'].includes(each.state),
    );
    await t.repeatNews(held, { status: 8 });
    const still = await t.settled(held);
    if (['failed', 'cancelled', 'review'].includes(still.state)) return;
    t.fail(
      `The hold was rejected (status 6), then the notification of status 8 came again: the order is ${t.orderInWords(still)}.`,
      { about: t.aboutPayment(held) },
    );
  },

  'invoice.recovery': async (t) => {
    const waiting = await losing(t);
    for (const { payment, status } of waiting) {
      await t.gateway.arm([
        {
          where: { shopOrderId: payment.shopOrderId, notification: {} },
          times: null,
          effect: { kind: 'drop' },
        },
      ]);
      await t.gateway.setInvoiceStatus(payment.paymentId, { status, notify: 'deliver' });
    }
    const unfound = async (): Promise<Lost | undefined> => {
      for (const each of waiting) if (!each.wanted(await t.look(each.payment))) return each;
      return undefined;
    };
    const { recoverMs } = t.slot.config.tempo;
    // A third more than promised, so that a timer that was started a little late is not blamed.
    for (let step = 0; step < 8; step++) {
      await t.advance(recoverMs / 6);
      if ((await unfound()) === undefined) return;
    }
    const lost = await unfound();
    if (lost === undefined) return;
    t.late(
      `Every notification of ${lost.what} was lost, and ${recoverMs / 60_000} minutes later the order is still ${t.orderInWords(await t.look(lost.payment))}: invoice/check would have shown the outcome.`,
      { about: t.aboutPayment(lost.payment) },
    );
  },
};
