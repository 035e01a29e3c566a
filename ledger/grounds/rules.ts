import {
  COMPARE,
  CREATE_PAYOUT,
  DESCRIPTION,
  ENDS,
  FLOW,
  FUNDS,
  HELD,
  ON_FATAL,
  ON_NON_FATAL,
  ONE_INVOICE,
  ONE_PAYOUT,
  PAID,
  PAID_OUT,
  READ_TIMEOUT,
  RECURRENT,
  REFUND_FAILS,
  REFUND_PAID,
  REPLY,
  SUCCESS,
  TOKEN,
  TOLERATE,
  WAIT,
  WAITING,
} from './sentences.ts';
import type { Grounds } from './types.ts';

const properties: Grounds = {
  'property.signatures.orders': {
    section: 'What the service does, transport rule 3',
    quote: 'Every request is signed (see Authentication).',
    conforming:
      'Refuses most of the drawn orders by its own limits. A refused order has no request, and nothing is judged.',
  },
  'property.signatures.payouts': {
    section: 'What the service does, transport rule 3',
    quote: 'Every request is signed (see Authentication).',
    conforming:
      'Refuses most of the drawn payouts by its own limits. A refused payout has no request, and nothing is judged.',
  },
  'property.notifications.payment': {
    ...COMPARE,
    conforming:
      'Asks invoice/check for each notification and answers OK to all. It books exactly what the gateway itself has as paid.',
  },
  'property.notifications.hold': {
    ...COMPARE,
    conforming: 'Shows a hold as pending and charges it by itself. Only a hold without a status 8 is wrong.',
  },
  'property.notifications.rejection': {
    ...COMPARE,
    conforming:
      'Fails no order on 6 before invoice/check has said the same. Its jobs run before a miss counts.',
  },
  'property.notifications.refund': {
    ...COMPARE,
    conforming: 'Counts a refund only by invoice/get-refunds. Its jobs run before a miss counts.',
  },
  'property.idempotency.payment': {
    ...ENDS,
    conforming:
      'Answers 409 to the second of two deliveries at the same moment. The gateway sends it again, and one credit is booked.',
  },
  'property.idempotency.refund': {
    ...SUCCESS,
    conforming: 'Refuses the second click on a refund with 409. One refund counts.',
  },
  'property.idempotency.payout': {
    ...ONE_PAYOUT,
    conforming: 'Refuses a retry of everything but a failed payout. One id is sent.',
  },
  'property.statuses.payment': {
    ...ENDS,
    conforming:
      'Keeps the first final status whatever comes later. The gateway draws no other final status after it.',
  },
  'property.statuses.hold': {
    ...HELD,
    conforming: 'Refuses the release while a charge is open. Nothing is decided twice.',
  },
  'property.statuses.payout': {
    ...FLOW,
    conforming: 'Asks ever more rarely. At the end of a case all jobs run several times, due or not.',
  },
  'journey.payment': {
    ...PAID,
    conforming:
      'Has no state between new and paid and believes invoice/check only. Only what stays wrong after its jobs is judged.',
  },
  'journey.restart': {
    ...PAID,
    conforming:
      'Keeps everything in a queue on disk and answers OK before it has booked. Its jobs run before a miss counts.',
  },
  'journey.hold': {
    ...HELD,
    conforming: 'Refuses the second of two clicks on the charge. One charge is sent.',
  },
  'journey.refund': {
    ...REFUND_PAID,
    conforming: 'Makes one refund of an order and refuses the next. Refusals are ordinary answers.',
  },
  'journey.payout': {
    ...FLOW,
    conforming:
      'Fails a payout that the gateway does not have and refuses every retry. Funds follow the status of the gateway.',
  },
  'journey.everything': {
    ...ENDS,
    conforming:
      'Refuses every command that is not possible in its state. A journey goes on without it, and only the rules judge.',
  },
};

const creditRules: Grounds = {
  'law.single-credit': {
    ...ENDS,
    conforming:
      'Credits each of two attempts of one order that were both paid. As many credits as paid attempts are right.',
  },
  'law.credit-needs-final-4': {
    ...PAID,
    conforming:
      'Reads no notification at all and books by invoice/check. The answer with status 4 is as good as a notification.',
  },
  'law.credited-invoice-amount': {
    ...COMPARE,
    conforming:
      'Books in minor units and shows 10.5 for 10.50. Amounts are compared as numbers, and too little counts only in the last look.',
  },
  'law.held-not-fulfilled': {
    ...HELD,
    conforming:
      'Shows held orders as pending and fulfils them on the final 4. Nothing is credited while the status is 8.',
  },
  'law.final-stays-final': {
    ...ENDS,
    conforming:
      'Serves its pages from replicas that lag behind. Only what still stands after tempo.settle, or after its jobs, counts.',
  },
  'law.notice-changes-own-order': {
    ...COMPARE,
    conforming:
      'Takes each notification as a reason to ask about all open orders. An order that the gateway has as paid may change by that.',
  },
  'law.held-needs-8': {
    ...HELD,
    conforming: 'Has no state held. An order that is never shown as held is not judged.',
  },
  'law.doubtful-books-nothing': {
    section: 'Events 5',
    quote: '',
    conforming:
      'Recommended by the suite: the specification does not say whether such a notification may be taken. A shop that takes an uppercase digest gets a warning.',
  },
  'law.forgery-changes-nothing': {
    ...COMPARE,
    conforming:
      'Asks invoice/check for each notification, forged or not. It may be paid when the gateway itself says 4.',
  },
  'law.payment-recorded': {
    ...WAIT,
    conforming: 'Sends late money back by itself instead of booking it. A refund at the gateway is a record.',
  },
  'law.refused-payment-recorded': {
    ...ON_NON_FATAL,
    conforming:
      'Takes code 57 for the end of the order and keeps it failed after a later 4. That is a warning, because the fatality of the code is not shown.',
  },
  'law.early-notice-kept': {
    ...WAIT,
    conforming:
      'Answers OK to a notification that it cannot place yet, forgets it and asks invoice/check later. It is judged only after its jobs had the time to ask.',
  },
  'law.final-invoice-known': {
    ...PAID,
    conforming:
      'Books from a queue that its jobs work off. Four times tempo.settle are waited for, and the jobs run.',
  },
  'law.lost-end-found': {
    section: 'Errors 3',
    quote: '',
    conforming:
      'Recommended by the suite: Errors 3 asks the shop to wait for a notification, not to look for a lost one. A shop that never asks gets a warning.',
  },
  'law.payer-told': {
    ...ON_FATAL,
    conforming:
      'Cancels the order after a fatal code and offers the basket again. Every state that is neither open nor paid is right.',
  },
  'law.notices-accepted': {
    ...REPLY,
    conforming:
      'Answers 503 to everything about an order that is younger than some seconds. Such replies are no refusal, and later attempts are accepted.',
  },
  'law.survives-hostile-input': {
    section: 'Events',
    quote: '',
    conforming:
      'Recommended by the suite: the specification does not speak of bodies that the gateway never sends. A shop that drops the connection of a large body passes.',
  },
  'law.works-on': {
    ...TOLERATE,
    conforming:
      'Refuses the request of the customer with 422 after an unknown code. Only a call without a usable answer, jobs that stop or a process that ends are wrong.',
  },
  'law.takes-any-answer': {
    ...TOLERATE,
    conforming:
      'Shows the order as new until it knows more. Only a failed order that the gateway accepted, or HTTP 500, is wrong.',
  },
  'law.takes-empty-data': {
    section: 'Errors 3',
    quote: '',
    conforming:
      'Recommended by the suite: the specification shows an object where something was made. A shop that answers HTTP 500 to data null gets a warning.',
  },
};

const refundRules: Grounds = {
  'law.refunds-within-paid': {
    ...REFUND_PAID,
    conforming:
      'Sends more than is left and lets the gateway refuse it. Only what the gateway accepted is added up.',
  },
  'law.refund-counted-once': {
    ...SUCCESS,
    conforming:
      'Counts a refund by invoice/get-refunds before its notification. Every source that says SUCCESS is enough.',
  },
  'law.refund-ends': {
    ...WAITING,
    conforming:
      'Answers OK and learns the end from invoice/get-refunds at its own interval. Its jobs run, or several poll intervals pass, before a miss counts.',
  },
  'law.refund-requests': {
    ...REFUND_PAID,
    conforming:
      'Returns the whole payment of a late second attempt without being asked. A refund of all that was paid is right.',
  },
  'law.one-refund-per-wish': {
    ...WAITING,
    conforming:
      'Requests a refund again under a new id after invoice/get-refunds did not list the first one. What is not listed does not stand.',
  },
  'law.refund-failure-founded': {
    ...REFUND_FAILS,
    conforming:
      'Has no state for an unknown outcome and shows the refund as pending for ever. Only a failed one is wrong.',
  },
  'law.refund-end-found': {
    section: 'States and transitions, Refund statuses',
    quote: '',
    conforming:
      'Recommended by the suite: the final status is promised by notification. A shop that never asks gets a warning.',
  },
  'law.refund-wishes-served': {
    section: 'What the service does',
    quote: '',
    conforming:
      'Recommended by the suite: which refunds a shop offers is its own decision. One that answers 409 to a second refund is not judged.',
  },
  'law.own-refund-ids': {
    section: 'Endpoints, Refund creation',
    quote: '',
    conforming:
      'Recommended by the suite: the fields of a refund creation are not shown. A shop that numbers the refunds of each order from 1 gets a warning.',
  },
};

const payoutRules: Grounds = {
  'law.payout-conservation': {
    section: 'What the service does',
    quote: '',
    conforming:
      'Pays interest on wallets, so that balances and payouts do not add up. The specification knows no wallets of customers, so the rule warns at most.',
  },
  'law.payouts-within-balance': {
    section: 'What the service does',
    quote: '',
    conforming:
      'Grants its customers an overdraft. The specification knows no wallets of customers, so the rule warns at most.',
  },
  'law.one-id-per-payout': {
    ...ONE_PAYOUT,
    conforming:
      'Creates the payout under a new id by itself after a status 6. What has ended does not stand any more.',
  },
  'law.status-after-read-timeout': {
    ...READ_TIMEOUT,
    conforming:
      'Asks while the connection of the create is still open. A question counts from whenever it was put.',
  },
  'law.status-after-lost-connection': {
    section: 'Errors 5',
    quote: '',
    conforming:
      'Recommended by the suite: Errors 5 covers only a read timeout. A shop that repeats the create under the same id gets a warning.',
  },
  'law.payout-debited-once': {
    ...FUNDS,
    conforming: 'Takes the funds only when the payout is paid. Nothing has to be debited before that.',
  },
  'law.payout-ends-as-told': {
    ...PAID_OUT,
    conforming: 'Shows every trouble as review and leaves it to a person. Only paid and failed are judged.',
  },
  'law.final-payout-known': {
    ...ENDS,
    conforming:
      'Puts the answer into a queue and shows the end after its next job. Two runs of its jobs, or four times tempo.settle, are waited for.',
  },
  'law.payout-followed': {
    ...FLOW,
    conforming:
      'Asks twice a day after two hours. A day is waited for by then, and three runs of all jobs, due or not.',
  },
  'law.one-payout-per-id': {
    ...ONE_PAYOUT,
    conforming:
      'Writes the same amount as 10.5 and then as 10.50 when it repeats a create. Amounts are compared as numbers, accounts by letters and digits.',
  },
  'law.polling-interval': {
    section: 'Limits',
    quote:
      'payout status polling | payouts | recommended every 30 seconds, for about 2 hours on non-fatal errors',
    conforming:
      'Repeats a question that failed at once, twice. Half as many questions again as the interval allows are within the limit.',
  },
  'law.final-ends-polling': {
    ...ENDS,
    conforming:
      'Compares its books with the gateway once a day. Questions after a day are not counted, nor are two that were on their way.',
  },
};

const holdRules: Grounds = {
  'law.one-charge-per-hold': {
    section: 'States and transitions, Invoice statuses',
    quote:
      '8 | `invoice/charge` | invoice was created by `invoice/hold` | final status arrives by notification; the synchronous response status may be non-final | final notification about the withdrawal',
    conforming:
      'Charges again after the gateway has said 8 again. Calls that the gateway refused, or that had no answer, may be repeated.',
  },
  'law.hold-decided': {
    section: 'States and transitions',
    quote:
      'A hold lasts at most 5 days; the shop must charge or unhold within that period; the service does not confirm or cancel automatically.',
    conforming:
      'Counts the five days from when it learnt of the hold, and releases it on the last evening. The limit is counted in the same way.',
  },
  'law.charge-asked-before-repeat': {
    section: 'Errors 5',
    quote: '',
    conforming:
      'Recommended by the suite: Errors 5 covers payouts only, and the gateway refuses a second charge. A shop that repeats an unanswered charge gets a warning.',
  },
};

const requestRules: Grounds = {
  'law.one-order-per-id': {
    ...ONE_INVOICE,
    conforming:
      'Sends another amount under an id whose creation was refused. A refused creation made nothing.',
  },
  'law.signed-and-secret': {
    section: 'Authentication 2',
    quote:
      'Algorithm: take the fields listed as signature fields for the operation; order them alphabetically by key; concatenate their values separated by `:`; append the account secret key directly at the end (no separator); compute SHA-256 of the UTF-8 string; send the lowercase hex digest as `sign`.',
    conforming: 'Sends the signature as a header as well. The field in the body is the one that is verified.',
  },
  'law.fatal-ends-operation': {
    ...ON_FATAL,
    conforming:
      'Sends the refused creation again when a person asks for it. Commands and repeated submissions are no call of its own.',
  },
  'law.renewal-charged-once': {
    ...RECURRENT,
    conforming:
      'Takes the token from invoice/check instead of the notification. Every source that the gateway itself gave is right.',
  },
  'law.request-fields': {
    ...CREATE_PAYOUT,
    conforming:
      'Sends ids as text where an interpretation allows it, and formats accounts with spaces. Interpretations decide, and accounts are compared by letters and digits.',
  },
  'law.current-now': {
    section: 'Resources, Common parameter conventions',
    quote: 'now | string (date-time) | time of the request',
    conforming:
      'Has a clock that is five minutes slow and writes times without a zone in UTC+03:00. Ten minutes are allowed, and the zone is assumed.',
  },
  'law.deadline-instant': {
    section: 'What the service does, transport rule 4',
    quote: 'When a value has no time zone, UTC+03:00 is assumed.',
    conforming:
      'Shows a deadline of its own, twenty minutes after the order. Only a shift of whole half hours from what the gateway said is judged.',
  },
  'law.plain-refusals': {
    section: 'Authentication 3',
    quote: '',
    conforming:
      'Recommended by the suite: only the secret key has to stay secret. A shop that replies with the text to sign gets a warning.',
  },
  'law.calls-operations': {
    section: 'What the service does, transport rule 2',
    quote:
      'Requests and responses are JSON, encoded as UTF-8; requests carry the header `Content-Type: application/json`.',
    conforming:
      'Sends "application/json;charset=utf-8" over one kept connection. Parameters of the type are allowed.',
  },
  'law.request-matches-order': {
    ...DESCRIPTION,
    conforming:
      'Sends "Order 17" as the description of every order. A text of its own is right; amount and currency are those of the order.',
  },
  'law.no-foreign-values': {
    section: 'Limits',
    quote: '`payway` length | all requests with payway | max 150 characters',
    conforming:
      'Lets the payer choose among the payways of the gateway. A payway that the gateway takes is one.',
  },
  'law.one-invoice-per-wish': {
    ...ONE_INVOICE,
    conforming: 'Refuses the second click with 409. Only a shop that claims intents is judged.',
  },
  'law.token-alive': {
    ...TOKEN,
    conforming: 'Does not store expires_at and lets the gateway refuse an old token. That is a warning.',
  },
  'law.instrument-used': {
    ...RECURRENT,
    conforming:
      'Takes the token only from its own question, in its next job. All jobs have run before the token is expected.',
  },
  'law.redirect-as-answered': {
    section: 'What the service does, typical flows',
    quote: '(4) the response carries data for sending the payer to pay;',
    conforming:
      'Sends the payer on from a page of its own and shows no redirect. A shop that never shows one for the operation is not judged.',
  },
  'law.refusal-accepted': {
    ...ON_FATAL,
    conforming:
      'Repeats a refused creation twice under the same id, because its HTTP client does so. Two repeats are allowed.',
  },
  'law.refusal-not-evaded': {
    section: 'Errors 2',
    quote: '',
    conforming:
      'Charges a subscription that was refused with code 5 again the next day under a new id, four days in a row. Only attempts within an hour of the one before count.',
  },
};

/** Properties and journeys, and the rules over every history. */
export const ruleGrounds: Grounds = {
  ...properties,
  ...creditRules,
  ...refundRules,
  ...payoutRules,
  ...holdRules,
  ...requestRules,
};
