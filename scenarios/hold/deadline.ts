import { check, DAY_MS, HOUR_MS, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { NOT_SENT } from '../steps/effects.ts';
import { arrivesLate, delayed } from '../steps/order.ts';
import { untilAsked } from '../steps/recovery.ts';

const decidedCalls = (t: Verbs, payment: Payment) =>
  t.calls({
    operation: ['invoice/charge', 'invoice/unhold'],
    fields: { invoice_id: payment.paymentId },
  });

/** An order that was cancelled while the payer was on the way, and whose funds are held all the same. */
async function heldAfterAll(t: Verbs): Promise<Payment[]> {
  if (!t.claims('order.cancel')) return [];
  const payment = await t.order({ mode: 'hold' });
  const cancelled = await t.driver.cancel(payment.orderId);
  if (cancelled.kind !== 'ok') return [];
  await t.report(payment, 8);
  await t.settle();
  return [payment];
}

/** An order whose funds are held, as the merchant knows by its own question alone; none where it asks no such. */
async function heldByAsking(t: Verbs): Promise<Payment[]> {
  const payment = await t.order({ mode: 'hold' });
  await t.setTruth(payment, 8);
  await untilAsked(t);
  return (await t.look(payment)).state === 'held' ? [payment] : [];
}

/** Holds that were to be charged, in vain: one charge was lost on its way, and one was refused. */
async function heldAfterCharge(t: Verbs): Promise<Payment[]> {
  if (!t.claims('hold')) return [];
  const made: Payment[] = [];
  for (const effect of [NOT_SENT, { kind: 'error', code: 57 }] as const) {
    const payment = await t.held();
    await t.nextCall('invoice/charge', effect, { paymentId: payment.paymentId });
    await t.driver.charge(payment.orderId);
    await t.gateway.clearFaults();
    made.push(payment);
  }
  return made;
}

/** A hold that is to be released by its age, and whose first release is lost on its way. */
async function releasedInVain(t: Verbs): Promise<Payment> {
  const payment = await t.order({ mode: 'hold' });
  const { paymentId } = payment;
  await t.nextCall('invoice/unhold', NOT_SENT, { paymentId, unless: 'the merchant charges its old holds' });
  await t.hold(payment);
  return payment;
}

/** Whether a hold was charged or released; a charge that came to nothing decides nothing. */
async function isDecided(t: Verbs, payment: Payment, byTruth = false): Promise<boolean> {
  if (!byTruth) return (await decidedCalls(t, payment)).length > 0;
  const { status, chargeRequested, unholdRequested } = await t.gateway.invoice(payment.paymentId);
  return status !== 8 || chargeRequested || unholdRequested;
}

/** A release that did not arrive is sent again: within the five days, or within a day where it was sent late. */
async function mustReleaseAgain(t: Verbs, payment: Payment, heldMs: number): Promise<void> {
  const [first] = await decidedCalls(t, payment);
  const untilMs = Math.max(heldMs + 5 * DAY_MS, Date.parse(first?.request.at ?? '') + DAY_MS);
  for (let isOver = false; !isOver; ) {
    if ((await decidedCalls(t, payment)).length > 1 || (await isDecided(t, payment, true))) return;
    const leftMs = untilMs - (await t.gatewayNow());
    isOver = !(leftMs > 0);
    if (!isOver) await t.advance(Math.min(leftMs, DAY_MS / 4));
  }
  const order = await t.look(payment);
  if (order.state === 'review') return;
  t.late(
    `The request to release an old hold was lost on its way, and invoice/unhold was not called again: the order is ${t.orderInWords(order)}, and the payer’s money stays blocked.`,
    { about: t.aboutPayment(payment) },
  );
}

export default check('hold.deadline', {
  title: 'A hold is charged or released within five days.',
  must: ['states.hold', 'limits.hold', 'law.22'],
  anyOf: ['hold', 'hold.auto'],
  means: ['jobs', 'clock'],
  expectation:
    'invoice/charge or invoice/unhold reaches the gateway within five days after 8. This holds after a restart, for an order that was cancelled before its 8, for one with late notifications after its 8 (2 and 3, and a day later the 8 again), and for one whose 8 the shop learned from invoice/check. When a charge is lost, or refused with the unknown code 57, the hold is charged again or released; a lost release is repeated. After the five days the order cannot be fulfilled as if the funds were still held. An order in review is a warning.',
  fix: 'Release (or charge) every hold in a job well before its fifth day, and refuse to charge a released one. Release a hold that arrives for a cancelled order, and repeat the release until the gateway has confirmed it.',
  story: async (t) => {
    const asked = await heldByAsking(t);
    const payment = await t.held();
    const older = await t.order({ mode: 'hold' });
    const early = [];
    for (const status of [2, 3]) early.push([status, await delayed(t, older, status)] as const);
    await t.hold(older);
    for (const [status, set] of early) {
      await arrivesLate(t, older, set, 'status 8', status);
    }
    const unlucky = await heldAfterCharge(t);
    const heldMs = await t.gatewayNow();
    const inVain = await releasedInVain(t);
    const waiting = [payment, older, inVain, ...asked, ...(await heldAfterAll(t)), ...unlucky];
    // What only a timer in memory would decide is lost now.
    if (t.claims('restart') && t.slot.process !== null) await t.restart();
    const undecided = async (): Promise<Payment[]> => {
      const open: Payment[] = [];
      for (const each of waiting) if (!(await isDecided(t, each, unlucky.includes(each)))) open.push(each);
      return open;
    };
    await t.advance(DAY_MS, DAY_MS / 2);
    if (!(await isDecided(t, older))) await t.repeatNews(older, { status: 8 });
    await t.advance(3 * DAY_MS, DAY_MS / 2);
    for (let hour = 0; hour < 23; hour++) {
      if ((await undecided()).length === 0) break;
      await t.advance(HOUR_MS);
    }
    if ((await undecided()).length > 0) await t.advance(HOUR_MS - 60_000, HOUR_MS / 6);
    const kept = await undecided();
    // The rules about holds judge by the whole of the five days.
    if (kept.length > 0) await t.advance(2 * 60_000);
    for (const each of kept) {
      if ((await t.look(each)).state === 'review')
        t.warn('Five days have passed, and the merchant leaves a hold to a person (review).');
    }
    await mustReleaseAgain(t, inVain, heldMs);
    const decided = await decidedCalls(t, payment);
    await t.advance(2 * HOUR_MS);
    if (decided.some(({ request }) => request.operation === 'invoice/charge')) return;
    if (!t.claims('hold.auto')) await t.driver.charge(payment.orderId);
    await t.settled(payment);
  },
});
