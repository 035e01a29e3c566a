import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { needs, tail } from '../steps/long-texts.ts';

/** An order with a long reference is tried again. */
async function isTriedAgain(t: Verbs, payment: Payment): Promise<void> {
  if (!t.claims('order.retry')) return;
  await t.report(payment, 6);
  if (!(await t.becomes(payment, ({ state }) => state === 'failed')).met) return;
  await t.driver.retry(payment.orderId);
}

export default check('order.long-references', {
  title: 'Two orders whose long references differ only at the end get different ids.',
  must: ['limits.shop-order-id', 'limits.unique-order', 'transport.5'],
  rule: 'Transport rule 5: shop_order_id is unique within a shop, and so is shop_payment_id; a repeated id creates nothing new. Limits: shop_order_id has at most 255 characters.',
  expectation:
    'References of 300 characters that differ only in the last one lead to two invoices whose ids have at most 255 characters, and a payment of one leaves the other unpaid. A second attempt has its own id of at most 255 characters.',
  fix: 'Do not truncate a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  story: async (t) => {
    const [one, two] = tail(t, 'long');
    const first = await t.ask({ reference: one });
    const second = await t.ask({ reference: two });
    const unpaid = await needs(t, first, 'a reference of 300 characters');
    const paid = await t.paymentOf(second);
    if (paid === undefined) {
      return t.fail(
        `Of two orders whose references of 300 characters differ only in the last character, the second could not be created: ${JSON.stringify(second.answer)}.`,
        { about: [one, two] },
      );
    }
    if (paid.orderId === unpaid.orderId) {
      return t.fail(
        `Of two orders whose references of 300 characters differ only in the last character the shop made one: both calls answered with order ${paid.orderId}.`,
        { about: [one, two] },
      );
    }
    await t.pay(paid);
    await isTriedAgain(t, unpaid);
    await t.settled(unpaid);
  },
});
