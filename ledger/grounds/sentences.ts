/** Sentences of the specification that several checks and rules rest on, word for word. */
export const FLOW = {
  section: 'What the service does, typical flows',
  quote:
    'Payout: `withdraw/try` (optional) -> `check_account` (optional) -> `withdraw/create` -> poll `withdraw/status` or `withdraw/shop_payment_status` until a final status.',
};
export const ONE_PAYOUT = {
  section: 'What the service does, transport rule 5',
  quote: 'Payout creation is protected against duplicates: `shop_payment_id` must be unique within one shop.',
};
export const ONE_INVOICE = {
  section: 'What the service does, transport rule 5',
  quote: 'Invoice creation is protected against duplicates: `shop_order_id` must be unique within one shop.',
};
export const REFUND_PAID = {
  section: 'What the service does',
  quote: 'refund paid invoices, fully or partially, in the currency of the paid invoice;',
};
export const CREATE_PAYOUT = {
  section: 'Endpoints, withdraw/create',
  quote:
    'Request: `shop_id` integer, `shop_currency` integer, `payway` string (max 150), `amount` string, `account` string, `amount_type` (`ps_amount` or `shop_amount`), `shop_payment_id` string (unique per shop), `account_details` object (optional, extra fields from `account_info_config`), `description` string (optional, max 255; passed to the payment system if it supports it).',
};
export const AT_ONCE = {
  section: 'Endpoints, withdraw/create',
  quote:
    'When `result` is true, check `data.status` at once; a final status means no status polling is needed.',
};
export const FUNDS = {
  section: 'States and transitions, Payout statuses',
  quote:
    'Rules that are shown: when `withdraw/create` succeeds, the part of the shop balance used is frozen until a final status; on a final status the funds are debited, or returned to the balance if the payout did not complete.',
};
export const COMPARE = {
  section: 'Events 5',
  quote: 'The shop must compare values in the notification with the stored invoice and verify the signature.',
};
export const ON_FATAL = {
  section: 'Errors 2',
  quote:
    'On a fatal code, communication about that operation ends (for an invoice, tell the payer the payment was not created; for a refund, it is not created or is created as `FAILED`).',
};
export const ON_NON_FATAL = {
  section: 'Errors 2',
  quote:
    'On a non-fatal code, wait for a server notification (invoices, refunds), or poll status for about 2 hours at 30-second intervals (payouts).',
};
export const WAIT = {
  section: 'Errors 3',
  quote:
    '`result` true means the transaction was created; if its status is not final, wait for a notification (invoices, refunds) or poll (payouts).',
};
export const ENDS = { section: 'Errors 3', quote: 'After a final status, the exchange ends.' };
export const READ_TIMEOUT = {
  section: 'Errors 5',
  quote:
    'A `Read timeout` on `withdraw/create`: call `withdraw/shop_payment_status`; if it answers that no such payout exists, the creation may be repeated; if it returns a status, the payout exists and that status governs.',
};
export const WAITING = {
  section: 'States and transitions, Refund statuses',
  quote: '`WAITING` | no; the final status follows by notification',
};
export const SUCCESS = { section: 'States and transitions, Refund statuses', quote: '`SUCCESS` | yes' };
export const FAILED = { section: 'States and transitions, Refund statuses', quote: '`FAILED` | yes' };
export const REFUND_FAILS = {
  section: 'States and transitions, Refund statuses',
  quote:
    '(new refund) | refund creation | fatal error or basic checks pass but the refund fails at once | `FAILED`',
};
export const TOLERATE = {
  section: 'Versioning 4',
  quote:
    'Clients must ignore unknown response and notification fields and treat unknown error codes as possible.',
};
export const NEW_FIELDS = {
  section: 'Events 7',
  quote:
    'Receivers must tolerate new parameters in notifications (new types and new fields are backward compatible).',
};
export const REPLY = {
  section: 'Events 6',
  quote: 'Expected reply: HTTP status 200 with body `OK` (`text/plain`).',
};
export const PAID = {
  section: 'States and transitions, Invoice statuses',
  quote: '4 | payment successful | yes',
};
export const HELD = {
  section: 'States and transitions, Invoice statuses',
  quote: '8 | funds held by the payment system | no',
};
export const PAID_OUT = {
  section: 'States and transitions, Payout statuses',
  quote: '5 | successfully completed | yes',
};
export const REJECTED = {
  section: 'States and transitions, Payout statuses',
  quote: '6 | rejected by the payment system | yes',
};
export const AMOUNT = {
  section: 'Resources, Common parameter conventions',
  quote: 'amount | string (decimal) | amount in requests, e.g. with two fractional digits',
};
export const DESCRIPTION = {
  section: 'Limits',
  quote: '`description` length | invoice and payout requests | max 255',
};
export const RECURRENT = {
  section: 'What the service does',
  quote:
    'collect repeated payments from a stored payment instrument using a payment token (recurrent invoices; available only after approval by the service operator);',
};
export const TOKEN = {
  section: 'Resources, Payment token object',
  quote:
    'The token itself is delivered in notifications as `payment_token` inside `ps_data` and only after a successful transaction.',
};
