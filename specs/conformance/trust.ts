import {
  type DeliveryReply,
  signNotification,
  stringifyWire,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import type { Craft, Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { bodyOf, flipLast, inOtherFormat, signedAs } from './forgery.ts';
import { misnamed } from './misnamed.ts';
import { otherRecipes } from './recipes.ts';
import { mustBeRefusedSo } from './refusing.ts';
import { chargesUnseen, LATER, takesHolds } from './ways-in.ts';

/** A refund or a payout that is refused with the message of a success. */
async function refusedWithOk(t: Verbs, what: 'refund' | 'payout'): Promise<void> {
  const payment = what === 'refund' ? await t.paid() : undefined;
  const operation = what === 'refund' ? 'invoice/create-refund' : 'withdraw/create';
  await t.gateway.arm([{ where: { operation }, effect: { kind: 'error', code: 4, message: 'Ok' } }]);
  const seen = payment === undefined ? await payoutAsked(t) : await refundAsked(t, payment);
  await t.gateway.clearFaults();
  if (seen === undefined || seen.state === 'failed') return;
  t.fail(
    `${operation} answered result false, code 4 and the message "Ok", and the ${what} is ${JSON.stringify(seen.state)}.`,
    { about: seen.about },
  );
}

async function payoutAsked(t: Verbs) {
  const since = await t.now();
  const { answer, reference } = await t.askPayout();
  const [sent] = await t.calls({ operation: 'withdraw/create', after: since });
  if (sent !== undefined) mustBeRefusedSo(t, sent, 4);
  if (answer.kind !== 'ok') return undefined;
  await t.settle();
  const { state } = await t.lookAtPayout({ payoutId: answer.value.payout_id });
  return { state, about: [reference] };
}

async function refundAsked(t: Verbs, payment: Payment) {
  const answer = await t.askRefund(payment, payment.amount);
  if (answer.kind !== 'ok') return undefined;
  await t.settle();
  const mine = (await t.listRefunds(payment)).find((each) => each.refund_id === answer.value.refund_id);
  return mine && { state: mine.state, about: t.aboutPayment(payment) };
}

type Refund = Awaited<ReturnType<Verbs['refund']>>;

const isForm = (t: Verbs): boolean => t.slot.config.profile.notifications === 'form';

/** Whether the merchant acted as if the funds were held. */
async function actsAsHeld(t: Verbs, payment: Payment): Promise<string | undefined> {
  await t.settle();
  const order = await t.look(payment);
  const charges = await t.calls({ operation: 'invoice/charge', fields: { invoice_id: payment.paymentId } });
  if (charges.length > 0) return 'invoice/charge was called';
  return order.state === 'held' || t.isPaid(order) ? `the order is ${t.orderInWords(order)}` : undefined;
}

/** A rejection of a hold that nobody signed ends nothing. */
async function heldThroughRejection(t: Verbs): Promise<void> {
  const payment = await t.held();
  await t.send(payment, {
    label: 'a rejection of a hold with its last digit changed',
    status: 6,
    tamper: signedAs(flipLast),
  });
  // What a job corrects by asking has been wrong all the same.
  for (const order of [await t.look(payment), await t.settled(payment)]) {
    if (!['failed', 'cancelled', 'review'].includes(order.state)) continue;
    t.fail(
      `A rejection of a hold with a wrong signature was accepted: the order is ${t.orderInWords(order)}.`,
      {
        about: t.aboutPayment(payment),
      },
    );
  }
}

/** What contradicts an order over 10.50, whichever status is told with it. */
const contradictions = (t: Verbs) =>
  [
    ['over 0.01', { shop_amount: t.number('0.01'), client_price: t.number('0.01') }],
    ['in currency 980', { shop_currency: t.number(980), ps_currency: t.number(980) }],
    ['of another shop', { shop_id: t.number(t.slot.shop.id + 1) }],
  ] as const;

/** Charges what is held, and tells of a payment that the gateway knows nothing of. */
async function chargedIsNotPaidBy(t: Verbs, payment: Payment, craft: Craft): Promise<void> {
  await t.charge(payment);
  await t.send(payment, craft);
  const [paid] = await t.paidAmong([payment]);
  if (paid === undefined) return;
  t.fail(`A notification (${craft.label}) was accepted: the order is ${t.orderInWords(paid[1])}.`, {
    about: t.aboutPayment(payment),
  });
}

/** The body of a genuine refund notification, of which others are made. */
async function refundTemplate(t: Verbs): Promise<WireObject> {
  const payment = await t.paid();
  const made = await t.refund(payment, payment.amount);
  await t.endRefund(made, 'SUCCESS');
  await t.mustBecome(payment, 'The refund ended in SUCCESS', (order) =>
    t.sameAmount(order.refunded, payment.amount),
  );
  return bodyOf(t, await t.lastNews(payment, { type: 'refund' }));
}

interface RefundNews {
  readonly label: string;
  readonly set: Readonly<Record<string, WireValue>>;
  readonly tamper?: (body: WireObject) => WireObject;
  /** Signs with another secret than the shop's. */
  readonly secret?: string;
  /** It says what the gateway holds to be true. */
  readonly genuine?: boolean;
  /** A form where the profile has JSON, and the other way round. */
  readonly inOtherFormat?: boolean;
}

/** Sends a notification about this refund, built like a genuine one, and gives the reply. */
async function sendOfRefund(
  t: Verbs,
  template: WireObject,
  made: Refund,
  news: RefundNews,
): Promise<DeliveryReply> {
  const { payment, view } = made;
  const names: Readonly<Record<string, WireValue>> = {
    shop_refund_id: view.shopRefundId,
    invoice_id: t.number(payment.paymentId),
    payment_id: t.number(payment.paymentId),
    shop_order_id: payment.shopOrderId,
  };
  const own = Object.fromEntries(Object.entries(names).filter(([name]) => name in template));
  const { sign: _, ...body } = { ...template, ...own, ...news.set };
  const signed = { ...body, sign: signNotification(body, news.secret ?? t.slot.shop.secret) };
  const sent = news.tamper?.(signed) ?? signed;
  const asForm = isForm(t) !== (news.inOtherFormat ?? false);
  const text = asForm
    ? new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value ?? '')])).toString()
    : stringifyWire(sent);
  const [reply] = await t.gateway.deliver({
    deliveries: [
      {
        ...(view.callbackUrl === null ? {} : { url: view.callbackUrl }),
        shopId: t.slot.shop.id,
        query: { type: 'refund' },
        headers: { 'content-type': asForm ? 'application/x-www-form-urlencoded' : 'application/json' },
        body: text,
        label: news.label,
        genuine: news.genuine ?? false,
        about: { paymentId: payment.paymentId, shopRefundId: view.shopRefundId },
      },
    ],
  });
  return reply ?? t.inconclusive('The notification could not be sent.');
}

/** As {@link sendOfRefund}, and gives the merchant the time to act on it. */
async function tellOfRefund(...told: Parameters<typeof sendOfRefund>): Promise<DeliveryReply> {
  const reply = await sendOfRefund(...told);
  await told[0].settle();
  return reply;
}

/** Fails when the refund, which waits at the gateway, is over for the merchant. */
async function mustWait(t: Verbs, made: Refund, after: string): Promise<void> {
  const record = await t.lookAtRefund(made);
  const order = await t.look(made.payment);
  const about = [...t.aboutPayment(made.payment), made.view.shopRefundId];
  if (record.state === 'done' || record.state === 'failed' || !t.sameAmount(order.refunded, '0')) {
    t.fail(
      `After ${after} the merchant shows a refund that is WAITING at the gateway as ${record.state}; the order is ${t.orderInWords(order)}.`,
      { about },
    );
  }
}

async function endsWell(t: Verbs, made: Refund): Promise<void> {
  await t.endRefund(made, 'SUCCESS');
  await t.mustBecome(made.payment, 'The refund ended in SUCCESS', (order) =>
    t.sameAmount(order.refunded, made.payment.amount),
  );
}

const otherCurrency = (own: number): number => (own === 840 ? 978 : 840);

/** A refund that was refused with a fatal code takes no part of what can be refunded. */
async function refusedThenAgain(t: Verbs): Promise<void> {
  const payment = await t.paid();
  await t.gateway.arm([
    { where: { operation: 'invoice/create-refund' }, effect: { kind: 'error', code: 4 } },
  ]);
  await t.askRefund(payment, payment.amount);
  await t.gateway.clearFaults();
  if ((await t.refundCalls(payment)).length === 0) return;
  const answer = await t.askRefund(payment, payment.amount);
  // Not in this state, whatever the amount, is no word about a sum.
  if ((await t.refundViews(payment)).length > 0 || answer.kind !== 'refused' || answer.status !== 422) return;
  t.fail(
    `After a refund that was refused with the fatal code 4 the payer cannot be paid back: ${answer.status} ${answer.message}.`,
    { about: t.aboutPayment(payment) },
  );
}

export const trust: Bodies = {
  'notification.sign.forged-rejection': async (t) => {
    const payments = await t.orders(3);
    const labels = ['with its last digit changed', 'of another secret', 'that is missing'];
    const forgeries = [
      { tamper: signedAs(flipLast) },
      { secret: 'NotTheSecretOfThisShop' },
      { tamper: signedAs(() => undefined) },
    ];
    for (const [index, payment] of payments.entries()) {
      await t.send(payment, {
        label: `a rejection with a digest ${labels[index]}`,
        status: 6,
        ...forgeries[index],
      });
    }
    await t.settle();
    for (const [index, payment] of payments.entries()) {
      const order = await t.look(payment);
      if (order.state === 'failed' || order.state === 'cancelled' || order.state === 'review') {
        t.fail(
          `A notification of status 6 with a digest ${labels[index]} was accepted: the order is ${t.orderInWords(order)}.`,
          { about: t.aboutPayment(payment) },
        );
      }
    }
    if (takesHolds(t)) await heldThroughRejection(t);
    await t.stillHonours(payments);
  },

  'hold.notification.forged': async (t) => {
    const payment = await t.order({ mode: 'hold' });
    for (const [label, craft] of [
      ['a wrong digest', { tamper: signedAs(flipLast) }],
      ['no sign', { tamper: signedAs(() => undefined) }],
      ['a wrong digest in the other format', { tamper: signedAs(flipLast), ...inOtherFormat(t) }],
    ] as const) {
      await t.send(payment, { label: `${label} on status 8`, status: 8, ...craft });
      const acted = await actsAsHeld(t, payment);
      if (acted === undefined) continue;
      t.fail(`A notification of status 8 with ${label} was accepted: ${acted}.`, {
        about: t.aboutPayment(payment),
      });
    }
    await t.hold(payment);
    await chargedIsNotPaidBy(t, payment, {
      label: 'a wrong digest on status 4, after the charge',
      tamper: signedAs(flipLast),
    });
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (!result.ok)
      t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
  },

  'hold.notification.content': async (t) => {
    for (const [what, set] of contradictions(t)) {
      const payment = await t.order({ mode: 'hold' });
      await t.send(payment, { label: `status 8 ${what} for an order over 10.50`, status: 8, set });
      const acted = await actsAsHeld(t, payment);
      if (acted === undefined) continue;
      t.fail(
        `A validly signed notification of status 8 ${what} was accepted as the hold of 10.50: ${acted}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
    for (const [what, set] of contradictions(t)) {
      const label = `status 4 ${what}, after the charge of 10.50`;
      await chargedIsNotPaidBy(t, await t.held(), { label, set });
    }
    await t.hold(await t.order({ mode: 'hold' }));
  },

  'hold.charge.lost-answer': async (t) => {
    const payment = await t.order({ mode: 'hold' });
    await t.gateway.arm([
      {
        where: { operation: 'invoice/charge', paymentId: payment.paymentId },
        effect: { kind: 'read-timeout', committed: true },
      },
    ]);
    await t.hold(payment);
    if (t.claims('hold.auto')) await t.charge(payment);
    else await t.driver.charge(payment.orderId);
    for (let round = 0; round < 2; round++) await t.settle();
    const about = t.aboutPayment(payment);
    const fields = { invoice_id: payment.paymentId };
    const charges = await t.calls({ operation: 'invoice/charge', fields });
    if (charges.length === 0 && chargesUnseen(t)) return t.notApplicable(LATER);
    if (charges.length === 0) return t.inconclusive('The merchant never called invoice/charge.');
    const accepted = await t.gateway.invoice(payment.paymentId);
    if (!accepted.chargeRequested) return t.inconclusive('The gateway accepted no charge.');
    const released = await t.calls({ operation: 'invoice/unhold', fields });
    if (released.length > 0) {
      t.fail('The answer to a charge was lost, and the merchant called invoice/unhold.', { about });
    }
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (!result.ok) {
      t.late(
        `The answer to a charge was lost, and the final status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
        { about },
      );
    }
  },

  'refund.notification.forged': async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    for (const status of ['SUCCESS', 'FAILED']) {
      const label = `a refund notification of ${status} with a wrong digest`;
      await tellOfRefund(t, template, made, { label, set: { status }, tamper: signedAs(flipLast) });
      await mustWait(t, made, label);
    }
    const set = { status: 'SUCCESS' };
    const part = (body: WireObject): WireObject => {
      const { sign: _, status: __, ...rest } = body;
      return { ...body, sign: signNotification(rest, t.slot.shop.secret) };
    };
    for (const [how, forgery] of [
      ['without a sign', { tamper: signedAs(() => undefined) }],
      ['with a wrong digest, in the other format', { tamper: signedAs(flipLast), inOtherFormat: true }],
      ['with an empty sign', { tamper: signedAs(() => '') }],
      ['signed with an empty secret', { secret: '' }],
      ["signed with another shop's secret", { secret: 'NotTheSecretOfThisShop' }],
      ['whose sign leaves the status out', { tamper: part }],
      ...otherRecipes(t.slot.shop.secret).map((recipe) => [recipe.label, recipe] as const),
      ['with a field that is not signed', { tamper: (body: WireObject) => ({ ...body, new_field: 'x' }) }],
    ] as const) {
      const label = `a refund notification of SUCCESS ${how}`;
      await sendOfRefund(t, template, made, { ...forgery, label, set });
      await mustWait(t, made, label);
    }
    // A merchant may work on what it was told a moment later.
    await t.settle();
    await mustWait(t, made, 'one of the forged refund notifications of SUCCESS');
    await endsWell(t, made);
  },

  'refund.notification.new-fields': async (t) => {
    const template = await refundTemplate(t);
    for (const [name, fields] of [
      [
        'with signed new fields',
        { new_field: 'x', design_id: '7', note: ' O\'Brien & <b>sons</b> "x" \\ 100% a+b\u00e9 ' },
      ],
      ['with zeros, which take part in the signature', { fee: t.number(0), tip: '0', discount: '0.00' }],
      [
        'with null and empty fields, which take no part in the signature',
        { settlement_rate: null, note: '', gap: ' ' },
      ],
    ] as const) {
      const payment = await t.paid();
      const made = await t.refund(payment, payment.amount);
      const { shopId, shopRefundId } = made.view;
      await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'none' });
      const label = `a genuine refund notification ${name}`;
      const tell = () =>
        tellOfRefund(t, template, made, { label, set: { ...fields, status: 'SUCCESS' }, genuine: true });
      const reply = await t.acceptedReply(await tell(), tell);
      if (t.isAccepted(reply)) continue;
      const plain = await t.paid();
      const control = await t.refund(plain, plain.amount);
      const heard = await t.acceptedReply(await t.endRefund(control, 'SUCCESS'), () =>
        t.repeatNews(plain, { type: 'refund' }),
      );
      if (!t.isAccepted(heard)) {
        return t.inconclusive(
          `Not even a plain refund notification was answered OK: ${t.describeReply(heard)}.`,
        );
      }
      t.late(`The reply to ${label} is ${t.describeReply(reply)}, the reply to a plain one is OK.`, {
        about: [...t.aboutPayment(payment), shopRefundId],
      });
    }
  },

  'refund.notification.content': async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.paid();
    const made = await t.refund(payment, payment.amount);
    const currency = String(otherCurrency(payment.currency));
    for (const [label, set] of [
      ['a validly signed SUCCESS over 0.01 of 100.00', { amount: '0.01' }],
      ['a validly signed SUCCESS over 0.00 of 100.00', { amount: '0.00' }],
      ['a validly signed SUCCESS over 100.50 of 100.00', { amount: '100.50' }],
      ['a validly signed SUCCESS in another currency', { currency }],
      [
        'a validly signed SUCCESS of another invoice',
        { invoice_id: t.number(payment.paymentId + 5_000_000) },
      ],
      ['a validly signed SUCCESS of another shop', { shop_id: t.number(t.slot.shop.id + 1) }],
    ] as const) {
      // What a notification of this profile does not have cannot be wrong.
      if (!Object.keys(set).every((name) => name in template)) continue;
      await tellOfRefund(t, template, made, { label, set });
      const order = await t.look(payment);
      if (t.sameAmount(order.refunded, '0') && (await t.lookAtRefund(made)).state !== 'done') continue;
      t.fail(`After ${label} the order is ${t.orderInWords(order)}.`, {
        about: [...t.aboutPayment(payment), made.view.shopRefundId],
      });
    }
    const plain = await t.paid();
    await endsWell(t, await t.refund(plain, plain.amount));
  },

  'refund.fatal-codes': async (t) => {
    for (const code of [1, 2, 3, 4]) {
      const payment = await t.paid();
      await t.gateway.arm([
        {
          where: { operation: 'invoice/create-refund', shopOrderId: payment.shopOrderId },
          effect: { kind: 'error', code, message: `The test says ${code}` },
        },
      ]);
      const answer = await t.askRefund(payment, payment.amount);
      for (let round = 0; round < 2; round++) await t.runJobsNow();
      const about = t.aboutPayment(payment);
      const calls = await t.refundCalls(payment);
      if (calls.length === 0)
        return t.inconclusive('The merchant never requested the refund from the gateway.');
      if (calls.length > 1) {
        t.fail(`Error code ${code} is fatal, and the refund was requested ${calls.length} times.`, { about });
      }
      if (answer.kind !== 'ok') continue;
      const refunds = await t.listRefunds(payment);
      const own = refunds.find((refund) => refund.refund_id === answer.value.refund_id);
      if (own !== undefined && own.state !== 'failed') {
        t.late(
          `Error code ${code} is fatal: no refund was created, and the merchant shows it as ${own.state}.`,
          {
            about,
          },
        );
      }
      const order = await t.look(payment);
      if (!t.sameAmount(order.refunded, '0')) {
        t.fail(`No refund was created (code ${code}), and the order is ${t.orderInWords(order)}.`, { about });
      }
    }
    await t.gateway.clearFaults();
    const plain = await t.paid();
    await t.refund(plain, plain.amount);
  },

  'refund.lost-answer': async (t) => {
    for (const [what, effect] of [
      ['was lost', { kind: 'read-timeout', committed: true }],
      ['could not be read', { kind: 'malformed', committed: true }],
      ['had result true and no data', { kind: 'answer', set: { data: null } }],
    ] as const) {
      const payment = await t.paid();
      await t.gateway.arm([
        { where: { operation: 'invoice/create-refund', shopOrderId: payment.shopOrderId }, effect },
      ]);
      await t.askRefund(payment, '30.00');
      for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
      const about = t.aboutPayment(payment);
      const views = await t.refundViews(payment);
      if (views.length === 0)
        return t.inconclusive('The merchant never requested the refund from the gateway.');
      if (views.length > 1) {
        t.fail(`The answer to a refund ${what}, and the gateway now has ${views.length} refunds of 30.00.`, {
          about,
        });
      }
      const [view] = views;
      if (view === undefined) return;
      const waiting = await t.look(payment);
      if (view.status === 'WAITING' && !t.sameAmount(waiting.refunded, '0')) {
        t.fail(
          `The answer to a refund ${what}, it is WAITING at the gateway, and the order is ${t.orderInWords(waiting)}.`,
          { about },
        );
      }
      await t.gateway.setRefundStatus(view.shopId, view.shopRefundId, {
        status: 'SUCCESS',
        notify: 'deliver',
      });
      await t.mustBecome(payment, `A refund whose answer ${what} ended in SUCCESS`, (order) =>
        t.sameAmount(order.refunded, '30.00'),
      );
      const again = await t.refundViews(payment);
      if (again.length > 1)
        t.fail(`One refund request led to ${again.length} refunds at the gateway.`, { about });
    }
  },

  'refund.failed.again': async (t) => {
    await refusedThenAgain(t);
    const payment = await t.paid();
    const first = await t.refund(payment, payment.amount);
    await t.endRefund(first, 'FAILED');
    await t.becomes(payment, (order) => order.state === 'paid');
    await t.refundBecomes(first, ({ state }) => state !== 'pending');
    const before = (await t.refundViews(payment)).length;
    const answer = await t.askRefund(payment, payment.amount);
    const about = [...t.aboutPayment(payment), first.view.shopRefundId];
    const views = await t.refundViews(payment);
    if (views.length === before) {
      // Not in this state, whatever the amount: that is no sum that the failed refund still counts in.
      if (answer.kind === 'refused' && [409, 501].includes(answer.status)) {
        t.notApplicable(`The merchant allows one refund of an order: ${answer.message}.`);
      }
      const why = answer.kind === 'refused' ? `${answer.status} ${answer.message}` : answer.kind;
      t.fail(
        `After a refund that FAILED the payer cannot be paid back: another one was not created (${why}).`,
        {
          about,
        },
      );
    }
    const second = views.find((view) => view.shopRefundId !== first.view.shopRefundId);
    if (second === undefined) return;
    await t.gateway.setRefundStatus(second.shopId, second.shopRefundId, {
      status: 'SUCCESS',
      notify: 'deliver',
    });
    await t.mustBecome(payment, 'A second refund ended in SUCCESS', (order) =>
      t.sameAmount(order.refunded, payment.amount),
    );
  },

  'payout.create.asks-first': async (t) => {
    const customer = await t.funded();
    await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
    ]);
    const since = await t.now();
    const asked = await t.askPayout(customer === undefined ? {} : { customer });
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: 1 });
    const [first, next] = await t.calls({
      operation: ['withdraw/create', 'withdraw/status', 'withdraw/shop_payment_status'],
      after: since,
    });
    if (first === undefined) return t.inconclusive('The merchant never called withdraw/create.');
    const id = String(first.request.fields?.shop_payment_id);
    const about = [asked.reference, id];
    if (next?.request.operation === 'withdraw/create') {
      t.fail(
        'The connection of withdraw/create was reset, and withdraw/create was sent again without asking for the status first.',
        { about },
      );
    }
    const view = await t.payoutView(id);
    if (view === undefined) return t.inconclusive('The gateway has no payout, so nothing was lost.');
    await t.movePayout({ view }, 5);
    for (let round = 0; round < 4; round++) await t.runJobsNow({ advancePolls: 1 });
    await t.askEveryone();
    const found = await t.findPayout(asked.reference);
    if (found !== undefined && found.state !== 'paid') {
      t.late(`The payout was completed (status 5), and it is ${t.describePayout(found)}.`, { about });
    }
  },

  'hold.fatal-codes': async (t) => {
    for (const code of [1, 2, 3, 4]) {
      await t.gateway.clearFaults();
      await t.gateway.arm([
        {
          where: { operation: 'invoice/hold' },
          effect: { kind: 'error', code, message: `The test says ${code}` },
        },
      ]);
      const since = await t.now();
      const asked = await t.ask({ mode: 'hold' });
      const about = [asked.reference];
      if (asked.answer.kind === 'unknown') {
        return t.fail(
          `Error code ${code} on invoice/hold left POST /orders without a usable answer: ${asked.answer.reason}.`,
          { about },
        );
      }
      for (let round = 0; round < 2; round++) await t.runJobsNow();
      const calls = await t.calls({ operation: ['invoice/hold', 'invoice/create'], after: since });
      if (calls.length === 0) return t.inconclusive(`The merchant never called invoice/hold (code ${code}).`);
      if (calls.length > 1) {
        t.fail(`Error code ${code} is fatal, and the merchant called invoice/hold ${calls.length} times.`, {
          about,
        });
      }
      if (asked.answer.kind !== 'ok') continue;
      const order = await t.look({ orderId: asked.answer.value.order_id, reference: asked.reference });
      if (order.state !== 'failed') {
        t.fail(
          `Error code ${code} is fatal: no hold was created, and the order is ${t.orderInWords(order)}.`,
          {
            about,
          },
        );
      }
    }
    await t.gateway.clearFaults();
    await t.hold(await t.order({ mode: 'hold' }));
  },

  'error.misleading-message': async (t) => {
    await t.gateway.arm([
      {
        where: { operation: ['invoice/create', 'invoice/hold'] },
        effect: { kind: 'error', code: 4, message: 'Ok' },
      },
    ]);
    const asked = await t.ask();
    await t.gateway.clearFaults();
    const { answer, reference } = asked;
    if (answer.kind === 'ok') {
      const seen = await t.becomes(
        { orderId: answer.value.order_id, reference },
        (order) => order.state === 'failed',
      );
      if (!seen.met) {
        t.fail(
          `The gateway answered result false, code 4 and the message "Ok", and the order is ${t.orderInWords(seen.order)}.`,
          { about: [reference] },
        );
      }
    }
    if (t.claims('refund')) await refusedWithOk(t, 'refund');
    if (t.claims('payout')) await refusedWithOk(t, 'payout');
    await t.pay(await t.order());
  },

  'compat.large-payout-ids': async (t) => {
    const payoutId = 3_000_000_000 + Math.floor((await t.now()) % 1_000_000);
    await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'answer', set: { 'data.id': payoutId } } },
    ]);
    const since = await t.now();
    const made = await t.payout();
    const about = t.aboutPayout(made);
    if (made.view.payoutId !== payoutId)
      return t.inconclusive('The gateway did not give the payout the large id.');
    await t.movePayout(made, 5);
    const isPaid = async () => (await t.lookAtPayout(made)).state === 'paid';
    for (let round = 0; round < 4 && !(await isPaid()); round++) await t.runJobsNow({ advancePolls: 1 });
    if (!(await isPaid())) await t.askEveryone();
    const named = await t.calls({ operation: 'withdraw/status', after: since });
    const wrong = misnamed(named, 'withdraw_id', payoutId);
    if (wrong !== undefined) {
      t.fail(`The payout ${payoutId} was asked about as ${wrong.request.fields?.withdraw_id}.`, { about });
    }
    const seen = await t.lookAtPayout(made);
    if (seen.state !== 'paid')
      t.late(`The payout ${payoutId} was completed (status 5), and it is ${t.describePayout(seen)}.`, {
        about,
      });
  },
};
