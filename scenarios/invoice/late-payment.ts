import { check, DAY_MS, HOUR_MS, type Verbs } from '../../suite/engine/index.ts';

/** A payment in the last minute before expires_at, of which the merchant hears hours later. */
async function paidInTime(t: Verbs): Promise<void> {
  const payment = await t.order();
  const deadline = (await t.gatewayNow()) + 2 * HOUR_MS;
  const overrides = { expires_at: new Date(deadline).toISOString().replace(/\.\d+Z$/, '+00:00') };
  await t.gateway.setInvoiceStatus(payment.paymentId, { status: 2, overrides, notify: 'deliver' });
  const left = deadline - 60_000 - (await t.gatewayNow());
  await t.advance(left, left / 4);
  await t.loseNotifications({ shopOrderId: payment.shopOrderId });
  await t.gateway.setInvoiceStatus(payment.paymentId, { status: 4, overrides, notify: 'deliver' });
  await t.gateway.advance({ byMs: 2 * HOUR_MS });
  await t.gateway.clearFaults();
  await t.runJobsNow();
  await t.mustRecord(payment);
}

export default check('invoice.late-payment', {
  title: 'A payment that arrives a day after the order is recorded.',
  must: ['states.invoice.4', 'law.19'],
  means: ['jobs', 'clock'],
  rule: 'States and transitions, Invoice statuses: 4 is final, the payer has paid. No time limit is given.',
  expectation:
    'A genuine 4 that arrives 25 hours after the invoice was created is recorded: the order is credited once, refunded, or in review. So is a payment in the last minute before expires_at that is notified later.',
  fix: 'You may stop waiting for an order, but record the payment when it arrives: credit it, refund it, or put it into review.',
  story: async (t) => {
    const payment = await t.order();
    const { expiresAt } = payment.invoice;
    const left = expiresAt === null ? 2 * DAY_MS : Date.parse(expiresAt) - (await t.gatewayNow());
    // Nobody can pay an invoice that has expired.
    await t.advance(Math.min(DAY_MS + HOUR_MS, Math.max(0, left - 60_000)), 6 * HOUR_MS);
    await t.mustRecord(payment);
    await paidInTime(t);
  },
});
