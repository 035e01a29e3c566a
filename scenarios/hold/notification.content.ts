import { check, type Verbs } from '../../suite/engine/index.ts';

/** What contradicts an order over 10.50, whichever status is told with it. */
const contradictions = (t: Verbs) =>
  [
    ['over 0.01', { shop_amount: t.number('0.01'), client_price: t.number('0.01') }],
    ['in currency 980', { shop_currency: t.number(980), ps_currency: t.number(980) }],
    ['of another shop', { shop_id: t.number(t.slot.shop.id + 1) }],
  ] as const;

export default check('hold.notification.content', {
  title: 'A notification about blocked funds over another amount does not make the order held.',
  must: ['events.5.match', 'law.13'],
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'After a validly signed notification of status 8 over 0.01, in another currency or of another shop the order is not held and not charged. After such a notification of status 4 a charged hold is not paid. The order may go into review.',
  fix: 'Compare shop_amount, shop_currency and shop_id with the stored invoice for every status, not only for 4.',
  story: async (t) => {
    for (const [what, set] of contradictions(t)) {
      const payment = await t.order({ mode: 'hold' });
      await t.send(payment, { label: `status 8 ${what} for an order over 10.50`, status: 8, set });
      await t.settled(payment);
    }
    for (const [what, set] of contradictions(t)) {
      const held = await t.held();
      await t.charge(held);
      await t.send(held, { label: `status 4 ${what}, after the charge of 10.50`, set });
      await t.settled(held);
    }
    await t.hold(await t.order({ mode: 'hold' }));
  },
});
