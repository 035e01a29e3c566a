import { check } from '../../suite/engine/index.ts';
import { paidTogether } from '../steps/wallets.ts';

export default check('wallet.parallel-credits.balance', {
  title: 'Twenty simultaneous payments of one customer raise the balance by their sum.',
  should: ['law.12'],
  whyShould:
    'The specification knows the balance of the shop at the gateway, and none of its customers. That a balance is what was paid in is what a merchant promises by claiming wallet.',
  capabilities: ['invoice', 'wallet'],
  rule: 'Promised by the capability wallet: a paid order raises the balance of its customer by its amount.',
  expectation:
    'After simultaneous genuine notifications for twenty orders of one customer the balance has risen by the sum of the orders that were credited.',
  fix: 'Increase the balance in the database (balance = balance + amount, or a ledger row); do not write back a value that was read before.',
  story: paidTogether,
});
