import { check } from '../../suite/engine/index.ts';
import { isFailed, isPaid } from '../steps/payout-steps.ts';

export default check('payout.created-is-not-paid', {
  title: 'Creating a payout does not make it paid.',
  requirements: [
    'errors.3',
    'states.payout.1',
    'endpoint.withdraw.create.status-at-once',
    'fields.envelope.result',
  ],
  level: 'must',
  capabilities: ['payout'],
  rule: 'Errors 3 and Endpoints, withdraw/create: result true means created; data.status says how far the payout has come.',
  expectation:
    'After withdraw/create answered status 1 the payout is pending, and it is failed when the status becomes 6.',
  fix: 'Read data.status of the answer. Treat the payout as paid only on 5.',
  story: async (t) => {
    const made = await t.payout();
    await t.settle();
    const created = await t.lookAtPayout(made);
    if (isPaid(created)) {
      t.fail(
        'withdraw/create answered result true with status 1 (created), and the merchant shows it as paid.',
        {
          about: t.aboutPayout(made),
        },
      );
    }
    await t.movePayout(made, 6);
    const rejected = await t.payoutBecomes(
      made,
      'The payout was rejected (status 6)',
      (payout) => !isPaid(payout) && isFailed(payout),
    );
    if (isPaid(rejected)) t.fail('A rejected payout is shown as paid.', { about: t.aboutPayout(made) });
  },
});
