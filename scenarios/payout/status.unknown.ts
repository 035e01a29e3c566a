import type { Effect } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { paysIn } from '../steps/payout-outcomes.ts';
import { askBeside, isOver, lost, payoutBeside, wisher } from '../steps/payout-steps.ts';

const BORN_IN_2: Effect = { kind: 'statuses', sequence: [2] };

const CUT_OFF: Effect = { kind: 'reset', committed: true };

export default check('payout.status.unknown', {
  title: 'An unknown payout status leaves the payout open.',
  must: ['states.payout.2', 'versioning.4', 'errors.3.wait'],
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'States and transitions, Payout statuses: only 5 and 6 are final; 2 appears in samples and its meaning is not shown.',
  expectation:
    'In status 2 the payout is pending, and it is paid with 5, also when its creation answers 2 or is not answered. Status 7 is only reported.',
  fix: 'Let the default branch of your status table mean "still open".',
  story: async (t) => {
    const who = await wisher(t);
    const expected = await t.payout(who);
    await t.movePayout(expected, 2);
    const odd = await payoutBeside(t, who);
    await t.movePayout(odd, 7);
    await t.hearsOf(odd, 7);
    await t.hearsOf(expected, 2);
    const seen = await t.lookAtPayout(odd);
    if (isOver(seen))
      t.warn(
        `Status 7, which the specification does not explain, turned the payout into ${t.describePayout(seen)}.`,
      );
    await t.lookAtPayout(expected);
    await paysIn(t, expected, 'The payout was in status 2');
    for (const [says, effects] of [
      ['answered status 2', [BORN_IN_2]],
      ['was not answered, and the payout is in status 2', [BORN_IN_2, CUT_OFF]],
    ] as const) {
      await t.gateway.arm(effects.map((effect) => ({ where: { operation: 'withdraw/create' }, effect })));
      const since = await t.now();
      const one = await lost(t, await askBeside(t, who), since);
      await t.runJobsNow({ advancePolls: 1 });
      await t.lookAtPayout(one);
      await paysIn(t, one, `withdraw/create ${says}`);
    }
  },
});
