import { check } from '../../suite/engine/index.ts';
import { combine, kinds, MOST_OF_MONEY } from '../../suite/model/combination/index.ts';

export default check('combination.payout', {
  title: 'Whatever meets a payout, it is made once, and its funds are taken once or given back once.',
  must: [
    'transport.5',
    'limits.unique-payment',
    'states.payout.5',
    'states.payout.6',
    'errors.5.exists',
    'errors.5.absent',
    'law.9',
    'law.10',
    'law.11',
    'law.20',
  ],
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'Follows from States and transitions, Payout statuses, and Errors 5: the status decides about the funds, in whatever order and however late the shop learns of it, and whatever else is done to the payout.',
  expectation:
    'Payouts go side by side through nine of ten pairs of events of which one can directly follow the other: the answer to the create call on time, late, lost, a refusal or a final status, statuses in between, questions without an answer, a second click, a retry, the background jobs, a kill at rest and at each point of a call, a job and a notification, and a restart. In the end each payout that ends with 5 has taken its sum once, and one that ends with 6 or never existed has taken nothing.',
  fix: 'Store the payout with its shop_payment_id before the call, ask by that id after every unknown outcome, and move its state and its funds in one transaction.',
  story: (t) => combine(t, kinds.payout, MOST_OF_MONEY),
});
