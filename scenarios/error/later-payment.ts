import { check } from '../../suite/engine/index.ts';
import { refusing } from '../steps/effects.ts';
import { chargedBadly, createdBadly } from '../steps/order-creation.ts';

export default check('error.later-payment', {
  title: 'A payment after an unknown error code pays the order.',
  should: ['errors.2.wait', 'versioning.4'],
  whyShould:
    'Whether a code beyond the table is fatal is not shown (Errors 2), and after a fatal one the shop need not wait. For codes that the profile calls non-fatal error.non-fatal-code is a must.',
  capabilities: ['invoice'],
  readings: ['error.data'],
  rule: 'Errors 2 and the trigger table of Events: on a non-fatal code for an invoice the shop waits for the notification that delivers the result. Whether codes beyond the table are fatal is not shown.',
  expectation:
    'After invoice/create is answered with code 57, a genuine 4 of the invoice pays the order once or puts it into review. So does a genuine 4 after invoice/charge is answered with code 57.',
  fix: 'Let a verified payment override an error: a failed order that is paid after all becomes paid.',
  story: async (t) => {
    const what = 'invoice/create answered the unknown code 57, and the invoice was paid all the same';
    const payment = await createdBadly(t, refusing(57), what);
    if (payment === undefined)
      return t.notSeen('The merchant itself refuses the order after an unknown code.');
    await t.mustRecord(payment);
    await chargedBadly(t, refusing(57), t.mustRecord);
  },
});
