import { check } from '../../suite/engine/index.ts';
import { pastRecovery } from '../steps/recovery.ts';
import { endsAtOnce } from '../steps/refunds.ts';

export default check('refund.failed-at-once', {
  title: 'A refund that fails immediately does not stay open.',
  should: ['states.refund.failed', 'errors.2.refund', 'law.42'],
  whyShould:
    'The fields of the answer to a refund creation are not shown, and for FAILED at once no notification is promised: a shop that reads only `result` and waits is told nothing. The refund then stays open at the shop for ever.',
  readings: ['refund.answer', 'refund.failed-at-once'],
  rule: 'States and transitions, Refund statuses: a refund that fails at once is FAILED, which is final, and no notification follows.',
  expectation:
    'When the answer says that the refund failed, the shop stops waiting for it. invoice/get-refunds reports the failure as well.',
  fix: 'Read the status in the answer of invoice/create-refund, or call invoice/get-refunds for refunds that stay open.',
  story: async (t) => {
    const { payment, answer, about } = await endsAtOnce(t, 'FAILED');
    if (t.claims('clock')) await pastRecovery(t, 6);
    if (answer.kind !== 'ok') return;
    const refund = (await t.listRefunds(payment)).find((each) => each.refund_id === answer.value.refund_id);
    if (refund?.state === 'pending') {
      t.late('invoice/create-refund answered FAILED, which is final, and the merchant still says pending.', {
        about,
      });
    }
  },
});
