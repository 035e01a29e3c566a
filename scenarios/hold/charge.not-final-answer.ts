import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { mustCharge, wrong } from '../steps/holds.ts';

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

export default check('hold.charge.not-final-answer', {
  title: 'The answer to a charge is not treated as its final outcome.',
  requirements: ['states.hold.charge', 'states.invoice.6', 'errors.3', 'law.4'],
  level: 'must',
  capabilities: [],
  anyOf: ['hold', 'hold.auto'],
  readings: ['hold.id'],
  rule: 'States and transitions, Invoice statuses: the final status arrives by notification; the status in the answer may be non-final.',
  expectation:
    'The charge answers result true with status 2, an 8 and a 2 are repeated, and a 6 follows: the order is never paid and ends as failed, also when the 8 is repeated once more. It is not paid either when the charge is refused, or answers result true with status 6.',
  fix: 'Read data.status of the answer. While it is not final keep the order pending, and take the final status from the notification or from invoice/check.',
  story: async (t) => {
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
    await t.send(payment, { verdict: 'accept', label: 'a late delivery of status 2', status: 2, set: early });
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
});
