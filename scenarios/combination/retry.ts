import { check } from '../../suite/engine/index.ts';
import { combine, kinds } from '../../suite/model/combination/index.ts';

export default check('combination.retry', {
  title: 'Whatever meets an order that is tried again, each attempt is credited for what it paid, once.',
  must: [
    'transport.5',
    'states.invoice.4',
    'states.invoice.6',
    'events.6.repeats',
    'law.1',
    'law.2',
    'law.19',
    'law.23',
    'law.38',
    'law.53',
  ],
  capabilities: ['invoice', 'order.retry'],
  rule: 'Follows from States and transitions, Invoice statuses: a status is final for one attempt, and 4 means that the payer has paid, whatever became of the attempts before.',
  expectation:
    'Orders whose first attempt was rejected are tried again and go side by side through most pairs of events of which one can directly follow the other: the answer to the create call on time, late, lost or a refusal, notifications of either attempt on time, late and repeated, a further click, a cancellation, the background jobs, a kill at rest and at each point of a call, a job and a notification, and a restart. In the end what was paid is credited once, or on record for a person to decide.',
  fix: 'Keep the state, the ids and the outcome of the create call with each attempt, and apply each notification to the attempt that it names.',
  story: (t) => combine(t, kinds.retry),
});
