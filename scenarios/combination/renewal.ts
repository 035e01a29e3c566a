import { check } from '../../suite/engine/index.ts';
import { combine, kinds, MOST_OF_MONEY } from '../../suite/model/combination/index.ts';

export default check('combination.renewal', {
  title:
    'Whatever meets a charge of a stored instrument, one renewal is charged once, and credited when it was paid.',
  must: [
    'transport.5',
    'flow.recurrent.token',
    'states.invoice.4',
    'events.6.repeats',
    'law.1',
    'law.2',
    'law.18',
    'law.19',
    'law.23',
    'law.53',
  ],
  capabilities: ['invoice', 'recurrent'],
  rule: 'Follows from What the service does and States and transitions: one renewal has one shop_order_id, no payer confirms it, and its result follows by notification or by invoice/check.',
  expectation:
    'Renewals go side by side through nine of ten pairs of events of which one can directly follow the other: the answer to the create call on time, late, lost or a refusal, notifications on time, late and repeated, a lost notification, a second click, a cancellation, the background jobs, a kill at rest and at each point of a call, a job and a notification, and a restart. In the end each renewal was charged once, and what was paid is credited once, or on record for a person to decide.',
  fix: 'Give each renewal one order and one shop_order_id before the first call, ask for the outcome of a lost call, and handle 4 in every state.',
  story: (t) => combine(t, kinds.renewal, MOST_OF_MONEY),
});
