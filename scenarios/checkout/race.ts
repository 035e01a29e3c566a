import { check } from '../../suite/engine/index.ts';
import { paidInvoice, payAtGateway, returnsTo, targetOf, toGateway } from '../steps/checkout.ts';

export default check('checkout.race', {
  title: 'A notification that races the return of the payer is credited once.',
  must: ['law.1', 'flow.single.complete'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'The payer pays and returns before the notification arrives; the notification then arrives three times while the page is reloaded: the order is paid with one credit, and the page says so.',
  fix: 'Book in one transaction under a key that is unique for the invoice, however the shop learned of the payment.',
  story: async (t) => {
    await t.loseNotifications();
    const payment = await t.order();
    const page = await t.browser();
    await payAtGateway(t, await toGateway(t, page, payment, await targetOf(t, payment)));
    for (const address of returnsTo(t, payment)) await t.show(page, address);
    await t.gateway.clearFaults();
    const paid = await paidInvoice(t, payment);
    const craft = { label: 'genuine, beside the return of the payer', status: 4, genuine: true } as const;
    const [tab, again] = [await page.context().newPage(), payment.order.status_url];
    await Promise.all([
      t.sendTogether([1, 2, 3].map(() => ({ payment: paid, craft }))),
      t.show(page, again),
      t.show(tab, again),
    ]);
    // What met a lock of the order was refused, and comes again, as the gateway would send it.
    await t.honours(paid, t.genuine(paid, { label: 'genuine, once more' }), t.isPaid);
    await t.mustBecome(payment, 'The payer has paid and the gateway has notified it', t.isPaid);
    await t.look(payment);
    const shown = t.slot.config.merchant.checkout?.paid;
    if (!(await t.comesToShow(page, again, shown)))
      t.late('The page never showed the paid order as paid.', { about: t.aboutPayment(payment) });
  },
});
