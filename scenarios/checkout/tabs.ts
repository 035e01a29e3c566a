import { check, type Verbs } from '../../suite/engine/index.ts';
import { payAtGateway, targetOf, toGateway } from '../steps/checkout.ts';

/** How many invoices of this check the payer has paid. */
async function paidInvoices(t: Verbs): Promise<number> {
  const created = await t.calls({ operation: 'invoice/create' });
  const ids = new Set(created.flatMap(({ answer }) => answer?.paymentId ?? []));
  let paid = 0;
  for (const id of ids) if ((await t.gateway.invoice(id)).status === 4) paid += 1;
  return paid;
}

export default check('checkout.tabs', {
  title: 'Going back, reloading and paying in two tabs credits the order once.',
  must: ['law.1', 'transport.5'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'The payer opens the pay page in two tabs, reloads one, goes on to the gateway in both, pays in the first, goes back, and presses pay in the second: the order is paid, with one credit.',
  fix: 'Issue one invoice for an order and show its stored redirect on every view. Book under a key that is unique for the order.',
  story: async (t) => {
    const payment = await t.order();
    const target = await targetOf(t, payment);
    const first = await t.browser();
    await t.show(first, payment.order.pay_url);
    // A page that goes on by itself may be gone by then.
    await first.reload().catch(() => null);
    const second = await first.context().newPage();
    const one = await toGateway(t, first, payment, target);
    const other = await toGateway(t, second, payment, target);
    await payAtGateway(t, one);
    await one
      .page()
      .goBack()
      .catch(() => null);
    await payAtGateway(t, other);
    const about = { about: t.aboutPayment(payment) };
    const paid = await paidInvoices(t);
    if (paid > 1 && t.claims('intents')) {
      t.fail(`The payer could pay ${paid} invoices of one order, one in each tab.`, about);
    }
    await t.mustBecome(payment, 'The payer has paid', t.isPaid);
  },
});
