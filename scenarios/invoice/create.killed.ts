import { check } from '../../suite/engine/index.ts';
import { CREATE, foundOrder, mustBeHonoured } from '../steps/attempts.ts';

export default check('invoice.create.killed', {
  title: 'An order survives a kill while its invoice is being created.',
  must: ['errors.3.wait', 'law.19'],
  capabilities: ['invoice', 'intents'],
  means: ['restart'],
  rule: 'Errors 3: the result of a created invoice follows by notification; a kill of the shop does not undo the creation.',
  expectation:
    'The shop is killed between invoice/create and its answer, and restarted: a genuine 4 of the stored invoice pays the order with this reference once.',
  fix: 'Write the order and its shop_order_id to the database before the call.',
  story: async (t) => {
    await t.gateway.arm([
      {
        where: { operation: [...CREATE] },
        effect: { kind: 'kill-merchant', when: 'before-answer', restart: false },
      },
    ]);
    const since = await t.now();
    const asked = await t.ask();
    await t.restart();
    const sent = (await t.calls({ operation: CREATE, after: since }))[0]?.request.fields?.shop_order_id;
    const shopOrderId = String(sent ?? '');
    const [invoice] = sent === undefined ? [] : await t.gateway.invoices({ shopOrderId });
    if (invoice === undefined) return t.inconclusive('No invoice reached the gateway before the kill.');
    const order = await foundOrder(t, asked);
    const about = [asked.reference, shopOrderId];
    if (order === undefined) {
      return t.fail(
        `The merchant was killed while invoice/create was open; the gateway has the invoice ${shopOrderId}, and the merchant shows no order with this reference.`,
        { about },
      );
    }
    const { answer: _answer, ...wish } = asked;
    const { paymentId } = invoice;
    const payment = { ...wish, orderId: order.order_id, shopOrderId, paymentId, order, invoice };
    await mustBeHonoured(t, payment, 'The merchant was killed while invoice/create was open');
  },
});
