import { check } from '../../suite/engine/index.ts';

export default check('notification.content.types', {
  title: 'The shop compares amounts by value, not by their text or type.',
  requirements: ['events.2', 'events.5.match'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 2 and 5; Resources: amounts are strings in requests and numbers in records, and form bodies have strings only.',
  expectation: 'A genuine notification with the number 10 pays the order of 10.00.',
  fix: 'Convert both sides into a decimal value (or whole cents) before comparing them: 10, 10.0 and "10.00" are the same amount, 643 and "643" the same currency.',
  story: async (t) => {
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
});
