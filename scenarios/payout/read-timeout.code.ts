import { check } from '../../suite/engine/index.ts';
import { PATIENT_ROUNDS } from '../steps/afterwards.ts';
import { ASKING, isPaid, wisher } from '../steps/payout-steps.ts';
import { NOT_FOUND_PAGE, refusing } from '../steps/refusing.ts';

export default check('payout.read-timeout.code', {
  title: 'After a read timeout only the answer that no such payout exists allows another creation.',
  must: ['errors.5.absent', 'law.10', 'law.33', 'versioning.4'],
  capabilities: ['payout'],
  means: ['jobs'],
  readings: ['error.absent-payout'],
  expectation:
    'The status request is answered with the unknown code 57, with HTTP 500, with a body that is not valid JSON or with a page that says 404: the payout stays open, is not created again, and is paid when its status becomes 5.',
  fix: 'Treat only the agreed code as "no such payout". Every other answer leaves the outcome unknown: ask again.',
  story: async (t) => {
    const who = await wisher(t);
    let [, armed = ''] = await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'read-timeout', committed: true } },
      { where: { operation: [...ASKING] }, times: null, effect: refusing(57) },
    ]);
    const since = await t.now();
    const made = await t.inHand(await t.askPayout(who));
    const questions = (after: number) => t.calls({ operation: ASKING, after });
    let what = '';
    for (const [got, effect] of [
      ['the unknown error code 57', refusing(57)],
      ['HTTP 500', { kind: 'http-status', status: 500, committed: true }],
      ['an answer that is not valid JSON', { kind: 'malformed', committed: true }],
      ['an HTML page with HTTP 404', NOT_FOUND_PAGE],
    ] as const) {
      what = `withdraw/create had no answer, the status question was answered with ${got}, which does not say that there is no such payout`;
      const former = armed;
      // One is there before the other goes: a question between them would be answered.
      [armed = ''] = await t.gateway.arm([{ where: { operation: [...ASKING] }, times: null, effect }]);
      await t.gateway.disarm(former);
      const before = await t.now();
      for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
      if ((await questions(before)).length === 0) await t.askEveryone();
      await t.lookAtPayout(made);
    }
    if ((await questions(since)).length === 0)
      return t.inconclusive('The merchant never asked for the status.');
    await t.gateway.clearFaults();
    const { view } = made;
    if (view === undefined) return t.inconclusive('The payout does not exist at the gateway.');
    await t.movePayout({ view }, 5);
    await t.payoutBecomes(
      made,
      `${what}, and then the payout was completed (status 5)`,
      isPaid,
      PATIENT_ROUNDS,
    );
  },
});
