import { check, type Verbs } from '../../suite/engine/index.ts';
import { ASKING, isPaid, type Standing } from '../steps/payout-steps.ts';

const NOT_FINAL = [9, 4, 3];

/** The record of the payout has the numbers that a bank gives. */
async function numbered(t: Verbs, { view: { payoutId, shopPaymentId } }: Standing): Promise<void> {
  const set = { 'data.rrn': '912345678901', 'data.bank_transaction_id': 'B-77' };
  await t.gateway.arm(
    [{ payoutId }, { shopPaymentId }].map((of) => ({
      where: { operation: [...ASKING], ...of },
      times: null,
      effect: { kind: 'answer', set },
    })),
  );
}

export default check('payout.status.not-final', {
  title: 'Statuses 1, 3, 4 and 9 leave a payout open.',
  must: [
    'states.payout.1',
    'states.payout.3',
    'states.payout.4',
    'states.payout.9',
    'states.payout.5',
    'law.12',
  ],
  capabilities: ['payout'],
  rule: 'States and transitions, Payout statuses: only 5 and 6 are final.',
  expectation:
    'In statuses 1, 9, 4 and 3, also in a record with an rrn, the payout is pending and its funds stay reserved; on 5 it is paid.',
  fix: 'Keep polling on every status but 5 and 6, also on 4, 9 and unknown values, and return no funds before 6.',
  story: async (t) => {
    const customer = await t.funded();
    const made = await t.payout(customer === undefined ? {} : { customer });
    await t.balance(customer);
    const statuses = t.claims('jobs') ? [...NOT_FINAL, 9] : NOT_FINAL;
    for (const [index, status] of statuses.entries()) {
      if (index === NOT_FINAL.length) await numbered(t, made);
      // Trouble on the way has a code; it is the status that says whether it is the end.
      const errorCode = status === 3 ? 0 : 2000;
      await t.gateway.setPayoutStatus(made.view.payoutId, { status, errorCode });
      await t.hearsOf(made, status);
      await t.runJobsNow({ advancePolls: 1 });
      if (index === NOT_FINAL.length) await t.askEveryone();
      await t.lookAtPayout(made);
      await t.balance(customer);
    }
    await t.movePayout(made, 5);
    await t.payoutBecomes(made, 'After statuses 9, 4 and 3 the payout was completed (status 5)', isPaid);
  },
});
