import { check } from '../../suite/engine/index.ts';

export default check('notification.repeat.after-restart', {
  title: 'A kill around the reply neither loses nor doubles a credit.',
  must: ['events.6', 'events.6.repeats', 'law.1', 'law.19'],
  means: ['restart'],
  rule: 'Events 6: a notification is sent again until it is answered with OK, so the same one can arrive several times.',
  expectation:
    'After a kill before, during or after the reply, and another delivery, the order is credited exactly once.',
  fix: 'Commit the credit and its mark together and durably before you reply, and never keep handled notifications only in memory.',
  story: async (t) => {
    const replied = await t.order();
    await t.pay(replied);
    await t.restart();
    await t.repeatNews(replied);
    await t.settled(replied);

    const interrupted = await t.order();
    await t.gateway.arm([
      {
        where: { notification: { type: 'invoice' }, shopOrderId: interrupted.shopOrderId },
        effect: { kind: 'kill-merchant', when: 'in-delivery', restart: true },
      },
    ]);
    await t.report(interrupted, 4);
    await t.runJobsNow();
    await t.honours(interrupted, () => t.repeatNews(interrupted));
    await t.settled(interrupted);
  },
});
