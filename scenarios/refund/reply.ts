import { check } from '../../suite/engine/index.ts';

export default check('refund.reply', {
  title: 'A notification about a refund is answered with OK.',
  must: ['events.6', 'law.23'],
  readings: ['notification.refund-body', 'notification.refund-address'],
  expectation:
    'Genuine notifications of SUCCESS and of FAILED are answered with HTTP 200 and OK, at least when they are repeated, and so are later repeats.',
  fix: 'Answer notifications with type=refund like those with type=invoice: status 200, body OK, text/plain.',
  story: async (t) => {
    for (const status of ['SUCCESS', 'FAILED'] as const) {
      const payment = await t.paid();
      const made = await t.refund(payment);
      const again = () => t.repeatNews(made.payment, { type: 'refund' });
      await t.acceptedReply(await t.endRefund(made, status), again);
      await t.settle();
      await t.acceptedReply(await again(), again);
    }
  },
});
