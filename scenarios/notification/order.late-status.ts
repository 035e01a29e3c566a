import { isOver } from '../../suite/drivers/index.ts';
import { check, type Verbs } from '../../suite/engine/index.ts';
import { arrivesLate, delayed } from '../steps/order.ts';

/** Two news of one order, which are different notifications, arrive at the same time. */
async function toldAtOnce(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.setTruth(payment, 2);
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
  const early = await delayed(t, payment);
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
    'After 4, delayed notifications of 1, 2, 3 and 5 leave the order paid and credited once; one of 3 or 5 may put it into review. After 6 a late 2 does not reopen the order. A 2 and a 4 that arrive together leave it paid.',
  fix: 'Update the status only if the stored one is not final. Answer OK to the late notification and change nothing.',
  story: async (t) => {
    const payment = await t.order();
    const early = new Map<number, Awaited<ReturnType<Verbs['genuineBody']>>>();
    for (const status of [1, 2, 3, 5]) early.set(status, await delayed(t, payment, status));
    await t.pay(payment);
    for (const [status, body] of early) {
      await arrivesLate(t, payment, body, 'status 4', status);
      await t.settled(payment);
    }
    await rejectedStaysRejected(t);
    await toldAtOnce(t);
  },
});
