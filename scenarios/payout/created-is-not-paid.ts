import { check } from '../../suite/engine/index.ts';

export default check('payout.created-is-not-paid', {
  title: 'Creating a payout does not make it paid.',
  must: ['errors.3', 'states.payout.1', 'endpoint.withdraw.create.status-at-once', 'fields.envelope.result'],
  expectation:
    'After withdraw/create answered status 1 the payout is pending, and it is failed when the status becomes 6.',
  fix: 'Read data.status of the answer. Treat the payout as paid only on 5.',
  story: async (t) => {
    const made = await t.payout();
    await t.settle();
    await t.lookAtPayout(made);
    await t.payoutEnds(made, 6);
  },
});
