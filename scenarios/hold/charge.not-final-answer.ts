import type { Effect } from '../../simulator/index.ts';
import { isOver } from '../../suite/drivers/index.ts';
import { check, type Verbs } from '../../suite/engine/index.ts';
import { statusAtOnce } from '../steps/effects.ts';
import { mustCharge } from '../steps/holds.ts';
import { arrivesLate, delayed } from '../steps/order.ts';

/** A charge whose answer moves no money: refused, or ended without success at once. */
async function chargedInVain(t: Verbs, effect: Effect): Promise<void> {
  const payment = await t.order({ mode: 'hold' });
  await t.everyCall('invoice/charge', effect, { paymentId: payment.paymentId });
  await t.hold(payment);
  await t.charge(payment);
  await t.settled(payment);
  await t.gateway.clearFaults();
}

export default check('hold.charge.not-final-answer', {
  title: 'The answer to a charge is not treated as its final outcome.',
  must: ['states.hold.charge', 'states.invoice.6', 'errors.3', 'law.4'],
  anyOf: ['hold', 'hold.auto'],
  readings: ['hold.id'],
  expectation:
    'The charge answers result true with status 2, an 8 and a 2 are repeated, and a 6 follows: the order is never paid and ends as failed, also when the 8 is repeated once more. It is not paid either when the charge is refused, or answers result true with status 6.',
  fix: 'Read data.status of the answer. While it is not final keep the order pending, and take the final status from the notification or from invoice/check.',
  story: async (t) => {
    const payment = await t.order({ mode: 'hold' });
    const early = await delayed(t, payment);
    await t.hold(payment);
    await mustCharge(t, payment);
    await t.settled(payment);
    await t.repeatNews(payment, { status: 8 });
    await t.settled(payment);
    await arrivesLate(t, payment, early, 'status 8');
    await t.settled(payment);
    await t.honours(payment, () => t.report(payment, 6), isOver);
    // The news of the hold come again, as after a reply that was lost, when the hold is over.
    await t.repeatNews(payment, { status: 8 });
    await t.settled(payment);
    await t.follows(payment, isOver);
    await chargedInVain(t, { kind: 'error', code: 57 });
    await chargedInVain(t, statusAtOnce(6));
  },
});
