import { check } from '../../suite/engine/index.ts';

export default check('refund.restart', {
  title: 'A refund that is WAITING when the shop restarts is completed by its notification.',
  must: ['states.refund.waiting', 'states.refund.success', 'law.21'],
  means: ['restart'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'States and transitions, Refund statuses: the final status of a WAITING refund follows by notification; a restart of the shop does not make it final.',
  expectation:
    'A refund is WAITING, the shop is killed and restarted, and SUCCESS is notified: the sum counts as refunded. When the notification of a refund that already counted is repeated, it is not counted a second time. A refund whose SUCCESS the shop received before it was killed counts.',
  fix: 'Write the refund and its shop_refund_id to the database before the call, and look it up there when its notification arrives.',
  story: async (t) => {
    const made = await t.refund(await t.paid(), '100.00');
    const counted = await t.refund(await t.paid(), '100.00');
    await t.endRefund(counted, 'SUCCESS');
    await t.refunded(counted.payment);
    const cutOff = await t.refund(await t.paid(), '100.00');
    const heard = await t.endRefund(cutOff, 'SUCCESS');
    await t.restart();
    // After OK the gateway sends nothing more.
    if (!t.isAccepted(heard)) await t.repeatNews(cutOff.payment, { type: 'refund' });
    await t.repeatNews(counted.payment, { type: 'refund' });
    await t.acceptedReply(await t.endRefund(made, 'SUCCESS'), () =>
      t.repeatNews(made.payment, { type: 'refund' }),
    );
    await t.refunded(made.payment);
    await t.refunded(cutOff.payment);
    await t.settled(counted.payment);
  },
});
