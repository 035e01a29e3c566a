import { check } from '../../suite/engine/index.ts';
import { idsOfTheirOwn } from '../steps/ids.ts';

export default check('refund.ids.unique', {
  title: 'Every refund has its own shop_refund_id, also after a restart.',
  should: ['law.8'],
  whyShould:
    'The specification does not say that shop_refund_id is unique. A gateway that requires it refuses the second refund, and the shop sees that it did not take place.',
  readings: ['refund.path', 'refund.sign-fields'],
  rule: 'Law 8: each shop_refund_id counts once, so a second refund under the same id would not count.',
  expectation:
    'The refunds of four orders, two of them requested after a kill and a restart where the shop can be restarted, have four different ids, and the gateway has all four.',
  fix: 'Take the number from the database or make it random; a counter in memory starts again with every restart.',
  story: (t) =>
    idsOfTheirOwn(t, 'refund', async () => {
      const payment = await t.paid();
      const answer = await t.askRefund(payment);
      await t.settle();
      const [call] = await t.refundCalls(payment);
      const id = call?.request.fields?.shop_refund_id;
      return {
        id: id === undefined ? undefined : String(id),
        said: answer.kind,
        stands: (await t.refundViews(payment)).length > 0,
      };
    }),
});
