import type { WireValue } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { secondTry } from './new-tries.ts';

/**
 * A notification with a valid signature that contradicts the stored invoice must not pay it. Putting the order
 * into review is as good. That the flaw was the cause is shown by a plain payment of another order.
 */
async function contradictionsPayNothing(
  t: Verbs,
  changes: readonly (readonly [label: string, set: Readonly<Record<string, WireValue | undefined>>])[],
): Promise<void> {
  const sent = new Map<Payment, string>();
  for (const [label, set] of changes) {
    const payment = await t.order();
    sent.set(payment, label);
    await t.send(payment, { label, set });
  }
  const [paid] = await t.paidAmong([...sent.keys()]);
  if (paid !== undefined) {
    const [payment, order] = paid;
    t.fail(
      `A validly signed notification ${sent.get(payment)} marked the order as paid: it is ${t.orderInWords(order)}.`,
      { about: t.aboutPayment(payment) },
    );
  }
  await t.pay(await t.order());
}

/** An order in one currency of the merchant is paid in that one, and not by as much of its usual one. */
async function paidInItsOwn(t: Verbs, usual: number, currency: number): Promise<void> {
  // Not every shop sells over this amount in every currency.
  const payment = await t.paymentOf(await t.ask({ currency, amount: '100' }));
  if (payment === undefined) return;
  const label = `over 100 in currency ${usual} for an order over 100 in currency ${currency}`;
  await t.send(payment, { label, set: { shop_currency: t.number(usual), ps_currency: t.number(usual) } });
  const [paid] = await t.paidAmong([payment]);
  if (paid !== undefined) {
    t.fail(
      `A validly signed notification ${label} marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
      {
        about: t.aboutPayment(payment),
      },
    );
  }
  const plain = await t.paymentOf(await t.ask({ currency, amount: '100' }));
  const result = plain && (await t.honours(plain, () => t.report(plain, 4)));
  if (plain === undefined || result?.ok !== false) return;
  t.late(
    `A genuine payment in currency ${currency} did not mark the order as paid: ${t.describeRefusal(result)}.`,
    {
      about: t.aboutPayment(plain),
    },
  );
}

/** The fee that the payer pays on top is none of the customer's balance. */
async function raisedByTheAmount(t: Verbs, { customer, amount, ...payment }: Payment): Promise<void> {
  if (!t.claims('wallet') || customer === undefined) return;
  const balance = await t.balanceBecomes(customer, amount);
  if (t.sameAmount(balance, amount)) return;
  t.fail(
    `A payment of 10.50, for which the payer paid 10.92 with the fee, set the customer's balance to ${balance}.`,
    { about: [payment.shopOrderId, payment.paymentId, customer] },
  );
}

/** Nothing at all, a cent alone, a cent less, a part of a unit more, a hundred times as much, and the first digit alone. */
const WRONG_AMOUNTS = ['0', '0.01', '10.49', '10.99', '1050', '1'];

export const content: Bodies = {
  'notification.content.amount': async (t) => {
    await contradictionsPayNothing(
      t,
      WRONG_AMOUNTS.map((amount) => [
        `over ${amount} for an order over 10.50`,
        { shop_amount: t.number(amount), client_price: t.number(amount) },
      ]),
    );
    const again = await secondTry(t);
    if (again === undefined) return;
    const set = { shop_amount: t.number('0.01'), client_price: t.number('0.01') };
    await t.send(again, { label: 'over 0.01 for a retried order over 10.50', set });
    const [paid] = await t.paidAmong([again]);
    if (paid === undefined) return;
    t.fail(
      `A validly signed notification over 0.01 marked a retried order as paid: it is ${t.orderInWords(paid[1])}.`,
      { about: t.aboutPayment(again) },
    );
  },

  'notification.content.currency': async (t) => {
    await contradictionsPayNothing(t, [
      [
        'in currency 980 for an order in another currency',
        { shop_currency: t.number(980), ps_currency: t.number(980) },
      ],
      [
        'whose shop_currency alone is 980, for an order in another currency',
        { shop_currency: t.number(980) },
      ],
      ['whose shop_currency is 0', { shop_currency: t.number(0), ps_currency: t.number(0) }],
    ]);
    const [usual = 0, other] = t.slot.config.profile.currencies;
    if (other !== undefined) await t.withPayway({ currency: other }, () => paidInItsOwn(t, usual, other));
  },

  'notification.content.shop': (t) =>
    contradictionsPayNothing(t, [
      ['with the shop_id of another shop', { shop_id: t.number(t.slot.shop.id + 1) }],
      ['with the shop_id 0', { shop_id: t.number(0) }],
    ]),

  'notification.content.absent': (t) =>
    contradictionsPayNothing(t, [
      ['without an amount', { shop_amount: undefined, client_price: undefined }],
      ['with null for an amount', { shop_amount: null, client_price: null }],
    ]),

  'notification.content.client-price': async (t) => {
    const payment = await t.withPayway({ payerFee: { percent: '0', fix: '0.42' } }, () =>
      t.order({ amount: '10.50' }),
    );
    if (!t.sameAmount(payment.invoice.amount, '10.50')) {
      t.fail(
        `The order is over 10.50, the payer pays a fee of 0.42 on top, and the invoice was asked for over ${payment.invoice.amount}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (result.ok) return raisedByTheAmount(t, payment);
    const control = await t.order({ amount: '10.50' });
    const plain = await t.honours(control, () => t.report(control, 4));
    if (!plain.ok)
      t.inconclusive(`A plain payment did not mark its order as paid either: ${t.describeRefusal(plain)}.`);
    t.late(
      `A notification with shop_amount 10.5 and client_price 10.92 for an order over 10.50 did not mark it as paid, one with client_price 10.5 did: ${t.describeRefusal(result)}.`,
      { about: t.aboutPayment(payment) },
    );
  },

  'notification.content.types': async (t) => {
    const payment = await t.order({ amount: '10.00' });
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (result.ok) return;
    const control = await t.order({ amount: '23.15' });
    const plain = await t.honours(control, () => t.report(control, 4));
    if (!plain.ok)
      t.inconclusive(
        `A plain payment over 23.15 did not mark its order as paid either: ${t.describeRefusal(plain)}.`,
      );
    t.late(
      `A notification with shop_amount 10 for an order over 10.00 did not mark it as paid: ${t.describeRefusal(result)}.`,
      {
        about: t.aboutPayment(payment),
      },
    );
  },

  'notification.content.credits-invoice': async (t) => {
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
    const credited = await t.balanceBecomes(other, '10.50');
    if (!t.sameAmount(credited, '10.50')) {
      t.fail(`The balance of a customer who paid 10.50 is ${credited}.`, { about: [other] });
    }
  },
};
