import { check, type Verbs } from '../../suite/engine/index.ts';
import { arrivesLate } from '../steps/order.ts';
import { isOver } from '../steps/retries.ts';

/** A rejection of a payment that has been made. Nothing can be said of the order but that it is paid, or for a person. */
async function rejectedAfterPaid(t: Verbs): Promise<void> {
  const payment = await t.order();
  const set = await t.genuineBody(payment, 6);
  await t.pay(payment);
  await t.send(payment, { verdict: 'accept', label: 'a rejection after status 4', status: 6, set });
  await t.settled(payment);
}

/** Two news of one order, which are different notifications, arrive at the same time. */
async function toldAtOnce(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.setTruth(payment, 4);
  const news = [2, 4].map((status) => ({
    payment,
    craft: { label: `genuine, status ${status}, beside another`, status, genuine: true },
  }));
  const [, reply] = await t.sendTogether(news);
  if (reply === undefined || !t.isAccepted(reply)) {
    await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }));
  }
  await t.follows(payment, t.isPaidOnce);
}

/** News that are older than a rejection, and come behind it. */
async function rejectedStaysRejected(t: Verbs): Promise<void> {
  const payment = await t.order();
  const early = await t.genuineBody(payment, 2);
  await t.report(payment, 6);
  if (!(await t.becomes(payment, isOver)).met) return;
  await arrivesLate(t, payment, early, 'status 6');
  // What a job corrects by asking has been wrong all the same.
  const [told, later] = [await t.look(payment), await t.settled(payment)];
  const order = isOver(told) ? later : told;
  if (isOver(order) || order.state === 'review') return;
  t.fail(`A late notification of status 2 changed the rejected order: it is ${t.orderInWords(order)}.`, {
    about: t.aboutPayment(payment),
  });
}

export default check('notification.order.late-status', {
  title: 'A late notification of an older status does not reopen a paid order.',
  must: ['states.invoice.4', 'law.5'],
  expectation:
    'After 4, genuine notifications with 1, 2, 3, 5, 6 and 8 leave the order paid and credited once; one of 3, 5, 6 or 8 may put it into review. After 6 a late 2 does not reopen the order. A 2 and a 4 that arrive together leave it paid.',
  fix: 'Update the status only if the stored one is not final. Answer OK to the late notification and change nothing.',
  story: async (t) => {
    const payment = await t.order();
    const early = new Map<number, Awaited<ReturnType<Verbs['genuineBody']>>>();
    for (const status of [1, 2, 3, 5, 8]) early.set(status, await t.genuineBody(payment, status));
    await t.pay(payment);
    for (const [status, body] of early) {
      await t.send(payment, {
        verdict: 'accept',
        label: `a late delivery of status ${status}`,
        status,
        set: body,
      });
      await t.settled(payment);
    }
    await rejectedAfterPaid(t);
    await rejectedStaysRejected(t);
    await toldAtOnce(t);
  },
});
