import type { Grounds } from './types.ts';

const COMPARES_AND_VERIFIES =
  'The shop must compare values in the notification with the stored invoice and verify the signature.';
const VERIFICATION =
  'Verification: take all non-null, non-empty parameters (zero values included) except `sign`; order keys alphabetically; join values with `:`; append the shop secret key; compare the SHA-256 hex digest with `sign`.';
const EXPECTED_REPLY = 'Expected reply: HTTP status 200 with body `OK` (`text/plain`).';
const RE_SENT =
  'Otherwise notifications are re-sent with growing intervals, 25 attempts in total, the last one at the end of the day.';
const WAITS =
  '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).';
const EXCHANGE_ENDS = 'After a final status, the exchange ends.';
const TYPE_IN_ADDRESS =
  'The query parameter `type` of the calling URL tells them apart: `invoice` (payment notification) or `refund` (refund notification).';
const TOLERATES_NEW =
  'Receivers must tolerate new parameters in notifications (new types and new fields are backward compatible).';
const COMPLETE_AFTER_CHARGE =
  'a notification reports the result; the payment is complete after the charge is received';
const SIGNING =
  'Algorithm: take the fields listed as signature fields for the operation; order them alphabetically by key; concatenate their values separated by `:`; append the account secret key directly at the end (no separator); compute SHA-256 of the UTF-8 string; send the lowercase hex digest as `sign`.';
const NEVER_SENT = 'It is never sent.';
const SENDS_THE_PAYER =
  'Response: envelope with instructions to send the payer to pay (method, url and data); fields of the response data: not shown.';
const PAID = '4 | payment successful | yes';

const statuses = 'States and transitions, Invoice statuses';
const flows = 'What the service does, Typical flows';

const content: Grounds = {
  'notification.content.absent': {
    section: 'Events 5',
    quote: '',
    conforming:
      'Compares the values that are there, and takes the signature for proof of the rest: which fields a notification has is not shown. We recommend invoice/check for such a notification; a shop that pays the order is only warned.',
  },
  'notification.content.amount': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Believes no notification: asks invoice/check about each and books what that says. The forged amount leads to one more call, whose answer is "not paid".',
  },
  'notification.content.client-price': {
    section: 'Resources and their fields, Invoice record',
    quote: 'client_price | number | total paid by the payer',
    conforming:
      'Asks invoice/try first and compares client_price with its payer_price. The fee is part of both, so the values agree and the order is paid.',
  },
  'notification.content.credits-invoice': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Puts the top-up into review and credits nothing. A balance of 0 is not above 10.50, and the control is a top-up of another customer.',
  },
  'notification.content.currency': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Answers the contradiction with HTTP 409 and puts the order into review for good. The control is a plain payment of another order.',
  },
  'notification.content.gaps': {
    section: statuses,
    quote: PAID,
    conforming:
      'Rejects every notification that lacks a field with HTTP 400, of status 2 as well. Nothing is paid, and another order is paid by a complete notification.',
  },
  'notification.content.order': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Finds invoices by payment_id and then compares shop_order_id; a difference goes to review. The order is not paid, which is all that is judged.',
  },
  'notification.content.order.alike': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Keeps its ids in a column that ignores case and trailing spaces; its own ids never differ by these alone. The row may be believed or not, so the shop is only warned.',
  },
  'notification.content.payment-id': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Never stores payment_id and knows an invoice by its shop_order_id. The stored invoice has no such value to compare, and the shop is only warned.',
  },
  'notification.content.shop': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Has one shop at the gateway, ignores shop_id in notifications and asks invoice/check, which it signs for its own shop. The answer is "not paid".',
  },
  'notification.content.types': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Stores whole kopecks and refuses amounts that are not numbers with HTTP 422. Numbers such as 10 and 8.2 agree with its invoices, and of the odd spellings none has to be accepted.',
  },
};

const received: Grounds = {
  'notification.form.decoding': {
    section: 'Events 2',
    quote:
      'The operator can enable `application/x-www-form-urlencoded` instead; then all values are strings.',
    conforming:
      'Agreed JSON with the operator and understands no forms. The profile says json, and the check does not apply.',
  },
  'notification.form.repeated': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Reads the first of two parameters of one name, verifies with it and acts on it. The digest does not fit, or the verified values contradict the invoice, and the order stays unpaid.',
  },
  'notification.hostile.bytes': {
    section: 'Events 2',
    quote: '',
    conforming:
      'Replaces invalid bytes and verifies the text that results. Only the gateway could sign such a body; we recommend strict decoding, and the shop is only warned.',
  },
  'notification.hostile.survives': {
    section: 'Events 6',
    quote: '',
    conforming:
      'Runs each request as a process that dies on hostile input, and a supervisor starts the next one. The specification does not speak of such bodies; we recommend to survive them, and the check looks for two seconds.',
  },
  'notification.http.method': {
    section: 'Events',
    quote:
      "Server notifications are HTTP `POST` requests from the service to the shop's callback URL (set in the shop settings or, where the request allows, in the request body).",
    conforming:
      'Takes GET and PUT for a hint to ask invoice/check. The gateway says that nothing is paid, so nothing is booked.',
  },
  'notification.order.after-refund': {
    section: 'Errors 3',
    quote: EXCHANGE_ENDS,
    conforming:
      'Puts the refunded order into review when the payment is reported again with other values. Nothing is credited twice, and review is not an open state.',
  },
  'notification.order.after-restart': {
    section: 'Errors 3',
    quote: WAITS,
    conforming:
      'Keeps only the shop_order_id on disk and asks invoice/check for everything else, also after a restart. The notification makes it ask, and the order is paid.',
  },
  'notification.order.before-response': {
    section: 'Errors 3',
    quote: WAITS,
    conforming:
      'Answers HTTP 404 until its create has been answered. The gateway sends the notification again, as it does after every reply but OK.',
  },
  'notification.order.late-status': {
    section: 'Errors 3',
    quote: EXCHANGE_ENDS,
    conforming:
      'Puts a paid order into review when any other status is reported for it. The money stays booked once, and review is not an open state.',
  },
  'notification.order.pending-then-paid': {
    section: statuses,
    quote: '2 | awaiting user action | no',
    conforming:
      'Has no state between new and paid, and answers OK to a 2 without storing it. The 4 that follows pays the order.',
  },
  'notification.order.stale-answer': {
    section: statuses,
    quote: PAID,
    conforming:
      'Locks an order while its create is open and answers HTTP 409 meanwhile. The answer is released after a third of its read timeout, and the notification is sent again.',
  },
  'notification.race.check': {
    section: 'Errors 3',
    quote: EXCHANGE_ENDS,
    conforming:
      'Ignores the notification because it trusts invoice/check only, and books on the answer of its own call. One credit is one credit, through whichever channel.',
  },
  'notification.repeat.after-restart': {
    section: 'Events 6',
    quote: RE_SENT,
    conforming:
      'Keeps nothing about notifications and calls invoice/check for each; the primary key of its ledger is the shop_order_id. The repeat books nothing.',
  },
  'notification.repeat.credits-once': {
    section: 'Events 6',
    quote: RE_SENT,
    conforming:
      'Forgets messages after an hour and recognises a repeat by the booked credit alone. There is one credit, and how the repeats are answered is not judged here.',
  },
  'notification.repeat.parallel': {
    section: 'Events 6',
    quote: RE_SENT,
    conforming:
      'Takes one notification at a time and answers HTTP 503 to the other nineteen. One of them is sent again afterwards, and there is one credit.',
  },
  'notification.repeat.reply': {
    section: 'Events 6',
    quote: EXPECTED_REPLY,
    conforming:
      'Answers HTTP 503 while a job works on the order, and OK to a later attempt. A reply that asks to come again counts only where the order is already shown as paid.',
  },
  'notification.reply.exact': {
    section: 'Events 6',
    quote: EXPECTED_REPLY,
    conforming:
      'Replies OK as text/plain with a charset and cookies. Parameters of the media type are allowed; a line break or text/html is a warning.',
  },
  'notification.reply.not-final': {
    section: 'Events 6',
    quote: EXPECTED_REPLY,
    conforming:
      'Uses notifications as a nudge: answers OK without reading the status, and asks invoice/check later. OK is all that is judged.',
  },
  'notification.reply.ok-is-kept': {
    section: 'Errors 3',
    quote: WAITS,
    conforming:
      'Answers OK before it has stored anything, and asks invoice/check for all open orders every ten minutes. The check lets a third more than `tempo.recover` go by.',
  },
  'notification.reply.reachable': {
    section: 'Events 6',
    quote: EXPECTED_REPLY,
    conforming:
      'Answers HTTP 404 while a replica does not know the order yet. The notification is sent three times more, and then four times as slowly.',
  },
  'notification.reply.while-busy': {
    section: 'Events 6',
    quote: '',
    conforming:
      'Has one process, which replies when its own call has ended with the read timeout. How long a reply may take is not shown; we recommend two read timeouts at most, and such a shop is within them.',
  },
};

const signed: Grounds = {
  'notification.sign.empties': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Verifies nothing and asks invoice/check about every notification. The gateway says 4, and the order is paid.',
  },
  'notification.sign.empty-secret': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Answers OK to every notification and sorts forgeries out in a queue. The reply is not judged; the order stays unpaid.',
  },
  'notification.sign.forged': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Asks invoice/check on any message, forged or not, and believes only the answer. The gateway says that nothing is paid.',
  },
  'notification.sign.forged-rejection': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Gives unpaid orders up after a quarter of an hour and takes a later payment all the same. Only an order that fails within a minute of the forgery counts.',
  },
  'notification.sign.key-order': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Orders keys as a dictionary does, where "_" does not count. "Alphabetically" does not say where it sorts, so the shop is only warned.',
  },
  'notification.sign.malformed': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming: 'Closes the connection on a notification without a usable sign. No reply is no payment.',
  },
  'notification.sign.never-early': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Shows its orders from a replica that lags behind. An older state is an unpaid one, at every sample.',
  },
  'notification.sign.new-fields': {
    section: 'Events 7',
    quote: TOLERATES_NEW,
    conforming:
      'Verifies nothing that it receives and takes every notification for a hint to ask invoice/check. New fields change nothing for it, and the order is paid.',
  },
  'notification.sign.numbers': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Sells nothing below 1.00 or above 500 000. Sums far from the usual ones may be refused, and are left out.',
  },
  'notification.sign.other-recipe': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Has a rate limit and answers HTTP 429 to some of the forgeries. Each is sent again until the shop itself has answered it.',
  },
  'notification.sign.other-shop': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Runs several shops and picks the secret by the stored invoice, never by the message. The digest of another shop does not fit.',
  },
  'notification.sign.other-spelling': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Trims and decodes `sign` before it compares. Anyone who can send the right digest knows the secret, so the shop is only warned.',
  },
  'notification.sign.sender-address': {
    section: 'Events 5',
    quote: COMPARES_AND_VERIFIES,
    conforming:
      'Hears only the two sender addresses, behind a proxy that it trusts, and verifies the signature as well. The header lets the forgery in, and the signature keeps it out.',
  },
  'notification.sign.text': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Refuses orders with markup in their description. The order is then made without it; the fields of the notification have such texts all the same.',
  },
  'notification.sign.uncovered': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Verifies all fields of the body and ignores the query but for type. The pending notification whose address says "paid" is accepted as what it is: pending.',
  },
  'notification.sign.unicode-form': {
    section: 'Authentication 2',
    quote: 'compute SHA-256 of the UTF-8 string',
    conforming:
      'Keeps normalised texts in its database and verifies over the body as it came. Both forms are accepted, and the text that was changed after signing is not.',
  },
  'notification.sign.zeros': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Never looks at notifications beyond the shop_order_id and asks invoice/check. The order is paid.',
  },
};

const structured: Grounds = {
  'notification.structure.duplicate-keys': {
    section: 'Events 5',
    quote: VERIFICATION,
    conforming:
      'Refuses every body with a duplicate key as malformed. Each of the messages has one, and none has to be accepted.',
  },
  'notification.structure.renamed': {
    section: 'Events 5',
    quote: '',
    conforming:
      'Compares the fields that are there; the digest is valid by the algorithm itself. We recommend to treat a missing shop_amount as a difference, and the shop is only warned.',
  },
  'notification.structure.status-forge': {
    section: 'Events 5',
    quote: '',
    conforming:
      'Reads status as a number, so "04" is 4, under a digest that is valid by the algorithm itself. We recommend to compare the text, and the shop is only warned.',
  },
  'notification.type.crossed': {
    section: 'Events 1',
    quote: TYPE_IN_ADDRESS,
    conforming:
      'Ignores refund notifications and reads invoice/get-refunds. The crossed messages lead to a question at most, and the list says WAITING until the refund succeeds.',
  },
  'notification.type.refund': {
    section: 'Events 1',
    quote: TYPE_IN_ADDRESS,
    conforming:
      'Has no refunds and answers HTTP 404 to type=refund. The order stays unpaid, and type=invoice pays it.',
  },
  'notification.type.unknown': {
    section: 'Events 7',
    quote: TOLERATES_NEW,
    conforming:
      'Answers HTTP 400 to a type that it does not know. Anything below 500 is tolerated, and a genuine notification pays the order.',
  },
};

const secrets: Grounds = {
  'secret.card-logs': {
    section: 'Endpoints, invoice/hold',
    quote: '',
    conforming:
      'Logs whole requests into an encrypted store that only auditors can read. The specification says nothing about logs; the rules of the card schemes do, and the shop is only warned.',
  },
  'secret.kept': {
    section: 'Authentication 3',
    quote: NEVER_SENT,
    conforming:
      'Shows a fingerprint of its secret on an administration page. Only the secret itself counts, plain or in a common encoding.',
  },
  'secret.logs': {
    section: 'Authentication 3',
    quote: '',
    conforming:
      'Logs its configuration at the start, secret included. A log is not sent; we recommend to mask the secret there, and the shop is only warned.',
  },
  'secret.reply-details': {
    section: 'Authentication 3',
    quote: '',
    conforming:
      'Runs in debug mode and replies with a stack trace. The specification says nothing about replies to forgeries; we recommend a short fixed text, and the shop is only warned.',
  },
};

const pages: Grounds = {
  'redirect.create': {
    section: 'Endpoints, invoice/create',
    quote: SENDS_THE_PAYER,
    conforming:
      'Sends payers on from a page of its own and shows no redirect over the test interface. The check does not apply; the browser sees where the page leads.',
  },
  'redirect.hold': {
    section: 'Endpoints, invoice/hold',
    quote:
      'Response data: `data` (object with `MD`, `PaReq`, `TermUrl` strings, used for a redirect form), `id` integer, `method` string, `url` string.',
    conforming:
      'Puts the pairs of a GET redirect into the query of its url. Where method and query agree it is the same request.',
  },
  'checkout.encoding': {
    section: 'Endpoints, invoice/hold',
    quote:
      'Response data: `data` (object with `MD`, `PaReq`, `TermUrl` strings, used for a redirect form), `id` integer, `method` string, `url` string.',
    conforming:
      'Writes its pages in windows-1251 and sends what that encoding can hold. The values of a bank are ASCII, so the shop is only warned.',
  },
  'checkout.failure': {
    section: 'Errors 2',
    quote:
      'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
    conforming: 'Refuses such an order at once with HTTP 422 and makes none. The check does not apply.',
  },
  'checkout.forged-return': {
    section: flows,
    quote: COMPLETE_AFTER_CHARGE,
    conforming:
      'Asks invoice/check whenever its return page is opened, whatever the query says. The gateway says that nothing is paid, and the page waits.',
  },
  'checkout.form': {
    section: 'Endpoints, invoice/create',
    quote: SENDS_THE_PAYER,
    conforming:
      'Opens the page of the payment system in a window of its own, after a second page with a button. The check follows windows and presses up to four buttons.',
  },
  'checkout.race': {
    section: 'Errors 3',
    quote: EXCHANGE_ENDS,
    conforming:
      'Asks invoice/check on every view of its status page and books on the answer. The three notifications find the credit booked.',
  },
  'checkout.return': {
    section: flows,
    quote: COMPLETE_AFTER_CHARGE,
    conforming:
      'Shows how an order stands only to the browser in which it was begun. The check begins in the same window.',
  },
  'checkout.secrets': {
    section: 'Authentication 3',
    quote: NEVER_SENT,
    conforming:
      'Has no pages but a redirect to the payment system. What the browser is sent holds no secret, and that is all that is judged.',
  },
  'checkout.tabs': {
    section: 'Errors 3',
    quote: EXCHANGE_ENDS,
    conforming:
      'Lets a view of the pay page redirect to the payment system at once. Both tabs pay one invoice, which is credited once.',
  },
};

const requests: Grounds = {
  'transport.requests': {
    section: 'What the service does, Transport rules 2',
    quote:
      'Requests and responses are JSON, encoded as UTF-8; requests carry the header `Content-Type: application/json`.',
    conforming:
      'Sends escaped JSON with its keys in reverse, with a charset, and with optional fields as null. All of that is JSON in UTF-8 of the listed types.',
  },
  'sign.hold': {
    section: 'Endpoints, invoice/charge',
    quote: 'Signature fields: invoice_id, now, shop_id.',
    conforming:
      'Charges every hold by itself a day later and never on command. Time goes on until it does, or the hold request alone is judged.',
  },
  'sign.invoice.amounts': {
    section: 'Authentication 2',
    quote: SIGNING,
    conforming:
      'Writes amounts as short as they are (10.5, 10) and signs that text. The signature fits what was sent.',
  },
  'sign.invoice.create': {
    section: 'What the service does, Transport rules 3',
    quote: 'Every request is signed (see Authentication).',
    conforming:
      'Sends no description, ignores what the payer posts and repeats the signature in a header. The sign in the body is valid.',
  },
  'sign.invoice.non-ascii': {
    section: 'Authentication 2',
    quote: SIGNING,
    conforming:
      'Makes Latin ids of numbers and leaves Cyrillic texts out of its requests. What it sends is signed as it is sent.',
  },
  'sign.lookups': {
    section: 'Authentication 6',
    quote: 'Signature fields per operation are listed under Endpoints.',
    conforming:
      'Refuses the values that it cannot pass on, and asks with the plain ones only. Each lookup of the profile was made once, with a valid signature.',
  },
  'sign.payout': {
    section: 'Endpoints, withdraw/create',
    quote: 'Signature fields: account, amount, amount_type, payway, shop_currency, shop_id, shop_payment_id.',
    conforming:
      'Asks about payouts by shop_payment_id alone, every 45 seconds. One status operation is enough, and four of its intervals go by.',
  },
  'sign.recurrent': {
    section: 'Endpoints, invoice/create',
    quote: 'Signature fields: amount, currency, payway, shop_id, shop_order_id.',
    conforming:
      'Takes the token from invoice/check and charges it in a job. The request that carries it is looked for after the jobs have run.',
  },
  'sign.refund': {
    section: 'Endpoints, invoice/get-refunds',
    quote: 'Signature fields: invoice_id, now, shop_id.',
    conforming:
      'Never calls invoice/get-refunds and waits for the notification. The refund request alone is judged, by the interpretation that the configuration names.',
  },
};

/** Notifications, secrets, redirects, pages of the payer, and the signatures and the form of requests. */
export const notificationGrounds: Grounds = {
  ...content,
  ...received,
  ...signed,
  ...structured,
  ...secrets,
  ...pages,
  ...requests,
  'notification.content.check-answer': {
    section: 'Events 5',
    quote: '',
    conforming:
      'Asks invoice/check for each notification and books the amount of its own invoice when that says 4. Events 5 asks for a comparison of notifications only, so the check warns at most.',
  },
  'secret.reply-oracle': {
    section: 'Authentication 3',
    quote: '',
    conforming:
      'Says in its reply to a forgery which digest it expected. The specification forbids sending the secret key only, so the check warns at most.',
  },
};
