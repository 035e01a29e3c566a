import { check } from '../../suite/engine/index.ts';
import { returnsTo } from '../steps/checkout.ts';
import { mustCharge } from '../steps/holds.ts';

export default check('hold.charge.only-held', {
  title: 'The shop charges only held invoices.',
  must: ['endpoint.invoice.charge.only-held', 'law.13'],
  anyOf: ['hold', 'hold.auto'],
  readings: ['hold.id'],
  expectation:
    'No charge reaches the gateway before status 8, whether or not the payer has returned, for a single-step invoice, or after an unhold, even when the notification of 8 is repeated then.',
  fix: 'Allow the charge only while the order is held, and refuse it in every other state without a call to the gateway.',
  story: async (t) => {
    const early = await t.order({ mode: 'hold' });
    // The return of the payer is no news of the hold.
    for (const url of returnsTo(t, early)) await t.page(url);
    await t.driver.charge(early.orderId);
    await t.settle();
    if (t.claims('invoice')) {
      const single = await t.order({ mode: 'single' });
      await t.driver.charge(single.orderId);
      await t.settle();
    }
    if (t.claims('hold.auto')) return;
    const released = await t.held();
    await t.driver.unhold(released.orderId);
    await t.settle();
    await t.driver.charge(released.orderId);
    // The reply to the news of the hold may have been lost: they come again, and hold nothing any more.
    const { status } = await t.gateway.invoice(released.paymentId);
    if (status !== 8) await t.repeatNews(released, { status: 8 });
    await t.settle();
    await t.driver.charge(released.orderId);
    await t.settle();
    // The control: a held order is charged when asked.
    await mustCharge(t, await t.held());
  },
});
