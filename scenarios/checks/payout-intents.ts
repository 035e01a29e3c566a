import type { CheckRow } from './row.ts';

const oneId =
  'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one wish has one id that may exist.' as const;

/** Payouts over restarts, tried again, and paid from a wallet. */
export const payoutIntentChecks = [
  {
    id: 'payout.restart.followed',
    title: 'An open payout is followed after a restart.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'restart'],
    rule: 'Errors 3: while the status is not final, poll; a restart does not make it final.',
    expectation:
      'A payout that has been in status 3 for two hours, and one whose creation and status questions had no answer, are asked about after a kill and a start, and are paid when the status becomes 5. One that is rejected then has failed, and what was debited is back. One of whose status 6 the shop heard just before has failed, and what was debited is back.',
    fix: 'Keep the list of open payouts in the database and start the poller with it.',
  },
  {
    id: 'payout.killed-in-create',
    title: 'A kill while a payout is created neither doubles nor loses it.',
    requirements: ['transport.5', 'limits.unique-payment', 'errors.5.exists', 'law.9', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'restart'],
    rule: `${oneId} After a kill the outcome of the call is as unknown as after a read timeout (Errors 5).`,
    expectation:
      'When the shop is killed between the call and its answer and the gateway has the payout, no second shop_payment_id appears, also when the same wish is submitted again, and 5 pays it.',
    fix: 'Write the payout with its shop_payment_id before the call. After a start ask withdraw/shop_payment_status about every payout whose answer is missing.',
  },
  {
    id: 'payout.retry.rejected',
    title: 'A payout that is tried again after a rejection has a new id and is debited once.',
    requirements: ['transport.5', 'limits.unique-payment', 'law.11', 'law.9'],
    level: 'must',
    capabilities: ['payout', 'payout.retry'],
    means: ['jobs'],
    rule: 'Transport rule 5: shop_payment_id is unique within a shop, so that a new attempt needs a new one. 6 is final.',
    expectation:
      'After 6 and a new try withdraw/create comes with another shop_payment_id and the same amount, amount_type, currency, payway and account; after a second 6 all funds are back; at the third try they are taken once, and 5 pays the payout. Two wishes at once to try a payout again lead to one at the gateway, and so does one whose answer is lost, which 5 pays. After a new try that is refused with a fatal code, or ends with 6 at once, all funds are back.',
    fix: 'Make a new shop_payment_id for each attempt after a final 6, and take the funds that the rejection gave back again. Take the state "failed" away in the transaction that begins the new attempt.',
  },
  {
    id: 'payout.retry.open',
    title: 'An open payout that is tried again gets no second id.',
    requirements: ['transport.5', 'limits.unique-payment', 'errors.5', 'law.9'],
    level: 'must',
    capabilities: ['payout', 'payout.retry'],
    means: ['jobs'],
    rule: oneId,
    expectation:
      'While a payout is in status 3, while its creation had no answer or a non-fatal code, and after 5, a wish to try it again leads to no second shop_payment_id.',
    fix: 'Allow a new attempt only after 6, after a fatal code, or after the gateway said that it has no such payout. Until then only ask.',
  },
  {
    id: 'payout.account-details',
    title: 'Values that a payway asks for are sent inside account_details.',
    requirements: ['fields.descriptor.account-details', 'endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Resources, Extra-field descriptor: values collected for account_info_config go inside account_details.',
    expectation:
      'A payout with the detail bic, which withdraw/try and the list of payways describe, carries it as account_details.bic and nowhere else, also when it did not arrive and is sent again, and when it was rejected and is tried again. A name in letters arrives as it is, and a payout without details carries no list.',
    fix: 'Send { "account_details": { "bic": "…" } } and not { "bic": "…" }.',
  },
  {
    id: 'wallet.overdraw',
    title: 'Payouts at once do not take more than the customer has.',
    requirements: ['law.12'],
    level: 'must',
    capabilities: ['invoice', 'payout', 'wallet'],
    rule: 'Follows from Endpoints, withdraw/create: what is paid out is gone; a balance pays once.',
    expectation:
      'With a balance of 100.00 a payout of 100.60 does not reach the gateway, by whichever amount_type it is asked for. Of payouts of 80.00 twice at once and once more, the gateway accepts at most one. When one is rejected, the money spent by another and the first tried again, the gateway accepts no more than there is.',
    fix: 'Take the funds in one statement with a condition (update … where balance >= amount) before you call the gateway.',
  },
  {
    id: 'wallet.parallel-payouts',
    title: 'Payouts of one customer at once add up, and so do their returns.',
    requirements: ['law.11', 'law.12'],
    level: 'must',
    capabilities: ['invoice', 'payout', 'wallet'],
    means: ['jobs'],
    rule: 'Follows from States and transitions, Payout statuses: each payout takes its amount once, and each 6 gives it back once.',
    expectation:
      'After eight payouts at once the balance fell by what they debited; after 5 for one and 6 for the others each is paid or failed as the gateway says, and the balance fell by what that one debited.',
    fix: 'Lower and raise the balance in the database (balance = balance - amount, or a ledger row), and not by writing back a value that was read before.',
  },
] as const satisfies readonly CheckRow[];
