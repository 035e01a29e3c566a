import { check } from '../../suite/engine/index.ts';

/** What contradicts an order, whichever status is told with it. */
const CONTRADICTIONS = ['content.amount.one-cent', 'content.currency.980', 'content.shop.next'];

export default check('hold.notification.content', {
  title: 'A notification about blocked funds over another amount does not make the order held.',
  must: ['events.5.match', 'law.13'],
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'After a validly signed notification of status 8 over 0.01, in another currency or of another shop the order is not held and not charged. After such a notification of status 4 a charged hold is not paid. The order may go into review.',
  fix: 'Compare shop_amount, shop_currency and shop_id with the stored invoice for every status, not only for 4.',
  story: async (t) => {
    for (const row of CONTRADICTIONS) {
      const payment = await t.order({ mode: 'hold' });
      await t.send(payment, { status: 8, rows: [row] });
      await t.settled(payment);
    }
    for (const row of CONTRADICTIONS) {
      const held = await t.held();
      await t.charge(held);
      await t.send(held, { rows: [row] });
      await t.settled(held);
    }
    await t.hold(await t.order({ mode: 'hold' }));
  },
});
