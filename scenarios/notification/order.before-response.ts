import { check } from '../../suite/engine/index.ts';
import { isKnownInTheEnd, tellUntil, waysIn } from '../steps/holds.ts';

export default check('notification.order.before-response', {
  title: 'A notification that arrives before the answer to invoice/create is not lost.',
  must: ['errors.3.wait', 'law.19'],
  rule: 'Events 6 and Errors 3: nothing says that the answer comes first; a notification that is not answered with OK is sent again.',
  expectation:
    'A genuine 4 arrives before the answer to invoice/create, and again later unless it was answered with OK: the order is paid in the end. In the same way an 8 before the answer to invoice/hold makes the order held, and a 4 before the answer to the charge of a stored instrument pays its order.',
  fix: 'Store the order with its shop_order_id before the call. Do not answer OK to a notification about an order that you do not know yet, and never let the code that handles the answer overwrite a newer state.',
  story: async (t) => {
    for (const way of await waysIn(t)) {
      const { mode, operation, status, wanted, wish } = way;
      await t.nextCall(operation, { kind: 'notify-first', status });
      const payment = await t.paymentOf(await t.ask({ mode, ...wish }));
      // Whether a stored instrument can be charged is judged elsewhere.
      if (payment === undefined && wish !== undefined) continue;
      if (payment === undefined) return t.inconclusive(`${operation} created no invoice.`);
      await tellUntil(t, payment, wanted);
      const what = `The notification of status ${status} came before the answer of ${operation} and was lost`;
      await isKnownInTheEnd(t, payment, what, way);
    }
  },
});
