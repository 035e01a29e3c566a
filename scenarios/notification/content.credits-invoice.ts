import { check } from '../../suite/engine/index.ts';

export default check('notification.content.credits-invoice', {
  title: 'The shop credits the amount of its invoice, not the notified one.',
  must: ['events.5.match', 'law.3'],
  capabilities: ['invoice', 'wallet'],
  rule: 'Events 5: the notification is compared with the stored invoice; only the invoice says what was bought.',
  expectation:
    'A validly signed notification with shop_amount 1050 for a top-up of 10.50 never raises the balance by 1050.',
  fix: 'Book the amount of your stored invoice, and book nothing when the notified amount differs.',
  story: async (t) => {
    const customer = t.unique('customer');
    const payment = await t.order({ customer });
    await t.send(payment, {
      label: 'over 1050 for an order over 10.50',
      set: { shop_amount: t.number('1050'), client_price: t.number('1050') },
    });
    await t.settle();
    const balance = await t.balance(customer);
    if (balance !== undefined && t.amountOf(balance)?.gt('10.50')) {
      t.fail(`The customer's balance is ${balance} after a notification over 1050 for an order over 10.50.`, {
        about: [...t.aboutPayment(payment), customer],
      });
    }
    const other = t.unique('customer');
    await t.pay(await t.order({ customer: other }));
    await t.settle();
    const credited = await t.balanceBecomes(other, '10.50');
    if (!t.sameAmount(credited, '10.50'))
      t.late(`The balance of a customer who paid 10.50 is ${credited}.`, { about: [other] });
  },
});
