import type { Effect } from '../../simulator/index.ts';
import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { statusAtOnce } from '../steps/effects.ts';
import { isHeld, releasesInTime, takesHolds } from '../steps/holds.ts';
import { renewal } from '../steps/stored-instruments.ts';

/** The status of the charge of a stored instrument may be open for long, too. */
async function renewalGoesOn(t: Verbs): Promise<void> {
  const payment = await renewal(t);
  if (payment === undefined) return;
  for (const status of [3, 5]) {
    await t.gateway.setInvoiceStatus(payment.paymentId, { status, errorCode: 2000, notify: 'deliver' });
    await t.settle();
  }
  await t.mustRecord(payment);
}

/** The answer to a charge may tell of trouble on the way, too. */
async function chargeMeets(t: Verbs, payment: Payment, status: number): Promise<void> {
  const effect: Effect = statusAtOnce(status);
  await t.nextCall('invoice/charge', effect, {
    paymentId: payment.paymentId,
    ...(t.claims('hold.auto') ? { unless: 'the merchant charges when the check is over' } : {}),
  });
  await t.charge(payment);
  await t.gateway.clearFaults();
}

export default check('invoice.status.not-final', {
  title: 'Statuses 3 and 5 leave the order open for a later payment.',
  must: ['states.invoice.3', 'states.invoice.5', 'states.invoice.4'],
  expectation:
    'A genuine 3 and then a 4 pays the order or puts it into review, and so does a 5 and then a 4. Funds that are held (8) after a 3 or a 5 are charged or released, and the 4 of their charge is recorded. So is the payment by a stored instrument whose charge was 3, 5, then 4.',
  fix: 'Treat only 4 and 6 as final. Keep an order with 3 or 5 open, or let a later 4 override it. The same holds for two-step orders.',
  story: async (t) => {
    for (const status of [3, 5]) {
      const payment = await t.order();
      // Trouble on the way has a code; it is the status that says whether it is the end.
      const trouble = { status, errorCode: 2000, notify: 'deliver' } as const;
      await t.gateway.setInvoiceStatus(payment.paymentId, trouble);
      await t.settle();
      await t.mustRecord(payment);
    }
    await renewalGoesOn(t);
    if (!takesHolds(t)) return;
    for (const status of [3, 5]) {
      const payment = await t.order({ mode: 'hold' });
      const trouble = { status, errorCode: 2000, notify: 'deliver' } as const;
      await t.gateway.setInvoiceStatus(payment.paymentId, trouble);
      await t.settle();
      const held = await t.honours(payment, () => t.report(payment, 8), isHeld(t));
      if (!held.ok) {
        // A shop that has given up an order may let the payer's money go.
        if (await releasesInTime(t, payment)) continue;
        t.late(
          `The order had status ${status}, its funds were held after that (status 8), and the merchant neither shows that nor gives them back: ${t.describeRefusal(held)}.`,
          { about: t.aboutPayment(payment) },
        );
      }
      await chargeMeets(t, payment, status);
      await t.mustRecord(payment);
    }
  },
});
