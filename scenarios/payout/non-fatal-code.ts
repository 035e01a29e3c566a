import { check, type Verbs } from '../../suite/engine/index.ts';
import { nonFatalCodes, type WaitingCode } from '../steps/non-fatal-codes.ts';
import { createFails, mayGiveUp, mustBeOpen, paysIn } from '../steps/payout-outcomes.ts';
import { fundsAreBack, idsSent, isFailed, lost, questions, wisher } from '../steps/payout-steps.ts';
import { refusing } from '../steps/refusing.ts';

/**
 * A payout that the gateway has although its creation answered this code. Whatever the merchant takes the code for, it
 * does not send the payout again under another id.
 */
async function createdInWaiting(t: Verbs, each: WaitingCode, who: { customer?: string }) {
  const { since, asked } = await createFails(t, refusing(each.code), who);
  for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
  const ids = await idsSent(t, since);
  if (ids.length > 1) {
    t.fail(
      `withdraw/create answered the code ${each.code} although the gateway has the payout, and one payout request was sent under ${ids.length} ids (${ids.join(', ')}): it can be paid twice.`,
      { about: [asked.reference, ...ids] },
    );
  }
  if (ids.length === 1) await mayGiveUp(t, each, asked);
  return { since, made: await lost(t, asked, since) };
}

export default check('payout.non-fatal-code', {
  title: 'After a non-fatal code of withdraw/create the shop polls the status of the payout.',
  requirements: ['errors.2.poll', 'law.11', 'law.20'],
  level: 'must',
  capabilities: ['payout'],
  means: ['jobs'],
  readings: ['error.non-fatal-codes'],
  rule: 'Errors 2: on a non-fatal code for a payout the shop polls its status for about 2 hours at intervals of 30 seconds.',
  expectation:
    'withdraw/create is answered with code 8 (operation is processing) and the gateway has the payout: it is not created again under another id, is polled while it is pending, is paid with 5, and its funds are returned on 6. A shop that gives the payout up is judged only by the first of these, unless the operator calls the code non-fatal.',
  fix: 'Keep the payout open on a non-fatal code and let the poller call withdraw/shop_payment_status.',
  story: async (t) => {
    const who = await wisher(t);
    const codes = await nonFatalCodes(t);
    for (const each of codes) {
      const { code } = each;
      const { since, made } = await createdInWaiting(t, each, who);
      await mustBeOpen(t, made, `withdraw/create answered the non-fatal code ${code}`);
      if ((await questions(t, made, since)).length === 0) await t.askEveryone();
      if ((await questions(t, made, since)).length === 0) {
        t.late(`After the non-fatal code ${code} the merchant never asked what became of the payout.`, {
          about: t.aboutPayout(made),
        });
      }
      await paysIn(t, made, `withdraw/create answered the non-fatal code ${code}`);
    }
    const [first] = codes;
    if (first === undefined) return;
    const more = await wisher(t);
    const before = await t.balance(more.customer);
    const { made } = await createdInWaiting(t, first, more);
    const { code } = first;
    await t.movePayout(made, 6);
    const what = `withdraw/create answered the non-fatal code ${code}, and then the payout was rejected (status 6)`;
    await t.payoutBecomes(made, what, isFailed);
    await fundsAreBack(t, made, before, what);
  },
});
