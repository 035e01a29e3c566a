import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.content.absent', {
  title: 'A notification without an amount is not treated as one with the right amount.',
  should: ['events.5.match'],
  whyShould:
    'Which fields a notification has is not shown, so a shop that compares those that are present follows Events 5 to the letter. Only the gateway can sign such a notification, and its own ones carry both.',
  rule: 'Events 5 asks for a comparison with the stored invoice; which fields a notification has is not shown.',
  expectation:
    'A validly signed notification whose shop_amount or shop_currency is missing or null, with or without client_price, does not pay the order by itself. The shop calls invoice/check, waits, or puts the order into review.',
  fix: 'Treat a missing amount or currency as a difference. Call invoice/check when a notification lacks what you have to compare.',
  story: (t) => allRefused(t, 'content.absent'),
});
