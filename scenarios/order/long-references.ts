import { check, type Exchange, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { creates, needs, tail } from '../steps/orders.ts';

const idOf = ({ request }: Exchange): string => String(request.fields?.shop_order_id ?? '');

/** Another try of an order with a long reference has an id of its own, and no longer one. */
async function retriesUnderShortIds(t: Verbs, payment: Payment): Promise<void> {
  if (!t.claims('order.retry')) return;
  await t.report(payment, 6);
  if (!(await t.becomes(payment, ({ state }) => state === 'failed')).met) return;
  const since = await t.now();
  await t.driver.retry(payment.orderId);
  for (const exchange of await creates(t, since)) {
    const id = idOf(exchange);
    const { length } = [...id];
    if (length <= 255 && id !== payment.shopOrderId) continue;
    t.fail(
      length > 255
        ? `The retry of an order has a shop_order_id of ${length} characters; at most 255 are allowed.`
        : `The retry of an order has the shop_order_id of the first one, ${id}, which must not be used again.`,
      { about: [...t.aboutPayment(payment), exchange.request.exchange] },
    );
  }
}

export default check('order.long-references', {
  title: 'Two orders whose long references differ only at the end get different ids.',
  requirements: ['limits.shop-order-id', 'limits.unique-order', 'transport.5'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Transport rule 5: shop_order_id is unique within a shop, and so is shop_payment_id; a repeated id creates nothing new. Limits: shop_order_id has at most 255 characters.',
  expectation:
    'References of 300 characters that differ only in the last one lead to two invoices whose ids have at most 255 characters, and a payment of one leaves the other unpaid. A second attempt has its own id of at most 255 characters.',
  fix: 'Do not truncate a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  story: async (t) => {
    const [one, two] = tail(t, 'long');
    const since = await t.now();
    const first = await t.ask({ reference: one });
    const second = await t.ask({ reference: two });
    const long = (await creates(t, since)).find((exchange) => [...idOf(exchange)].length > 255);
    if (long !== undefined) {
      t.fail(`A shop_order_id of ${[...idOf(long)].length} characters was sent; at most 255 are allowed.`, {
        about: [long.request.exchange],
      });
    }
    const unpaid = await needs(t, first, 'a reference of 300 characters');
    const paid = await t.paymentOf(second);
    if (paid === undefined) {
      return t.fail(
        `Of two orders whose references of 300 characters differ only in the last character, the second could not be created: ${JSON.stringify(second.answer)}.`,
        { about: [one, two] },
      );
    }
    const about = [...t.aboutPayment(unpaid), ...t.aboutPayment(paid)];
    if (unpaid.shopOrderId === paid.shopOrderId) {
      t.fail(`Two orders with different references share the shop_order_id ${paid.shopOrderId}.`, {
        about,
      });
    }
    await t.pay(paid);
    await retriesUnderShortIds(t, unpaid);
    const [wrong] = await t.paidAmong([unpaid]);
    if (wrong !== undefined) {
      t.fail(
        `A payment of another order with a similar reference marked this one as paid: it is ${t.orderInWords(wrong[1])}.`,
        {
          about,
        },
      );
    }
  },
});
