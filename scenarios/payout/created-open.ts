import { check } from '../../suite/engine/index.ts';
import { statusAtOnce } from '../steps/effects.ts';
import { payoutBeside, type Standing, wisher } from '../steps/payouts.ts';

export default check('payout.created-open', {
  title: 'Status 3, 4 or 9 in the answer of withdraw/create leaves the payout open.',
  must: [
    'endpoint.withdraw.create.status-at-once',
    'states.payout.3',
    'states.payout.4',
    'states.payout.9',
    'errors.3.wait',
  ],
  means: ['jobs'],
  rule: 'States and transitions, Payout statuses: only 5 and 6 are final, in every answer that carries a status.',
  expectation:
    'When withdraw/create answers status 3, 4 or 9 the payout is pending with its funds reserved, and it is paid when the status becomes 5.',
  fix: 'Interpret data.status of the creation with the same table as the status of a poll.',
  story: async (t) => {
    const who = await wisher(t);
    const made: Standing[] = [];
    for (const status of [3, 4, 9]) {
      await t.nextCall('withdraw/create', statusAtOnce(status));
      const one = await payoutBeside(t, who);
      made.push(one);
      await t.lookAtPayout(one);
    }
    for (const one of made) await t.movePayout(one, 5);
    for (const one of made) await t.payoutShows(one, 5);
  },
});
