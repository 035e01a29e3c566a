import { check, HOUR_MS } from '../../suite/engine/index.ts';

export default check('notification.repeat.credits-once', {
  title: 'A repeated notification is credited once.',
  must: ['events.6.repeats', 'law.1'],
  expectation:
    'The same genuine notification is sent five times, once more after the payment of another order, and once more a day later: there is one credit of the amount of the order, and the balance of its customer rises once.',
  fix: 'Mark the attempt as credited in the transaction that credits it, keep the mark forever, and check it on every delivery.',
  story: async (t) => {
    const payment = await t.order();
    await t.pay(payment);
    for (let repeat = 0; repeat < 3; repeat++) await t.repeatNews(payment);
    // The same news in another body, as when the gateway has touched the record since.
    await t.send(payment, {
      label: 'genuine, repeated with a later time',
      set: { updated: '2031-01-02T03:04:05', note: 'again' },
      genuine: true,
    });
    await t.settled(payment);
    await t.pay(await t.order());
    await t.repeatNews(payment);
    await t.settled(payment);
    const after = t.claims('wallet') ? await t.balance(payment.customer) : undefined;
    if (after !== undefined && t.amountOf(after)?.gt(payment.amount)) {
      t.fail(
        `The one payment of a customer, of ${payment.amount}, was notified five times, and the customer's balance is ${after}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    if (!t.claims('clock')) return;
    // The last attempt comes at the end of the day: what has been credited is remembered for longer.
    await t.advance(25 * HOUR_MS, 5 * HOUR_MS);
    await t.repeatNews(payment);
    await t.settled(payment);
  },
});
