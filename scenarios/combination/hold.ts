import { check } from '../../suite/engine/index.ts';
import { combine, kinds } from '../../suite/model/combination/index.ts';

export default check('combination.hold', {
  title:
    'Whatever meets a two-step order, its hold is charged or released once, and it is paid only by the charge.',
  must: [
    'flow.two-step.decide',
    'states.invoice.8',
    'states.hold.charge',
    'law.1',
    'law.2',
    'law.4',
    'law.5',
    'law.13',
    'law.19',
    'law.45',
    'law.53',
  ],
  capabilities: ['hold'],
  rule: 'Follows from States and transitions: 8 is not final and not paid, the shop charges or releases the hold once, and the final status tells how the charge ended, in whatever order and however late the shop learns of it.',
  expectation:
    'Two-step orders go side by side through most pairs of events of which one can directly follow the other: the create call, the notification of 8, the charge and the release each answered on time, late or not at all, a second click, a cancellation, lost and repeated notifications, the background jobs, a kill at rest and at each point of a call, a job and a notification, and a restart. In the end no hold is both charged and released, and what was charged is credited once.',
  fix: 'Keep with the attempt what was asked of the hold and whether it was answered, find it out by invoice/check before asking again, and let only a final 4 pay the order.',
  story: (t) => combine(t, kinds.hold),
});
