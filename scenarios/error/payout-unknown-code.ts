import type { Effect } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { askBeside, idsSent, looksWhenOver, neverMade, wisher } from '../steps/payouts.ts';

export default check('error.payout-unknown-code', {
  title: 'An unknown error code of a payout does not break the shop.',
  must: ['versioning.3', 'versioning.3.error-codes', 'versioning.4', 'law.9', 'law.11', 'law.33'],
  capabilities: ['payout'],
  readings: ['error.data'],
  rule: 'Versioning 3 and 4: new error codes may appear, and unknown ones have to be expected. Whether 5 and 11 are fatal is not shown.',
  expectation:
    'After withdraw/create is answered with code 5, 11, 57 or 99999 the shop keeps working, the payout is pending or failed and not paid, and it is not created again under another id. A failed payout has debited nothing.',
  fix: 'Handle every unknown code in one default branch: keep the payout open or fail it, log the code, and do not throw.',
  story: async (t) => {
    const who = await wisher(t);
    for (const code of [5, 11, 57, 99_999]) {
      await t.gateway.clearFaults();
      const effect: Effect = { kind: 'error', code, message: 'Новый код' };
      await t.nextCall('withdraw/create', effect);
      const since = await t.now();
      const { answer } = await askBeside(t, who);
      if ((await idsSent(t, since)).length === 0)
        t.inconclusive(`The merchant never called withdraw/create (code ${code}).`);
      await t.settle();
      if (answer.kind === 'ok') await t.lookAtPayout({ payoutId: answer.value.payout_id });
    }
    await t.gateway.clearFaults();
    await looksWhenOver(t, await neverMade(t, 57));
    await t.gateway.clearFaults();
    await t.payout();
  },
});
