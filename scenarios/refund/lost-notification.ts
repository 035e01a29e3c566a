import { check } from '../../suite/engine/index.ts';
import { endUnheard } from '../steps/refunds.ts';

export default check('refund.lost-notification', {
  title: 'The final status of a refund is found even if its notification is lost.',
  should: ['states.refund.waiting', 'law.21', 'law.8'],
  whyShould:
    'The specification promises the final status by notification, in up to 25 attempts, and does not oblige the shop to ask. A refund without a notification stays open, and a person can look it up.',
  means: ['jobs'],
  rule: 'Refund statuses: the final status of a WAITING refund follows by notification; invoice/get-refunds reports it as well.',
  expectation:
    'One WAITING refund becomes SUCCESS and another FAILED, and so do two partial refunds of one payment; every notification about them is lost. After the jobs of the shop have run, each has the status that the gateway reports, although invoice/get-refunds fails for yet another refund.',
  fix: 'Call invoice/get-refunds for every refund that has been open for a while. Identify each by its shop_refund_id: a payment can have several.',
  story: async (t) => {
    const stumbling = await t.paid();
    const broken = await t.refund(stumbling);
    await t.everyCall(
      'invoice/get-refunds',
      { kind: 'http-status', status: 500, committed: true },
      { paymentId: stumbling.paymentId },
    );
    for (let round = 0; round < 2; round++) await t.settle();
    const { firstOpen } = await endUnheard(t);
    const left = await firstOpen();
    if (left === undefined) return;
    const { made, status } = left;
    t.late(
      `The refund ended in ${status} and every notification about it was lost; after the jobs of the merchant it is ${(await t.lookAtRefund(made)).state}, and the order is ${t.orderInWords(await t.look(made.payment))}.`,
      { about: [...t.aboutPayment(made.payment), made.view.shopRefundId, broken.view.shopRefundId] },
    );
  },
});
