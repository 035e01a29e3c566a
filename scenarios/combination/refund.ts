import { check } from '../../suite/engine/index.ts';
import { combine, kinds } from '../../suite/model/combination/index.ts';

export default check('combination.refund', {
  title: 'Whatever meets a refund, it is made once and counts for what the gateway made of it.',
  must: [
    'states.refund.waiting',
    'states.refund.success',
    'states.refund.failed',
    'events.6.repeats',
    'law.7',
    'law.8',
    'law.21',
    'law.40',
    'law.41',
  ],
  capabilities: ['refund'],
  rule: 'Follows from States and transitions, Refund statuses, and Errors 2 and 3: SUCCESS and FAILED decide about the refund, in whatever order and however late the shop learns of them.',
  expectation:
    'Refunds of paid orders go side by side through most pairs of events of which one can directly follow the other: the answer to their creation on time, late, lost, a refusal or a final status, notifications on time, late, lost and repeated, a second refund, the notification of the payment once more, the background jobs, a kill at rest and at each point of a call, a job and a notification, and a restart. In the end the order shows as refunded what the gateway refunded, once, and no refund raises a balance.',
  fix: 'Store the refund with its shop_refund_id before the call, set its status by that id whatever is known of the call, and derive the sum from the refunds.',
  story: (t) => combine(t, kinds.refund),
});
