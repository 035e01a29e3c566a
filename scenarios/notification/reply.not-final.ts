import { check } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';
import { arrivesLate, delayed } from '../steps/order.ts';

export default check('notification.reply.not-final', {
  title: 'A notification of a status that is not final is answered with OK.',
  must: ['events.6'],
  rule: 'Events 6: the expected reply is HTTP 200 with body OK; otherwise the notification is repeated, in up to 25 attempts.',
  expectation:
    'Genuine notifications of status 2, 3 and 5, of 8 where the shop takes holds, and of a 2 that arrives after the payment are answered with HTTP 200 and OK, at least when they are repeated.',
  fix: 'Answer OK to every notification that you have understood, also when there is nothing to do.',
  story: async (t) => {
    for (const status of [2, 3, 5, ...(takesHolds(t) ? [8] : [])]) {
      const payment = await t.order(status === 8 ? { mode: 'hold' } : {});
      await t.acceptedReply(await t.report(payment, status), () => t.report(payment, status));
    }
    const paid = await t.order();
    const early = await delayed(t, paid);
    await t.pay(paid);
    const tell = () => arrivesLate(t, paid, early, 'the payment');
    await t.acceptedReply(await tell(), tell);
  },
});
