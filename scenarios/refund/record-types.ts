import { check, type Verbs } from '../../suite/engine/index.ts';

/** Refunds and credits are in the currency of the invoice, whatever the gateway settles with the shop. */
async function settledInAnother(t: Verbs): Promise<void> {
  const own = t.slot.config.profile.currencies[0] ?? 643;
  const currency = own === 840 ? 978 : 840;
  const settlement = { currency, rates: { [own]: '0.0123' } };
  const made = await t.withPayway({ settlement }, async () => {
    const payment = await t.order({ amount: '10.50' });
    await t.pay(payment);
    return t.refund(payment, '10.50');
  });
  await t.endRefund(made, 'SUCCESS');
  await t.refunded(made.payment, '10.50');
}

export default check('refund.record-types', {
  title: 'The shop reads each field of a refund record by its listed type.',
  must: ['fields.refund.types', 'states.refund.success', 'law.21'],
  means: ['jobs'],
  rule: 'Resources, Refund record: amount and currency are strings, settlement_rate is a number or null. What the service does: refunds are in the currency of the paid invoice.',
  expectation:
    'A refund of 10.50 that is settled in another currency at a rate of 0.0123 counts as 10.50. When invoice/get-refunds shows a refund as SUCCESS with amount "10.50" and currency "643", it is successful; this part is not judged when the shop does not call invoice/get-refunds.',
  fix: 'Parse amount and currency of a refund record from strings, compare them as numbers, accept null for settlement_rate, and count amount, never settlement_amount.',
  story: async (t) => {
    await settledInAnother(t);
    const payment = await t.order({ amount: '10.50' });
    await t.pay(payment);
    const made = await t.refund(payment, '10.50');
    const { shopId, shopRefundId } = made.view;
    await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'none' });
    // A merchant may ask about other refunds at the same time.
    await t.everyCall(
      'invoice/get-refunds',
      {
        kind: 'answer',
        set: {
          'data.0.amount': '10.50',
          'data.0.currency': String(payment.currency),
          'data.0.settlement_amount': '10.50',
          'data.0.settlement_currency': String(payment.currency),
          'data.0.settlement_rate': null,
        },
      },
      { paymentId: payment.paymentId },
    );
    const since = await t.now();
    for (let round = 0; round < 4; round++) {
      await t.polls();
      await t.settle();
      if ((await t.lookAtRefund(made)).state === 'done') return;
    }
    const fields = { invoice_id: payment.paymentId };
    const asked = await t.calls({ operation: 'invoice/get-refunds', fields, after: since });
    if (asked.length === 0) t.notSeen('The merchant does not ask invoice/get-refunds about this refund.');
  },
});
