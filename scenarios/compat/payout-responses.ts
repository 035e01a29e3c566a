import { check, type Verbs } from '../../suite/engine/index.ts';
import { LATER_VERSION } from '../steps/effects.ts';
import { askBeside, lost, wisher } from '../steps/payouts.ts';

/** Where the recipient may be sent, in an answer to withdraw/create. */
const ADDRESS = { method: 'GET', url: 'https://bank.example/confirm', data: { ticket: 'T-1' } } as const;

/** Whatever a merchant does with the address of `redirect_info`, the status says what became of the payout. */
async function redirectChangesNothing(t: Verbs): Promise<void> {
  await t.gateway.clearFaults();
  const who = await wisher(t);
  await t.nextCall('withdraw/create', { kind: 'answer', set: { 'data.redirect_info': ADDRESS } });
  const since = await t.now();
  const made = await lost(t, await askBeside(t, who), since);
  await t.movePayout(made, 5);
  await t.hearsOf(made, 5);
  if ((await t.lookAtPayout(made)).state !== 'review') await t.payoutShows(made, 5);
}

export default check('compat.payout-responses', {
  title: 'New fields, a different field order and new headers in answers do not disturb a payout.',
  must: [
    'versioning.3',
    'versioning.3.response-fields',
    'versioning.3.response-order',
    'versioning.3.response-headers',
    'versioning.4',
  ],
  capabilities: ['payout'],
  rule: 'Versioning 3 and 4: clients ignore unknown fields; order and headers may change.',
  expectation:
    'With unknown fields (also null), reordered fields and new headers in every answer, a payout is created and ends as usual, and so does one whose redirect_info has a url.',
  fix: 'Read the fields that you need by name and ignore the rest: no schema that forbids unknown fields, no reading by position.',
  story: async (t) => {
    const customer = await t.funded();
    await t.gateway.arm({ where: {}, times: null, effect: LATER_VERSION });
    const asked = await t.askPayout({ customer });
    const about = [asked.reference];
    const found = asked.answer.kind === 'ok' ? asked.answer.value : await t.findPayout(asked.reference);
    if (found !== undefined && found.state !== 'failed') {
      const made = await t.inHand({ ...asked, answer: { kind: 'ok', value: found } });
      if (made.view !== undefined) {
        await t.movePayout({ view: made.view }, 5);
        for (let round = 0; round < 4; round++) {
          if ((await t.lookAtPayout(made)).state === 'paid') return redirectChangesNothing(t);
          await t.polls();
        }
        await t.askEveryone();
        if ((await t.lookAtPayout(made)).state === 'paid') return redirectChangesNothing(t);
      }
    }
    await t.gateway.clearFaults();
    const control = await t.payout();
    await t.payoutEnds(control, 5);
    t.fail(
      `Unknown fields, another field order and new headers in the gateway's answers broke a payout: ${JSON.stringify(asked.answer)}.`,
      { about },
    );
  },
});
