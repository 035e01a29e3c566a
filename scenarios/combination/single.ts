import { check } from '../../suite/engine/index.ts';
import { combine, kinds } from '../../suite/model/combination/index.ts';

export default check('combination.single', {
  title: 'Whatever meets an order that is paid in one step, it is credited once, and only when it was paid.',
  must: [
    'transport.5',
    'states.invoice.4',
    'states.invoice.6',
    'events.6.repeats',
    'law.1',
    'law.2',
    'law.5',
    'law.19',
    'law.23',
    'law.38',
    'law.53',
  ],
  capabilities: ['invoice'],
  rule: 'Follows from States and transitions, Invoice statuses, and Events 6: 4 and 6 are final and 4 means that the payer has paid, in whatever order and however often the shop learns of it, and whatever else is done to the order.',
  expectation:
    'Orders go side by side through most pairs of events of which one can directly follow the other: the answer to the create call on time, late, lost or a refusal, notifications on time, late, doubled and at the same moment, a lost notification, the return of the payer, a second click, a cancellation, the background jobs, a kill at rest and at each point of a call, a job and a notification, and a restart. In the end each paid order is credited once, or its money is on record for a person to decide.',
  fix: 'Keep what is known of an attempt with the attempt, apply each piece of news in one transaction that looks at the stored state first, and book under the shop_order_id.',
  story: (t) => combine(t, kinds.single),
});
