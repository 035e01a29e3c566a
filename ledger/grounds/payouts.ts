import {
  AMOUNT,
  AT_ONCE,
  COMPARE,
  CREATE_PAYOUT,
  DESCRIPTION,
  ENDS,
  FAILED,
  FLOW,
  FUNDS,
  NEW_FIELDS,
  ON_FATAL,
  ON_NON_FATAL,
  ONE_PAYOUT,
  PAID,
  READ_TIMEOUT,
  RECURRENT,
  REFUND_FAILS,
  REFUND_PAID,
  REJECTED,
  REPLY,
  SUCCESS,
  TOLERATE,
  WAIT,
  WAITING,
} from './sentences.ts';
import type { Grounds } from './types.ts';

const payouts: Grounds = {
  'payout.account': {
    ...CREATE_PAYOUT,
    conforming:
      'Writes phone numbers as +7 900 123-45-67 and refuses accounts with letters. Only letters and digits are compared, and an account that the shop refuses is not judged.',
  },
  'payout.account-details': {
    section: 'Resources, Extra-field descriptor',
    quote:
      'The shop must send collected values in the invoice request (for `add_ons_config`) or inside `account_details` (for `account_info_config`).',
    conforming:
      'Refuses payouts with account details because its own form has none. No withdraw/create follows, and the check does not apply.',
  },
  'payout.amount-type': {
    section: 'Endpoints, withdraw/try',
    quote:
      '`amount_type` string, allowed `ps_amount` (exact amount goes to the recipient, credit currency is the payway currency) or `shop_amount` (exact amount is written off the shop balance, recipient gets it minus fees, debit currency is `shop_currency`)',
    conforming:
      'Knows shop_amount only and refuses the other one with 501. Only what the shop claims is asked for.',
  },
  'payout.amounts': {
    ...AMOUNT,
    conforming:
      'Keeps kopecks as integers, writes 8.20 as 8.2 and pays out at most 1000.00. Amounts are compared as numbers, and an amount outside its own limits is not judged.',
  },
  'payout.check-account.extra-keys': {
    section: 'Endpoints, check_account',
    quote:
      'If `account_info` holds extra keys, pass them in `account_details` of the payout creation request.',
    conforming: 'Never calls check_account, which is optional. The check does not apply.',
  },
  'payout.check-account.refused': {
    section: 'Endpoints, check_account',
    quote: '',
    conforming:
      'Recommended by the suite: `data.result` has no stated consequence. A shop that shows it to an operator and pays out all the same gets a warning.',
  },
  'payout.create.asks-first': {
    section: 'Errors 5',
    quote: '',
    conforming:
      'Recommended by the suite: Errors 5 covers only a read timeout. A shop whose HTTP client repeats a create under the same id after a reset pays once, and gets a warning.',
  },
  'payout.create.one-id': {
    ...ONE_PAYOUT,
    conforming:
      'Gives the payout up after HTTP 502 and leaves it to a person. No second id is sent, which is all that is judged.',
  },
  'payout.create.unknown-outcome': {
    ...FLOW,
    conforming:
      'Puts the request into a queue and asks for the status only in its next job. The payout is pending until then, and paid on 5.',
  },
  'payout.created-is-not-paid': {
    ...WAIT,
    conforming:
      'Has no state between new and paid, and shows the payout as new. Everything but paid and failed is open.',
  },
  'payout.created-open': {
    ...AT_ONCE,
    conforming:
      'Never looks at a status that is not 5 or 6, and asks every 45 seconds. The payout stays pending and becomes paid.',
  },
  'payout.currency': {
    ...ON_FATAL,
    conforming:
      'Reads the list of payways, sees the other currency and refuses the payout without a call. Nothing is sent, and the balance is unchanged.',
  },
  'payout.description': {
    ...DESCRIPTION,
    conforming:
      'Sends the text "Payout 17" whatever the description was. The length is within the limit, and the text is its own.',
  },
  'payout.double-submit': {
    ...ONE_PAYOUT,
    conforming:
      'Refuses the second submission with 409 while the first is under way, and answers later ones with the payout. One id is sent.',
  },
  'payout.final-at-once': {
    ...AT_ONCE,
    conforming:
      'Puts each answer into a queue that it works off within tempo.settle. The look is repeated for that time.',
  },
  'payout.ids.unique': {
    ...ONE_PAYOUT,
    conforming:
      'Takes an identical payout within a minute for a double click and refuses it with 409. What is refused is not counted.',
  },
  'payout.killed-in-create': {
    ...FLOW,
    conforming:
      'Stores a line in a queue before the call and makes the payout of it after the start. The payout is found by its reference, and 5 completes it.',
  },
  'payout.limits': {
    ...ON_FATAL,
    conforming:
      'Keeps the payout pending after code 5, whose fatality is not shown, and asks for two hours. The creation is not sent again and again, which is all that is judged.',
  },
  'payout.long-references': {
    ...ONE_PAYOUT,
    conforming: 'Refuses references of 300 characters. The check does not apply.',
  },
  'payout.long-references.apart': {
    section: 'What the service does, transport rule 5',
    quote: '',
    conforming:
      'Compares the first 255 characters of a reference. The specification knows no references, so the check warns at most.',
  },
  'payout.non-fatal-code': {
    ...ON_NON_FATAL,
    conforming:
      'Treats every code that no list explains as fatal, fails the payout and returns the funds. The check does not apply unless the operator calls the code non-fatal.',
  },
  'payout.non-fatal-code.two-hours': {
    ...ON_NON_FATAL,
    conforming:
      'Asks after 30 seconds and then ever more rarely, at least every half hour, and gives up after two hours. It has asked by the time that the status is 5.',
  },
  'payout.polling.beyond-2h': {
    ...FLOW,
    conforming: 'Asks once a day after two hours. The check waits for more than a day.',
  },
  'payout.polling.days': {
    ...FLOW,
    conforming:
      'Hands a payout over to a person after a day, and goes on asking once a day. The state review is as good as the final one.',
  },
  'payout.polling.ends': {
    ...ENDS,
    conforming:
      'Asks by both ids in parallel and compares its books with the gateway once a day. Two questions on their way are allowed, and so is everything a day later.',
  },
  'payout.polling.interval': {
    section: 'Events',
    quote:
      'Payout notifications: not shown (payouts are tracked by polling the status endpoints; recommended interval 30 seconds).',
    conforming:
      'Repeats a failed question twice at once, and asks a new payout after 5, 10 and 20 seconds. Three tries in a row and half as many questions again are within the limit.',
  },
  'payout.read-timeout.absent': {
    ...READ_TIMEOUT,
    conforming:
      'Fails the payout when it is absent and repeats nothing. A failed payout is as good as a new one.',
  },
  'payout.read-timeout.code': {
    ...READ_TIMEOUT,
    conforming:
      'Asks ever more rarely and shows the payout as new meanwhile. Each kind of answer is waited for with all jobs run, due or not.',
  },
  'payout.read-timeout.status': {
    ...READ_TIMEOUT,
    conforming:
      'Has one payout request under way at a time, so that it sends the others later. Each payout is judged by the status that the gateway has.',
  },
  'payout.read-timeout.stored': {
    ...READ_TIMEOUT,
    conforming:
      'Asks in its next job, 45 seconds later, by shop_payment_id. Nothing is sent in between, and the status that it gets governs.',
  },
  'payout.restart.followed': {
    ...FLOW,
    conforming:
      'Asks after a restart only at its next interval, which for old payouts is half a day. All jobs are run, due or not, before a miss counts.',
  },
  'payout.retry.open': {
    ...ONE_PAYOUT,
    conforming: 'Refuses the retry of an open payout with 409. No second id is sent.',
  },
  'payout.retry.rejected': {
    ...ONE_PAYOUT,
    conforming:
      'Takes the funds when the payout is paid, not with the request. The balance is compared with the one before, whatever was debited meanwhile.',
  },
  'payout.status-call.error-code': {
    ...WAIT,
    conforming:
      'Writes an alarm for each such code and asks once in ten minutes from then on. Forty rounds of jobs are enough for it.',
  },
  'payout.status-call.fails': {
    ...WAIT,
    conforming:
      'Opens a circuit breaker after five failed questions and asks nothing for some minutes. Forty rounds, and jobs that run everything, are enough for it.',
  },
  'payout.status.not-final': {
    section: 'States and transitions, Payout statuses',
    quote: '4 | payout error on the payment-system side | no',
    conforming:
      'Shows an error text in statuses 4 and 9 and keeps the payout pending. Only the state and the funds are judged.',
  },
  'payout.status.rejected': {
    ...REJECTED,
    conforming: 'Takes nothing from the customer before status 5. What was never debited need not come back.',
  },
  'payout.status.unknown': {
    ...WAIT,
    conforming:
      'Shows status 7, which no table lists, as failed. That is only reported; after status 2 it asks on and is paid by 5.',
  },
  'payout.tracked': {
    ...FLOW,
    conforming:
      'Allows one open payout for each customer and refuses the others. The check asks for those as another customer.',
  },
};

const refunds: Grounds = {
  'refund.after-full': {
    ...REFUND_PAID,
    conforming:
      'Leaves the refusal to the gateway and sends the second refund. The gateway refuses it, and it counts for nothing.',
  },
  'refund.amounts': {
    ...AMOUNT,
    conforming:
      'Writes 19.9 for 19.90 and allows one refund of an order. Amounts are compared as numbers, and what it refuses is left out.',
  },
  'refund.before-answer': {
    ...SUCCESS,
    conforming:
      'Locks the order while the creation is under way and answers the notification with 503. The gateway sends it again, and that counts.',
  },
  'refund.blank': {
    section: 'What the service does',
    quote: '',
    conforming:
      'Recommended by the suite: the specification has no refund without an amount. A shop that documents an empty field as "all" gets a warning.',
  },
  'refund.currency': {
    ...REFUND_PAID,
    conforming:
      'Sends no currency at all, because the request is not shown. Only another currency than that of the invoice fails.',
  },
  'refund.failed': {
    ...FAILED,
    conforming:
      'Uses the notification as a nudge and asks invoice/get-refunds in its next job. The jobs run before the record is judged.',
  },
  'refund.failed-at-once': {
    section: 'Endpoints, Refund creation',
    quote: '',
    conforming:
      'Reads only `result` of the answer, whose fields are not shown, and waits for a notification that never comes. The check warns at most.',
  },
  'refund.failed.again': {
    section: 'States and transitions, Refund statuses',
    quote: '',
    conforming:
      'Recommended by the suite: whether to refund again is the decision of the shop. One that allows one refund of an order and answers 409 is not judged.',
  },
  'refund.fatal-codes': {
    ...ON_FATAL,
    conforming: 'Refuses the call with 422 and stores no refund. A refusal is as good as a failed refund.',
  },
  'refund.final-at-once': {
    ...SUCCESS,
    conforming: 'Believes only invoice/get-refunds, which its job asks. The jobs run before a miss counts.',
  },
  'refund.ids.unique': {
    section: 'Endpoints, Refund creation',
    quote: '',
    conforming:
      'Recommended by the suite: the fields of a refund creation are not shown. A shop that numbers the refunds of each order from 1 gets a warning.',
  },
  'refund.killed-in-create': {
    ...WAITING,
    conforming:
      'Knows the refund only from its queue and answers 404 to the notification until it has asked invoice/get-refunds. The gateway sends it again, and the sum counts.',
  },
  'refund.later-success': {
    ...ON_NON_FATAL,
    conforming: 'Refuses the call after an unknown code. The check does not apply.',
  },
  'refund.lost-answer': {
    ...REFUND_FAILS,
    conforming:
      'Asks for nothing and leaves the refund pending until the notification arrives. It is never failed, and counts once.',
  },
  'refund.lost-notification': {
    section: 'States and transitions, Refund statuses',
    quote: '',
    conforming:
      'Recommended by the suite: the final status is promised by notification, and asking is not required. A shop that never calls invoice/get-refunds gets a warning.',
  },
  'refund.non-fatal-code': {
    ...ON_NON_FATAL,
    conforming:
      'Treats code 8 as fatal and fails the refund. The check does not apply unless the operator calls the code non-fatal.',
  },
  'refund.notification.content': {
    ...COMPARE,
    conforming:
      'Never trusts a notification: asks invoice/get-refunds for each, which says WAITING. Nothing counts as refunded.',
  },
  'refund.notification.forged': {
    ...COMPARE,
    conforming:
      'Answers OK to everything and verifies in a queue. The refund stays pending, and the reply to a forgery is not judged.',
  },
  'refund.notification.new-fields': {
    ...NEW_FIELDS,
    conforming:
      'Answers 503 while it is at work on the same order and takes the next delivery. The reply is asked for several times.',
  },
  'refund.only-paid': {
    ...REFUND_PAID,
    conforming:
      'Takes the refund of a held order for a release and calls invoice/unhold. No refund reaches the gateway.',
  },
  'refund.partial': {
    ...REFUND_PAID,
    conforming:
      'Derives the state of an order from its refunds whenever it is asked. Any state is right that fits the sum of 30.00.',
  },
  'refund.partial.interleaved': {
    ...FAILED,
    conforming: 'Makes one refund of an order at a time and refuses the second. The check does not apply.',
  },
  'refund.partial.twice': {
    ...REFUND_PAID,
    conforming:
      'Works on one notification of an order at a time and answers 409 to the other. The gateway sends it again within the hour, and both count.',
  },
  'refund.record-types': {
    section: 'Resources, Refund record',
    quote: 'amount | string (decimal)',
    conforming:
      'Never calls invoice/get-refunds. The part about the record does not apply, and the rest is counted by the notification.',
  },
  'refund.repeated-notification': {
    ...ENDS,
    conforming:
      'Learns of the end by asking before any notification arrives, and answers OK to the notification without a look. The sum counts once.',
  },
  'refund.reply': {
    ...REPLY,
    conforming:
      'Answers the first delivery with 503, because the order is locked, and the next with OK. Only a refusal again and again fails.',
  },
  'refund.restart': {
    ...WAITING,
    conforming:
      'Answers OK from memory, loses that with the kill and asks invoice/get-refunds after the start. All jobs run before a miss counts.',
  },
  'refund.status-call.answers': {
    ...WAITING,
    conforming: 'Never calls invoice/get-refunds. Its refunds stay pending, which is right.',
  },
  'refund.sum': {
    ...REFUND_PAID,
    conforming:
      'Sends every refund and lets the gateway refuse what is too much. The shop counts what the gateway accepted.',
  },
  'refund.unknown-code': {
    ...TOLERATE,
    conforming:
      'Treats unknown codes as fatal and shows the refund as failed. The call has a usable answer, and the next refund is made.',
  },
  'refund.waiting': {
    ...WAITING,
    conforming:
      'Alerts a person after a day and leaves the refund pending. Nothing is counted until SUCCESS.',
  },
  'refund.waiting.not-repeated': {
    ...WAITING,
    conforming: 'Asks invoice/get-refunds every minute for two days. Questions are no second request.',
  },
};

const wallets: Grounds = {
  'wallet.overdraw': {
    section: 'What the service does',
    quote: '',
    conforming:
      'Lets a customer overdraw the wallet on credit. The specification knows no wallets of customers, so the check warns at most.',
  },
  'wallet.parallel-credits': {
    ...PAID,
    conforming:
      'Answers OK to all notifications and books them one after the other from a queue. The check waits for its jobs, and for tempo.recover with a margin.',
  },
  'wallet.parallel-credits.balance': {
    section: 'What the service does',
    quote: '',
    conforming:
      'Takes a fee for each order from the balance of its customer. The specification knows no wallets of customers, so the check warns at most.',
  },
  'wallet.parallel-payouts': {
    ...FUNDS,
    conforming:
      'Has one open payout for each customer and refuses seven of the eight. The balance is compared with what the shop says it debited.',
  },
};

const combinations: Grounds = {
  'combination.hold': {
    section: 'States and transitions, Invoice statuses',
    quote:
      '8 | `invoice/charge` | invoice was created by `invoice/hold` | final status arrives by notification; the synchronous response status may be non-final | final notification about the withdrawal',
    conforming:
      'Refuses every command with 409 while another one is open. What it does not let happen is left out of the combinations.',
  },
  'combination.payout': {
    ...READ_TIMEOUT,
    conforming:
      'Gives a payout up when the gateway does not have it, and refuses the second click. Funds and states follow the status of the gateway.',
  },
  'combination.refund': {
    ...WAITING,
    conforming:
      'Asks for nothing and waits for notifications only. A refund whose notifications were lost is a warning of another rule.',
  },
  'combination.renewal': {
    ...RECURRENT,
    conforming:
      'Refuses a second submission of a renewal and sends the first again under the same id when it had no answer. One invoice is charged.',
  },
  'combination.retry': {
    ...PAID,
    conforming:
      'Shows an order whose second attempt was paid as well as in review. Money that is on record for a person counts as recorded.',
  },
  'combination.single': {
    ...PAID,
    conforming:
      'Uses notifications as nudges and books only what invoice/check says. Its jobs run before anything that is missing counts.',
  },
};

/** Payouts, refunds, wallets and combinations of events. */
export const payoutGrounds: Grounds = { ...payouts, ...refunds, ...wallets, ...combinations };
