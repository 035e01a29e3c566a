import type { CheckRow } from './row.ts';

const oneId =
  'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one payout request has only one id that may exist at the gateway.' as const;

/** Payouts over restarts, retried, and paid from a wallet. */
export const payoutIntentChecks = [
  {
    id: 'payout.restart.followed',
    title: 'An open payout is polled after a restart.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'restart'],
    rule: 'Errors 3: while the status is not final, poll; a restart does not make it final.',
    expectation:
      'After a kill and a restart the shop asks about a payout that has been in status 3 for two hours, and about one whose creation and status requests were not answered, and both are paid when the status becomes 5. A payout that becomes 6 then is failed, and what was debited is returned. The same holds for one whose status 6 the shop received just before the kill.',
    fix: 'Keep the list of open payouts in the database, and start the poller from it.',
  },
  {
    id: 'payout.killed-in-create',
    title: 'A kill while a payout is being created neither doubles nor loses it.',
    requirements: ['transport.5', 'limits.unique-payment', 'errors.5.exists', 'law.9', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'restart'],
    rule: `${oneId} After a kill the outcome of the call is as unknown as after a read timeout (Errors 5).`,
    expectation:
      'The shop is killed between the call and its answer, and the gateway has the payout: no second shop_payment_id appears, also when the same payout is submitted again, and 5 completes it.',
    fix: 'Store the payout with its shop_payment_id before the call. After a restart call withdraw/shop_payment_status for every payout without an answer.',
  },
  {
    id: 'payout.retry.rejected',
    title: 'A payout that is retried after a rejection has a new id and is debited once.',
    requirements: ['transport.5', 'limits.unique-payment', 'law.11', 'law.9'],
    level: 'must',
    capabilities: ['payout', 'payout.retry'],
    means: ['jobs'],
    rule: 'Transport rule 5: shop_payment_id is unique within a shop, so a new attempt needs a new one. 6 is final.',
    expectation:
      'After 6 a retry calls withdraw/create with another shop_payment_id and the same amount, amount_type, currency, payway and account. After a second 6 all funds are returned; the third attempt debits them once, and 5 completes the payout. Two simultaneous retries create one payout at the gateway, and so does a retry whose answer is lost, which 5 completes. After a retry that is refused with a fatal code, or ends with 6 at once, all funds are returned.',
    fix: 'Create a new shop_payment_id for each attempt after a final 6, and debit the returned funds again. Leave the state "failed" in the transaction that starts the new attempt.',
  },
  {
    id: 'payout.retry.open',
    title: 'Retrying an open payout creates no second id.',
    requirements: ['transport.5', 'limits.unique-payment', 'errors.5', 'law.9'],
    level: 'must',
    capabilities: ['payout', 'payout.retry'],
    means: ['jobs'],
    rule: oneId,
    expectation:
      'While a payout is in status 3, while its creation had no answer or a non-fatal code, and after 5, a retry leads to no second shop_payment_id.',
    fix: 'Allow a new attempt only after 6, after a fatal code, or after the answer that no such payout exists. Until then only ask for the status.',
  },
  {
    id: 'payout.account-details',
    title: 'Values that a payway requires are sent inside account_details.',
    requirements: ['fields.descriptor.account-details', 'endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Resources, Extra-field descriptor: values collected for account_info_config go inside account_details.',
    expectation:
      'A payout with the detail bic, which withdraw/try and the list of payways describe, carries it as account_details.bic and nowhere else, also when the request was lost and is sent again, and when the payout was rejected and is retried. A name in letters arrives unchanged, and a payout without details sends no array as account_details.',
    fix: 'Send { "account_details": { "bic": "…" } }, not { "bic": "…" }.',
  },
  {
    id: 'wallet.overdraw',
    title: "Simultaneous payouts do not exceed the customer's balance.",
    requirements: ['law.12'],
    level: 'must',
    capabilities: ['invoice', 'payout', 'wallet'],
    rule: 'Follows from Endpoints, withdraw/create: what was paid out is gone; a balance can be spent only once.',
    expectation:
      'With a balance of 100.00 a payout of 100.60 does not reach the gateway, whichever amount_type it uses. Of two simultaneous payouts of 80.00 and a third one later, the gateway accepts at most one. When one is rejected, its money is spent by another payout and the first is retried, the accepted payouts stay within the balance.',
    fix: 'Reserve the funds in one statement with a condition (update … where balance >= amount) before you call the gateway.',
  },
  {
    id: 'wallet.parallel-payouts',
    title:
      'Simultaneous payouts of one customer are each debited once, and each rejected one is returned once.',
    requirements: ['law.11', 'law.12'],
    level: 'must',
    capabilities: ['invoice', 'payout', 'wallet'],
    means: ['jobs'],
    rule: 'Follows from States and transitions, Payout statuses: each payout debits its amount once, and each 6 returns it once.',
    expectation:
      'After eight simultaneous payouts the balance is lower by what they debited. After 5 for one and 6 for the others each payout is paid or failed as the gateway says, and the balance is lower only by what the paid one debited.',
    fix: 'Decrease and increase the balance in the database (balance = balance - amount, or a ledger row); do not write back a value that was read before.',
  },
] as const satisfies readonly CheckRow[];
