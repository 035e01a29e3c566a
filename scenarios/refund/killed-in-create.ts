import { check } from '../../suite/engine/index.ts';
import { KILLED } from '../steps/effects.ts';
import { pastRecovery } from '../steps/recovery.ts';
import { isCounted, part } from '../steps/refunds.ts';

export default check('refund.killed-in-create', {
  title: 'A kill while a refund is being created neither doubles nor loses it.',
  must: ['states.refund.success', 'law.7', 'law.8', 'law.21', 'law.40'],
  means: ['restart'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'Errors 2 and 3: the shop waits for the result of a refund that the gateway created; each refund counts once.',
  expectation:
    'The shop is killed between the refund request and its answer, and restarted: the gateway has one refund, and its SUCCESS counts the sum as refunded, once.',
  fix: 'Store the refund before the call. After a restart call invoice/get-refunds for every refund without an answer, and repeat only what is not listed, under the same shop_refund_id.',
  story: async (t) => {
    const payment = await t.paid();
    await t.nextCall('invoice/create-refund', KILLED);
    await t.askRefund(payment, part(t));
    await t.restart();
    await pastRecovery(t, 4);
    await t.settle();
    const [view] = await t.refundViews(payment);
    if (view === undefined) return t.inconclusive('The refund did not reach the gateway before the kill.');
    await t.moveRefund(view, 'SUCCESS');
    await isCounted(t, payment, part(t));
  },
});
