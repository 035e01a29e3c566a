import { check } from '../../suite/engine/index.ts';
import { refundTemplate, tellOfRefund } from '../steps/trust.ts';

export default check('refund.notification.new-fields', {
  title: 'The shop verifies refund notifications over all their fields, including new ones.',
  must: ['events.5', 'events.7', 'versioning.3.notification-fields', 'versioning.4', 'auth.7'],
  readings: ['refund.answer', 'notification.refund-body', 'notification.refund-address'],
  rule: 'Events 5 and 7, Versioning 3: refund notifications are signed and verified like the others, and new fields may appear in them.',
  expectation:
    'Genuine notifications of SUCCESS with signed new fields, with zeros, and with null and empty fields are answered with OK.',
  fix: 'Verify refund notifications with the code that verifies the others: over the parsed body as it arrived, without null and empty values, zeros included.',
  story: async (t) => {
    const template = await refundTemplate(t);
    for (const [name, fields] of [
      [
        'with signed new fields',
        { new_field: 'x', design_id: '7', note: ' O\'Brien & <b>sons</b> "x" \\ 100% a+b\u00e9 ' },
      ],
      ['with zeros, which take part in the signature', { fee: t.number(0), tip: '0', discount: '0.00' }],
      [
        'with null and empty fields, which take no part in the signature',
        { settlement_rate: null, note: '', gap: ' ' },
      ],
    ] as const) {
      const payment = await t.paid();
      const made = await t.refund(payment);
      const { shopId, shopRefundId } = made.view;
      await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'none' });
      const label = `a genuine refund notification ${name}`;
      const tell = () =>
        tellOfRefund(t, template, made, { label, set: { ...fields, status: 'SUCCESS' }, genuine: true });
      const reply = await t.acceptedReply(await tell(), tell);
      if (t.isAccepted(reply)) continue;
      const plain = await t.paid();
      const control = await t.refund(plain);
      const heard = await t.acceptedReply(await t.endRefund(control, 'SUCCESS'), () =>
        t.repeatNews(plain, { type: 'refund' }),
      );
      if (!t.isAccepted(heard)) {
        return t.inconclusive(
          `Not even a plain refund notification was answered OK: ${t.describeReply(heard)}.`,
        );
      }
      t.late(`The reply to ${label} is ${t.describeReply(reply)}, the reply to a plain one is OK.`, {
        about: [...t.aboutPayment(payment), shopRefundId],
      });
    }
  },
});
