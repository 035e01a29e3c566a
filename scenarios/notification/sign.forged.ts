import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { afterStatus2, allRefused } from '../steps/forgery.ts';
import { secondTry } from '../steps/retries.ts';

const WRONG = 'sign.wrong.last-digit';

/** An unpaid order that the merchant has given up; undefined where it gives none up. */
async function cancelled(t: Verbs): Promise<Payment | undefined> {
  if (!t.claims('order.cancel')) return undefined;
  const payment = await t.order();
  const answer = await t.driver.cancel(payment.orderId);
  return answer.kind === 'ok' ? payment : undefined;
}

export default check('notification.sign.forged', {
  title: 'A notification with a wrong digest does not pay the order.',
  must: ['events.5.sign', 'auth.7'],
  expectation:
    'A "paid" notification with a random digest, or with the first or last digit of the right one changed, leaves the order unpaid. So it does in the other body format, as plain text, without a type, with the type in capitals, after a genuine status 2 or 6, and for a second attempt or a cancelled order. The same notification with the right digest pays the order.',
  fix: 'Calculate the digest over the received values with your secret and compare it with `sign` before you look at the status. Refuse the notification when they differ.',
  story: async (t) => {
    const circumstances = [
      'http.other-format',
      'http.media-type.text',
      'type.misplaced.missing',
      'http.called-a-test',
      'type.spelling.capitals',
    ];
    await allRefused(
      t,
      'sign.wrong',
      'sign.secret.other',
      ...circumstances.map((circumstance) => ({ rows: [circumstance, WRONG] })),
      { rows: [WRONG], first: afterStatus2(t) },
    );
    const over = await t.order();
    await t.report(over, 6);
    await t.settle();
    const late: [Payment, string][] = [[over, 'was rejected']];
    const again = await secondTry(t);
    if (again !== undefined) late.push([again, 'was rejected and is being retried']);
    const given = await cancelled(t);
    if (given !== undefined) late.push([given, 'was cancelled']);
    for (const [payment, what] of late) {
      await t.send(payment, {
        label: `a wrong digest, about an order that ${what}`,
        rows: [WRONG],
      });
    }
    await t.settle();
    for (const [payment] of late) await t.look(payment);
  },
});
