import { check, type Payment } from '../../suite/engine/index.ts';
import { saving, tokensUsed } from '../steps/stored-instruments.ts';

export default check('token.notification', {
  title: 'Notifications about a token charge are verified and compared like all others.',
  must: ['events.5.sign', 'events.5.match', 'auth.7', 'law.16'],
  rule: 'Events 5: the shop verifies the signature of every notification and compares it with the stored invoice; the result of a charge with payment_token arrives by notification.',
  expectation:
    'After a "paid" notification with a wrong signature, over 0.01 or in another currency an order charged with a token is not paid; it may go into review. A genuine notification pays it.',
  fix: 'Handle notifications about renewals with the code that handles those of other orders, and do not trust them because you started the charge yourself.',
  story: async (t) => {
    // Each with a customer of its own: a shop may have one unpaid order for each.
    const renewed = async (): Promise<Payment> => {
      const customer = t.unique('customer');
      const first = await saving(t, customer);
      await t.pay(first);
      // A shop may take the token from invoice/check, in a job of its own.
      await t.settle();
      const asked = await t.ask({ customer, instrumentOf: first });
      return (
        (await t.paymentOf(asked)) ?? t.inconclusive('A charge of a stored instrument could not be created.')
      );
    };
    const since = await t.now();
    const plain = await renewed();
    if ((await tokensUsed(t, since)).length === 0)
      t.inconclusive('The merchant uses no stored instrument at all.');
    const told: Payment[] = [];
    for (const [payment, row] of [
      [plain, 'sign.wrong.last-digit'],
      [await renewed(), 'content.amount.one-cent'],
      [await renewed(), 'content.alone.shop_currency'],
    ] as const) {
      await t.send(payment, { rows: [row] });
      told.push(payment);
    }
    await t.paidAmong(told);
    await t.stillHonours([plain]);
  },
});
