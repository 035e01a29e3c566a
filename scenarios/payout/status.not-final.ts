import { check } from '../../suite/engine/index.ts';
import { questionsEnd } from '../steps/payouts.ts';

const NOT_FINAL = [9, 4, 3];

/** The numbers that a bank gives. */
const NUMBERS = { 'data.rrn': '912345678901', 'data.bank_transaction_id': 'B-77' };

export default check('payout.status.not-final', {
  title: 'Statuses 1, 3, 4 and 9 leave a payout open.',
  must: ['states.payout.1', 'states.payout.3', 'states.payout.4', 'states.payout.9', 'states.payout.5'],
  rule: 'States and transitions, Payout statuses: only 5 and 6 are final.',
  expectation:
    'In statuses 1, 9, 4 and 3, also in a record with an rrn, the payout is pending and its funds stay reserved; on 5 it is paid.',
  fix: 'Keep polling on every status but 5 and 6, also on 4, 9 and unknown values, and return no funds before 6.',
  story: async (t) => {
    const customer = await t.funded();
    const made = await t.payout({ customer });
    await t.balance(customer);
    const statuses = t.claims('jobs') ? [...NOT_FINAL, 9] : NOT_FINAL;
    for (const [index, status] of statuses.entries()) {
      if (index === NOT_FINAL.length) await questionsEnd(t, made, { kind: 'answer', set: NUMBERS });
      // Trouble on the way has a code; it is the status that says whether it is the end.
      const errorCode = status === 3 ? 0 : 2000;
      await t.gateway.setPayoutStatus(made.view.payoutId, { status, errorCode });
      await t.hearsOf(made, status);
      await t.polls();
      if (index === NOT_FINAL.length) await t.askEveryone();
      await t.lookAtPayout(made);
      await t.balance(customer);
    }
    await t.payoutEnds(made, 5);
  },
});
