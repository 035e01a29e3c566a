import { check } from '../../suite/engine/index.ts';
import { extraOf, PHONE, VALUE } from '../steps/extra-fields.ts';
import { CREATE } from '../steps/operations.ts';

export default check('order.add-ons.retry', {
  title: 'The shop sends the extra fields again when an order is retried.',
  must: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
  capabilities: ['invoice', 'order.retry'],
  expectation:
    'An order with the extra field `phone` is rejected and retried: the second invoice request carries the field as well. Not judged when the shop makes no such order or does not retry it.',
  fix: 'Store the values of the payer with the order, or ask the payer again, before you send another invoice request.',
  story: (t) =>
    t.withPayway({ addOns: { phone: PHONE } }, async () => {
      const carries = async (after: number) =>
        (await t.calls({ operation: CREATE, after })).map((call) => extraOf(call, 'phone') !== undefined);
      const begun = await t.now();
      const first = await t.paymentOf(await t.ask({ extra: { phone: VALUE } }));
      if (first === undefined || !(await carries(begun)).includes(true)) {
        return t.notSeen('The merchant creates no orders with extra fields.');
      }
      await t.report(first, 6);
      await t.becomes(first, ({ state }) => state === 'failed');
      const since = await t.now();
      await t.driver.retry(first.orderId);
      if ((await carries(since)).length === 0) t.notSeen('The merchant does not retry such an order.');
    }),
});
