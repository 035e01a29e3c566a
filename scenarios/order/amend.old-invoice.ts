import { check, type Verbs } from '../../suite/engine/index.ts';
import { commanded, otherAttempt } from '../steps/retries.ts';

/** Where an order can change whose funds are held, the charge takes what is held. */
async function amendedWhileHeld(t: Verbs): Promise<void> {
  if (!t.claims('hold')) return;
  const held = await t.order({ mode: 'hold', amount: '10.50' });
  await t.hold(held);
  const changed = commanded(t, await t.driver.amend(held.orderId, { amount: '99.00' }));
  if (changed === undefined) return;
  await t.driver.charge(held.orderId);
  if (!(await t.gateway.invoice(held.paymentId)).chargeRequested) return;
  await t.report(held, 4);
  await t.settled(held);
}

export default check('order.amend.old-invoice', {
  title: 'A payment counts for the amount of its invoice, not for the amount the order has now.',
  must: ['events.5.match', 'law.3'],
  capabilities: ['invoice', 'order.amend'],
  expectation:
    'An invoice over 10.50 is issued, the order is changed to 99.00, and a genuine 4 of the old invoice arrives: the order over 99.00 is not paid. When the order is changed while 10.50 are held, the charge of that hold does not pay it either. A 4 of the new invoice pays it.',
  fix: 'Store the amount with the attempt, compare with it, and book it. When the order changes, abandon the old attempt and issue a new invoice.',
  story: async (t) => {
    const old = await t.order({ amount: '10.50' });
    const changed = commanded(t, await t.driver.amend(old.orderId, { amount: '99.00' }));
    if (changed === undefined)
      return t.notSeen('The merchant refuses to change an order whose invoice is issued.');
    if (!t.sameAmount(changed.amount, '99.00'))
      return t.inconclusive(`The order was to be changed to 99.00, but its amount is ${changed.amount}.`);
    await t.report(old, 4);
    await t.settled(old);
    await amendedWhileHeld(t);
    const control = await t.order({ amount: '10.50' });
    const again = commanded(t, await t.driver.amend(control.orderId, { amount: '99.00' }));
    const fresh = again && (await otherAttempt(t, control, again.shop_order_id));
    if (fresh !== undefined) await t.stillHonours([fresh]);
  },
});
