import type { Effect } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { LOST, statusAtOnce } from '../steps/effects.ts';
import {
  askBeside,
  hasEnded,
  lost,
  OR_REVIEW,
  payoutBeside,
  questionsEnd,
  wisher,
} from '../steps/payouts.ts';

const BORN_IN_2: Effect = statusAtOnce(2);

/** A status that is in no table. */
const IN_7: Effect = { kind: 'answer', set: { 'data.status': 7 }, breaksSpec: true };

export default check('payout.status.unknown', {
  title: 'An unknown payout status leaves the payout open.',
  must: ['states.payout.2', 'versioning.4', 'errors.3.wait'],
  means: ['jobs'],
  readings: ['payout.status-2'],
  rule: 'States and transitions, Payout statuses: only 5 and 6 are final; 2 appears in samples and its meaning is not shown.',
  expectation:
    'In status 2 the payout is pending, and it is paid with 5 or left to a person, also when its creation answers 2 or is not answered. Status 7 is only reported.',
  fix: 'Let the default branch of your status table mean "still open".',
  story: async (t) => {
    if ((await t.gateway.readings())['payout.status-2'] === 'never-sent')
      t.notApplicable('The gateway never sends status 2 (interpretation payout.status-2).');
    const who = await wisher(t);
    const expected = await t.payout(who);
    await t.movePayout(expected, 2);
    const odd = await payoutBeside(t, who);
    await questionsEnd(t, odd, IN_7);
    await t.hearsOf(expected, 2);
    await t.askEveryone();
    const seen = await t.lookAtPayout(odd);
    if (hasEnded(seen))
      t.warn(
        `Status 7, which the specification does not explain, turned the payout into ${t.describePayout(seen)}.`,
      );
    await t.gateway.clearFaults();
    await t.lookAtPayout(expected);
    await t.payoutEnds(expected, 5, OR_REVIEW);
    for (const effects of [[BORN_IN_2], [BORN_IN_2, LOST]]) {
      await t.gateway.arm(effects.map((effect) => ({ where: { operation: 'withdraw/create' }, effect })));
      const since = await t.now();
      const one = await lost(t, await askBeside(t, who), since);
      await t.polls();
      await t.lookAtPayout(one);
      await t.payoutEnds(one, 5, OR_REVIEW);
    }
  },
});
