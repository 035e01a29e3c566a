import { check } from '../../suite/engine/index.ts';
import { checkAnswersAreCompared, priced } from '../steps/forgeries.ts';

export default check('notification.content.check-answer.more', {
  title: 'An answer of invoice/check over a higher amount, or for another shop, does not pay the order.',
  should: ['events.5.match', 'law.3'],
  whyShould:
    "Events 5 speaks of notifications, and such an answer comes from the gateway over the shop's own connection: the shop has its money, and nobody else loses any.",
  rule: 'Events 5: the shop compares the values of a notification with the invoice that it stored. A shop that acts on invoice/check instead has to compare the same values there.',
  expectation:
    'When invoice/check answers status 4 with shop_amount 1050 for an order of 10.50, or with another shop, the order is not paid. It may go into review.',
  fix: 'Put the answer of invoice/check through the same comparison of shop, amount and currency as a notification.',
  story: (t) => checkAnswersAreCompared(t, [priced('1050'), { 'data.shop_id': t.slot.shop.id + 1 }]),
});
