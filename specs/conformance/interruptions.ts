import type { Effect } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { releaseAfter, seenBefore } from './meetings.ts';
import { idsSent } from './payout-steps.ts';
import { timesOf } from './refusing.ts';
import { isKnownInTheEnd } from './ways-in.ts';

const REFUND = 'invoice/create-refund';

/** Ends of invoice/check that say nothing about the invoice. */
const MUTE: readonly { readonly says: string; readonly effect: Effect }[] = [
  { says: 'HTTP 500', effect: { kind: 'http-status', status: 500, committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: 'no answer at all (read timeout)', effect: { kind: 'read-timeout', committed: true } },
  { says: 'the unknown error code 57', effect: { kind: 'error', code: 57 } },
];

/** How much of a payment of 100.00 this merchant can refund. */
const part = (t: Verbs): string => (t.claims('refund.partial') ? '30.00' : '100.00');

/** The refund that stands for a payment, as the gateway has it. */
async function theRefund(t: Verbs, payment: Payment) {
  const [view] = await t.refundViews(payment);
  return view;
}

async function mustCount(t: Verbs, payment: Payment, amount: string, what: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await t.becomes(payment, (order) => t.sameAmount(order.refunded, amount))).met) return;
    // The gateway re-sends only what was not answered OK.
    if ((await t.lastNews(payment, { type: 'refund' }))?.state !== 'due') break;
    await t.repeatNews(payment, { type: 'refund' });
  }
  await isKnownInTheEnd(t, payment, what, (order) => t.sameAmount(order.refunded, amount));
}

/** The merchant's refund of a payment is asked for, and the answer is held back. */
async function beginRefund(t: Verbs, payment: Payment, amount: string) {
  const { paymentId } = payment;
  const [fault = ''] = await t.gateway.arm([
    { where: { operation: REFUND, paymentId }, effect: { kind: 'wait' } },
  ]);
  const asking = t.askRefund(payment, amount);
  const view = await seenBefore(t, asking, () => theRefund(t, payment));
  return { fault, asking, view };
}

interface Numbered {
  /** The id under which it was sent; undefined when it was not. */
  readonly id: string | undefined;
  /** The merchant's own answer. */
  readonly said: 'ok' | 'refused' | 'unknown';
  readonly stands: boolean;
}

/** Things made before and after a restart have ids of their own, and stand at the gateway. */
async function idsOfTheirOwn(t: Verbs, what: string, make: () => Promise<Numbered>): Promise<void> {
  const ids: string[] = [];
  const next = async (when: string): Promise<void> => {
    const { id, said, stands } = await make();
    if (id !== undefined && ids.includes(id))
      t.fail(`A second ${what} was sent under the id ${id} ${when}.`, { about: ids });
    if (id === undefined || !stands) {
      // A shop may take what is alike for a double click, or have a limit for each hour.
      if (ids.length > 0 && id === undefined && said === 'refused') return;
      // What is taken and was not sent yet may be a matter of a slow machine.
      if (ids.length === 0 || (id === undefined && said === 'ok'))
        t.inconclusive(`No ${what} could be created ${when}.`);
      return t.fail(`A ${what} like the ones before could not be created ${when}.`, { about: ids });
    }
    ids.push(id);
  };
  for (let count = 0; count < 2; count++) await next('after others');
  if (t.claims('restart') && t.slot.process !== null) await t.restart();
  for (let count = 0; count < 2; count++) await next('after a restart');
}

/** A refund that has ended, and is told so, before its creation is answered. */
async function endsBeforeAnswer(t: Verbs): Promise<void> {
  const payment = await t.paid('100.00');
  const amount = part(t);
  const { fault, asking, view } = await beginRefund(t, payment, amount);
  if (view === undefined) {
    await t.gateway.clearFaults();
    await asking;
    return t.inconclusive('No refund reached the gateway while the merchant was requesting it.');
  }
  const { shopId, shopRefundId } = view;
  const told = t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
  await releaseAfter(t, fault, told);
  await asking;
  await told;
  const what = 'A refund ended in SUCCESS, which was notified before the answer to its creation';
  await mustCount(t, payment, amount, what);
  const refunds = await t.listRefunds(payment);
  if (refunds.some(({ state }) => state === 'done')) return;
  await t.settle();
  const later = await t.listRefunds(payment);
  if (later.some(({ state }) => state === 'done')) return;
  t.late(`${what}; the merchant shows it as ${later.map(({ state }) => state).join(', ')}.`, {
    about: [...t.aboutPayment(payment), shopRefundId],
    underAnyReading: true,
  });
}

export const interruptions: Bodies = {
  'invoice.status-call.fails': async (t) => {
    const payments = await t.orders(MUTE.length);
    for (const [index, { effect }] of MUTE.entries()) {
      const shopOrderId = payments[index]?.shopOrderId ?? '';
      await t.gateway.arm([
        { where: { operation: 'invoice/check', shopOrderId }, times: timesOf(effect), effect },
      ]);
    }
    const { recoverMs } = t.slot.config.tempo;
    await t.advance(recoverMs, recoverMs / 3);
    await t.gateway.clearFaults();
    let judged = 0;
    for (const [index, payment] of payments.entries()) {
      const fields = { shop_order_id: payment.shopOrderId };
      const asked = await t.calls({ operation: 'invoice/check', fields });
      if (asked.length > 0) judged += 1;
      const what = `invoice/check about the order ended with ${MUTE[index]?.says}`;
      const order = await t.look(payment);
      const about = t.aboutPayment(payment);
      if (t.isPaid(order))
        t.fail(`${what}, nobody has paid, and the order is ${t.orderInWords(order)}.`, { about });
      const result = await t.honours(payment, () => t.report(payment, 4));
      if (result.ok) continue;
      t.late(
        `${what}; its genuine notification of status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
        { about },
      );
    }
    if (judged === 0)
      t.notApplicable('The jobs of the merchant do not ask invoice/check about an open order.');
  },

  'refund.before-answer': async (t) => {
    // A slow merchant may have the answer first: the next time the news may be quicker.
    for (let round = 0; round < 3; round++) await endsBeforeAnswer(t);
  },

  'refund.killed-in-create': async (t) => {
    const payment = await t.paid('100.00');
    const amount = part(t);
    await t.gateway.arm([
      {
        where: { operation: REFUND },
        effect: { kind: 'kill-merchant', when: 'before-answer', restart: false },
      },
    ]);
    await t.askRefund(payment, amount);
    await t.restart();
    const { recoverMs } = t.slot.config.tempo;
    await t.advance(recoverMs, recoverMs / 4);
    await t.settle();
    const views = await t.refundViews(payment);
    const [view] = views;
    if (view === undefined) return t.inconclusive('The refund did not reach the gateway before the kill.');
    const about = [...t.aboutPayment(payment), ...views.map(({ shopRefundId }) => shopRefundId)];
    const what = 'The merchant was killed while it requested a refund';
    if (views.length > 1)
      t.fail(`${what}; it requested it ${views.length} times.`, { about, underAnyReading: true });
    const { shopId, shopRefundId } = view;
    await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
    await mustCount(t, payment, amount, `${what}, and the refund ended in SUCCESS`);
  },

  'payout.ids.unique': (t) =>
    idsOfTheirOwn(t, 'payout', async () => {
      const since = await t.now();
      const { answer } = await t.askPayout({ description: 'The same again' });
      const [id] = await idsSent(t, since);
      return { id, said: answer.kind, stands: (await t.payoutView(id)) !== undefined };
    }),

  'refund.ids.unique': (t) =>
    idsOfTheirOwn(t, 'refund', async () => {
      const payment = await t.paid('100.00');
      const answer = await t.askRefund(payment, payment.amount);
      await t.settle();
      const [call] = await t.refundCalls(payment);
      const id = call?.request.fields?.shop_refund_id;
      return {
        id: id === undefined ? undefined : String(id),
        said: answer.kind,
        stands: (await t.refundViews(payment)).length > 0,
      };
    }),
};
