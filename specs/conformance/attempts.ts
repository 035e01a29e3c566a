import type { Effect, InvoiceView, OperationId } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { extraOf, PHONE, VALUE } from './add-ons.ts';
import type { Bodies } from './bodies.ts';
import { otherAttempt, secondTry } from './new-tries.ts';
import { nonFatalCodes, takenForFatal } from './non-fatal-codes.ts';
import { ODD, refusing } from './refusing.ts';
import { isHeld, takesHolds } from './ways-in.ts';

const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

const LOST: readonly { readonly says: string; readonly effect: Effect }[] = [
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: 'a cut answer', effect: { kind: 'truncate', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: 'no answer at all (read timeout)', effect: { kind: 'read-timeout', committed: true } },
];

/** The order of the merchant after an answer that may not have named it. */
async function foundOrder(t: Verbs, asked: Awaited<ReturnType<Verbs['ask']>>) {
  if (asked.answer.kind === 'ok') return asked.answer.value;
  const found = await t.driver.findOrders(asked.reference);
  return found.kind === 'ok' ? found.value[0] : undefined;
}

interface BadlyOptions {
  readonly mustAnswer?: boolean;
  readonly mode?: 'hold';
  /** What is owed of an order that was refused; whether it may be is not judged, nor what nobody can look at. */
  readonly whenRefused?: (invoice: InvoiceView, reference: string) => Promise<void>;
}

/** The merchant refused an order whose invoice stands at the gateway: a payment of it is on record all the same. */
async function refusedAndPaid(
  t: Verbs,
  what: string,
  { paymentId, shopOrderId }: InvoiceView,
  reference: string,
): Promise<void> {
  await t.gateway.setInvoiceStatus(paymentId, { status: 4, notify: 'deliver' });
  await t.settle();
  const found = await t.driver.findOrders(reference);
  const [order] = found.kind === 'ok' ? found.value : [];
  if (order !== undefined && t.isPaid(order)) return;
  t.late(
    `${what}; the merchant refused the order, its invoice was paid (status 4), and the merchant has no record of the money.`,
    { about: [reference, shopOrderId, paymentId] },
  );
}

/** An order whose create ends like this although the gateway has the invoice. */
async function createdBadly(
  t: Verbs,
  effect: Effect,
  what: string,
  { mustAnswer = false, mode, whenRefused }: BadlyOptions = {},
): Promise<Payment | undefined> {
  await t.gateway.clearFaults();
  await t.gateway.arm([{ where: { operation: [...CREATE] }, effect }]);
  const since = await t.now();
  const asked = await t.ask(mode === undefined ? {} : { mode });
  await t.gateway.clearFaults();
  const sent = (await t.calls({ operation: CREATE, after: since }))[0]?.request.fields?.shop_order_id;
  if (sent === undefined)
    return t.inconclusive('The merchant called neither invoice/create nor invoice/hold.');
  const shopOrderId = String(sent);
  t.stage.about.push(shopOrderId);
  const [invoice] = await t.gateway.invoices({ shopOrderId });
  if (invoice === undefined) return t.inconclusive(`The gateway does not have the invoice ${shopOrderId}.`);
  const { answer } = asked;
  const broken = mustAnswer && answer.kind === 'unknown';
  const order = broken ? undefined : await foundOrder(t, asked);
  if (order === undefined) {
    if (answer.kind === 'refused') return void (await whenRefused?.(invoice, asked.reference));
    const why = answer.kind === 'unknown' ? answer.reason : '';
    return t.fail(`${what}, and POST /orders had no usable answer: ${why}.`, {
      about: [asked.reference, shopOrderId],
    });
  }
  if (t.isPaid(order)) {
    t.fail(`${what}, nobody has paid, and the order is ${t.orderInWords(order)}.`, {
      about: [asked.reference, shopOrderId],
    });
  }
  const { answer: _answer, ...wish } = asked;
  const { paymentId } = invoice;
  return { ...wish, orderId: order.order_id, shopOrderId, paymentId, order, invoice };
}

async function mustBeHonoured(t: Verbs, payment: Payment, what: string): Promise<void> {
  const result = await t.honours(payment, () => t.report(payment, 4));
  if (result.ok) return;
  t.late(
    `${what}; its genuine notification of status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
    {
      about: t.aboutPayment(payment),
    },
  );
}

/** As {@link createdBadly} with an order in two steps, whose hold must be taken up all the same. */
async function heldBadly(
  t: Verbs,
  effect: Effect,
  what: string,
  givenUp: () => void = () => undefined,
): Promise<void> {
  if (!takesHolds(t) || !t.claims('invoice')) return;
  const payment = await createdBadly(t, effect, what, { mode: 'hold' });
  if (payment === undefined) return;
  // A merchant that gave it up lets what is held go.
  const isKnown = (order: Payment['order']): boolean =>
    isHeld(t)(order) || ['cancelled', 'review'].includes(order.state);
  const result = await t.honours(payment, () => t.report(payment, 8), isKnown);
  if (result.ok) return;
  if ((await t.look(payment)).state === 'failed') givenUp();
  t.late(
    `${what}; its genuine notification of status 8 did not mark the order as held: ${t.describeRefusal(result)}.`,
    {
      about: t.aboutPayment(payment),
    },
  );
}

/** What the merchant made of a command on an order; undefined when it refuses by itself. */
async function commanded(t: Verbs, name: string, answer: Awaited<ReturnType<Verbs['driver']['cancel']>>) {
  if (answer.kind === 'unknown') return t.inconclusive(`${name} had no usable answer: ${answer.reason}.`);
  return answer.kind === 'ok' ? answer.value : undefined;
}

interface Attempts {
  readonly first: Payment;
  readonly second: Payment;
  /** The first one was refused with code 5, which a shop may take for the end of it (not shown). */
  readonly doubtful: boolean;
}

/** An order with two attempts, neither of them final at the gateway, where the merchant makes such. */
export async function twoAttempts(t: Verbs): Promise<Attempts | undefined> {
  const stuck = await t.order();
  await t.report(stuck, 3);
  await t.settle();
  const refused = await createdBadly(t, refusing(5), 'invoice/create answered error code 5');
  for (const first of [stuck, refused]) {
    if (first === undefined) continue;
    const now = await commanded(t, 'POST /orders/{order_id}/retry', await t.driver.retry(first.orderId));
    const second = now && (await otherAttempt(t, first, now.shop_order_id));
    if (second !== undefined) return { first, second, doubtful: first === refused };
  }
  return undefined;
}

/** After a restart a new try still has an id of its own. */
async function thirdTry(t: Verbs, last: Payment): Promise<void> {
  if (!t.claims('restart') || t.slot.process === null) return;
  const used = (await t.calls({ operation: CREATE })).map(({ request }) => request.fields?.shop_order_id);
  await t.restart();
  const since = await t.now();
  const answer = await t.driver.retry(last.orderId);
  const about = t.aboutPayment(last);
  const sent = (await t.calls({ operation: CREATE, after: since })).map(({ request }) => request.fields);
  const again = sent.find((fields) => used.includes(fields?.shop_order_id));
  if (again !== undefined) {
    t.fail(
      `After the merchant was killed and restarted the rejected order is retried under the shop_order_id ${again?.shop_order_id}, which must not be used again.`,
      { about },
    );
  }
  if (answer.kind === 'unknown' && sent.length === 0)
    t.late(
      `After the merchant was killed and restarted the rejected order could not be retried: ${answer.reason}.`,
      {
        about,
      },
    );
}

/** An order that its first attempt has paid is not lost with the second one. */
async function paidByTheFirst(t: Verbs): Promise<void> {
  const pair = await twoAttempts(t);
  if (pair === undefined) return;
  const { first, second } = pair;
  if (!(await t.recordsLatePayment(first, ['review'])).ok) return;
  await t.report(second, 6);
  await t.settle();
  const order = await t.look(first);
  if (!['new', 'pending', 'failed', 'cancelled'].includes(order.state)) return;
  // Money that goes back is on its way.
  if ((await t.refundViews(first)).length > 0) return;
  t.fail(
    `The first attempt of an order was paid, then the second one was rejected (status 6): the order is ${t.orderInWords(order)}.`,
    { about: [...t.aboutPayment(first), second.shopOrderId] },
  );
}

/** A hold whose charge was answered by this code although it takes place. */
async function chargedBadly(t: Verbs, code: number): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.gateway.arm([{ where: { operation: 'invoice/charge' }, effect: refusing(code) }]);
  await t.driver.charge(payment.orderId);
  await t.settle();
  await t.gateway.clearFaults();
  const calls = await t.calls({
    operation: 'invoice/charge',
    fields: { invoice_id: payment.paymentId },
  });
  if (calls.length === 0) return;
  await mustBeHonoured(t, payment, `invoice/charge answered the code ${code}, and the charge took place`);
}

const AMEND = 'POST /orders/{order_id}/amend';

/** The invoice of 10.50 was paid, and the order may be over another amount by now. */
async function paysOldAmountOnly(t: Verbs, old: Payment): Promise<void> {
  await t.settle();
  const order = await t.look(old);
  const counted = t.amountOf(order.credited);
  const countsAsPaid = order.state === 'paid' && !t.sameAmount(order.amount, '10.50');
  if (!countsAsPaid && !counted?.gt('10.50')) return;
  t.fail(
    `The invoice of 10.50 was paid, the order is over ${order.amount} by now, and it is ${t.orderInWords(order)}.`,
    { about: t.aboutPayment(old) },
  );
}

/** Where an order can change whose funds are held, the charge takes what is held. */
async function amendedWhileHeld(t: Verbs): Promise<void> {
  if (!t.claims('hold')) return;
  const held = await t.order({ mode: 'hold', amount: '10.50' });
  await t.hold(held);
  const changed = await commanded(t, AMEND, await t.driver.amend(held.orderId, { amount: '99.00' }));
  if (changed === undefined) return;
  await t.driver.charge(held.orderId);
  if (!(await t.gateway.invoice(held.paymentId)).chargeRequested) return;
  await t.report(held, 4);
  await paysOldAmountOnly(t, held);
}

export const attempts: Bodies = {
  'order.cancel.late-payment': async (t) => {
    const payment = await t.order();
    const cancelled = await commanded(
      t,
      'POST /orders/{order_id}/cancel',
      await t.driver.cancel(payment.orderId),
    );
    if (cancelled === undefined)
      t.inconclusive('The unpaid order could not be cancelled: the merchant refused.');
    const about = t.aboutPayment(payment);
    const result = await t.recordsLatePayment(payment);
    if (!result.ok) {
      t.late(
        `The order was cancelled and then paid, and the merchant has no record of the money: ${t.describeRefusal(result)}.`,
        {
          about,
        },
      );
    }
    const replies = [await t.report(payment, 4), await t.report(payment, 4)];
    await t.settle();
    const order = await t.look(payment);
    if (order.credits > 1)
      t.fail(`One payment of a cancelled order: it is ${t.orderInWords(order)}.`, { about });
    const [first] = result.replies;
    const all = [...result.replies, ...replies];
    if (first === undefined || all.some(t.isAccepted)) return;
    const reply = await t.acceptedReply(first, () => t.repeatNews(payment));
    if (t.isAccepted(reply)) return;
    t.fail(
      `The order was cancelled and then paid, the merchant has recorded the money, and the reply to its notification is ${t.describeReply(reply)}, so the gateway keeps repeating it.`,
      { about },
    );
  },

  'order.retry.after-rejection': async (t) => {
    const first = await t.order();
    await t.report(first, 6);
    await t.mustBecome(first, 'Status 6 (rejected) did not end the order', (order) =>
      ['failed', 'cancelled'].includes(order.state),
    );
    const since = await t.now();
    const now = await commanded(t, 'POST /orders/{order_id}/retry', await t.driver.retry(first.orderId));
    if (now === undefined)
      return t.inconclusive('The rejected order could not be retried: the merchant refused.');
    const sent = (await t.calls({ operation: CREATE, after: since })).map(({ request }) =>
      String(request.fields?.shop_order_id),
    );
    if (sent.includes(first.shopOrderId)) {
      t.fail(
        `The order was rejected (status 6) and is retried under the same shop_order_id ${first.shopOrderId}, which must not be used again.`,
        { about: t.aboutPayment(first) },
      );
    }
    const second = await otherAttempt(t, first, now.shop_order_id);
    if (second === undefined) return t.inconclusive('The retry created no new invoice at the gateway.');
    await mustBeHonoured(t, second, 'The order was rejected and retried');
    await t.repeatNews(second);
    const once = await t.settled(second);
    if (!t.isPaidOnce(once)) {
      t.fail(`The notification of the retry's payment was repeated: the order is ${t.orderInWords(once)}.`, {
        about: [...t.aboutPayment(first), second.shopOrderId],
      });
    }
    await t.repeatNews(first, { status: 6 });
    await t.settle();
    const order = await t.look(second);
    if (!t.isPaidOnce(order)) {
      t.fail(
        `The retry was paid, then the rejection of the first attempt was notified again: the order is ${t.orderInWords(order)}.`,
        { about: [...t.aboutPayment(first), second.shopOrderId] },
      );
    }
    const last = await secondTry(t);
    if (last === undefined) return;
    await t.report(last, 6);
    await t.mustBecome(last, 'The retry of the order was rejected, too (status 6)', ({ state }) =>
      ['failed', 'cancelled'].includes(state),
    );
    await thirdTry(t, last);
  },

  'order.add-ons.retry': (t) =>
    t.withPayway({ addOns: { phone: PHONE } }, async () => {
      const carries = async (after: number) =>
        (await t.calls({ operation: CREATE, after })).map((call) => extraOf(call, 'phone') !== undefined);
      const begun = await t.now();
      const first = await t.paymentOf(await t.ask({ extra: { phone: VALUE } }));
      if (first === undefined || !(await carries(begun)).includes(true)) {
        return t.notApplicable('The merchant creates no orders with extra fields.');
      }
      await t.report(first, 6);
      await t.becomes(first, ({ state }) => state === 'failed');
      const since = await t.now();
      await t.driver.retry(first.orderId);
      const again = await carries(since);
      if (again.length === 0) t.notApplicable('The merchant does not retry such an order.');
      if (again.includes(false)) {
        t.fail(
          'The payway asks for the field phone, and the payer gave it; the order was rejected and retried without it.',
          { about: t.aboutPayment(first) },
        );
      }
    }),

  'order.retry.late-first': async (t) => {
    const pair = await twoAttempts(t);
    if (pair === undefined) {
      return t.notApplicable('A retry keeps the open attempt, so there are never two of them.');
    }
    const { first, second, doubtful } = pair;
    const about = [...t.aboutPayment(first), second.shopOrderId];
    const late = await t.recordsLatePayment(first, ['review']);
    if (!late.ok) {
      const what = `The first attempt of the order was paid while a second one was open, and the merchant has no record of the money: ${t.describeRefusal(late)}.`;
      if (!doubtful) t.late(what, { about });
      t.warn(what);
    }
    const replies = [...late.replies];
    for (const payment of [second, first, second]) {
      const reply = await t.report(payment, 4);
      if (payment === first) replies.push(reply);
    }
    await t.settle();
    if (late.ok && !replies.some(t.isAccepted)) {
      const reply = replies.at(-1) ?? (await t.repeatNews(first));
      const last = await t.acceptedReply(reply, () => t.repeatNews(first));
      if (!t.isAccepted(last)) {
        t.fail(
          `The first attempt of the order was paid while a second one was open, the merchant has recorded the money, and the reply to its notification is ${t.describeReply(last)}, so the gateway keeps repeating it.`,
          { about },
        );
      }
    }
    const order = await t.look(first);
    if (order.credits > 2) {
      t.fail(`Two attempts were paid, and the order is ${t.orderInWords(order)}.`, { about });
    }
    const refunds = await t.refundViews(second);
    const isNoted = order.credits > 1 || order.state === 'review' || order.error !== null;
    if (!isNoted && refunds.length === 0) {
      t.warn(
        `Both attempts of one order were paid, and it is ${t.orderInWords(order)}: the merchant has no record of one payment.`,
      );
    }
    await paidByTheFirst(t);
  },

  'order.amend.old-invoice': async (t) => {
    const old = await t.order({ amount: '10.50' });
    const changed = await commanded(t, AMEND, await t.driver.amend(old.orderId, { amount: '99.00' }));
    if (changed === undefined)
      return t.notApplicable('The merchant refuses to change an order whose invoice is issued.');
    if (!t.sameAmount(changed.amount, '99.00'))
      return t.inconclusive(`The order was to be changed to 99.00, but its amount is ${changed.amount}.`);
    await t.report(old, 4);
    await paysOldAmountOnly(t, old);
    await amendedWhileHeld(t);
    const control = await t.order({ amount: '10.50' });
    const again = await commanded(t, AMEND, await t.driver.amend(control.orderId, { amount: '99.00' }));
    const fresh = again && (await otherAttempt(t, control, again.shop_order_id));
    if (fresh !== undefined) await mustBeHonoured(t, fresh, 'The order was changed and got a new invoice');
  },

  'order.double-submit': async (t) => {
    const reference = t.unique('order');
    const wish = { reference, customer: t.unique('customer') };
    const since = await t.now();
    const asked = await Promise.all([t.ask(wish), t.ask(wish)]);
    asked.push(await t.ask(wish));
    const sent = await t.calls({ operation: CREATE, after: since });
    if (sent.length === 0) t.inconclusive('The merchant created no invoice.');
    const ids = [...new Set(sent.map(({ request }) => String(request.fields?.shop_order_id)))];
    const live = (await Promise.all(ids.map((shopOrderId) => t.gateway.invoices({ shopOrderId })))).flat();
    if (live.length > 1) {
      t.fail(
        `One order request (${reference}), submitted twice at once and then again, became ${live.length} invoices: ${ids.join(', ')}. The payer can pay each of them.`,
        { about: [reference, ...ids] },
      );
    }
    const orders = new Set(
      asked.flatMap(({ answer }) => (answer.kind === 'ok' ? [answer.value.order_id] : [])),
    );
    if (orders.size > 1) t.warn(`One order request (${reference}) became ${orders.size} orders.`);
    if (!t.claims('restart') || t.slot.process === null) return;
    await t.restart();
    await t.ask(wish);
    const later = await t.calls({ operation: CREATE, after: since });
    const again = [...new Set(later.map(({ request }) => String(request.fields?.shop_order_id)))].filter(
      (id) => !ids.includes(id),
    );
    const more = (await Promise.all(again.map((shopOrderId) => t.gateway.invoices({ shopOrderId })))).flat();
    if (more.length > 0 && live.length > 0) {
      t.fail(
        `One order request (${reference}) was submitted again after the merchant was killed and restarted, and became another invoice: ${again.join(', ')}. The payer can pay each of them.`,
        { about: [reference, ...ids, ...again] },
      );
    }
  },

  'invoice.create.lost-answer': async (t) => {
    for (const { says, effect } of LOST) {
      const what = `invoice/create ended with ${says} although the gateway has the invoice`;
      const payment = await createdBadly(t, effect, what, {
        whenRefused: (invoice, reference) => refusedAndPaid(t, what, invoice, reference),
      });
      if (payment !== undefined) await mustBeHonoured(t, payment, what);
    }
    const lost = { kind: 'reset', committed: true } as const;
    await heldBadly(
      t,
      lost,
      'invoice/hold ended with a reset connection although the gateway has the invoice',
    );
  },

  'invoice.create.killed': async (t) => {
    await t.gateway.arm([
      {
        where: { operation: [...CREATE] },
        effect: { kind: 'kill-merchant', when: 'before-answer', restart: false },
      },
    ]);
    const since = await t.now();
    const asked = await t.ask();
    await t.restart();
    const sent = (await t.calls({ operation: CREATE, after: since }))[0]?.request.fields?.shop_order_id;
    const shopOrderId = String(sent ?? '');
    const [invoice] = sent === undefined ? [] : await t.gateway.invoices({ shopOrderId });
    if (invoice === undefined) return t.inconclusive('No invoice reached the gateway before the kill.');
    const order = await foundOrder(t, asked);
    const about = [asked.reference, shopOrderId];
    if (order === undefined) {
      return t.fail(
        `The merchant was killed while invoice/create was open; the gateway has the invoice ${shopOrderId}, and the merchant shows no order with this reference.`,
        { about },
      );
    }
    const { answer: _answer, ...wish } = asked;
    const { paymentId } = invoice;
    const payment = { ...wish, orderId: order.order_id, shopOrderId, paymentId, order, invoice };
    await mustBeHonoured(t, payment, 'The merchant was killed while invoice/create was open');
  },

  'invoice.status.unknown': async (t) => {
    for (const status of [9, 10]) {
      const payment = await t.order();
      await t.report(payment, status);
      const [paid] = await t.paidAmong([payment]);
      if (paid !== undefined) {
        t.fail(
          `Status ${status}, which the specification does not explain, marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
          {
            about: t.aboutPayment(payment),
          },
        );
      }
      // A person may look at what nobody understands; nothing more is owed then.
      if ((await t.look(payment)).state === 'review') continue;
      await mustBeHonoured(t, payment, `The order had the unknown status ${status}`);
    }
  },

  'error.later-payment': async (t) => {
    const what = 'invoice/create answered the unknown code 57, and the invoice was paid all the same';
    const payment = await createdBadly(t, refusing(57), what);
    if (payment === undefined)
      return t.notApplicable('The merchant itself refuses the order after an unknown code.');
    await mustBeHonoured(t, payment, what);
    await chargedBadly(t, 57);
  },

  'error.non-fatal-code': async (t) => {
    for (const { code, isStated } of await nonFatalCodes(t)) {
      const kind = isStated ? 'non-fatal code' : 'code';
      const what = `invoice/create answered the ${kind} ${code}, and the invoice was paid`;
      const payment = await createdBadly(t, refusing(code), what);
      await chargedBadly(t, code);
      if (payment !== undefined) await mustBeHonoured(t, payment, what);
      else if (isStated) {
        t.fail(`invoice/create answered the non-fatal code ${code}, and the merchant refused the order.`);
      } else takenForFatal(t, code, 'the order');
      await heldBadly(
        t,
        refusing(code),
        `invoice/hold answered the ${kind} ${code}, and the funds are held`,
        () => isStated || takenForFatal(t, code, 'the hold'),
      );
    }
  },

  'compat.odd-data': async (t) => {
    for (const data of ODD) {
      const shown = JSON.stringify(data);
      const what = `invoice/create answered result true with data ${shown}`;
      const payment = await createdBadly(t, { kind: 'answer', set: { data } }, what, { mustAnswer: true });
      if (payment !== undefined) await mustBeHonoured(t, payment, what);
      const refused = `invoice/create answered result false with data ${shown}`;
      await createdBadly(t, refusing(57, data), refused, { mustAnswer: true });
    }
  },
};
