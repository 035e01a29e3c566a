import type { Exchange, Payment, RefundInHand, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { isFailed, isOver, payoutBeside, wisher } from './payout-steps.ts';
import { furtherRefund } from './refund-steps.ts';
import { takesHolds } from './ways-in.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function end(
  t: Verbs,
  { view }: Pick<RefundInHand, 'view'>,
  status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, { status, notify: 'deliver' });
}

/** A refund of all of a paid order that the answer to its creation ends already. */
async function endsAtOnce(t: Verbs, status: 'SUCCESS' | 'FAILED') {
  const payment = await t.paid('100.00');
  await t.gateway.arm([
    { where: { operation: 'invoice/create-refund' }, effect: { kind: 'statuses', sequence: [status] } },
  ]);
  const answer = await t.askRefund(payment, payment.amount);
  await t.settle();
  await t.gateway.clearFaults();
  const [view] = await t.refundViews(payment);
  if (view === undefined) return t.inconclusive('The merchant did not request the refund from the gateway.');
  return { payment, answer, about: [...t.aboutPayment(payment), view.shopRefundId] };
}

const openOrDone = async (t: Verbs, payment: Payment) =>
  (await t.listRefunds(payment)).filter(({ state }) => state !== 'failed');

/** Two parts of one payment are open; `failing` says which of them ends first, as a failure. */
async function interleaved(t: Verbs, failing: 'older' | 'newer'): Promise<void> {
  const payment = await t.paid('100.00');
  const wrong = { about: t.aboutPayment(payment), underAnyReading: true };
  const older = await t.refund(payment, '30.00');
  const newer = await furtherRefund(t, payment, '20.00');
  if (newer === undefined) return t.notApplicable('The merchant requests one refund of an order at a time.');
  const alike = await t.refund(await t.paid('100.00'), '30.00');
  const [lost, kept, sum] = failing === 'older' ? [older, newer, '20.00'] : [newer, older, '30.00'];
  await end(t, lost, 'FAILED');
  await t.settle();
  for (let wait = 0; wait < 5 && (await openOrDone(t, payment)).length > 1; wait++) {
    await t.pause(t.stage.settleMs / 5);
  }
  const between = await t.look(payment);
  const left = await openOrDone(t, payment);
  const what = `Two refunds were open, and the ${failing} one FAILED`;
  if (!t.sameAmount(between.refunded, '0'))
    t.fail(`${what}; the order is ${t.orderInWords(between)}.`, wrong);
  if (left.some(({ state }) => state === 'done'))
    t.fail(`${what}; the merchant shows a refund as done.`, wrong);
  if (left.length === 0) t.fail(`${what}; the merchant shows both as failed.`, wrong);
  await end(t, kept, 'SUCCESS');
  await t.mustBecome(payment, `${what}, the other one ended in SUCCESS`, (order) =>
    t.sameAmount(order.refunded, sum),
  );
  const untouched = await t.lookAtRefund(alike);
  if (untouched.state !== 'pending') {
    t.fail(
      `${what}; another order's refund of the same amount, which is WAITING, is shown as ${untouched.state}.`,
      {
        about: [...t.aboutPayment(alike.payment), alike.view.shopRefundId],
        underAnyReading: true,
      },
    );
  }
  const third = await furtherRefund(t, payment, '40.00');
  if (third === undefined) return;
  await end(t, third, 'FAILED');
  await t.settle();
  const order = await t.look(payment);
  if (!t.sameAmount(order.refunded, sum) || !['partially_refunded', 'review'].includes(order.state)) {
    t.fail(
      `${sum} was refunded, then another refund FAILED, and the order is ${t.orderInWords(order)}.`,
      wrong,
    );
  }
}

/** The amounts of these requests are those that were asked for. */
async function judgeAmount(t: Verbs, amount: string, calls: Promise<readonly Exchange[]>): Promise<boolean> {
  const request = (await calls)[0]?.request;
  if (request === undefined) return false;
  const sent = String(request.fields?.amount);
  const { operation } = request;
  const about = [request.exchange];
  if (!/^\d+(\.\d+)?$/.test(sent))
    t.fail(`${operation}: the amount ${amount} was sent as ${sent}.`, { about });
  if (!t.sameAmount(sent, amount))
    t.fail(`${operation}: the amount ${amount} was sent as ${sent}: money is lost.`, { about });
  return true;
}

/** More than single precision has cents for. */
const DEAR = '131072.01';

/** A payment as dear as the merchant takes it, and the larger parts of it that can be refunded. */
async function paidDear(t: Verbs): Promise<readonly [Payment, readonly string[]]> {
  for (const [amount, parts] of [
    ['200000.00', ['1234.56', DEAR]],
    ['2000.00', ['1234.56']],
  ] as const) {
    const payment = await t.paymentOf(await t.ask({ amount }));
    if (payment === undefined) continue;
    await t.pay(payment);
    return [payment, parts];
  }
  return [await t.paid('100.00'), []];
}

/** A payout in another currency of the merchant is written off in that one. */
async function inItsCurrency(t: Verbs): Promise<void> {
  const [, currency] = t.slot.config.profile.currencies;
  if (currency === undefined) return;
  const amount = '500';
  const since = await t.now();
  const asked = await t.askPayout({ currency, amount });
  const sent = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(asked.answer) });
  const request = (await sent)[0]?.request;
  // By ps_amount the recipient's currency counts, and another amount is one that was converted.
  if (request?.fields?.amount_type !== 'shop_amount') return;
  if (!t.sameAmount(String(request.fields.amount), amount)) return;
  if (String(request.fields.shop_currency) === String(currency)) return;
  t.fail(
    `A payout of ${amount} in currency ${currency} was sent with shop_currency ${JSON.stringify(request.fields.shop_currency)}.`,
    { about: [request.exchange] },
  );
}

/** A payment in the last minute before expires_at, of which the merchant hears hours later. */
async function paidInTime(t: Verbs): Promise<void> {
  const payment = await t.order();
  const deadline = (await t.gatewayNow()) + 2 * HOUR_MS;
  const overrides = { expires_at: new Date(deadline).toISOString().replace(/\.\d+Z$/, '+00:00') };
  await t.gateway.setInvoiceStatus(payment.paymentId, { status: 2, overrides, notify: 'deliver' });
  const left = deadline - 60_000 - (await t.gatewayNow());
  await t.advance(left, left / 4);
  await t.gateway.arm([
    { where: { shopOrderId: payment.shopOrderId, notification: {} }, times: null, effect: { kind: 'drop' } },
  ]);
  await t.gateway.setInvoiceStatus(payment.paymentId, { status: 4, overrides, notify: 'deliver' });
  await t.gateway.advance({ byMs: 2 * HOUR_MS });
  await t.gateway.clearFaults();
  await t.runJobsNow();
  const result = await t.recordsLatePayment(payment);
  if (result.ok) return;
  t.late(
    `The order was paid in the last minute before its expires_at, its notification came two hours later, and the merchant has no record of the money: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

export const laterNews: Bodies = {
  'notification.reply.not-final': async (t) => {
    for (const status of [2, 3, 5, ...(takesHolds(t) ? [8] : [])]) {
      const payment = await t.order(status === 8 ? { mode: 'hold' } : {});
      const reply = await t.acceptedReply(await t.report(payment, status), () => t.report(payment, status));
      if (t.isAccepted(reply)) continue;
      t.fail(
        `The reply to a genuine notification of status ${status} is ${t.describeReply(reply)}, so the gateway keeps repeating it.`,
        { about: t.aboutPayment(payment) },
      );
    }
    const paid = await t.order();
    const early = await t.genuineBody(paid, 2);
    await t.pay(paid);
    const tell = () =>
      t.send(paid, { label: 'a late delivery of status 2, after the payment', status: 2, set: early });
    const reply = await t.acceptedReply(await tell(), tell);
    if (t.isAccepted(reply)) return;
    t.fail(
      `The reply to a late notification of status 2, after the payment, is ${t.describeReply(reply)}, so the gateway keeps repeating it.`,
      { about: t.aboutPayment(paid) },
    );
  },

  'refund.reply': async (t) => {
    for (const status of ['SUCCESS', 'FAILED'] as const) {
      const payment = await t.paid('100.00');
      const made = await t.refund(payment, payment.amount);
      const again = () => t.repeatNews(made.payment, { type: 'refund' });
      const reply = await t.acceptedReply(await t.endRefund(made, status), again);
      const about = [...t.aboutPayment(payment), made.view.shopRefundId];
      if (!t.isAccepted(reply)) {
        t.late(
          `The reply to a genuine notification of refund status ${status} is ${t.describeReply(reply)}, so the gateway keeps repeating it.`,
          { about },
        );
      }
      await t.settle();
      const repeated = await t.acceptedReply(await again(), again);
      if (t.isAccepted(repeated)) continue;
      t.fail(
        `The reply to a repeated notification of refund status ${status} is ${t.describeReply(repeated)}, so the gateway keeps repeating it.`,
        { about },
      );
    }
  },

  'refund.final-at-once': async (t) => {
    const failed = await endsAtOnce(t, 'FAILED');
    await t.settle();
    const order = await t.look(failed.payment);
    const refunds = await t.listRefunds(failed.payment);
    if (!t.sameAmount(order.refunded, '0') || refunds.some(({ state }) => state === 'done')) {
      t.fail(`invoice/create-refund answered FAILED, and the order is ${t.orderInWords(order)}.`, {
        about: failed.about,
        underAnyReading: true,
      });
    }
    const { payment, about } = await endsAtOnce(t, 'SUCCESS');
    const what = 'invoice/create-refund answered SUCCESS';
    await t.mustBecome(payment, what, (each) => t.sameAmount(each.refunded, payment.amount));
    // Its notification may still be on the way to a slow merchant.
    await t.gateway.flush();
    const told = await t.lastNews(payment, { type: 'refund' });
    if (told !== undefined) {
      for (let repeat = 0; repeat < 2; repeat++) await t.gateway.resend(told.notification);
    }
    await t.settle();
    const again = await t.look(payment);
    if (!t.sameAmount(again.refunded, payment.amount)) {
      t.fail(`${what}, its notification followed, and the order is ${t.orderInWords(again)}.`, {
        about,
        underAnyReading: true,
      });
    }
  },

  'refund.failed-at-once': async (t) => {
    const { payment, answer, about } = await endsAtOnce(t, 'FAILED');
    const { recoverMs } = t.slot.config.tempo;
    if (t.claims('clock')) await t.advance(recoverMs, recoverMs / 6);
    if (answer.kind !== 'ok') return;
    const refund = (await t.listRefunds(payment)).find((each) => each.refund_id === answer.value.refund_id);
    if (refund?.state === 'pending') {
      t.late('invoice/create-refund answered FAILED, which is final, and the merchant still says pending.', {
        about,
      });
    }
  },

  'refund.partial.interleaved': async (t) => {
    await interleaved(t, 'newer');
    await interleaved(t, 'older');
  },

  'refund.amounts': async (t) => {
    const [payment, more] = await paidDear(t);
    let judged = 0;
    const ended: string[] = [];
    for (const amount of ['8.20', '19.99', ...more]) {
      const since = await t.now();
      const made = await furtherRefund(t, payment, amount);
      if (await judgeAmount(t, amount, t.calls({ operation: 'invoice/create-refund', after: since })))
        judged += 1;
      if (made === undefined) continue;
      await end(t, made, 'SUCCESS');
      ended.push(amount);
      await t.mustBecome(payment, `Refunds of ${ended.join(' and ')} ended in SUCCESS`, (order) =>
        t.sameAmount(order.refunded, t.sumOf(ended)),
      );
    }
    if (judged === 0) t.inconclusive('The merchant requested none of the refunds, so no amount was seen.');
  },

  'payout.amounts': async (t) => {
    const customer = await t.funded();
    for (const amount of customer === undefined ? [] : ['3000.00', DEAR]) {
      const dear = await t.paymentOf(await t.ask({ amount, customer: customer ?? '' }));
      if (dear !== undefined) await t.pay(dear);
    }
    await inItsCurrency(t);
    let judged = 0;
    for (const amount of ['8.20', '19.99', '582.42', '1234.56', DEAR]) {
      const since = await t.now();
      const asked = await t.askPayout({ amount, ...(customer === undefined ? {} : { customer }) });
      const sent = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(asked.answer) });
      // An amount outside the merchant's own limits is refused without a call, and rightly so.
      if (await judgeAmount(t, amount, sent)) judged += 1;
    }
    if (judged === 0) t.inconclusive('The merchant created none of the payouts, so no amount was seen.');
  },

  'payout.polling.days': async (t) => {
    const who = await wisher(t);
    const ending = [
      { made: await payoutBeside(t, who), status: 5, wanted: 'paid', ends: 'completed' },
      { made: await payoutBeside(t, who), status: 6, wanted: 'failed', ends: 'rejected' },
    ] as const;
    for (const { made } of ending) await t.movePayout(made, 3);
    await t.advance(3 * DAY_MS, 6 * HOUR_MS);
    for (const { made } of ending) {
      const during = await t.lookAtPayout(made);
      if (!isOver(during)) continue;
      t.fail(`After three days in status 3, which is not final, the payout is ${t.describePayout(during)}.`, {
        about: t.aboutPayout(made),
      });
    }
    for (const { made, status } of ending) await t.movePayout(made, status);
    const left = async () => {
      for (const each of ending) {
        const { state } = await t.lookAtPayout(each.made);
        if (state !== each.wanted && state !== 'review') return each;
      }
      return undefined;
    };
    for (let step = 0; step < 12 && (await left()) !== undefined; step++) {
      await t.advance(6 * HOUR_MS, 3 * HOUR_MS);
    }
    const open = await left();
    if (open !== undefined) {
      t.late(
        `The payout was ${open.ends} after three days; three days later the merchant shows it as ${t.describePayout(await t.lookAtPayout(open.made))}.`,
        { about: t.aboutPayout(open.made) },
      );
    }
    for (const { made } of ending) {
      const seen = await t.lookAtPayout(made);
      if (!isFailed(seen) || t.isReturned(seen)) continue;
      t.late(`The payout was rejected after three days, and debited is ${seen.debited}.`, {
        about: t.aboutPayout(made),
      });
    }
  },

  'invoice.late-payment': async (t) => {
    const payment = await t.order();
    const { expiresAt } = payment.invoice;
    const left = expiresAt === null ? 2 * DAY_MS : Date.parse(expiresAt) - (await t.gatewayNow());
    // Nobody can pay an invoice that has expired.
    await t.advance(Math.min(DAY_MS + HOUR_MS, Math.max(0, left - 60_000)), 6 * HOUR_MS);
    const result = await t.recordsLatePayment(payment);
    if (!result.ok) {
      t.late(
        `The order was paid a day after it was created, and the merchant has no record of the money: ${t.describeRefusal(result)}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    await paidInTime(t);
  },

  'hold.release.lost': async (t) => {
    const given: { readonly payment: Payment; readonly how: string }[] = [];
    for (const [how, effect] of [
      ['ended with HTTP 502', { kind: 'html', status: 502, committed: false }],
      ['was answered with a page instead of JSON', { kind: 'malformed', committed: false }],
      [
        'was refused with the unknown code 57 and the message "Ok"',
        { kind: 'error', code: 57, message: 'Ok' },
      ],
    ] as const) {
      const payment = await t.held();
      await t.gateway.arm([{ where: { operation: 'invoice/unhold' }, effect }]);
      const { driver } = t;
      await (t.claims('order.cancel') ? driver.cancel(payment.orderId) : driver.unhold(payment.orderId));
      await t.settle();
      await t.gateway.clearFaults();
      given.push({ payment, how });
    }
    // By which id a hold is named is a reading.
    const calls = async (payment: Payment) =>
      (await t.calls({ operation: 'invoice/unhold' })).filter(({ request }) =>
        [request.fields?.invoice_id, request.fields?.shop_order_id].some((id) =>
          [String(payment.paymentId), payment.shopOrderId].includes(String(id)),
        ),
      );
    for (const { payment } of given) {
      if ((await calls(payment)).length === 0) t.inconclusive('The merchant did not call invoice/unhold.');
    }
    await t.advance(5 * DAY_MS - HOUR_MS, DAY_MS / 4);
    for (const { payment, how } of given) {
      const again = (await calls(payment)).length > 1;
      const { status } = await t.gateway.invoice(payment.paymentId);
      const order = await t.look(payment);
      if (again || status !== 8 || !['cancelled', 'failed'].includes(order.state)) continue;
      t.late(
        `invoice/unhold ${how} and was not called again in five days; the order is ${t.orderInWords(order)}, and the payer’s money is still blocked.`,
        { about: t.aboutPayment(payment) },
      );
    }
  },

  'order.add-ons.names': async (t) => {
    const given: Readonly<Record<string, string>> = {
      phone: '9001234567',
      payer_document: 'AB-104',
      postcode: '004521',
      payer_name: 'Иван Ё.',
    };
    const addOns = {
      phone: { regex: '^\\d{10}$', example: '9001234567' },
      payer_document: { regex: '^[A-Z]{2}-\\d{3}$', example: 'AB-104' },
      postcode: { regex: '^\\d{6}$', example: '004521' },
      // Counted in characters or in bytes, the name fits.
      payer_name: { regex: '^.{2,60}$', example: 'Иван Ё.' },
    };
    await t.withPayway({ addOns }, async () => {
      const since = await t.now();
      const asked = await t.ask({ extra: given });
      const learnt = await t.calls({ operation: ['invoice/try', 'shop_input_config/shop'], after: since });
      if (learnt.length === 0)
        t.notApplicable(
          'The merchant asks neither invoice/try nor the list of payways which fields are required.',
        );
      const seen = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after: since });
      if (seen.length === 0)
        t.notApplicable(
          `The merchant accepts no orders for a payway with four extra fields: ${JSON.stringify(asked.answer)}.`,
        );
      for (const { request } of seen) {
        const nested = request.fields?.add_ons;
        const inner: object = typeof nested === 'object' && nested !== null ? nested : {};
        for (const [name, value] of Object.entries(given)) {
          const sent = request.fields?.[name] ?? Reflect.get(inner, name);
          if (String(sent) === value) continue;
          t.fail(
            `The payway asks for the field ${name}, the payer gave ${value}, and the request carries ${sent === undefined ? 'no such field' : JSON.stringify(sent)}.`,
            { about: [request.exchange, asked.reference] },
          );
        }
      }
    });
  },
};
