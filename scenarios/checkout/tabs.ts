import { check } from '../../suite/engine/index.ts';
import { payAtGateway, targetOf, toGateway } from '../steps/checkout.ts';

export default check('checkout.tabs', {
  title: 'Going back, reloading and paying in two tabs credits the order once.',
  must: ['law.1', 'transport.5'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'The payer opens the pay page in two tabs, reloads one, goes on to the gateway in both, pays in the first, goes back, and presses pay in the second: the order is credited at most once for each invoice that was paid. Where each view is a new invoice, the second payment may put it into review.',
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
    await t.mustBecome(payment, 'The payer has paid', (order) => t.isPaid(order) || order.state === 'review');
  },
});
