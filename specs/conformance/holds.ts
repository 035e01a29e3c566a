import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { returnsTo } from './return-pages.ts';
import { chargesUnseen, LATER } from './ways-in.ts';

/** What is wrong whatever id a hold has, and whatever word tells of it. */
const wrong = (t: Verbs, payment: Payment) => ({ about: t.aboutPayment(payment), underAnyReading: true });

const chargesOf = (t: Verbs, payment: Payment, after = 0) =>
  t.calls({ operation: 'invoice/charge', fields: { invoice_id: payment.paymentId }, after });

/** The merchant calls invoice/charge for a held order. */
async function mustCharge(t: Verbs, payment: Payment): Promise<void> {
  await t.charge(payment);
  if ((await chargesOf(t, payment)).length > 0) return;
  if (chargesUnseen(t)) t.notApplicable(LATER);
  t.inconclusive('The merchant did not call invoice/charge for the held order.');
}

/** A charge that the gateway has refused moves no money. */
async function refusedIsNotPaid(t: Verbs): Promise<void> {
  const payment = await t.order({ mode: 'hold' });
  await t.gateway.arm([
    {
      where: { operation: 'invoice/charge', paymentId: payment.paymentId },
      times: null,
      effect: { kind: 'error', code: 57 },
    },
  ]);
  await t.hold(payment);
  await t.charge(payment);
  const [paid] = await t.paidAmong([payment]);
  await t.gateway.clearFaults();
  if (paid === undefined) return;
  t.fail(
    `invoice/charge was refused with the code 57, and the order is ${t.orderInWords(paid[1])}.`,
    wrong(t, payment),
  );
}

/** The news of a hold come again, as after a reply that was lost, when the hold is over. */
async function heldNoMore(t: Verbs, payment: Payment, what: string): Promise<void> {
  await t.repeatNews(payment, { status: 8 });
  const order = await t.settled(payment);
  if (['failed', 'cancelled', 'review'].includes(order.state)) return;
  t.fail(
    `${what}, and then the notification of status 8 came again: the order is ${t.orderInWords(order)}.`,
    wrong(t, payment),
  );
}

/** Held funds are no money of the customer. */
async function raisesNothing(t: Verbs, payment: Payment): Promise<void> {
  if (!t.claims('wallet')) return;
  const balance = await t.balance(payment.customer);
  if (balance === undefined || !t.amountOf(balance)?.gt('0')) return;
  t.fail(`The money is only held (status 8), and the customer's balance is ${balance}.`, wrong(t, payment));
}

/** A charge whose answer has result true and a final status that is no success. */
async function rejectedAtOnce(t: Verbs): Promise<void> {
  const payment = await t.order({ mode: 'hold' });
  await t.gateway.arm([
    {
      where: { operation: 'invoice/charge', paymentId: payment.paymentId },
      effect: { kind: 'statuses', sequence: [6] },
    },
  ]);
  await t.hold(payment);
  await t.charge(payment);
  const [paid] = await t.paidAmong([payment]);
  await t.gateway.clearFaults();
  if (paid === undefined) return;
  t.fail(
    `invoice/charge answered status 6 (rejected), and the order is ${t.orderInWords(paid[1])}.`,
    wrong(t, payment),
  );
}

/** A charge whose answer has the final status 4, of which a notification tells, too. */
async function paidAtOnce(t: Verbs): Promise<void> {
  if (!t.claims('hold')) return;
  const payment = await t.held();
  await t.gateway.arm([
    { where: { operation: 'invoice/charge' }, effect: { kind: 'statuses', sequence: [4] } },
  ]);
  await t.driver.charge(payment.orderId);
  await t.gateway.clearFaults();
  // Its notification may still be on the way to a slow merchant.
  await t.gateway.flush();
  await t.honours(payment, () => t.report(payment, 4));
  const order = await t.settled(payment);
  if (order.credits <= 1) return;
  t.fail(
    `invoice/charge answered status 4, and its notification followed: the order is ${t.orderInWords(order)}.`,
    wrong(t, payment),
  );
}

/** A hold is charged or given back: who asks for both at once, or for one after the other, gets one of them. */
async function oneDecision(t: Verbs, how: 'at once' | 'one after the other'): Promise<void> {
  const { orderId, paymentId } = await t.held();
  const { driver } = t;
  if (how === 'at once') await Promise.all([driver.charge(orderId), driver.unhold(orderId)]);
  else {
    await driver.charge(orderId);
    await driver.unhold(orderId);
  }
  const fields = { invoice_id: paymentId };
  const charges = await t.calls({ operation: 'invoice/charge', fields });
  const releases = await t.calls({ operation: 'invoice/unhold', fields });
  // What had no answer may be decided again after invoice/check.
  const isDone = [...charges, ...releases].some(({ answer }) => answer?.result === true);
  if (charges.length === 0 || releases.length === 0 || !isDone) return;
  t.fail(
    `A hold was to be charged and to be released ${how}: both invoice/charge and invoice/unhold were called.`,
    { about: [paymentId], underAnyReading: true },
  );
}

/** A held order that is given up in this way gives the payer's money back. */
async function givenUp(
  t: Verbs,
  giveUp: (orderId: string) => ReturnType<Verbs['driver']['unhold']>,
): Promise<void> {
  const payment = await t.held();
  const about = t.aboutPayment(payment);
  const answer = await giveUp(payment.orderId);
  if (answer.kind === 'refused') {
    t.fail(`A held order could not be cancelled: ${answer.status} ${answer.message}.`, { about });
  }
  await t.settle();
  const unholds = await t.calls({ operation: 'invoice/unhold', fields: { invoice_id: payment.paymentId } });
  if (unholds.length === 0) {
    t.late(
      'The held order was cancelled, and invoice/unhold was never called: the payer’s money stays blocked.',
      { about },
    );
  }
  const order = await t.mustBecome(payment, 'The hold was released, which must end the order', (each) =>
    ['cancelled', 'failed'].includes(each.state),
  );
  if (t.isPaid(order)) t.fail(`The hold was released, and the order is ${t.orderInWords(order)}.`);
}

export const holds: Bodies = {
  'hold.not-paid': async (t) => {
    const payment = (await t.paymentOf(await t.ask({ mode: 'hold' }))) ?? (await t.order({ mode: 'hold' }));
    if (payment.invoice.mode !== 'hold') {
      t.fail(
        'A two-step order was created with invoice/create: nothing is held, and the payer is charged at once.',
        wrong(t, payment),
      );
    }
    await t.report(payment, 8);
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `The money is only held (status 8), and the order is ${t.orderInWords(paid[1])}.`,
        wrong(t, payment),
      );
    }
    if (!t.claims('hold.auto')) {
      const seen = await t.becomes(payment, (order) => order.state === 'held');
      if (!seen.met) t.late(`After status 8 the order is ${t.orderInWords(seen.order)}, not held.`);
    }
    await raisesNothing(t, payment);
    const unheard = await t.order({ mode: 'hold' });
    await t.setTruth(unheard, 8);
    await t.advance(t.slot.config.tempo.recoverMs);
    const [found] = await t.paidAmong([unheard]);
    if (found === undefined) return raisesNothing(t, unheard);
    t.fail(
      `The money is only held (status 8), as invoice/check says, and the order is ${t.orderInWords(found[1])}.`,
      wrong(t, unheard),
    );
  },

  'hold.then-paid': async (t) => {
    const payment = await t.order({ mode: 'hold' });
    const early = await t.genuineBody(payment, 2);
    await t.hold(payment);
    await mustCharge(t, payment);
    const result = await t.honours(payment, () => t.report(payment, 4));
    const about = t.aboutPayment(payment);
    if (!result.ok) {
      t.late(
        `Status 8, the charge and then status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
        { about },
      );
    }
    const charges = (await chargesOf(t, payment)).length;
    // As after a reply that was lost.
    await t.repeatNews(payment, { status: 4 });
    await t.send(payment, { label: 'a late delivery of status 2, after status 4', status: 2, set: early });
    // What a job corrects by asking has been wrong all the same.
    for (const once of [await t.look(payment), await t.settled(payment)]) {
      if (t.isPaidOnce(once)) continue;
      t.fail(
        `The notification of the payment was repeated, and then an older one came: the order is ${t.orderInWords(once)}.`,
        wrong(t, payment),
      );
    }
    await t.repeatNews(payment, { status: 8 });
    await t.settle();
    const order = await t.look(payment);
    // What tells of a hold again contradicts a payment: a person may look, the money stays booked.
    if (!t.isPaidOnce(order) && !(order.state === 'review' && order.credits === 1)) {
      t.fail(
        `The notification of status 8 came again after the payment: the order is ${t.orderInWords(order)}.`,
        wrong(t, payment),
      );
    }
    if ((await chargesOf(t, payment)).length > charges)
      t.fail(
        'The notification of status 8 came again after the payment, and the hold was charged once more.',
        wrong(t, payment),
      );
    await paidAtOnce(t);
  },

  'hold.charge.not-final-answer': async (t) => {
    const payment = await t.order({ mode: 'hold' });
    const early = await t.genuineBody(payment, 2);
    await t.hold(payment);
    await mustCharge(t, payment);
    const stillOpen = async (what: string): Promise<void> => {
      const [paid] = await t.paidAmong([payment]);
      if (paid === undefined) return;
      t.fail(`${what}, and the order is ${t.orderInWords(paid[1])}.`, wrong(t, payment));
    };
    await stillOpen('invoice/charge answered a status that is not final');
    await t.repeatNews(payment, { status: 8 });
    await stillOpen('After the charge the notification of status 8 came again');
    await t.send(payment, { label: 'a late delivery of status 2', status: 2, set: early });
    await stillOpen('After the charge a notification of status 2 came late');
    await t.report(payment, 6);
    const order = await t.mustBecome(payment, 'The charge ended in status 6', (each) =>
      ['failed', 'cancelled'].includes(each.state),
    );
    if (t.isPaid(order)) t.fail(`The charge was rejected, and the order is ${t.orderInWords(order)}.`);
    await heldNoMore(t, payment, 'The charge was rejected');
    await refusedIsNotPaid(t);
    await rejectedAtOnce(t);
  },

  'hold.charge.only-held': async (t) => {
    const early = await t.order({ mode: 'hold' });
    // The return of the payer is no news of the hold.
    for (const url of returnsTo(t, early)) await t.page(url);
    const begun = await t.now();
    await t.driver.charge(early.orderId);
    await t.settle();
    // By which id a merchant names a hold of which it has no record yet is a reading.
    const sent = t.claims('hold.auto')
      ? await chargesOf(t, early)
      : await t.calls({ operation: 'invoice/charge', after: begun });
    if (sent.length > 0) {
      t.fail('invoice/charge was called before the funds were held (status 8).', wrong(t, early));
    }
    if (t.claims('invoice')) {
      const single = await t.order({ mode: 'single' });
      await t.driver.charge(single.orderId);
      await t.settle();
      if ((await chargesOf(t, single)).length > 0) {
        t.fail(
          'invoice/charge was called for an invoice that was created with invoice/create.',
          wrong(t, single),
        );
      }
    }
    if (t.claims('hold.auto')) return;
    const released = await t.held();
    await t.driver.unhold(released.orderId);
    await t.settle();
    const since = await t.now();
    await t.driver.charge(released.orderId);
    // The reply to the news of the hold may have been lost: they come again, and hold nothing any more.
    const { status } = await t.gateway.invoice(released.paymentId);
    if (status !== 8) await t.repeatNews(released, { status: 8 });
    await t.settle();
    await t.driver.charge(released.orderId);
    await t.settle();
    if ((await chargesOf(t, released, since)).length > 0) {
      t.fail('invoice/charge was called after invoice/unhold had returned the funds.', wrong(t, released));
    }
    // The control: a held order is charged when asked.
    await mustCharge(t, await t.held());
  },

  'hold.charge.once': async (t) => {
    const payment = await t.held();
    await Promise.all([t.driver.charge(payment.orderId), t.driver.charge(payment.orderId)]);
    await t.settle();
    const charges = await chargesOf(t, payment);
    if (charges.length === 0) t.inconclusive('The merchant did not call invoice/charge at all.');
    if (charges.length > 1) {
      t.fail(
        `Two charge requests at once led to ${charges.length} calls of invoice/charge.`,
        wrong(t, payment),
      );
    }
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (!result.ok)
      t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
    await t.driver.charge(payment.orderId);
    await t.settle();
    if ((await chargesOf(t, payment)).length > charges.length) {
      t.fail('The hold was charged and paid, and invoice/charge was called for it again.', wrong(t, payment));
    }
    await oneDecision(t, 'at once');
    await oneDecision(t, 'one after the other');
  },

  'hold.release': async (t) => {
    if (t.claims('order.cancel')) await givenUp(t, (orderId) => t.driver.cancel(orderId));
    if (t.claims('hold')) await givenUp(t, (orderId) => t.driver.unhold(orderId));
  },
};
