import { check } from '../../suite/engine/index.ts';
import { refusing, SILENCE, WAYS } from '../steps/effects.ts';
import { ASKING } from '../steps/operations.ts';
import { OR_REVIEW, PATIENT_ROUNDS, wisher } from '../steps/payouts.ts';

export default check('payout.read-timeout.code', {
  title: 'After a read timeout only the answer that no such payout exists allows another creation.',
  must: ['errors.5.absent', 'law.10', 'law.33', 'versioning.4'],
  means: ['jobs'],
  readings: ['error.absent-payout'],
  expectation:
    'The status request is answered with the unknown code 57, with HTTP 500, with a body that is not valid JSON or with a page that says 404: the payout stays open, is not created again, and is paid when its status becomes 5, or is left to a person.',
  fix: 'Treat only the agreed code as "no such payout". Every other answer leaves the outcome unknown: ask again.',
  story: async (t) => {
    const who = await wisher(t);
    let [, armed = ''] = await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: SILENCE },
      { where: { operation: [...ASKING] }, times: null, effect: refusing(57) },
    ]);
    const since = await t.now();
    const made = await t.inHand(await t.askPayout(who));
    const questionsSince = (after: number) => t.calls({ operation: ASKING, after });
    for (const { effect } of [{ effect: refusing(57) }, WAYS.http500, WAYS.notJson, WAYS.notFoundPage]) {
      // Nobody needs to ask about a payout that is left to a person.
      if ((await t.lookAtPayout(made)).state === 'review') break;
      const former = armed;
      // One is there before the other goes: a question between them would be answered.
      armed = await t.everyCall(ASKING, effect);
      await t.gateway.disarm(former);
      const before = await t.now();
      await t.polls(2);
      if ((await questionsSince(before)).length === 0) await t.askEveryone();
      await t.lookAtPayout(made);
    }
    if ((await questionsSince(since)).length === 0)
      return t.inconclusive('The merchant never asked for the status.');
    await t.gateway.clearFaults();
    const { view } = made;
    if (view === undefined) return t.inconclusive('The payout does not exist at the gateway.');
    await t.payoutEnds({ ...made, view }, 5, { rounds: PATIENT_ROUNDS, ...OR_REVIEW });
  },
});
