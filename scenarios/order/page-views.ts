import { check } from '../../suite/engine/index.ts';
import { creates } from '../steps/operations.ts';

export default check('order.page-views', {
  title: 'Viewing the payment page again creates no further invoice.',
  should: ['transport.5', 'law.1'],
  whyShould:
    'Several open invoices of one order are legal where each payment is recorded, which order.retry.late-first judges. A view charges nobody: the payer would have to pay twice.',
  capabilities: ['invoice', 'checkout'],
  rule: 'Transport rule 5: shop_order_id is unique within a shop, and so is shop_payment_id; a repeated id creates nothing new. An order with several payable invoices can be paid twice.',
  expectation:
    'After five views of the pay page and two of the status page, the gateway has one invoice for the order.',
  fix: 'Issue the invoice once, store its redirect, and show the stored redirect on every view.',
  story: async (t) => {
    const payment = await t.order();
    const { pay_url: payUrl, status_url: statusUrl } = await t.look(payment);
    const since = await t.now();
    let shown = 0;
    for (const url of [payUrl, payUrl, payUrl, statusUrl, payUrl, payUrl, statusUrl]) {
      const page = await t.page(url);
      if (page !== undefined && page.status < 500) shown += 1;
    }
    if (shown === 0) t.inconclusive('No page of the order could be fetched (pay_url, status_url).');
    const more = (await creates(t, since)).filter(({ answer }) => answer?.result === true);
    if (more.length > 0) {
      t.fail(`${more.length} further invoice(s) were created by opening the pages of one order.`, {
        about: [...t.aboutPayment(payment), ...more.map(({ request }) => request.exchange)],
      });
    }
  },
});
