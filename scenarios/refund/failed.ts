import { check } from '../../suite/engine/index.ts';

export default check('refund.failed', {
  title: 'A failed refund does not count as refunded.',
  must: ['states.refund.failed', 'errors.2.refund', 'law.8'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  expectation: 'After WAITING and then FAILED the order is paid as before, with nothing refunded.',
  fix: 'On FAILED set the refund to failed, make its amount available for another refund, and leave the order paid.',
  story: async (t) => {
    const payment = await t.paid();
    const made = await t.refund(payment);
    await t.endRefund(made, 'FAILED');
    const record = await t.refundBecomes(made, ({ state }) => state !== 'pending');
    await t.look(payment);
    // Where nobody can run the merchant's jobs, the rules wait for longer than this.
    if (record.state !== 'failed')
      t.late(`The refund FAILED, and the merchant still shows it as ${record.state}.`, {
        about: [...t.aboutPayment(payment), made.view.shopRefundId],
      });
    const again = await t.askRefund(payment);
    // A shop that asks for one refund of an order leaves the next to a person, and says so by 409 or 501.
    if (again.kind === 'refused' && again.status === 422) {
      t.warn(
        `After a failed refund another one is refused (${again.status} ${again.message}): the payer cannot be paid back.`,
      );
    }
  },
});
