import { check, type Verbs } from '../../suite/engine/index.ts';

/** The payment_id of this order beside the shop_order_id of one that was never made. */
async function namedByPaymentIdAlone(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.report(payment, 2);
  await t.settle();
  const strange = t.unique('never-made');
  await t.send(payment, {
    label: 'of this invoice (payment_id) with another shop_order_id',
    set: { shop_order_id: strange },
  });
  const [paid] = await t.paidAmong([payment]);
  if (paid !== undefined) {
    t.fail(
      `A notification with the shop_order_id ${strange} marked the order ${payment.shopOrderId}, whose payment_id it carries, as paid: it is ${t.orderInWords(paid[1])}.`,
      { about: t.aboutPayment(payment) },
    );
  }
  // It contradicts the order, which may be in review by now.
  await t.pay(await t.order());
}

export default check('notification.content.order', {
  title: 'A notification about an order that does not exist pays no other order.',
  requirements: ['events.5.match', 'law.6'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5: the shop compares the values of a notification with the invoice that it stored.',
  expectation:
    'Validly signed notifications whose shop_order_id is longer or shorter than that of an order, or unknown, pay neither the order that it resembles nor any other, whether their payment_id is a new one or that of an order of the shop.',
  fix: 'Look up the invoice by the whole shop_order_id, as a string, with an exact comparison. Never guess by amount, by session or by a prefix of the id, and never use the payment_id alone.',
  story: async (t) => {
    const payment = await t.order();
    const id = payment.shopOrderId;
    // Where orders are numbered, an id with a digit more or less is another order's.
    const shorter = id.replace(/.\d*$/su, '');
    const ids = [`${id}x`, `${id}:0`, `${id}-2`, shorter, t.unique('never-made')];
    const alike = ids.filter((other) => other !== '');
    const about = t.aboutPayment(payment);
    for (const [index, other] of alike.entries()) {
      await t.send(payment, {
        label: `about the order ${other}, which was never created`,
        set: { shop_order_id: other, payment_id: t.number(990_000_000 + index) },
      });
    }
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `A notification about an order that was never created (one of ${alike.join(', ')}) marked the order ${id} as paid: it is ${t.orderInWords(paid[1])}.`,
        { about },
      );
    }
    await t.stillHonours([payment]);
    await namedByPaymentIdAlone(t);
  },
});
