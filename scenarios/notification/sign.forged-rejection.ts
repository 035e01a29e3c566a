import { check, type Verbs } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';

const FORGERIES = ['sign.wrong.last-digit', 'sign.secret.other', 'sign.malformed.absent'];

/** A rejection of a hold that nobody signed ends nothing. */
async function heldThroughRejection(t: Verbs): Promise<void> {
  const payment = await t.held();
  await t.send(payment, { status: 6, rows: ['sign.wrong.last-digit'] });
  // What a job corrects by asking has been wrong all the same.
  await t.look(payment);
  await t.settled(payment);
}

export default check('notification.sign.forged-rejection', {
  title: 'A forged rejection does not fail an order.',
  must: ['events.5.sign', 'states.invoice.6', 'law.16'],
  expectation:
    'After a notification of status 6 with a wrong or a missing signature the order is open as before, and a held one is still held.',
  fix: 'Verify the signature before you read the status, for every status.',
  story: async (t) => {
    const payments = await t.orders(FORGERIES.length);
    for (const [index, payment] of payments.entries()) {
      await t.send(payment, { status: 6, rows: FORGERIES.slice(index, index + 1) });
    }
    await t.settle();
    for (const payment of payments) await t.look(payment);
    if (takesHolds(t)) await heldThroughRejection(t);
    await t.stillHonours(payments);
  },
});
