import { check } from '../../suite/engine/index.ts';
import { KILLED } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';
import { createdSince } from '../steps/order-creation.ts';

export default check('invoice.create.killed', {
  title: 'An order survives a kill while its invoice is being created.',
  must: ['errors.3.wait', 'law.19'],
  capabilities: ['invoice', 'intents'],
  means: ['restart'],
  rule: 'Errors 3: the result of a created invoice follows by notification; a kill of the shop does not undo the creation.',
  expectation:
    'The shop is killed between invoice/create and its answer, and restarted: a genuine 4 of the stored invoice pays the order with this reference once, or puts it into review.',
  fix: 'Write the order and its shop_order_id to the database before the call.',
  story: async (t) => {
    await t.nextCall(CREATE, KILLED);
    const since = await t.now();
    const asked = await t.ask();
    await t.restart();
    const { invoice, payment } = await createdSince(t, asked, since);
    if (payment === 'unseen')
      return t.notSeen('The shop finds no order by its reference, and refuses a repeated wish.');
    if (payment === 'none') {
      return t.late(
        `The merchant was killed while invoice/create was open; the gateway has the invoice ${invoice.shopOrderId}, and the merchant shows no order with this reference.`,
        { about: [asked.reference, invoice.shopOrderId] },
      );
    }
    await t.mustRecord(payment);
  },
});
