import { check, type Payment } from '../../suite/engine/index.ts';

export default check('notification.order.after-restart', {
  title: 'An order that is open when the shop restarts is paid by its notification.',
  must: ['errors.3.wait', 'law.19'],
  means: ['restart'],
  rule: 'Errors 3: while the status is not final the shop waits for a notification; a restart does not make it final.',
  expectation:
    'One order is created and another one is held, then the shop is killed and restarted: a genuine 4 pays each exactly once, the held one after its charge.',
  fix: 'Write the order and its shop_order_id to the database before the call, and never keep open orders only in memory.',
  story: async (t) => {
    const payment = await t.order();
    const held = t.claims('hold') ? await t.held() : undefined;
    await t.restart();
    const mustBePaid = async (each: Payment, what: string): Promise<void> => {
      const result = await t.honours(each, () => t.report(each, 4));
      if (result.ok) return;
      t.late(
        `The order was ${what} when the merchant was killed and restarted; its payment did not mark it as paid: ${t.describeRefusal(result)}.`,
        { about: t.aboutPayment(each) },
      );
    };
    await mustBePaid(payment, 'open');
    if (held === undefined) return;
    await t.charge(held);
    await mustBePaid(held, 'held');
  },
});
