import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.content.order.alike', {
  title: 'A notification about an order whose id is only almost that of another pays neither.',
  should: ['events.5.match', 'law.6'],
  whyShould:
    'The gateway sends no notification about an order that the shop has not made, and a shop whose ids never differ by case, spaces or accents alone cannot mistake one for another.',
  rule: 'Events 5: the shop compares the values of a notification with the invoice that it stored.',
  expectation:
    'Validly signed notifications whose shop_order_id is that of an order but for the case of a letter, a space or a line end around it, an accent, a full-width or an invisible character do not pay that order.',
  fix: 'Compare shop_order_id byte by byte: give its column a binary collation, and neither trim, lowercase nor normalise it before you look it up.',
  story: (t) => allRefused(t, 'content.alike'),
});
