import type { DeliveryReply, OperationId } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { releaseAfter, seenBefore } from './meetings.ts';
import { isKnownInTheEnd, tellUntil, type WayIn, waysIn } from './ways-in.ts';

const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

/** An order that is being created: its invoice stands at the gateway, and the answer is held back. */
async function beginCreate(t: Verbs, wish: Parameters<Verbs['ask']>[0] = {}) {
  const [fault = ''] = await t.gateway.arm([{ where: { operation: [...CREATE] }, effect: { kind: 'wait' } }]);
  const since = await t.now();
  const asking = t.ask(wish);
  const invoice = await seenBefore(t, asking, async () => {
    const [create] = await t.calls({ operation: CREATE, after: since });
    const shopOrderId = create?.request.fields?.shop_order_id;
    return shopOrderId === undefined
      ? undefined
      : (await t.gateway.invoices({ shopOrderId: String(shopOrderId) }))[0];
  });
  return { fault, asking, invoice };
}

const MOST_ATTEMPTS = 3;

/**
 * A payment whose notification was answered OK just before the merchant was killed; undefined when there is none. One
 * that is busy with an order at first is killed after a later one of the gateway's attempts.
 */
async function killedAfterOk(t: Verbs): Promise<Payment | undefined> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const payment = await t.order();
    const { paymentId, shopOrderId } = payment;
    await t.gateway.arm([
      {
        where: { notification: { type: 'invoice', attempt }, shopOrderId },
        effect: { kind: 'kill-merchant', when: 'after-reply', restart: false },
      },
    ]);
    await t.gateway.setInvoiceStatus(paymentId, { status: 4, notify: 'queue' });
    for (let made = 0; made < attempt; made++) await t.gateway.step();
    await t.restart();
    if ((await t.lastNews(payment))?.state === 'accepted') return payment;
  }
  return undefined;
}

/** The payer is quicker than the answer to the create. */
async function answeredLate(t: Verbs, way: WayIn): Promise<void> {
  const { mode, operation, status, wanted } = way;
  const { fault, asking, invoice } = await beginCreate(t, { mode, ...way.wish });
  if (invoice === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return t.inconclusive('No invoice reached the gateway while the order was being created.');
  }
  const { paymentId, shopOrderId } = invoice;
  t.stage.about.push(paymentId, shopOrderId);
  const told = t.gateway.setInvoiceStatus(paymentId, { status, notify: 'deliver' });
  await releaseAfter(t, fault, told);
  const { answer, ...wish } = await asking;
  await told;
  if (answer.kind !== 'ok') return t.inconclusive('The order whose create was answered late cannot be read.');
  const payment: Payment = {
    ...wish,
    orderId: answer.value.order_id,
    shopOrderId,
    paymentId,
    order: answer.value,
    invoice,
  };
  await tellUntil(t, payment, wanted);
  await t.settle();
  const what = `A genuine notification of status ${status} arrived before the answer of ${operation}`;
  await isKnownInTheEnd(t, payment, what, wanted);
}

/** The outcome of a charge is quicker than the answer to it. */
async function chargedLate(t: Verbs): Promise<void> {
  const payment = await t.held();
  const { paymentId } = payment;
  const [fault = ''] = await t.gateway.arm([
    { where: { operation: 'invoice/charge', paymentId }, effect: { kind: 'wait' } },
  ]);
  const asking = t.driver.charge(payment.orderId);
  const call = await seenBefore(t, asking, async () =>
    (await t.calls({ operation: 'invoice/charge', fields: { invoice_id: paymentId } })).at(0),
  );
  if (call === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return;
  }
  const told = t.report(payment, 4);
  await releaseAfter(t, fault, told);
  await asking;
  await told;
  await tellUntil(t, payment, t.isPaidOnce);
  await t.settle();
  const what = 'A genuine notification of status 4 arrived before the answer of invoice/charge';
  await isKnownInTheEnd(t, payment, what, t.isPaidOnce);
}

/** The old notification of a payment comes again when this much of it has been refunded. */
async function toldAfterRefund(t: Verbs, amount: string, state: Payment['order']['state']): Promise<void> {
  const payment = await t.order({ amount: '100.00' });
  const early = await t.genuineBody(payment, 2);
  await t.pay(payment);
  const made = await t.refund(payment, amount);
  await t.endRefund(made, 'SUCCESS');
  const isBack = (order: { refunded: string }): boolean => t.sameAmount(order.refunded, amount);
  if (!(await t.becomesInTime(payment, isBack)).met)
    t.inconclusive('The merchant did not record a plain refund.');
  await t.repeatNews(payment);
  await t.send(payment, {
    label: 'the notification of the payment, repeated after the refund',
    set: { note: 'again' },
    genuine: true,
  });
  await t.send(payment, { label: 'a late delivery of status 2, after the refund', status: 2, set: early });
  // What a job corrects by asking has been wrong all the same.
  for (const order of [await t.look(payment), await t.settled(payment)]) {
    const asBefore = order.credits === 1 && t.sameAmount(order.credited, payment.amount) && isBack(order);
    if (asBefore && [state, 'review'].includes(order.state)) continue;
    t.fail(
      `${amount} of a payment of ${payment.amount} was refunded; after the old notifications of the payment were repeated the order is ${t.orderInWords(order)}.`,
      { about: [...t.aboutPayment(payment), made.view.shopRefundId] },
    );
  }
}

/** A notification comes while the answer of invoice/check is on its way; false where a merchant asks nothing. */
async function metByCheck(t: Verbs, payment: Payment): Promise<boolean> {
  await t.setTruth(payment, 4);
  const { shopOrderId } = payment;
  const [fault = ''] = await t.gateway.arm(
    [{ where: { operation: 'invoice/check', shopOrderId }, effect: { kind: 'wait' } }],
    { unless: 'the merchant asks nothing about this order' },
  );
  const jobs = t.driver.runJobs({});
  const asked = await seenBefore(t, jobs, async () =>
    (await t.calls({ operation: 'invoice/check', fields: { shop_order_id: shopOrderId } })).at(0),
  );
  if (asked === undefined) {
    await t.gateway.clearFaults();
    return false;
  }
  const reply = t.send(payment, { label: 'genuine, while invoice/check is answered', genuine: true });
  await releaseAfter(t, fault, reply);
  await Promise.all([reply, jobs]);
  const result = await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }), t.isPaid);
  await t.settle();
  const order = await t.look(payment);
  if (t.isPaidOnce(order)) return true;
  const about = t.aboutPayment(payment);
  if (order.credits > 1) {
    t.fail(
      `A notification and the answer of invoice/check arrived together, and the payment was credited ${order.credits} times: the order is ${t.orderInWords(order)}.`,
      { about },
    );
  }
  return t.late(
    `A notification and the answer of invoice/check arrived together, and the order was not marked as paid: ${t.describeRefusal(result)}.`,
    {
      about,
    },
  );
}

export const races: Bodies = {
  'notification.race.check': async (t) => {
    if (!(await metByCheck(t, await t.order()))) {
      t.notApplicable('The jobs of the merchant do not ask invoice/check about an open order.');
    }
    if (!t.claims('hold')) return;
    const held = await t.held();
    await t.charge(held);
    await metByCheck(t, held);
  },

  'notification.order.stale-answer': async (t) => {
    for (const way of await waysIn(t)) await answeredLate(t, way);
    if (t.claims('hold')) await chargedLate(t);
  },

  'notification.order.after-refund': async (t) => {
    await toldAfterRefund(t, '100.00', 'refunded');
    if (t.claims('refund.partial')) await toldAfterRefund(t, '30.00', 'partially_refunded');
  },

  'notification.order.after-restart': async (t) => {
    const payment = await t.order();
    const held = t.claims('hold') ? await t.held() : undefined;
    await t.restart();
    const mustBePaid = async (each: Payment, what: string): Promise<void> => {
      const result = await t.honours(each, () => t.report(each, 4));
      if (result.ok) return;
      t.late(
        `The order was ${what} when the merchant was killed and restarted; its payment did not mark it as paid: ${t.describeRefusal(result)}.`,
        { about: t.aboutPayment(each) },
      );
    };
    await mustBePaid(payment, 'open');
    if (held === undefined) return;
    await t.charge(held);
    await mustBePaid(held, 'held');
  },

  'notification.reply.ok-is-kept': async (t) => {
    const payment = await killedAfterOk(t);
    if (payment === undefined) return t.inconclusive('No delivery before a kill was answered OK.');
    await t.settle();
    if ((await t.becomes(payment, t.isPaidOnce)).met) return;
    const { recoverMs } = t.slot.config.tempo;
    for (let step = 0; step < 8 && t.claims('clock'); step++) {
      await t.advance(recoverMs / 6);
      if (t.isPaidOnce(await t.look(payment))) return;
    }
    const order = await t.look(payment);
    t.late(
      `The merchant answered OK to the notification and was killed; after its start and its jobs the order is ${t.orderInWords(order)}, and no further delivery is due.`,
      { about: t.aboutPayment(payment) },
    );
  },

  'notification.reply.while-busy': async (t) => {
    const payment = await t.order();
    const { tempo } = t.slot.config;
    await t.gateway.arm(
      [
        {
          where: { operation: 'invoice/check' },
          times: null,
          effect: { kind: 'read-timeout', committed: true },
        },
      ],
      { unless: 'the merchant calls nothing before it replies' },
    );
    const { asking, invoice } = await beginCreate(t);
    const begun = performance.now();
    const reply = await t.report(payment, 4);
    const tookMs = Math.round(performance.now() - begun);
    await t.gateway.clearFaults();
    await asking;
    if (invoice === undefined) t.inconclusive('No create was open when the notification came.');
    const about = t.aboutPayment(payment);
    // What waits for one or two calls that end with the read timeout is in time.
    const limitMs = 2 * tempo.settleMs + 2 * tempo.readTimeoutMs + 500;
    if (reply.outcome !== 'replied' || tookMs > limitMs) {
      t.late(
        `While a create was open and invoice/check did not answer, the notification got ${t.describeReply(reply)} after ${tookMs} ms; ${limitMs} ms were allowed.`,
        { about },
      );
    }
    const result = await t.honours(payment, () => t.repeatNews(payment));
    if (!result.ok)
      t.late(
        `The notification that arrived meanwhile did not mark the order as paid: ${t.describeRefusal(result)}.`,
        {
          about,
        },
      );
  },

  'notification.reply.reachable': async (t) => {
    const closed = new Set([401, 403, 404, 405, 407, 410, 419]);
    const payment = await t.order();
    let reply = await t.report(payment, 4);
    const isShut = ({ status }: DeliveryReply): boolean =>
      status !== null && (closed.has(status) || (status >= 300 && status < 400));
    for (let attempt = 0; attempt < 3 && isShut(reply); attempt++) {
      await t.pause(t.stage.settleMs / 4);
      reply = await t.repeatNews(payment);
    }
    if (!isShut(reply) && reply.outcome === 'replied') return;
    const { location } = reply.headers;
    t.late(
      `A genuine notification as POST to ${payment.invoice.callbackUrl ?? 'the callback address'} got ${t.describeReply(reply)}${location === undefined ? '' : `, a redirect to ${location}`}.`,
      { about: t.aboutPayment(payment) },
    );
  },
};
