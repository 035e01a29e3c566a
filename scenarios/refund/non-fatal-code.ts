import { check } from '../../suite/engine/index.ts';
import { nonFatalCodes, takenForFatal } from '../steps/codes.ts';
import { endsAfterCode } from '../steps/refunds.ts';

export default check('refund.non-fatal-code', {
  title: 'A refund that succeeds after a non-fatal code is counted.',
  must: ['errors.2.wait', 'law.8', 'law.21'],
  readings: [
    'error.non-fatal-codes',
    'error.data',
    'notification.refund-body',
    'notification.refund-address',
  ],
  expectation:
    'The refund creation is answered with code 8 (operation is processing): a genuine SUCCESS counts the sum as refunded, once. A shop that gives the refund up is not judged, unless the operator calls the code non-fatal.',
  fix: 'Keep the refund open on a non-fatal code and wait for its notification.',
  story: async (t) => {
    for (const { code, isStated } of await nonFatalCodes(t)) {
      const ended = await endsAfterCode(
        t,
        code,
        isStated ? undefined : () => takenForFatal(t, code, 'the refund'),
      );
      if (ended === 'judged') continue;
      if (!isStated) takenForFatal(t, code, 'the refund');
      t.fail(
        `invoice/create-refund answered the non-fatal code ${code}, and the merchant refused the refund.`,
      );
    }
  },
});
