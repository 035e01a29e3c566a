import { check } from '../../suite/engine/index.ts';
import { isForm } from '../steps/forgery.ts';
import { refundTemplate } from '../steps/trust.ts';

export default check('notification.type.crossed', {
  title: 'A payment notification completes no refund, and a refund notification changes no payment.',
  must: ['events.1', 'events.5.match', 'law.6', 'law.8'],
  capabilities: ['refund'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  expectation:
    'The "paid" notification of the order, sent with type=refund, leaves its waiting refund waiting, and so does one of that refund, with status SUCCESS, whose type is unknown. The notification of the successful refund, sent with type=invoice, leaves the order unchanged. It may go into review.',
  fix: 'Look up refunds by shop_refund_id and payments by shop_order_id, and keep their status values apart.',
  story: async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.order({ amount: '100.00' });
    await t.pay(payment);
    const made = await t.refund(payment, '100.00');
    await t.send(payment, { rows: ['type.other.refund'] });
    await t.sendOfRefund(made, template, { set: { status: 'SUCCESS' }, rows: ['type.of-refund.chargeback'] });
    await t.settle();
    await t.lookAtRefund(made);
    await t.endRefund(made, 'SUCCESS');
    const before = await t.mustBecome(
      payment,
      'The refund ended in SUCCESS',
      (order) =>
        order.state === 'review' || (order.state === 'refunded' && t.sameAmount(order.refunded, '100')),
    );
    const [notification] = await t.gateway.notifications({ paymentId: payment.paymentId, type: 'refund' });
    if (notification === undefined) return t.inconclusive('The gateway sent no refund notification.');
    const url = new URL(notification.url);
    url.searchParams.set('type', 'invoice');
    const label = 'the notification of the refund with type=invoice';
    const headers = { 'content-type': isForm(t) ? 'application/x-www-form-urlencoded' : 'application/json' };
    await t.gateway.deliver({
      deliveries: [
        { url: url.href, headers, body: notification.body, label, about: { paymentId: payment.paymentId } },
      ],
    });
    const after = await t.settled(payment);
    // Whom it contradicts may leave the order to a person.
    const same =
      (after.state === before.state || after.state === 'review') &&
      after.credits === before.credits &&
      t.sameAmount(after.credited, before.credited) &&
      t.sameAmount(after.refunded, before.refunded);
    if (!same) {
      t.fail(
        `The notification of the refund, sent with type=invoice, changed the order: it was ${t.orderInWords(before)} and is ${t.orderInWords(after)}.`,
        { about: t.aboutPayment(payment), underAnyReading: true },
      );
    }
  },
});
