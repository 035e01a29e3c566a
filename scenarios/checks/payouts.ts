import type { CheckRow } from './row.ts';

const statuses = 'States and transitions, Payout statuses' as const;
const timeout =
  'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status governs.' as const;

/** Payouts. */
export const payoutChecks = [
  {
    id: 'payout.created-is-not-paid',
    title: 'A payout is not paid because it was created.',
    requirements: [
      'errors.3',
      'states.payout.1',
      'endpoint.withdraw.create.status-at-once',
      'fields.envelope.result',
    ],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Errors 3 and Endpoints, withdraw/create: result true means created; data.status says how far it is.',
    expectation:
      'After withdraw/create answered status 1 the payout is pending, and it is failed when the status becomes 6.',
    fix: 'Read data.status of the answer. Count the payout as paid on 5 only.',
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
      'Through 1, 9, 4 and 3, also in a record with an rrn, the payout is pending and its funds stay taken; with 5 it is paid.',
    fix: 'Go on polling on every status but 5 and 6, also on 4, 9 and values that you do not know, and give no funds back before 6.',
  },
  {
    id: 'payout.status.rejected',
    title: 'A rejected payout fails, and its funds come back exactly once.',
    requirements: ['states.payout.6', 'errors.3.end', 'law.11'],
    level: 'must',
    capabilities: ['payout'],
    rule: `${statuses}: 6 is final and means rejected.`,
    expectation:
      'After 6, with an error_code or without, also when it is seen twice, the payout is failed, and what was debited is back, once; by whichever amount_type the shop claims it was asked for.',
    fix: 'Give the funds back in the transaction that changes the payout from open to failed, on the condition that it was open.',
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
      'When the answer says 5 the payout is paid, when it says 6 it is failed, without any question about its status.',
    fix: 'Handle data.status of the creation by the same code as the status of a poll.',
  },
  {
    id: 'payout.read-timeout.stored',
    title: 'After a read timeout the shop asks for the status and follows it.',
    requirements: ['errors.5', 'errors.5.exists', 'transport.5', 'limits.unique-payment', 'law.9', 'law.10'],
    level: 'must',
    capabilities: ['payout'],
    rule: timeout,
    expectation:
      'The next call is withdraw/shop_payment_status with the same id, no second id appears, and the payout ends as the gateway says; until then it is neither failed nor paid. The same goes for a repeated creation that has no answer either.',
    fix: 'Store shop_payment_id before the call, turn automatic repeats of the HTTP client off, and on a timeout ask withdraw/shop_payment_status with this id. A timeout is an unknown outcome and not a failure.',
  },
  {
    id: 'payout.read-timeout.absent',
    title: 'After a read timeout a payout is created again only when the gateway says that it is absent.',
    requirements: ['errors.5', 'errors.5.absent', 'law.9', 'law.10'],
    level: 'must',
    capabilities: ['payout'],
    readings: ['error.absent-payout'],
    rule: timeout,
    expectation:
      'The payout is never shown as paid; a repeated creation comes only after the answer that no such payout exists.',
    fix: 'Ask withdraw/shop_payment_status first. Repeat the creation, best under the same id, or fail the payout, only after the code for an absent payout.',
  },
  {
    id: 'payout.tracked',
    title: 'The shop follows a payout until it is final.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'fields.payout.id', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs'],
    rule: 'Errors 3 and typical flows: poll withdraw/status or withdraw/shop_payment_status until a final status.',
    expectation:
      'The status questions name the id of this payout, and the payout is paid when the gateway says 5, also while ten older ones of the same customer are still open, which then stay open until they end.',
    fix: 'Store the `id` of the answer (for withdraw/status) or your shop_payment_id (for withdraw/shop_payment_status), and poll every open payout in a job.',
  },
  {
    id: 'payout.polling.beyond-2h',
    title: 'The shop does not give an open payout up after two hours.',
    requirements: ['flow.payout.poll', 'errors.3.wait', 'law.20'],
    level: 'must',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Errors 3: while the status is not final, poll. The two hours of Errors 2 hold only after a non-fatal error.',
    expectation:
      'A payout that stays at 3, 4 or 9 for hours is still pending, is still asked about, and is paid when it becomes 5, also after a read timeout or a non-fatal code of its creation.',
    fix: 'End polling with a final status only. Poll less often after two hours if you like, but do not fail the payout.',
  },
  {
    id: 'payout.polling.interval',
    title: 'The shop polls at intervals of about 30 seconds.',
    requirements: ['limits.polling-interval', 'events.polling-interval'],
    level: 'should',
    whyShould: 'The specification recommends 30 seconds. Asking more often costs calls and no money.',
    capabilities: ['payout'],
    means: ['jobs', 'clock'],
    rule: 'Limits: payout status polling is recommended every 30 seconds.',
    expectation:
      'Over ten minutes of clock a payout is not asked about at a steady interval far below 30 seconds, be it in status 3 or 9, or one whose creation had no answer or an unknown error code. One whose status questions fail may be asked about three times at a time. After an hour in which no job ran nothing is made up for.',
    fix: 'Remember when each payout was last asked about, and ask again after 30 seconds or later.',
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
      'After 5 or 6 was answered no further question about the payout comes, but for one that was on its way, also when its creation had no answer.',
    fix: 'Take a payout off the list of open ones in the transaction that stores its final status.',
  },
  {
    id: 'payout.amount-type',
    title: 'The shop asks for the amount on the side that was meant.',
    requirements: ['endpoint.withdraw.amount-type', 'endpoint.withdraw.create.request'],
    level: 'must',
    capabilities: ['payout'],
    rule: 'Endpoints, withdraw/try and withdraw/create: ps_amount is what the recipient gets, shop_amount what is written off the balance.',
    expectation:
      'A payout that was asked for with ps_amount, or with shop_amount, arrives with this amount_type and this amount.',
    fix: 'Pass amount_type on as it was asked for: ps_amount for "the recipient gets", shop_amount for "our balance pays".',
  },
  {
    id: 'payout.double-submit',
    title: 'The same payout wish twice leads to one payout.',
    requirements: ['transport.5', 'limits.unique-payment', 'law.9'],
    level: 'must',
    capabilities: ['payout', 'intents'],
    rule: 'Transport rule 5: payouts are protected against duplicates by shop_payment_id, which only helps if one wish has one id.',
    expectation:
      'The same reference twice, one after the other and at once, leads to one payout at the gateway and one debit, also when it comes again after the payout is paid, or after the answer to it was lost.',
    fix: 'Put a unique constraint on the wish (form token, reference) and give it one shop_payment_id before the first call.',
  },
] as const satisfies readonly CheckRow[];
