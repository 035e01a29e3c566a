import { check } from '../../suite/engine/index.ts';
import { refusing } from '../steps/effects.ts';
import { failQuestions } from '../steps/payouts.ts';

export default check('payout.status-call.error-code', {
  title: 'An unknown error code of a status request leaves the payout open.',
  must: ['errors.3.wait', 'law.20', 'versioning.4'],
  means: ['jobs'],
  rule: 'Errors 3 and Versioning 4: the payout was created and its status is not final; an unknown error code says nothing about it.',
  expectation:
    'After a status request is answered with code 57, 11 (wrong shop_id), 10 (as for a wrong signature) or 8 (as for an operation under way), the payout is pending, is polled again, and is paid when its status becomes 5. A shop may also leave it to a person, with its funds still reserved: whether these codes are fatal is not shown.',
  fix: 'Stop polling a created payout only on status 5 or 6, or when the gateway answers that no such payout exists.',
  story: (t) =>
    failQuestions(
      t,
      [57, 11, 10, 8].map((code) => ({ says: `error code ${code}`, effect: refusing(code) })),
    ),
});
