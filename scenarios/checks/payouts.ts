import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Payout statuses' as const;
const timeout =
  'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status decides.' as const;

/** Payouts. */
export const payoutChecks = [
  {
    id: 'payout.created-is-not-paid',
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
  },
  {
    id: 'payout.status.not-final',
    title: 'Statuses 1, 3, 4 and 9 leave a payout open.',
    requirements: [
      'states.payout.1',
      'states.payout.3',
      'states.payout.4',
      'states.payout.9',
      'states.payout.5',
    ],
    level: 'must',
    capabilities: ['payout'],
    rule: `${statuses}: only 5 and 6 are final.`,
    expectation:
      'In statuses 1, 9, 4 and 3, also in a record with an rrn, the payout is pending and its funds stay reserved; on 5 it is paid.',
    fix: 'Keep polling on every status but 5 and 6, also on 4, 9 and unknown values, and return no funds before 6.',
  },
  {
    id: 'payout.status.rejected',
    title: 'A rejected payout is failed, and its funds are returned exactly once.',
    requirements: ['states.payout.6', 'errors.3.end', 'law.11'],
    level: 'must',
    capabilities: ['payout'],
    rule: `${statuses}: 6 is final and means rejected.`,
    expectation:
      'After 6, with or without an error_code, also when the shop sees it twice, the payout is failed, and what was debited is returned once, with every amount_type that the shop claims.',
    fix: 'Return the funds in the transaction that changes the payout from open to failed, on the condition that it was open.',
  },
  {
    id: 'payout.final-at-once',
    title: 'A final status in the answer of withdraw/create is final.',
    requirements: [
      'endpoint.withdraw.create.status-at-once',
      'states.payout.5',
      'states.payout.6',
      'errors.3.end',
    ],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Endpoints, withdraw/create: check data.status at once; a final status needs no polling.',
    expectation:
      'When the answer says 5 the payout is paid, and when it says 6 it is failed, without any status request.',
    fix: 'Handle data.status of the creation with the same code as the status of a poll.',
  },
  {
    id: 'payout.read-timeout.stored',
    title: 'After a read timeout the shop asks for the status and follows it.',
    requirements: ['errors.5', 'errors.5.exists', 'transport.5', 'limits.unique-payment', 'law.9', 'law.10'],
    level: 'must',
    capabilities: ['payout'],
    rule: timeout,
    expectation:
      'The next call is withdraw/shop_payment_status with the same id, no second id appears, and the payout ends as the gateway says; until then it is neither failed nor paid. The same applies when a repeated creation ends in a read timeout as well.',
    fix: 'Store shop_payment_id before the call, turn off automatic retries of the HTTP client, and after a timeout call withdraw/shop_payment_status with this id. A timeout means an unknown outcome, not a failure.',
  },
  {
    id: 'payout.read-timeout.absent',
    title:
      'After a read timeout a payout is created again only when the gateway answers that it does not exist.',
    requirements: ['errors.5', 'errors.5.absent', 'law.9', 'law.10'],
    level: 'must',
    capabilities: ['payout'],
    readings: ['error.absent-payout'],
    rule: timeout,
    expectation:
      'The payout is never shown as paid; the creation is repeated only after the answer that no such payout exists.',
    fix: 'Call withdraw/shop_payment_status first. Repeat the creation, preferably under the same id, or fail the payout, only after the code for an absent payout.',
  },
  {
    id: 'payout.tracked',
    title: 'The shop polls a payout until its status is final.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'fields.payout.id', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 3 and typical flows: poll withdraw/status or withdraw/shop_payment_status until a final status.',
    expectation:
      'The status requests name the id of this payout, and the payout is paid when the gateway answers 5. This holds also while ten older payouts of the same customer are open, which stay open until their own final status.',
    fix: 'Store the `id` of the answer (for withdraw/status) or your shop_payment_id (for withdraw/shop_payment_status), and poll every open payout in a job.',
  },
  {
    id: 'payout.polling.beyond-2h',
    title: 'The shop does not abandon an open payout after two hours.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: while the status is not final, poll. The two hours of Errors 2 apply only after a non-fatal error.',
    expectation:
      'A payout that stays at 3, 4 or 9 for hours is still pending, is still polled, and is paid when it becomes 5, also after a read timeout or a non-fatal code of its creation.',
    fix: 'Stop polling only on a final status. Poll less often after two hours if you like, but do not fail the payout.',
  },
  {
    id: 'payout.polling.interval',
    title: 'The shop polls at intervals of about 30 seconds.',
    requirements: ['limits.polling-interval', 'events.polling-interval'],
    level: 'should',
    whyShould: 'The specification recommends 30 seconds. Polling more often costs calls, not money.',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Limits: payout status polling is recommended every 30 seconds.',
    expectation:
      'During ten minutes of clock time a payout is not polled at a steady interval far below 30 seconds, in status 3 or 9, or when its creation had no answer or an unknown error code. A payout whose status requests fail may be asked about three times in a row. After an hour without a job run the missed polls are not made up for.',
    fix: 'Store when each payout was last polled, and poll it again after 30 seconds or later.',
  },
  {
    id: 'payout.polling.ends',
    title: 'The shop stops polling after a final status.',
    requirements: ['errors.3.end'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: after a final status the exchange ends.',
    expectation:
      'After a status request is answered with 5 or 6 no further status request for the payout follows, except one that was already on its way, also when its creation had no answer.',
    fix: 'Remove a payout from the list of open ones in the transaction that stores its final status.',
  },
  {
    id: 'payout.amount-type',
    title: 'The shop sends the amount_type that was requested.',
    requirements: ['endpoint.withdraw.amount-type', 'endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Endpoints, withdraw/try and withdraw/create: ps_amount is what the recipient gets, shop_amount what is written off the balance.',
    expectation:
      'A payout that was requested with ps_amount, or with shop_amount, arrives with this amount_type and this amount.',
    fix: 'Pass on amount_type as requested: ps_amount for "the recipient gets", shop_amount for "our balance pays".',
  },
  {
    id: 'payout.double-submit',
    title: 'Submitting the same payout twice creates one payout.',
    requirements: ['transport.5', 'limits.unique-payment', 'law.9'],
    level: 'must',
    capabilities: ['payout', 'intents'],
    rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one submission has one id.',
    expectation:
      'The same reference, submitted twice, one after the other and at the same moment, leads to one payout at the gateway and one debit, also when it is submitted again after the payout is paid or after its answer was lost.',
    fix: 'Put a unique constraint on the submission (form token, reference) and give it one shop_payment_id before the first call.',
  },
] as const satisfies readonly CheckRow[];
