import { check } from '../../suite/engine/index.ts';

export default check('notification.order.pending-then-paid', {
  title: 'A non-final notification does not suppress the final one.',
  must: ['states.invoice.2', 'states.single.paid', 'law.19'],
  rule: 'States and transitions, Invoice statuses: 2 is not final, and 4 may follow it.',
  expectation: 'A genuine 2 and then a genuine 4 pay the order.',
  fix: 'Recognise repeats by order and status, or by the effect that was booked, not by the order alone.',
  story: async (t) => {
    const payment = await t.order();
    await t.report(payment, 2);
    await t.honours(payment);
  },
});
