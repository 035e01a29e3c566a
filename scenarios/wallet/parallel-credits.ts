import { check } from '../../suite/engine/index.ts';
import { paidTogether } from '../steps/wallets.ts';

export default check('wallet.parallel-credits', {
  title: 'Twenty simultaneous payments of one customer are all credited.',
  must: ['law.1', 'law.19'],
  capabilities: ['invoice', 'wallet'],
  rule: 'Follows from States and transitions: each paid invoice is credited with its amount, also when many are paid at the same moment.',
  expectation:
    'After simultaneous genuine notifications for twenty orders of one customer, every order whose notification was answered with OK is credited in the end. Whether the balance rises by their sum, wallet.parallel-credits.balance reports.',
  fix: 'Increase the balance in the database (balance = balance + amount, or a ledger row); do not write back a value that was read before.',
  story: paidTogether,
});
