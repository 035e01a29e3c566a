import { check } from '../../suite/engine/index.ts';
import { checkAnswersAreCompared, priced } from '../steps/forgeries.ts';

export default check('notification.content.check-answer', {
  title: 'An answer of invoice/check that contradicts the invoice does not pay the order.',
  should: ['events.5.match', 'law.3'],
  whyShould:
    "Events 5 asks for a comparison of notifications only. Such an answer comes from the gateway, to the shop's own signed question about this invoice.",
  rule: 'Events 5: the shop compares the values of a notification with the invoice that it stored. A shop that acts on invoice/check instead does well to compare the same values there.',
  expectation:
    'When invoice/check answers status 4 with shop_amount 10.49 or 1050 for an order of 10.50, with another currency or with another shop, the order is not paid. It may go into review.',
  fix: 'Put the answer of invoice/check through the same comparison of shop, amount and currency as a notification.',
  story: (t) =>
    checkAnswersAreCompared(t, [
      priced('10.49'),
      { 'data.shop_currency': 980, 'data.ps_currency': 980 },
      priced('1050'),
      { 'data.shop_id': t.slot.shop.id + 1 },
    ]),
});
