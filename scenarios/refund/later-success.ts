import { check } from '../../suite/engine/index.ts';
import { endsAfterCode } from '../steps/refunds.ts';

export default check('refund.later-success', {
  title: 'A refund that succeeds after an unknown error code is counted.',
  should: ['errors.2.wait', 'versioning.4'],
  whyShould:
    'Whether a code beyond the table is fatal is not shown (Errors 2), and after a fatal one the shop need not wait. For codes that the profile calls non-fatal refund.non-fatal-code is a must.',
  readings: ['error.data', 'notification.refund-body', 'notification.refund-address'],
  rule: 'Errors 2 and the trigger table of Events: on a non-fatal code for a refund the shop waits for the notification that delivers the result. Whether codes beyond the table are fatal is not shown.',
  expectation:
    'invoice/create-refund is answered with code 57: the refund request still gets a usable answer, and a genuine SUCCESS counts the sum as refunded, once.',
  fix: 'Let a verified notification about a refund override the error of its creation, and keep its amount reserved until then.',
  story: async (t) => {
    if ((await endsAfterCode(t, 57)) === 'judged') return;
    t.notSeen('The merchant itself refuses the refund after an unknown code.');
  },
});
