import type { Grounds } from './types.ts';

/** Invoices, orders, holds, error codes, amounts, times, compatibility, lookups and tokens. */
export const orderGrounds: Grounds = {
  'compat.large-ids': {
    section: 'Resources and their fields, Invoice record',
    quote:
      'payment_id | integer | invoice identifier in the service (the value used as `invoice_id` in other requests)',
    conforming:
      'Stores no id of the service and looks it up with invoice/check before each refund. The refund request names the id that the gateway gave, which is all that is compared.',
  },
  'compat.large-payout-ids': {
    section: 'Resources and their fields, Payout record',
    quote: 'id | integer (payout id in the service)',
    conforming:
      'Never uses the id of the service and polls by shop_payment_id only. No request names a wrong id, and status 5 completes the payout.',
  },
  'compat.notification-forms': {
    section: 'Events 5',
    quote: 'take all non-null, non-empty parameters (zero values included) except `sign`',
    conforming:
      'Understands its own gateway alone: JSON, status 4, numbers through a float. It answers a form with 400 and ignores success as a status it does not know. It breaks nothing, and the check warns at most.',
  },
  'compat.odd-data': {
    section: 'Errors 3',
    quote:
      '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).',
    conforming:
      'Answers POST /orders with a pending order without a redirect, and asks the payer to try again later. The answer is usable, and the later status 4 pays the order.',
  },
  'compat.odd-data.payout': {
    section: 'Errors 3',
    quote:
      '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).',
    conforming:
      'Never reads the data of withdraw/create and polls withdraw/shop_payment_status from the start. It hears status 5 as for any other payout.',
  },
  'compat.payout-responses': {
    section: 'Versioning 4',
    quote:
      'Clients must ignore unknown response and notification fields and treat unknown error codes as possible.',
    conforming:
      'Reads only result, error_code and data.status of every answer, and ignores redirect_info. Status 5 completes the payout, whatever else the answers contain.',
  },
  'compat.record-variants': {
    section: 'Resources and their fields, Invoice record',
    quote: 'settlement_rate | number or null',
    conforming:
      'Never calls invoice/check. Only the notification with settlement_rate null is judged then, because the control shows that the shop does not act on an answer.',
  },
  'compat.responses': {
    section: 'Versioning 4',
    quote:
      'Clients must ignore unknown response and notification fields and treat unknown error codes as possible.',
    conforming:
      'Shows its own payment page and never a redirect. Its order has no redirect with plain answers either, so the missing one is not held against it.',
  },
  'error.fatal-codes': {
    section: 'Errors 2',
    quote:
      'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
    conforming:
      'Refuses the order with 422 and stores nothing when the gateway answers a fatal code. There is no order that could be shown as open, and no further call is made.',
  },
  'error.later-payment': {
    section: 'Errors 2',
    quote:
      'On a non-fatal code, wait for a server notification (invoices, refunds), or poll status for about 2 hours at 30-second intervals (payouts).',
    conforming:
      'Takes every unknown code for fatal and refuses the order. The check does not apply to it, because nothing shows that code 57 is not fatal.',
  },
  'error.misleading-message': {
    section: 'Errors 1',
    quote: 'Every error response has `result` false, `message` with text, and `error_code` greater than 0.',
    conforming:
      'Never reads the message and shows texts of its own by code. Result false and code 4 fail the order, whatever the message says.',
  },
  'error.non-fatal-code': {
    section: 'Errors 2',
    quote:
      'On a non-fatal code, wait for a server notification (invoices, refunds), or poll status for about 2 hours at 30-second intervals (payouts).',
    conforming:
      'Takes code 8 for fatal and refuses the order. The check does not apply to it unless the operator declares the code as not fatal.',
  },
  'error.payout-fatal-codes': {
    section: 'Errors 2',
    quote:
      'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
    conforming:
      'Reserves nothing when a payout is requested and takes the funds only when it is paid. The balance never moves, and the refused payout is failed without another call.',
  },
  'error.payout-unknown-code': {
    section: 'Versioning 4',
    quote:
      'Clients must ignore unknown response and notification fields and treat unknown error codes as possible.',
    conforming:
      'Takes every unknown code for fatal and fails the payout with its funds returned. Failed and pending are both accepted after a code that the specification does not explain.',
  },
  'error.unknown-code': {
    section: 'Versioning 4',
    quote:
      'Clients must ignore unknown response and notification fields and treat unknown error codes as possible.',
    conforming:
      'Refuses the order with 422 after any code that it does not know. The call has a usable answer and nothing is credited, which is all that is judged.',
  },
  'hold.charge.fatal-codes': {
    section: 'Errors 2',
    quote:
      'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
    conforming:
      'Releases the hold at once when its charge is refused for good. Only further calls of invoice/charge for the same hold are counted.',
  },
  'hold.charge.lost-answer': {
    section: 'States and transitions, Invoice statuses',
    quote:
      '8 | `invoice/charge` | invoice was created by `invoice/hold` | final status arrives by notification; the synchronous response status may be non-final | final notification about the withdrawal',
    conforming:
      'Ignores every answer to invoice/charge and waits for the notification of its outcome. The final 4 pays the order, and no release was sent.',
  },
  'hold.charge.not-final-answer': {
    section: 'States and transitions, Invoice statuses',
    quote:
      '8 | `invoice/charge` | invoice was created by `invoice/hold` | final status arrives by notification; the synchronous response status may be non-final | final notification about the withdrawal',
    conforming:
      'Shows the order as pending from the first click on, and reads neither the answer nor a repeated 8. The 6 fails the order, and it was never shown as paid.',
  },
  'hold.charge.once': {
    section: 'What the service does, Typical flows',
    quote: 'then `invoice/charge` (withdraw) or `invoice/unhold` (return funds to payer)',
    conforming:
      'Locks the order during a command and refuses the second click with 409. One call reaches the gateway, and a refusal is an ordinary answer.',
  },
  'hold.charge.only-held': {
    section: 'Endpoints, invoice/charge',
    quote: 'Only after `invoice/hold`.',
    conforming:
      'Charges every hold by itself as soon as it is there. Its charge follows a status 8, and the steps with a release are left out for it.',
  },
  'hold.deadline': {
    section: 'States and transitions, Invoice statuses',
    quote:
      'A hold lasts at most 5 days; the shop must charge or unhold within that period; the service does not confirm or cancel automatically.',
    conforming:
      'Releases every hold ten minutes after it was made. Each hold is decided within the five days, long before the check looks.',
  },
  'hold.fatal-codes': {
    section: 'Errors 2',
    quote:
      'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
    conforming:
      'Refuses the two-step order with 422 and stores nothing. No order is open, and no job calls the gateway again.',
  },
  'hold.not-paid': {
    section: 'States and transitions, Invoice statuses',
    quote: '8 | funds held by the payment system | no',
    conforming:
      'Charges each hold by itself, so its orders are pending and never held. It claims hold.auto, and only credits before the final 4 are judged.',
  },
  'hold.not-supported': {
    section: 'What the service does, Typical flows',
    quote: 'availability depends on the payway and is agreed with the operator',
    conforming:
      'Stores the refused order as failed and offers the payer a new order in one step. The new order has its own reference and is made by the payer, so no invoice/create follows by itself.',
  },
  'hold.notification.content': {
    section: 'Events 5',
    quote:
      'The shop must compare values in the notification with the stored invoice and verify the signature.',
    conforming:
      'Answers 409 to every contradicting notification and puts the order into review. Neither makes the order held, charged or paid.',
  },
  'hold.notification.forged': {
    section: 'Events 5',
    quote:
      'The shop must compare values in the notification with the stored invoice and verify the signature.',
    conforming:
      'Trusts no notification and asks invoice/check for each one. The forged 8 causes one more question, and the answer says that nothing is held.',
  },
  'hold.release': {
    section: 'States and transitions, Invoice statuses',
    quote: '8 | `invoice/unhold` | held invoice | not shown | money returns to the payer',
    conforming:
      'Queues the release and shows the order as held until the gateway has confirmed it. The jobs of the shop run before the check looks.',
  },
  'hold.release.lost': {
    section: 'States and transitions, Invoice statuses',
    quote:
      'A hold lasts at most 5 days; the shop must charge or unhold within that period; the service does not confirm or cancel automatically.',
    conforming:
      'Never repeats a release by itself: the order goes back to held and a person decides. An order that is not shown as cancelled may wait for that person.',
  },
  'hold.retried': {
    section: 'What the service does, Transport rules 5',
    quote:
      'Invoice creation is protected against duplicates: `shop_order_id` must be unique within one shop.',
    conforming:
      'Makes a new attempt in the background as soon as the first one is rejected, and answers the retry with it. The second attempt is found by its id, whoever started it.',
  },
  'hold.then-paid': {
    section: 'What the service does, Typical flows',
    quote: 'a final notification reports the withdrawal outcome',
    conforming:
      'Uses notifications only as a reason to ask invoice/check. The late 2 and 5 cause questions, which are answered with 8, so the order stays held until the final 4.',
  },
  'invoice.create.killed': {
    section: 'What the service does, Typical flows',
    quote: '(5) a notification reports the result; the payment is complete after the charge is received',
    conforming:
      'Restarts with the order marked as unknown and repeats the create under the same id. The gateway refuses the repeat as a duplicate, and the status 4 pays the order once.',
  },
  'invoice.create.lost-answer': {
    section: 'What the service does, Typical flows',
    quote: '(5) a notification reports the result; the payment is complete after the charge is received',
    conforming:
      'Shows the order as failed because the payer cannot be sent on, and still honours its payment. The state before the status 4 is not judged.',
  },
  'invoice.late-payment': {
    section: 'States and transitions, Invoice statuses',
    quote: '4 | payment successful | yes',
    conforming:
      'Gives every order up after a quarter of an hour and refunds what is paid later. A refund that waits at the gateway counts as a record of the money.',
  },
  'invoice.paid-only-after-notification': {
    section: 'Errors 3',
    quote:
      '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).',
    conforming:
      'Calls invoice/check every second while an order is open and believes nothing else. Nothing is paid at the gateway, so nothing is credited before the status 4.',
  },
  'invoice.paid-only-after-return': {
    section: 'What the service does, Typical flows',
    quote: '(5) a notification reports the result; the payment is complete after the charge is received',
    conforming:
      'Calls invoice/check whenever the payer returns and cancels the order on a visit to failed_url. The question finds no payment, and the later payment goes into review.',
  },
  'invoice.recovery': {
    section: 'Errors 3',
    quote: '',
    conforming:
      'Never asks, and leaves an order without a notification to its support staff. We recommend to ask, because a payment whose 25 notifications are lost stays unknown otherwise; the check only warns.',
  },
  'invoice.status-call.fails': {
    section: 'Errors 3',
    quote:
      '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).',
    conforming:
      'Gives up every order that is not paid within ten minutes, and still takes a later payment. The control order, whose questions are answered, is given up as well, so the failed calls are not to blame.',
  },
  'invoice.status.not-final': {
    section: 'States and transitions, Invoice statuses',
    quote: '3 | payment system failed to create the payment | no',
    conforming:
      'Shows 3 and 5 as failed so that the payer tries again, and lets a later 4 or 8 win. Only the state after the final status is judged.',
  },
  'invoice.status.not-paid': {
    section: 'States and transitions, Invoice statuses',
    quote: '4 | payment successful | yes',
    conforming:
      'Ignores the status of every notification and asks invoice/check instead. The answers say 1, 2, 3, 5 and 6, so it credits nothing.',
  },
  'invoice.status.rejected': {
    section: 'Errors 3',
    quote: 'After a final status, the exchange ends.',
    conforming:
      'Starts another attempt by itself after each rejection. Its latest shop_order_id is not the rejected one, so the open order is not held against it.',
  },
  'invoice.status.unknown': {
    section: 'States and transitions, Invoice statuses',
    quote: '4 | payment successful | yes',
    conforming:
      'Puts an order with a status that it does not know into review. The check asks for nothing more about that order.',
  },
  'lookup.answers': {
    section: 'Errors 1',
    quote: 'Every error response has `result` false, `message` with text, and `error_code` greater than 0.',
    conforming:
      'Returns every lookup as a page of text, and balances in the smallest unit. One amount of the balance is found in the text, with or without its two last digits.',
  },
  'lookup.balance-total': {
    section: 'Resources and their fields, Balance',
    quote: 'Total balance equals available + frozen + hold in that currency.',
    conforming:
      'Shows only what is available and calls it balance. The check looks at values whose name says total, and does not apply where there is none.',
  },
  'lookup.is-active': {
    section: 'Resources and their fields, Payway group',
    quote: '`is_active` (string holding a boolean word)',
    conforming: 'Leaves inactive payways out of its list. A payway that is not shown is not shown as active.',
  },
  'lookup.variants': {
    section: 'Endpoints, withdraw/try',
    quote: '`shop_write_off` (number or numeric string)',
    conforming:
      'Never reads shop_write_off and shows the answer as text. The lookup succeeds with both forms.',
  },
  'money.amounts': {
    section: 'Resources and their fields, Common parameter conventions',
    quote: 'amount | string (decimal) | amount in requests, e.g. with two fractional digits',
    conforming:
      'Stores whole cents, writes 10 for 10.00, and takes no orders above 5000.00. Amounts are compared by value, and an order that it refuses is not judged.',
  },
  'money.minor-units': {
    section: 'Resources and their fields, Common parameter conventions',
    quote: 'amount | string (decimal) | amount in requests, e.g. with two fractional digits',
    conforming:
      'Sells only in currencies with two fractional digits and refuses the others with 422. It makes no order in them, so the check does not apply.',
  },
  'order.add-ons': {
    section: 'Resources and their fields, Extra-field descriptor',
    quote:
      'The shop must send collected values in the invoice request (for `add_ons_config`) or inside `account_details` (for `account_info_config`).',
    conforming:
      'Takes no orders by a payway with extra fields and refuses them with 422. It collects no values, so the check does not apply.',
  },
  'order.add-ons.names': {
    section: 'Resources and their fields, Extra-field descriptor',
    quote: 'A map from field name to descriptor.',
    conforming:
      'Reads the descriptors from the list of payways once an hour and never calls invoice/try. It sends every value under the name that it read.',
  },
  'order.add-ons.regex': {
    section: 'Resources and their fields, Extra-field descriptor',
    quote: '`regex` (string; validation pattern for the value)',
    conforming:
      'Stores an order with a wrong value as failed instead of refusing it. The wrong value reaches no request.',
  },
  'order.add-ons.retry': {
    section: 'Resources and their fields, Extra-field descriptor',
    quote:
      'The shop must send collected values in the invoice request (for `add_ons_config`) or inside `account_details` (for `account_info_config`).',
    conforming:
      'Asks the payer for the values anew and refuses a retry that has none. It sends no second request, so the check does not apply.',
  },
  'order.amend.old-invoice': {
    section: 'Events 5',
    quote:
      'The shop must compare values in the notification with the stored invoice and verify the signature.',
    conforming:
      'Refuses to change an order whose invoice is issued and makes a new order instead. There is no amended order that the old payment could pay, so the check does not apply.',
  },
  'order.callback-address': {
    section: 'Events',
    quote:
      "Server notifications are HTTP `POST` requests from the service to the shop's callback URL (set in the shop settings or, where the request allows, in the request body).",
    conforming:
      'Sends no addresses and uses the callback URL in the settings of the shop. No request contains the foreign host.',
  },
  'order.cancel.late-payment': {
    section: 'States and transitions, Invoice statuses',
    quote: '4 | payment successful | yes',
    conforming:
      'Refunds every payment of a cancelled order at once and keeps the order cancelled. The refund at the gateway is a record of the money.',
  },
  'order.description': {
    section: 'Resources and their fields, Common parameter conventions',
    quote: 'description | string | max length 255; optional',
    conforming:
      'Sends a description of its own, such as its name and the order number, or none. Any text of at most 255 whole characters is accepted.',
  },
  'order.double-submit': {
    section: 'What the service does, Transport rules 5',
    quote:
      'Invoice creation is protected against duplicates: `shop_order_id` must be unique within one shop.',
    conforming:
      'Refuses the second submission with 409 instead of showing the order again. There is one invoice, and a refusal is an ordinary answer.',
  },
  'order.ids.unique': {
    section: 'Limits',
    quote: 'uniqueness | `shop_order_id` per shop; `shop_payment_id` per shop | must be unique',
    conforming:
      'Has one unpaid order for each customer and refuses another. The same order is then requested for another customer.',
  },
  'order.limits': {
    section: 'Errors 2',
    quote:
      'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
    conforming:
      'Knows the limits from the list of payways and refuses such an order without a call. Then only the order within the limits is judged.',
  },
  'order.long-references': {
    section: 'Limits',
    quote: '`shop_order_id` length | `invoice/try`, `invoice/check`, create/hold | max 255',
    conforming:
      'Uses a random id of 32 characters as shop_order_id and cuts the reference for its own display. Both orders have ids of their own.',
  },
  'order.page-views': {
    section: 'What the service does, Transport rules 5',
    quote: '',
    conforming:
      'Makes a new invoice with its own id for every view, and records the payment of each. The specification allows that; we recommend one invoice, because the payer could pay two. The check only warns.',
  },
  'order.payer-params': {
    section: 'Resources and their fields, Common parameter conventions',
    quote: "shop_order_id | string | shop's invoice identifier; max length 255; unique per shop",
    conforming:
      'Refuses the whole form with 422 when it has a field that nobody asked for. No request reaches the gateway, and an honest form is accepted.',
  },
  'order.payer-params.visit': {
    section: 'What the service does, Typical flows',
    quote: '',
    conforming:
      'Lets partners set the return address of their own payers in the form. Nothing in the specification says who chooses addresses; we recommend the configuration, and the check only warns.',
  },
  'order.payway': {
    section: 'Resources and their fields, Common parameter conventions',
    quote:
      'payway | string | payment way alias; max length 150; allowed characters: Latin letters, underscore, comma, square brackets',
    conforming: 'Has one payway and ignores the one in the order request. Every request has a valid alias.',
  },
  'order.retry.after-rejection': {
    section: 'What the service does, Transport rules 5',
    quote:
      'Invoice creation is protected against duplicates: `shop_order_id` must be unique within one shop.',
    conforming:
      'Allows two attempts and refuses a third with 409. The refusal is an answer, and no id was used twice.',
  },
  'order.retry.late-first': {
    section: 'States and transitions, Invoice statuses',
    quote: '4 | payment successful | yes',
    conforming:
      'Keeps one attempt open and shows its redirect again on a retry. There are never two open attempts, so the check does not apply.',
  },
  'time.expires-at': {
    section: 'What the service does, Transport rules 4',
    quote: 'When a value has no time zone, UTC+03:00 is assumed.',
    conforming:
      'Shows the end of its own session, an hour after the order. That is a deadline of its own, and the check does not apply.',
  },
  'time.now': {
    section: 'What the service does, Transport rules 4',
    quote: 'Dates and times follow ISO 8601.',
    conforming:
      'Writes the local time of Tokyo with the offset +09:00 and nanoseconds. Instants are compared, so zone and precision do not matter.',
  },
  'token.asked-for': {
    section: 'Endpoints, invoice/hold',
    quote: 'issue_payment_token | boolean | request a token for recurrent charges',
    conforming:
      'Sends issue_payment_token false with every other order. Only the value true counts as a request for a token.',
  },
  'token.expired': {
    section: 'Resources and their fields, Payment token object',
    quote: '',
    conforming:
      'Sends expired tokens and lets the gateway refuse them. Nobody is charged; we recommend to ask the payer at once, and the check only warns.',
  },
  'token.from-notification': {
    section: 'Endpoints, invoice/create',
    quote:
      'For a recurrent charge with `payment_token`, `method` and `url` may be null, and the result arrives by notification.',
    conforming:
      'Takes the token from invoice/check in a job and never reads ps_data. The jobs run before the next order, which carries the token.',
  },
  'token.not-approved': {
    section: 'What the service does',
    quote: '(recurrent invoices; available only after approval by the service operator)',
    conforming:
      'Leaves the refused renewal open and sends its payer to an ordinary payment page. Nothing is credited, and the refused charge is not repeated.',
  },
  'token.not-from-failure': {
    section: 'Resources and their fields, Payment token object',
    quote:
      'The token itself is delivered in notifications as `payment_token` inside `ps_data` and only after a successful transaction.',
    conforming:
      'Stores every token with the status of its payment and charges those of status 4 only. No request carries the token of the failed payment.',
  },
  'token.not-from-forged': {
    section: 'Events 5',
    quote:
      'The shop must compare values in the notification with the stored invoice and verify the signature.',
    conforming:
      'Ignores tokens in notifications and takes them from invoice/check. The forged token is in no answer, so no request carries it.',
  },
  'token.notification': {
    section: 'Events 5',
    quote:
      'The shop must compare values in the notification with the stored invoice and verify the signature.',
    conforming:
      'Puts every contradicting renewal into review and answers 409. Nothing is paid, and the renewal whose notification was only forged is paid by the genuine one.',
  },
  'token.of-payer': {
    section: 'What the service does',
    quote: 'collect repeated payments from a stored payment instrument using a payment token',
    conforming:
      "Refuses with 422 an order that names another payer's instrument, and asks each payer to confirm. No request carries the token of somebody else.",
  },
  'token.renewal-once': {
    section: 'What the service does, Transport rules 5',
    quote:
      'Invoice creation is protected against duplicates: `shop_order_id` must be unique within one shop.',
    conforming:
      'Refuses each further submission of a renewal with 409 until the outcome of the first is known. One id is charged, and its payment is recorded when it is notified.',
  },
  'token.retried': {
    section: 'Errors 3',
    quote:
      '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).',
    conforming:
      'Sends the payer of a retry to an ordinary payment page instead of charging the token. Only a second charge by token counts.',
  },
};
